import { type Expression, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { type Scanned, type Schema, TABLES } from '../store/schema.ts';
import { bytesIn, fitting, inOrder, type Place } from './page.ts';

/** Rows looked at in one go; whoever else wants something takes their turn in between. */
const STEP = 500;

/** For columns whose text may stand in another table: where it is to be read. */
export type Elsewhere = Readonly<Record<string, Expression<string>>>;

interface Scan {
  readonly which?: Expression<SqlBool>;
  readonly limit?: number;
  readonly elsewhere?: Elsewhere | undefined;
}

export interface ScanStep<Row> {
  readonly rows: readonly Row[];
  /** The id to go on after; undefined at the end of the table. */
  readonly last: string | undefined;
}

/**
 * The next rows of a table in the order of their ids, as many as may be held at once: by number,
 * and by bytes, for five hundred payloads may be half a gigabyte.
 */
export async function scanStep<Table extends Scanned>(
  db: Kysely<Schema>,
  table: Table,
  after: string,
  { which = sql`true`, limit = STEP, elsewhere = {} }: Scan = {},
): Promise<ScanStep<Selectable<Schema[Table]>>> {
  const columns = Object.entries<{ readonly type: string }>(TABLES[table]);
  const texts = columns.flatMap(([name, { type }]) =>
    type === 'text' ? [elsewhere[name] ?? name] : [],
  );
  const { rows: places } = await sql<Place>`select id as key, ${bytesIn(...texts)}
    from ${sql.table(table)} where id > ${after} and ${which} order by id limit ${limit}`.execute(
    db,
  );
  const some = fitting(places);
  const row = columns.map(([name]) => sql`${elsewhere[name] ?? sql.ref(name)} as ${sql.ref(name)}`);
  const rows = await inOrder(some, async (keys) => {
    const found = await sql<Selectable<Schema[Table]> & { key: string }>`
      select ${sql.join(row)}, id as key
      from ${sql.table(table)} where id in (${sql.join(keys)})`.execute(db);
    return found.rows;
  });
  const isEnd = places.length < limit && some.length === places.length;
  return { rows, last: isEnd ? undefined : some.at(-1)?.key };
}

/** All rows of a table, step by step. */
export async function* scan<Table extends Scanned>(
  db: Kysely<Schema>,
  table: Table,
  elsewhere?: Elsewhere,
): AsyncGenerator<readonly Selectable<Schema[Table]>[]> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const step: ScanStep<Selectable<Schema[Table]>> = await scanStep(db, table, after, {
      elsewhere,
    });
    yield step.rows;
    after = step.last;
  }
}
