import type { NumberFinder } from '@hookline/records/phone';
import { type Expression, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { PERSONAL_TABLES, type PersonalTable } from '../personal-tables.ts';
import type { Scanned, Schema } from '../store/schema.ts';
import { isOnLine } from './line-condition.ts';
import { bytesIn, type Place } from './page.ts';

/** Rows looked at in one go: a few milliseconds. */
export const GLANCED_ROWS = 1000;
/** More text than this is not looked at here: a thousand rows of a megabyte would fill the memory. */
const GLANCED_BYTES = 8 * 1024;

type Texts = Readonly<Record<string, string | null>>;

/**
 * Goes through a table by its ids and names the rows that may be about some numbers. It reads
 * nothing but the texts in which a number may stand: nearly all rows are about somebody else, and
 * to fetch each of them whole takes several times as long as to look at it.
 */
export class Glance<Table extends Scanned> {
  readonly #table: Table;
  readonly #finder: NumberFinder;
  readonly #texts: readonly (readonly [column: string, isJson: boolean])[];
  /** Of tables whose rows have lines. */
  readonly #isOnLine: Expression<SqlBool> | undefined;
  #after: string | undefined = '';

  constructor(table: Table, finder: NumberFinder, keys: readonly string[]) {
    const { texts, lines }: PersonalTable<Table> = PERSONAL_TABLES[table];
    this.#table = table;
    this.#finder = finder;
    this.#texts = Object.entries(texts).map(([column, form]) => [column, form === 'json']);
    this.#isOnLine = lines && onLine(table, lines, keys);
  }

  /** Those among the next rows, with the size of their texts; undefined at the end of the table. */
  async next(db: Kysely<Schema>): Promise<readonly Place[] | undefined> {
    if (this.#after === undefined) return undefined;
    const columns = this.#texts.map(([column]) => column);
    const texts = columns.map((column) => {
      const text = sql.ref(column);
      return sql`case when octet_length(${text}) <= ${GLANCED_BYTES} then ${text} end as ${text}`;
    });
    const line = this.#isOnLine ? sql`, ${this.#isOnLine} as on_line` : sql``;
    type Row = { key: string; bytes: number; on_line?: unknown } & Texts;
    const { rows } = await sql<Row>`
      select id as key, ${bytesIn(...columns)}, ${sql.join(texts)} ${line}
      from ${sql.table(this.#table)}
      where id > ${this.#after} order by id limit ${GLANCED_ROWS}`.execute(db);
    this.#after = rows.length < GLANCED_ROWS ? undefined : rows.at(-1)?.key;
    return rows
      .filter((row) => row.on_line || row.bytes > GLANCED_BYTES || this.#mayBeAbout(row))
      .map(({ key, bytes }) => ({ key, bytes }));
  }

  /** These rows, whole, as far as they are still there. */
  async rows(
    db: Kysely<Schema>,
    places: readonly Place[],
  ): Promise<readonly { readonly row: Selectable<Schema[Table]>; readonly isOnLine: boolean }[]> {
    type Row = Selectable<Schema[Table]> & { on_line: unknown };
    const { rows } = await sql<Row>`select *, ${this.#isOnLine ?? sql`false`} as on_line
      from ${sql.table(this.#table)} where id in (${sql.join(places.map(({ key }) => key))}) order by id`.execute(
      db,
    );
    return rows.map(({ on_line, ...row }) => ({
      row: row as unknown as Selectable<Schema[Table]>,
      isOnLine: Boolean(on_line),
    }));
  }

  #mayBeAbout(row: Texts): boolean {
    return this.#texts.some(([column, isJson]) => {
      const text = row[column];
      return text != null && this.#finder.mayBeIn(text, isJson);
    });
  }
}

/** Row by row, as the texts are: to find all extensions of a line at once, no index helps. */
function onLine(
  table: Scanned,
  lines: NonNullable<PersonalTable<Scanned>['lines']>,
  keys: readonly string[],
): Expression<SqlBool> {
  if (lines.table === table) return isOnLine('number_key', keys);
  // Not `exists`, for which PostgreSQL would go through all lines there are.
  return sql<SqlBool>`(select count(*) from ${sql.table(lines.table)}
    where ${sql.ref(lines.row)} = ${sql.ref(`${table}.id`)}
      and ${isOnLine('number_key', keys)}) > 0`;
}
