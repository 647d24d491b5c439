import type { NumberFinder } from '@hookline/records/phone';
import { type Expression, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { bytesIn, type Place } from '../engine/lists/page.ts';
import type { Scanned, Schema } from '../engine/store/schema.ts';
import { carries } from './erase-in-json.ts';
import { isOnLine, PERSONAL_TABLES, type PersonalTable } from './personal-tables.ts';

/** Rows looked at in one go: a few milliseconds. */
export const PREFILTERED_ROWS = 500;
/** With more rows among them that seem to be about the numbers, the next are looked at one by one. */
const FEW = 2;
/** More text than this is not looked at here: a thousand rows of a megabyte would fill the memory. */
const PREFILTERED_BYTES = 8 * 1024;

type Texts = Readonly<Record<string, string | null>>;

/**
 * Goes through a table by its ids and names the rows that may be about some numbers.
 * It reads nothing but the texts in which a number may stand: nearly all rows are about somebody
 * else, and to fetch each of them whole takes several times as long as to look at it.
 */
export class Prefilter<Table extends Scanned> {
  readonly #table: Table;
  readonly #finder: NumberFinder;
  readonly #texts: readonly (readonly [column: string, isJson: boolean])[];
  /** Of tables whose rows have lines. */
  readonly #isOnLine: Expression<SqlBool>;
  /** Of tables whose rows are judged by one JSON text and nothing else: where it stands. */
  readonly #payload: string | undefined;
  /** The last row that was looked at; undefined at the end. */
  #last: string | undefined = '';
  #areFew = true;

  constructor(table: Table, finder: NumberFinder, keys: readonly string[]) {
    const { texts, lines }: PersonalTable<Table> = PERSONAL_TABLES[table];
    this.#table = table;
    this.#finder = finder;
    this.#texts = Object.entries(texts).map(([column, form]) => [column, form === 'json']);
    this.#isOnLine = lines ? onLine(table, lines, keys) : sql<SqlBool>`false`;
    const [[column, isJson] = ['', false], ...others] = this.#texts;
    this.#payload = isJson && others.length === 0 && !lines ? column : undefined;
  }

  /** Those among the next rows, with the size of their texts; undefined at the end. */
  async next(db: Kysely<Schema>): Promise<readonly Place[] | undefined> {
    const last = this.#last;
    if (last === undefined) return undefined;
    if (this.#areFew && (await this.#passesOver(db, last))) return [];
    return this.#oneByOne(db, last);
  }

  /**
   * Goes on behind the next rows if none of them may be about the numbers. The database hands over
   * their texts as one, which spares a quarter of the time of reading them.
   */
  async #passesOver(db: Kysely<Schema>, last: string): Promise<boolean> {
    const columns = this.#texts.map(([column]) => column);
    const texts = (areJson: boolean) =>
      this.#texts.filter(([, isJson]) => isJson === areJson).map(([column]) => short(column));
    const joined = (some: readonly Expression<unknown>[]) =>
      some.length === 0 ? sql`null` : sql`concat_ws('"', ${sql.join(some)})`;
    type Found = Record<'last' | 'json' | 'plain', string | null> &
      Record<'count' | 'most' | 'lines', number>;
    const found = await sql<Found>`
      select max(id) as last, count(*) as count, max(bytes) as most,
        count(case when on_line then 1 end) as lines,
        string_agg(json, '"') as json, string_agg(plain, '"') as plain
      from (select id, ${bytesIn(...columns)}, ${this.#isOnLine} as on_line,
          ${joined(texts(true))} as json, ${joined(texts(false))} as plain
        from ${sql.table(this.#table)}
        where id > ${last} order by id limit ${PREFILTERED_ROWS}) as next`.execute(db);
    const [next] = found.rows;
    if (!next) return false;
    const { json, plain } = next;
    if (next.most > PREFILTERED_BYTES || next.lines > 0) return false;
    if (json !== null && this.#finder.mayBeIn(json)) return false;
    if (plain !== null && this.#finder.mayBeIn(plain, false)) return false;
    this.#last = next.count === PREFILTERED_ROWS ? (next.last ?? undefined) : undefined;
    return true;
  }

  async #oneByOne(db: Kysely<Schema>, last: string): Promise<readonly Place[]> {
    const table = sql.table(this.#table);
    const behind = await sql<{ id: string }>`select id from ${table} where id > ${last}
      order by id limit 1 offset ${PREFILTERED_ROWS - 1}`.execute(db);
    const end = behind.rows[0]?.id;
    this.#last = end;
    const isNext = sql`id > ${last} ${end === undefined ? sql`` : sql`and id <= ${end}`}`;
    const columns = this.#texts.map(([column]) => column);
    const texts = columns.map((column) => sql`${short(column)} as ${sql.ref(column)}`);
    const isAny = [this.#isOnLine, ...columns.map((column) => sql`${sql.ref(column)} is not null`)];
    type Row = { key: string; bytes: number; on_line: unknown } & Texts;
    const { rows } = await sql<Row>`
      select id as key, ${bytesIn(...columns)}, ${this.#isOnLine} as on_line, ${sql.join(texts)}
      from ${table}
      where ${isNext} and (${sql.join(isAny, sql` or `)}) order by id`.execute(db);
    const found = rows.filter(
      (row) => row.on_line || row.bytes > PREFILTERED_BYTES || this.#mayBeAbout(row),
    );
    this.#areFew = found.length <= FEW;
    return found
      .filter((row) => row.bytes > PREFILTERED_BYTES || this.#isAbout(row))
      .map(({ key, bytes }) => ({ key, bytes }));
  }

  /** These rows, whole, as far as they are still there. */
  async rows(
    db: Kysely<Schema>,
    places: readonly Place[],
  ): Promise<readonly { readonly row: Selectable<Schema[Table]>; readonly isOnLine: boolean }[]> {
    type Row = Selectable<Schema[Table]> & { on_line: unknown };
    const { rows } = await sql<Row>`select *, ${this.#isOnLine} as on_line
      from ${sql.table(this.#table)}
      where id in (${sql.join(places.map(({ key }) => key))}) order by id`.execute(db);
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

  /** Where the text at hand is all there is to judge, nobody has to fetch the row for it. */
  #isAbout(row: Texts): boolean {
    return this.#payload === undefined || carries(row[this.#payload] ?? 'null', this.#finder);
  }
}

/** The text of a column unless it is too large. */
function short(column: string): Expression<unknown> {
  const text = sql.ref(column);
  return sql`case when octet_length(${text}) <= ${PREFILTERED_BYTES} then ${text} end`;
}

/** Row by row, as the texts are: to find all extensions of a line at once, no index helps. */
function onLine(
  table: Scanned,
  lines: NonNullable<PersonalTable<Scanned>['lines']>,
  keys: readonly string[],
): Expression<SqlBool> {
  if (lines.table === table) return isOnLine(keys);
  // Not `exists`, for which PostgreSQL would go through all lines there are.
  return sql<SqlBool>`(select count(*) from ${sql.table(lines.table)}
    where ${sql.ref(lines.row)} = ${sql.ref(`${table}.id`)}
      and ${isOnLine(keys)}) > 0`;
}
