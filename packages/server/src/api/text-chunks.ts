const CHUNK_LENGTH = 64 * 1024;

/** Joins short texts, because every chunk costs a write of its own. */
export function* textChunks(texts: Iterable<string>): Generator<string> {
  let waiting: string[] = [];
  let length = 0;
  for (const text of texts) {
    waiting.push(text);
    length += text.length;
    if (length < CHUNK_LENGTH) continue;
    yield waiting.join('');
    waiting = [];
    length = 0;
  }
  if (length > 0) yield waiting.join('');
}
