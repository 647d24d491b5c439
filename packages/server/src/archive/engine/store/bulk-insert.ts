import { CompiledQuery, type Kysely, PostgresAdapter, type Selectable } from 'kysely';
import { type Schema, TABLES } from './schema.ts';

type Value = string | number | null;
type Values = readonly Readonly<Record<string, Value>>[];

/** Rows that a statement of SQLite has room for: of few different numbers the texts are kept. */
const ROOMS = [1, 4, 16, 64, 256, 1024];
/** PostgreSQL takes any number, in lists that are put together in memory. */
const MOST_AT_ONCE = { sqlite: 1024, postgres: 5000 };

/**
 * Writes rows of one table, many with one statement. The query builder would put it together anew
 * each time, value by value.
 */
export class BulkInsert<Table extends keyof Schema, LeftOut extends keyof Schema[Table] = never> {
  readonly #table: Table;
  readonly #columns: readonly (readonly [name: string, type: string])[];
  readonly #behind: string;
  readonly #valuesTexts = new Map<number, string>();

  /**
   * The first column is never null. `behind` comes after the rows: what to do where one is there
   * already, and what to answer. Columns that are left out get what is preset for them.
   */
  constructor(table: Table, behind = '', leftOut: readonly LeftOut[] = []) {
    const left: readonly PropertyKey[] = leftOut;
    this.#table = table;
    this.#columns = Object.entries(TABLES[table])
      .filter(([name]) => !left.includes(name))
      .map(([name, { type }]) => [name, type]);
    this.#behind = behind;
  }

  /** Answers what the statements return. */
  async write<Returned = never>(
    db: Kysely<Schema>,
    rows: readonly Omit<Selectable<Schema[Table]>, LeftOut>[],
  ): Promise<readonly Returned[]> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    const most = MOST_AT_ONCE[isPostgres ? 'postgres' : 'sqlite'];
    const returned: Returned[] = [];
    for (let start = 0; start < rows.length; start += most) {
      const some = rows.slice(start, start + most);
      const values = some as Values;
      const query = isPostgres ? this.#ofLists(values) : this.#ofValues(values);
      for (const row of (await db.executeQuery<Returned>(query)).rows) returned.push(row);
    }
    return returned;
  }

  /** A parameter for each column: one for each value would be tens of thousands to take apart. */
  #ofLists(rows: Values): CompiledQuery<never> {
    const lists = this.#columns.map(([name]) => rows.map((row) => row[name]));
    const types = this.#columns.map(([, type], i) => `$${i + 1}::${type}[]`);
    return rawQuery(
      `${this.#head} select * from unnest(${types.join(', ')}) ${this.#behind}`,
      lists,
    );
  }

  /**
   * All with one statement, in which some places stay empty: after each statement the index for
   * searching is written out, and what many have written has to be merged again.
   */
  #ofValues(rows: Values): CompiledQuery<never> {
    const room = ROOMS.find((one) => one >= rows.length) ?? rows.length;
    const values = new Array<Value>(room * this.#columns.length).fill(null);
    let i = 0;
    for (const row of rows) for (const [name] of this.#columns) values[i++] = row[name] ?? null;
    const text = this.#valuesTexts.get(room) ?? this.#valuesText(room);
    this.#valuesTexts.set(room, text);
    return rawQuery(text, values);
  }

  #valuesText(room: number): string {
    const row = `(${this.#columns.map(() => '?').join(', ')})`;
    const all = Array(room).fill(row).join(', ');
    return `${this.#head} select * from (values ${all}) where column1 is not null ${this.#behind}`;
  }

  get #head(): string {
    return `insert into ${this.#table} (${this.#columns.map(([name]) => `"${name}"`).join(', ')})`;
  }
}

/** For `behind`: a row with this key that is there already gets all but these columns of the new one. */
export function overwriting<Table extends keyof Schema>(
  table: Table,
  key: string,
  ...kept: readonly (keyof Schema[Table])[]
): string {
  const left: readonly PropertyKey[] = [...key.split(', '), ...kept];
  const names = Object.keys(TABLES[table]).filter((name) => !left.includes(name));
  const set = names.map((name) => `"${name}" = excluded."${name}"`);
  return `on conflict (${key}) do update set ${set.join(', ')}`;
}

function rawQuery(text: string, values: unknown[]): CompiledQuery<never> {
  return CompiledQuery.raw(text, values) as CompiledQuery<never>;
}

/** Rows in one statement; SQLite takes 32,766 values in one. */
const ROWS_AT_ONCE = 500;

/** Does something with so many rows at a time as one statement takes. */
export async function inSteps<Row>(
  rows: readonly Row[],
  work: (some: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await work(rows.slice(start, start + ROWS_AT_ONCE));
  }
}

/** All that is read of so many at a time. */
export async function readInSteps<Row, Found>(
  rows: readonly Row[],
  read: (some: readonly Row[]) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const all: Found[] = [];
  await inSteps(rows, async (some) => {
    for (const found of await read(some)) all.push(found);
  });
  return all;
}
