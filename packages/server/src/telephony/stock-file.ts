import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { PhoneBookEntry } from '@hookline/contract';

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

interface Row {
  readonly line: number;
  readonly cells: string[];
}

/** The first line names the columns; office programs write commas, semicolons or tabs. */
function readCsv(text: string): StockLine[] {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const separator = [';', '\t'].find((each) => firstLine.includes(each)) ?? ',';
  const [heading, ...rows] = rowsOf(text, separator);
  const names = heading?.cells.map((cell) => cell.trim()) ?? [];
  for (const needed of ['number', 'name']) {
    if (!names.includes(needed)) {
      throw new StockMistake(1, `there is no column ${needed}; the first line names the columns`);
    }
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new StockMistake(1, `two columns are named ${repeated}`);
  return rows.map(({ line, cells }) => {
    if (cells.length !== names.length) {
      throw new StockMistake(line, `${cells.length} columns instead of ${names.length}`);
    }
    const fields = names.map((name, index) => [name, cells[index] ?? ''] as const);
    // An empty cell of an optional column says nothing.
    const said = fields.filter(
      ([name, cell]) => name === 'number' || name === 'name' || (name !== '' && cell !== ''),
    );
    return { line, fields: Object.fromEntries(said) };
  });
}

/** The cells of each row, quoted ones with their line breaks; empty lines are none. */
function rowsOf(text: string, separator: string): Row[] {
  const rows: Row[] = [];
  let cells: string[] = [];
  let [cell, line, rowLine, quotedSince] = ['', 1, 1, 0];
  const endRow = () => {
    cells.push(cell);
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: rowLine, cells });
    [cells, cell] = [[], ''];
  };
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\n') line++;
    if (quotedSince > 0) {
      if (char !== '"') cell += char;
      else if (text.charAt(i + 1) === '"') cell += text.charAt(++i);
      else quotedSince = 0;
    } else if (char === '"' && cell === '') quotedSince = line;
    else if (char === separator) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') {
      endRow();
      rowLine = line;
    } else if (char !== '\r') cell += char;
  }
  if (quotedSince > 0) throw new StockMistake(quotedSince, 'a quotation mark is not closed');
  endRow();
  return rows;
}

/** An entry and the line of the file that it begins in. */
export interface StockLine {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A mistake in the file of the operator, who is told where. */
export class StockMistake extends Error {
  override readonly name = 'StockMistake';

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
  }
}

/** A list of objects, or the list under `addresses`. */
function readJson(text: string): StockLine[] {
  const value = parsed(text);
  const list = Array.isArray(value) ? value : (value as { addresses?: unknown }).addresses;
  if (!Array.isArray(list)) {
    throw new StockMistake(1, 'a list of entries is expected, or {"addresses":[…]}');
  }
  const lines = elementLines(text, Array.isArray(value) ? undefined : 'addresses');
  return list.map((fields: unknown, index) => {
    const line = lines[index] ?? 1;
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
      throw new StockMistake(line, 'an entry is an object such as {"number":"…","name":"…"}');
    }
    return { line, fields: { ...fields } };
  });
}

function parsed(text: string): unknown {
  const message = problemOf(text);
  if (message === undefined) return JSON.parse(text);
  const reason = message.replace(/ in JSON.*| \(line.*|, .*/s, '');
  throw new StockMistake(lineAt(text, placeOfProblem(text)), `no JSON: ${reason}`);
}

function problemOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as SyntaxError).message;
  }
}

/**
 * Not every message of the parser says where. But what is cut off before the mistake only lacks
 * its end, so the mistake is where a beginning of the text has more wrong with it than that.
 */
function placeOfProblem(text: string): number {
  let [fine, wrong] = [0, text.length];
  while (wrong - fine > 1) {
    const middle = (fine + wrong) >> 1;
    if (lacksOnlyItsEnd(text.slice(0, middle))) fine = middle;
    else wrong = middle;
  }
  return fine;
}

function lacksOnlyItsEnd(text: string): boolean {
  const message = problemOf(text);
  if (message === undefined || /^Un(expected end|terminated)/.test(message)) return true;
  const [, position] = /position (\d+)/.exec(message) ?? [];
  return Number(position) === text.length;
}

function lineAt(text: string, end: number): number {
  return text.slice(0, end).split('\n').length;
}

/** The lines in which the elements begin of the list that is all, or that has this key in it. */
function elementLines(text: string, key: string | undefined): number[] {
  const depthOfList = key === undefined ? 1 : 2;
  let lines: number[] = [];
  let [line, depth, stringAt, lastString] = [1, 0, -1, ''];
  let [isInList, isElementNext] = [false, false];
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\n') line++;
    if (stringAt >= 0) {
      if (char === '\\') i++;
      else if (char === '"') {
        lastString = text.slice(stringAt + 1, i);
        stringAt = -1;
      }
      continue;
    }
    if (/\s/.test(char)) continue;
    if (isElementNext && char !== ']') lines.push(line);
    isElementNext = false;
    if (char === '"') stringAt = i;
    else if (char === '[' || char === '{') {
      depth++;
      if (char === '[' && depth === depthOfList && (key === undefined || key === lastString)) {
        [isInList, isElementNext, lines] = [true, true, []];
      }
    } else if (char === ']' || char === '}') {
      if (depth === depthOfList) isInList = false;
      depth--;
    } else if (char === ',') isElementNext = isInList && depth === depthOfList;
  }
  return lines;
}
