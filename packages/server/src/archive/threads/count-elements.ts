import type { Accepted } from '@hookline/contract';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * How many elements of a list are objects and how many are not, for a text that is known to be
 * JSON: `[…]`, with lists in it looked into, or `{"name":[…]}` with nothing beside. Undefined for
 * any other shape. Counted without parsing: a megabyte of tiny objects becomes a third of a
 * million of them in memory, for which everybody else would have to wait.
 */
export function countElements(json: Buffer, name: string): Accepted | undefined {
  const start = skipSpace(json, 0);
  if (json[start] === OPEN_LIST) return countList(json, start, true).count;
  const list = json[start] === OPEN_OBJECT ? valueUnder(json, start, name) : -1;
  if (list < 0 || json[list] !== OPEN_LIST) return undefined;
  const { count, end } = countList(json, list, false);
  return json[skipSpace(json, end)] === CLOSE_OBJECT ? count : undefined;
}

/** Where the first member of an object begins, if it has this name; else -1. */
function valueUnder(json: Buffer, object: number, name: string): number {
  const key = skipSpace(json, object + 1);
  const quoted = `"${name}"`;
  if (json.toString('latin1', key, key + quoted.length) !== quoted) return -1;
  const colon = skipSpace(json, key + quoted.length);
  return json[colon] === COLON ? skipSpace(json, colon + 1) : -1;
}

function countList(
  json: Buffer,
  start: number,
  looksInside: boolean,
): { count: Accepted; end: number } {
  let accepted = 0;
  let skipped = 0;
  let depth = 0;
  /** In a list of the list. */
  let isInside = false;
  /** The next thing is an element. */
  let isNext = false;
  for (let i = start; ; i++) {
    const byte = json[i];
    const counts = isNext && (depth === 1 || (depth === 2 && isInside));
    switch (byte) {
      case OPEN_LIST:
        if (counts && depth === 1 && looksInside) isInside = true;
        else if (counts) skipped++;
        depth++;
        isNext = true;
        break;
      case OPEN_OBJECT:
        if (counts) accepted++;
        depth++;
        isNext = false;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        isNext = false;
        if (depth === 1) isInside = false;
        if (depth === 0) return { count: { accepted, skipped }, end: i + 1 };
        break;
      case COMMA:
        isNext = true;
        break;
      default:
        if (byte === undefined) throw new RangeError('unfinished JSON');
        if (isSpace(byte)) break;
        if (counts) skipped++;
        isNext = false;
        if (byte === QUOTE) i = endOfString(json, i);
    }
  }
}

function endOfString(json: Buffer, start: number): number {
  let i = start + 1;
  while (json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1;
  return i;
}

function skipSpace(json: Buffer, from: number): number {
  let i = from;
  while (isSpace(json[i])) i++;
  return i;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
