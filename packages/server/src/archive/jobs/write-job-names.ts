import { sql } from 'kysely';
import { isStorable } from '../engine/lists/page.ts';
import { BulkInsert, inSteps, overwriting, readInSteps } from '../engine/store/bulk-insert.ts';
import { MOST_STEPS, meaningOf } from '../engine/store/job-aliases.ts';
import type { Db } from '../engine/store/transaction.ts';
import { jobsMeant } from './job-names.ts';

/** A version's names for its job. */
export interface NamedJob {
  readonly reference: string | null;
  readonly aliases: readonly string[];
  /** Numbers that lead to it where no job has them for a name. */
  readonly leads: readonly string[];
}

/**
 * Notes which names stand beside which references. Where that makes two jobs one, or one two, it
 * answers their names, those from before and those of now: they are to be merged anew.
 */
export async function noteNames(db: Db, versions: readonly NamedJob[]): Promise<Set<string>> {
  const rows = (of: 'aliases' | 'leads', is_former: number) =>
    versions.flatMap(({ reference, [of]: names }) =>
      reference === null || !isStorable(reference)
        ? []
        : names.filter(isStorable).map((name) => ({ name, reference, is_former })),
    );
  const aliases = rows('aliases', 0);
  const names = new Set(aliases.map(({ name }) => name));
  // Of two rows for one name the last counts.
  const all = await insertNames(db, [...rows('leads', 1), ...aliases]);
  const fresh = all.filter((name) => names.has(name));
  return fresh.length > 0 ? regroup(db, fresh) : new Set();
}

/** By what an earlier reading called jobs that have another reference now. */
export async function noteFormerNames(
  db: Db,
  names: readonly { readonly name: string; readonly reference: string }[],
): Promise<void> {
  await insertNames(
    db,
    names.map(({ name, reference }) => ({ name, reference, is_former: 1 })),
  );
}

/**
 * A job that is gone needs no names; of one that is not, those go that must not be kept. Answers
 * which jobs are others without them.
 */
export async function forgetNames(
  db: Db,
  references: readonly string[],
  goes: (name: string) => boolean = () => true,
): Promise<Set<string>> {
  const gone = new Set<string>();
  await inSteps(references, async (some) => {
    const known = await db
      .selectFrom('job_names')
      .select('name')
      .where('reference', 'in', some)
      .execute();
    const names = [...new Set(known.map(({ name }) => name).filter(goes))];
    await inSteps(names, (few) =>
      db.deleteFrom('job_names').where('name', 'in', few).where('reference', 'in', some).execute(),
    );
    for (const name of names) gone.add(name);
  });
  return gone.size > 0 ? regroup(db, [...gone]) : new Set();
}

type NameRow = { readonly name: string; readonly reference: string; readonly is_former: number };

const NAMES = new BulkInsert(
  'job_names',
  `${overwriting('job_names', 'name, reference', 'job')}
    where job_names.is_former > excluded.is_former returning name`,
  ['job'],
);

/** Answers the names that were not known to stand there. */
async function insertNames(db: Db, rows: readonly NameRow[]): Promise<readonly string[]> {
  const once = new Map(rows.map((row) => [JSON.stringify([row.name, row.reference]), row]));
  const fresh = await NAMES.write<{ name: string }>(db, [...once.values()]);
  return fresh.map(({ name }) => name);
}

/** After a change beside these names: what they mean now, and all that lead to them. */
async function regroup(db: Db, changed: readonly string[]): Promise<Set<string>> {
  const names = await namesBehind(db, changed);
  const before = await jobsMeant(db, names);
  const now = await meaningOf(db, names);
  const others = names.filter((name) => before(name) !== now(name));
  await writeMeanings(db, others, now);
  const living = await withVersions(db, others);
  return new Set(living.flatMap((name) => [before(name), now(name)]));
}

/** Also of rows that lie about it because they are new. */
async function writeMeanings(
  db: Db,
  names: readonly string[],
  meaning: (name: string) => string,
): Promise<void> {
  await inSteps(names, async (some) => {
    const jobs = some.flatMap((name) =>
      meaning(name) === name ? [] : [sql`when ${name} then ${meaning(name)}`],
    );
    const job = jobs.length > 0 ? sql`case name ${sql.join(jobs, sql` `)} end` : sql`null`;
    await sql`update job_names set job = ${job}
      where name in (${sql.join(some)}) and is_former = 0`.execute(db);
  });
}

/** These names and those that lead to them. */
async function namesBehind(db: Db, names: readonly string[]): Promise<readonly string[]> {
  const all = new Set(names);
  let level = [...all];
  for (let step = 0; step < MOST_STEPS && level.length > 0; step++) {
    const behind = await readInSteps(level, (some) =>
      db
        .selectFrom('job_names')
        .select('name')
        .where('reference', 'in', some)
        .where('is_former', '=', 0)
        .execute(),
    );
    level = behind.map(({ name }) => name).filter((name) => !all.has(name));
    for (const name of level) all.add(name);
  }
  return [...all];
}

/** Those among the names that versions are called by: one look for each, however many it has. */
export async function withVersions(db: Db, names: readonly string[]): Promise<readonly string[]> {
  return readInSteps(names, async (some) => {
    const values = sql.join(some.map((name) => sql`(cast(${name} as text))`));
    const { rows } = await sql<{ name: string }>`
      select column1 as name from (values ${values}) as names
      where exists (select 1 from job_versions where name = column1)`.execute(db);
    return rows.map(({ name }) => name);
  });
}
