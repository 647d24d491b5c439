import { isUtf8 } from 'node:buffer';
import { HttpProblem } from './problem.ts';

const MAX_DEPTH = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Checks that the bytes are one JSON text and answers them without BOM and surrounding white
 * space. The text is only ever judged: what it says in numbers, keys and escapes stays as it was
 * sent, because anything parsed and written again would come out different.
 */
export function checkedJson(body: Buffer): Buffer {
  const text = trimmed(hasByteOrderMark(body) ? body.subarray(3) : body);
  if (text.length === 0) throw new HttpProblem('empty_body', 'The body is empty.');
  if (!isUtf8(text)) throw new HttpProblem('invalid_utf8', 'The body is not valid UTF-8.');
  if (isTooDeep(text)) {
    throw new HttpProblem('too_deep', `The JSON is nested deeper than ${MAX_DEPTH} levels.`);
  }
  try {
    JSON.parse(text.toString());
  } catch (error) {
    throw new HttpProblem('invalid_json', `${(error as SyntaxError).message}.`);
  }
  return text;
}

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function trimmed(bytes: Buffer): Buffer {
  let start = 0;
  let end = bytes.length;
  while (start < end && WHITE_SPACE.has(bytes[start] ?? 0)) start++;
  while (end > start && WHITE_SPACE.has(bytes[end - 1] ?? 0)) end--;
  return end - start === bytes.length ? bytes : bytes.subarray(start, end);
}

/** Counts brackets outside of strings; whether they match is for the parser to say. */
function isTooDeep(text: Buffer): boolean {
  // So many levels need at least as many opening and closing brackets.
  if (text.length < 2 * MAX_DEPTH) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i] as number;
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (OPENING.has(byte)) {
      if (++depth > MAX_DEPTH) return true;
    } else if (CLOSING.has(byte)) depth--;
  }
  return false;
}
