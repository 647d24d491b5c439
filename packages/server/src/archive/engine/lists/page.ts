import type { Count } from '@hookline/contract';
import type { StatusWords } from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { ArchiveError } from '../archive-error.ts';
import type { Schema } from '../store/schema.ts';
import type { Order, SearchedList, SearchWords } from '../store/search.ts';
import type { Store } from '../store/store.ts';
import { newFieldNames, type Sheet, type SheetShape, sheetLines } from './excel-sheet.ts';

export interface PageRequest {
  /** 1 to 500. */
  readonly limit: number;
  readonly cursor: string | undefined;
}

/**
 * `fields` are the names of what would be columns of a `Sheet`: for each item a JSON list of those
 * that no item before it on the page has.
 */
export type ItemFormat = 'json' | 'csv' | 'vcard' | 'fields' | Sheet;

/**
 * Items ready to be sent, in the order of the list: tables and vCards with their line ends, tables
 * without the heading. A page may be shorter than its limit and still have a next one.
 */
export interface TextPage {
  readonly items: readonly string[];
  readonly next: string | null;
}

/** From what and when a list is read, how numbers are read in it, and what a status means. */
export interface View {
  readonly store: Store;
  readonly rules: PhoneRules;
  readonly now: number;
  readonly words: StatusWords;
}

/**
 * What a page may take, of stored text. Five hundred rows may be five hundred payloads of a
 * megabyte, which no answer should make the process hold at once.
 */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** A row without its contents: by what it is fetched, and how much it would take. */
export interface Place {
  readonly key: string;
  readonly bytes: number;
}

/** How one list is paged and written. */
export interface List<P extends Place, Row extends { readonly key: string }> {
  /** Stands in its cursors. */
  readonly name: string;
  /** Where a place has the values that the list is sorted by; together they name one row. */
  readonly position: readonly (keyof P)[];
  readonly write: Readonly<Partial<Record<'json' | 'csv' | 'vcard', (row: Row) => string>>>;
  /** For Excel, if it can be had for it. */
  readonly sheet?: SheetShape<Row>;
}

export type Places<P> = (after: Position | undefined, rows: number) => Promise<readonly P[]>;

/** How one page of a list is read: first what stands on it, then what of that fits. */
export interface PageReading<P, Row> {
  readonly places: Places<P>;
  rows(keys: readonly string[]): Promise<readonly Row[]>;
}

/** One row more than asked for is looked at: it tells whether there is a next page. */
export async function textPage<P extends Place, Row extends { readonly key: string }>(
  list: List<P, Row>,
  page: PageRequest,
  format: ItemFormat,
  reading: PageReading<P, Row>,
): Promise<TextPage> {
  const { name, position } = list;
  const after =
    page.cursor === undefined ? undefined : positionOf(name, page.cursor, position.length);
  const places = await reading.places(after, page.limit + 1);
  const shown = fitting(places.slice(0, page.limit));
  const last = places.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: (await inOrder(shown, reading.rows)).map(writerOf(list, format)),
    next: last
      ? cursorOf(
          name,
          position.map((column) => String(last[column])),
        )
      : null,
  };
}

function writerOf<P extends Place, Row extends { readonly key: string }>(
  { write, sheet }: List<P, Row>,
  format: ItemFormat,
): (row: Row) => string {
  if (format === 'fields' && sheet) return newFieldNames(sheet);
  if (typeof format === 'object' && sheet) return sheetLines(sheet, format);
  const writer = typeof format === 'string' && format !== 'fields' && write[format];
  if (!writer) throw new RangeError('this list is not written in that form');
  return writer;
}

/** As many of the first as may be held at once, and always one, however large it is. */
export function fitting<P extends Place>(places: readonly P[], most = PAGE_BYTES): readonly P[] {
  let bytes = 0;
  const tooMany = places.findIndex((place, i) => {
    bytes += place.bytes;
    return i > 0 && bytes > most;
  });
  return tooMany < 0 ? places : places.slice(0, tooMany);
}

/** What was erased since it was looked at is not there any more. */
export async function inOrder<Row extends { readonly key: string }>(
  places: readonly Place[],
  fetch: (keys: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (places.length === 0) return [];
  const rows = await fetch(places.map(({ key }) => key));
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return places.map(({ key }) => byKey.get(key)).filter((row) => row !== undefined);
}

/** How many bytes these columns hold, without reading them. */
export function bytesIn(...columns: readonly (string | Expression<string>)[]) {
  const lengths = columns.map((column) => {
    const text = typeof column === 'string' ? sql.ref(column) : column;
    return sql`coalesce(octet_length(${text}), 0)`;
  });
  return sql<number>`${sql.join(lengths, sql` + `)}`.as('bytes');
}

/**
 * The rows of a query in this order, those behind a position if there is one. Compared as one row of
 * values, which an index on these columns answers by starting at the right place, however deep in
 * the list that is.
 */
export function inOrderFrom<Tables extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Tables, Row>,
  { columns, direction }: Order,
  after: Position | undefined,
): SelectQueryBuilder<Schema, Tables, Row> {
  const [way, sign] = direction === 'forwards' ? (['asc', '>'] as const) : (['desc', '<'] as const);
  const refs = columns.map((column) => sql.ref(column));
  const sorted = refs.reduce((some, ref) => some.orderBy(ref, way), query);
  return after
    ? sorted.where(sql<SqlBool>`(${sql.join(refs)}) ${sql.raw(sign)} (${sql.join([...after])})`)
    : sorted;
}

/** Text that a database can hold. PostgreSQL refuses a query that asks for anything else. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** The same text without what nobody means to type. */
export function storable<Text extends string | null>(text: Text): Text {
  return (text?.replaceAll('\0', '') ?? null) as Text;
}

/** The first rows of a list with every word; without any, all rows fit. */
export async function firstRows<Tables extends keyof Schema, Row>(
  { db, search }: Store,
  list: SearchedList<Tables, Row>,
  words: SearchWords,
  rows: number,
): Promise<readonly Row[]> {
  if (words.length > 0) return search.first(db, list, words, rows);
  return (await list.query.limit(rows).execute()) as Row[];
}

/** Further nobody counts: the cost must follow what is said, and not the table. */
export const MOST_COUNTED = 1000;

export async function countText(places: Places<unknown>): Promise<string> {
  return JSON.stringify(bounded((await places(undefined, MOST_COUNTED + 1)).length));
}

export function bounded(found: number): Count {
  return { count: Math.min(found, MOST_COUNTED), isMore: found > MOST_COUNTED };
}

/** Where a page ends: the values its list is sorted by, of the last item. */
export type Position = readonly string[];

const LONGEST_CURSOR = 1000;

/**
 * Names a position of one list in a form that nobody is tempted to put together. The name of the
 * list is part of it: the end of one list says nothing about where to go on in another.
 */
function cursorOf(list: string, position: Position): string {
  return Buffer.from(JSON.stringify([list, ...position])).toString('base64url');
}

function positionOf(list: string, cursor: string, values: number): Position {
  const [name, ...position] = textsIn(cursor);
  // A cursor that was changed on its way may still decode to something.
  const isGenuine = name === list && cursorOf(list, position) === cursor;
  if (!isGenuine || position.length !== values || position.some((text) => text.includes('\0'))) {
    throw new ArchiveError('bad_cursor', 'This cursor was not given out for this list.');
  }
  return position;
}

function textsIn(cursor: string): readonly string[] {
  if (cursor.length > LONGEST_CURSOR) return [];
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return isTexts(value) ? value : [];
  } catch {
    return [];
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((element) => typeof element === 'string');
}

interface TimeWindow {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Conditions for rows from `since` on and before `until`, so that one window begins where another
 * ends and no row is in both.
 */
export function isWithin(column: string, { since, until }: TimeWindow): Expression<SqlBool>[] {
  return [
    ...(since === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${sortable(since)}`]),
    ...(until === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${sortable(until)}`]),
  ];
}

/** The moment as the archive writes it: `2026-01-01T01:00+01:00` sorts wrongly as text. */
function sortable(time: string): string {
  return new Date(momentOf(time)).toISOString();
}

/** Years of more than four digits or before the first would sort wrongly as text. */
export function momentOf(time: string): number {
  const moment = Date.parse(time);
  if (Number.isNaN(moment)) throw new RangeError('not a time');
  return Math.min(Math.max(moment, 0), LAST_TIME);
}

/** The window of a search, which without a beginning looks back from its end for so long. */
export function searchWindow(
  { since, until }: TimeWindow,
  lookBack: number,
  now: number,
): TimeWindow {
  if (since !== undefined) return { since, until };
  const end = until === undefined ? now : momentOf(until);
  return { since: new Date(end - lookBack).toISOString(), until };
}
