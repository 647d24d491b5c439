/** So much of a payload is searched here; the archive searches all of it. */
const MAX_SEARCHED = 100_000;

/** The words of a query; a payload fits if it carries every one of them. */
export function wordsOf(query: string): readonly string[] {
  return folded(query)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** What of a payload is searched. */
export function searchTextOf(payload: unknown): string {
  return folded((JSON.stringify(payload) ?? '').slice(0, MAX_SEARCHED));
}

export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** One spelling for all: `Müller`, `MUELLER` and `Muller` are found by each other. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/(?<![aeiouyq])([aou])e/g, '$1');
}
