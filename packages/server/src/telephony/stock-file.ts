import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { PhoneBookEntry } from '@hookline/contract';
import { readCsv } from './stock-csv.ts';
import { readJson } from './stock-json.ts';
import { type StockLine, StockMistake } from './stock-line.ts';

/** Clients ask for the whole book in one frame. */
const MOST_ENTRIES = 10_000;
const MOST_BYTES = 4 * 1024 * 1024;

/** Reads another phone book from a JSON or CSV file, or says in which line it is no good. */
export function readStockFile(
  path: string,
  property: string,
  lineOf: (number: string) => string | undefined,
): PhoneBookEntry[] {
  const bytes = readFileSync(path);
  try {
    return stockOf(bytes, lineOf);
  } catch (error) {
    if (!(error instanceof StockMistake)) throw error;
    throw new Error(`${property}: ${path}, ${error.message}`);
  }
}

export function stockOf(
  bytes: Buffer,
  lineOf: (number: string) => string | undefined,
): PhoneBookEntry[] {
  if (bytes.length > MOST_BYTES) throw new StockMistake(1, `more than ${MOST_BYTES} bytes`);
  if (!isUtf8(bytes)) throw new StockMistake(firstBadLine(bytes), 'not UTF-8; save it as UTF-8');
  const text = bytes.toString().replace(/^\ufeff/, '');
  if (text.trim() === '') throw new StockMistake(1, 'the file is empty');
  const lines = /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text);
  if (lines.length === 0) throw new StockMistake(1, 'there is no entry in it');
  if (lines.length > MOST_ENTRIES) {
    throw new StockMistake(lines[MOST_ENTRIES]?.line ?? 1, `more than ${MOST_ENTRIES} entries`);
  }
  const seen = new Map<string, number>();
  return lines.map((line) => entryOf(line, lineOf, seen));
}

function entryOf(
  { line, fields }: StockLine,
  lineOf: (number: string) => string | undefined,
  seen: Map<string, number>,
): PhoneBookEntry {
  const { number, name, ...rest } = fields;
  for (const [field, value] of Object.entries({ number, name })) {
    if (typeof value !== 'string') throw new StockMistake(line, `${field} is missing or no text`);
    if (value.trim() === '') throw new StockMistake(line, `${field} is empty`);
  }
  const key = lineOf(String(number));
  if (key === undefined) {
    throw new StockMistake(line, `number ${JSON.stringify(number)} is no phone number`);
  }
  const before = seen.get(key);
  if (before !== undefined) {
    throw new StockMistake(line, `the same number as in line ${before}`);
  }
  seen.set(key, line);
  return { ...rest, number: String(number), name: String(name) };
}

function firstBadLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    if (!isUtf8(bytes.subarray(start, end < 0 ? bytes.length : end))) return line;
    if (end < 0) break;
    start = end + 1;
  }
  return line;
}
