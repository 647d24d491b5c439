import { type Expression, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { type Scanned, type Schema, TABLES } from '../store/schema.ts';
import { bytesIn, fitting, inOrder, type Place } from './page.ts';

/** Stands in `job_versions.payload` where the version is the whole message: its event has the text. */
export const AS_ITS_EVENT = '';

/** The text of a version, wherever it is. */
export const VERSION_TEXT = sql<string>`coalesce(case job_versions.payload when ${sql.lit(AS_ITS_EVENT)}
  then (select events.payload from events where events.id = job_versions.event)
  else job_versions.payload end, 'null')`;

/** Rows looked at in one go; whoever else wants something takes their turn in between. */
const STEP = 500;

/** Columns that a sender fills: what makes a row large. */
const TEXTS: Readonly<Record<Scanned, readonly (string | Expression<string>)[]>> = {
  addresses: ['fields', 'name', 'number', 'aliases', 'last_reports', 'others'],
  calls: ['payload', 'number', 'name', 'note'],
  call_reports: ['payload'],
  job_versions: [VERSION_TEXT],
  job_assignments: ['note'],
  events: ['payload', 'search_terms'],
  dead_letters: ['content'],
  mapping_versions: ['rules'],
};

/** All columns of a version, with its text. */
const VERSION = sql.join(
  Object.keys(TABLES.job_versions).map((name) =>
    name === 'payload' ? sql`${VERSION_TEXT} as payload` : sql.ref(name),
  ),
);

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
  which: Expression<SqlBool> = sql`true`,
  limit = STEP,
): Promise<ScanStep<Selectable<Schema[Table]>>> {
  const { rows: places } = await sql<Place>`select id as key, ${bytesIn(...TEXTS[table])}
    from ${sql.table(table)} where id > ${after} and ${which} order by id limit ${limit}`.execute(
    db,
  );
  const some = fitting(places);
  const rows = await inOrder(some, async (keys) => {
    const row = table === 'job_versions' ? VERSION : sql`*`;
    const found = await sql<Selectable<Schema[Table]> & { key: string }>`select ${row}, id as key
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
): AsyncGenerator<readonly Selectable<Schema[Table]>[]> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const step: ScanStep<Selectable<Schema[Table]>> = await scanStep(db, table, after);
    yield step.rows;
    after = step.last;
  }
}
