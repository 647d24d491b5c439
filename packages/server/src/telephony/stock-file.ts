import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { PhoneBookEntry } from '@hookline/contract';

/** Clients ask for the whole book in one frame. */
const MOST_ENTRIES = 10_000;
const MOST_BYTES = 4 * 1024 * 1024;

/** Reads another phone book from a JSON or CSV file, or says where it is no good. */
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
  if (bytes.length > MOST_BYTES) throw new StockMistake('file', `more than ${MOST_BYTES} bytes`);
  if (!isUtf8(bytes)) throw new StockMistake('file', 'not UTF-8; save it as UTF-8');
  const text = bytes.toString().replace(/^\ufeff/, '');
  if (text.trim() === '') throw new StockMistake('file', 'it is empty');
  const entries = /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text);
  if (entries.length === 0) throw new StockMistake('file', 'there is no entry in it');
  if (entries.length > MOST_ENTRIES) {
    throw new StockMistake('file', `more than ${MOST_ENTRIES} entries`);
  }
  const seen = new Map<string, string>();
  return entries.map((entry) => entryOf(entry, lineOf, seen));
}

function entryOf(
  { place, fields }: StockEntry,
  lineOf: (number: string) => string | undefined,
  seen: Map<string, string>,
): PhoneBookEntry {
  const { number, name, ...rest } = fields;
  for (const [field, value] of Object.entries({ number, name })) {
    if (typeof value !== 'string') throw new StockMistake(place, `${field} is missing or no text`);
    if (value.trim() === '') throw new StockMistake(place, `${field} is empty`);
  }
  const key = lineOf(String(number));
  if (key === undefined) {
    throw new StockMistake(place, `number ${JSON.stringify(number)} is no phone number`);
  }
  const before = seen.get(key);
  if (before !== undefined) throw new StockMistake(place, `the same number as in ${before}`);
  seen.set(key, place);
  return { ...rest, number: String(number), name: String(name) };
}

interface Row {
  readonly line: number;
  readonly cells: string[];
}

/** The first line names the columns; office programs write commas, semicolons or tabs. */
function readCsv(text: string): StockEntry[] {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const separator = [';', '\t'].find((each) => firstLine.includes(each)) ?? ',';
  const [heading, ...rows] = rowsOf(text, separator);
  const names = heading?.cells.map((cell) => cell.trim()) ?? [];
  for (const needed of ['number', 'name']) {
    if (!names.includes(needed)) {
      throw new StockMistake(
        'line 1',
        `there is no column ${needed}; the first line names the columns`,
      );
    }
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new StockMistake('line 1', `two columns are named ${repeated}`);
  return rows.map(({ line, cells }) => {
    const place = `line ${line}`;
    if (cells.length !== names.length) {
      throw new StockMistake(place, `${cells.length} columns instead of ${names.length}`);
    }
    const fields = names.map((name, index) => [name, cells[index] ?? ''] as const);
    // An empty cell of an optional column says nothing.
    const said = fields.filter(
      ([name, cell]) => name === 'number' || name === 'name' || (name !== '' && cell !== ''),
    );
    return { place, fields: Object.fromEntries(said) };
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
  if (quotedSince > 0)
    throw new StockMistake(`line ${quotedSince}`, 'a quotation mark is not closed');
  endRow();
  return rows;
}

/** An entry, and where in the file it is: by its line in CSV, by its number in JSON. */
interface StockEntry {
  readonly place: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A mistake in the file of the operator, who is told where. */
class StockMistake extends Error {
  constructor(place: string, reason: string) {
    super(`${place}: ${reason}`);
  }
}

/** A list of objects, or the list under `addresses`. */
function readJson(text: string): StockEntry[] {
  const value = parsed(text);
  const list = Array.isArray(value) ? value : (value as { addresses?: unknown }).addresses;
  if (!Array.isArray(list)) {
    throw new StockMistake('file', 'a list of entries is expected, or {"addresses":[…]}');
  }
  return list.map((fields: unknown, index) => {
    const place = `entry ${index + 1}`;
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
      throw new StockMistake(place, 'an entry is an object such as {"number":"…","name":"…"}');
    }
    return { place, fields: { ...fields } };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Behind a comma it quotes what is around the mistake: numbers of people have no place in a log.
    throw new StockMistake('file', `no JSON: ${(error as Error).message.replace(/, .*/s, '')}`);
  }
}
