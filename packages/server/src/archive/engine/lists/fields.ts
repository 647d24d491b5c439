import type { Selectable } from 'kysely';
import { type Schema, TABLES } from '../store/schema.ts';
import { csvOf } from './csv.ts';
import { At, type CellValue } from './excel-cell.ts';
import type { SheetShape } from './excel-sheet.ts';
import { JsonText, jsonOf, type Shape, type Value } from './shape.ts';

export type Columns<
  Table extends keyof Schema,
  Column extends keyof Selectable<Schema[Table]>,
> = Pick<Selectable<Schema[Table]>, Column>;

/** All columns of a table but those that no item shows. */
export function shownColumns<
  Table extends keyof Schema,
  Unshown extends keyof Schema[Table] & string,
>(table: Table, ...unshown: readonly Unshown[]) {
  const left: readonly string[] = unshown;
  const all = Object.keys(TABLES[table]) as (keyof Schema[Table] & string)[];
  return all.filter((name): name is Exclude<typeof name, Unshown> => !left.includes(name));
}

/** A field of an item, wherever it is written: in JSON, as columns of CSV, as columns for Excel. */
export interface Field<Row> {
  readonly name: string;
  readonly json: (row: Row) => Value;
  readonly csv: Shape<Row>;
  readonly excel: SheetShape<Row>['known'];
}

/** Without a heading Excel does not have it; without a cell, what JSON has is in its cell. */
export function field<Row>(
  name: string,
  json: (row: Row) => Value,
  heading?: string,
  cell: (row: Row) => CellValue = (row) => json(row) as CellValue,
): Field<Row> {
  const excel = heading === undefined ? [] : [[heading, cell] as const];
  return { name, json, csv: [[name, json]], excel };
}

export function moment<Row>(
  name: string,
  heading: string,
  value: (row: Row) => string | null,
): Field<Row> {
  return field(name, value, heading, (row) => at(value(row)));
}

/** Who did something, and when: null if nobody did, or nobody said who. Columns for each in tables. */
export function byDesk<Did extends string>(
  did: Did,
  heading: string,
): Field<Readonly<Record<`${Did}_by` | `${Did}_at`, string | null>>> {
  type Row = Readonly<Record<`${Did}_by` | `${Did}_at`, string | null>>;
  const who = (row: Row) => row[`${did}_by`];
  const when = (row: Row) => row[`${did}_at`];
  return {
    name: `${did}By`,
    json: (row) => {
      const desk = who(row);
      return desk === null ? null : new JsonText(JSON.stringify({ desk, at: when(row) }));
    },
    csv: [
      [`${did}By`, who],
      [`${did}At`, when],
    ],
    excel: [
      [`${heading} von`, who],
      [`${heading} am`, (row) => at(when(row))],
    ],
  };
}

export const at = (time: string | null) => (time ? new At(time) : null);

/** A word of the archive as people say it; one that is not known stays as it is. */
export function worded(
  words: Readonly<Record<string, string>>,
  word: string | null,
): string | null {
  return word === null ? null : Object.hasOwn(words, word) ? (words[word] ?? word) : word;
}

/** A record in every form; in a table for Excel the fields are in the order in which people look. */
export function recordShape<Row>(
  fields: readonly Field<Row>[],
  sent: (row: Row) => string,
  excel: string,
) {
  const [json, csv] = [jsonShape(fields), fields.flatMap((one) => one.csv)];
  const known = excel
    .split(' ')
    .flatMap((name) => fields.find((one) => one.name === name)?.excel ?? []);
  const sheet: SheetShape<Row> = { known, sent };
  const write = { json: (row: Row) => jsonOf(json, row), csv: (row: Row) => csvOf(csv, row) };
  return { csv, sheet, write };
}

export function jsonShape<Row>(fields: readonly Field<Row>[]): Shape<Row> {
  return fields.map(({ name, json }) => [name, json]);
}

/** A word of the archive, which people have another one for. */
export function wordField<Row>(
  name: string,
  heading: string,
  words: Readonly<Record<string, string>>,
  word: (row: Row) => string | null,
): Field<Row> {
  return field(name, word, heading, (row) => worded(words, word(row)));
}

export const payload = field<{ readonly payload: string }>(
  'payload',
  (row) => new JsonText(row.payload),
);

export const CLAIMED = byDesk('claimed', 'Übernommen');
const note = field<Columns<'jobs', 'note'>>('note', (row) => row.note, 'Notiz');
export const NOTED = [note, byDesk('note', 'Notiz')] as const;

export const received = moment<Columns<'events', 'received_at'>>(
  'receivedAt',
  'Empfangen',
  (row) => row.received_at,
);
