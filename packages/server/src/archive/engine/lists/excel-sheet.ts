import { type CellValue, ExcelCells, flatFields } from './excel-cell.ts';

/** A table for Excel, with a column for each of these fields of what senders sent. */
export interface Sheet {
  readonly columns: readonly string[];
  /** Of the clocks that its times are shown by. */
  readonly timeZone: string;
}

/** How the rows of a list become lines of a table for Excel. */
export interface SheetShape<Row> {
  /** What is known of every row, with headings for people. */
  readonly known: readonly (readonly [heading: string, value: (row: Row) => CellValue])[];
  /** The JSON of a sender, whose fields get the columns behind those. */
  readonly sent: (row: Row) => string;
}

/** As many as a person may still find their way through, and a line's length knows a bound. */
export const MAX_COLUMNS = 200;
const MAX_NAME = 100;
/** Where the fields stand that have no column. */
const FURTHER = 'Weitere Felder';
const LINE_END = '\r\n';

/** Says of row after row, as a JSON list, which fields it has that none before it had. */
export function newFieldNames<Row>({ sent }: SheetShape<Row>): (row: Row) => string {
  const known = new Set<string>();
  return (row) => {
    const names = new Set(flatFields(sent(row)).map(([name]) => name));
    const fresh = [...names].filter((name) => name.length <= MAX_NAME && !known.has(name));
    const taken = fresh.slice(0, MAX_COLUMNS - known.size);
    for (const name of taken) known.add(name);
    return JSON.stringify(taken);
  };
}

export function sheetHeading<Row>(shape: SheetShape<Row>, sheet: Sheet): string {
  const headings = [...shape.known.map(([heading]) => heading), ...sheet.columns, FURTHER];
  const cells = new ExcelCells(sheet.timeZone);
  return lineOf(headings.map((heading) => cells.write(heading)));
}

/** Writes rows for the columns that the heading has. */
export function sheetLines<Row>(shape: SheetShape<Row>, sheet: Sheet): (row: Row) => string {
  const cells = new ExcelCells(sheet.timeZone);
  const places = new Map(sheet.columns.map((name, i) => [name, i]));
  return (row) => {
    const filled: CellValue[] = sheet.columns.map(() => null);
    const further: string[] = [];
    for (const [name, value] of flatFields(shape.sent(row))) {
      const place = places.get(name);
      // `{"a.b":1,"a":{"b":2}}` names one column twice.
      if (place !== undefined && filled[place] === null) filled[place] = value;
      else if (value !== '') further.push(`${name}: ${shownValue(value)}`);
    }
    const known = shape.known.map(([, value]) => value(row));
    const all = [...known, ...filled, further.join('\n')];
    return lineOf(all.map((value) => cells.write(value)));
  };
}

function shownValue(value: Exclude<CellValue, null>): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein';
  return typeof value === 'object' && 'digits' in value ? value.digits : String(value);
}

const lineOf = (cells: readonly string[]) => cells.join(';') + LINE_END;
