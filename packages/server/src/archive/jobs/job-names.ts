import { type Kysely, sql } from 'kysely';
import { inSteps, readInSteps } from '../engine/store/bulk-insert.ts';
import type { Schema } from '../engine/store/schema.ts';

/**
 * A version is called what its sender calls the job, for ever; one without a number goes by its own
 * id. Which versions are one job is what their names mean: `job_names.job` has it for every name
 * that means another one. So nothing but a few names changes when two jobs become one, or one two.
 */
export function ownName(reference: string | null, id: string): string {
  return reference ?? `#${id}`;
}

/** What a job or a version is called, by its name and its id; null if its sender gave no number. */
export function referenceOf({ name, id }: { readonly name: string; readonly id: string }) {
  return name === `#${id}` ? null : name;
}

export async function jobsMeant(
  db: Kysely<Schema>,
  names: Iterable<string>,
): Promise<(name: string) => string> {
  const rows = await readInSteps([...new Set(names)], (some) =>
    db
      .selectFrom('job_names')
      .select(['name', sql<string>`job`.as('job')])
      .where('name', 'in', some)
      .where('job', 'is not', null)
      .execute(),
  );
  const jobs = new Map(rows.map(({ name, job }) => [name, job]));
  return (name) => jobs.get(name) ?? name;
}

/** The same in a query, of a column of names. */
export function jobMeant(column: string) {
  const name = sql.ref(column);
  return sql<string>`coalesce((select max(job) from job_names where name = ${name}), ${name})`;
}

/** All names of each of these jobs, its own first. */
export async function namesOfJobs(
  db: Kysely<Schema>,
  jobs: Iterable<string>,
): Promise<Map<string, readonly string[]>> {
  const names = new Map([...jobs].map((job) => [job, new Set([job])]));
  await inSteps([...names.keys()], async (some) => {
    const rows = await db
      .selectFrom('job_names')
      .select(['name', sql<string>`job`.as('job')])
      .where('job', 'in', some)
      .execute();
    for (const { name, job } of rows) names.get(job)?.add(name);
  });
  return new Map([...names].map(([job, all]) => [job, [...all]]));
}

/** Names that were looked for in one go. */
const MOST_NAMES = 500;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The job that goes by this now: any of its names, its id or that of one of its versions, or what
 * an earlier reading called it.
 */
export async function jobCalled(db: Kysely<Schema>, called: string): Promise<string | undefined> {
  // A sender may call its job by the id of another one.
  const version = UUID.test(called) && (await versionWith(db, called));
  if (version) return (await jobsMeant(db, [version.name]))(version.name);
  const jobOf = await jobsMeant(db, [called]);
  const named = await newestAmong(db, [jobOf(called)]);
  if (named) return named;
  const former = await db
    .selectFrom('job_names')
    .select('reference')
    .where('name', '=', called)
    .where('is_former', '=', 1)
    .limit(MOST_NAMES)
    .execute();
  const references = former.map(({ reference }) => reference);
  const meant = await jobsMeant(db, references);
  return newestAmong(db, references.map(meant));
}

function versionWith(db: Kysely<Schema>, id: string) {
  return db.selectFrom('job_versions').select('name').where('id', '=', id).executeTakeFirst();
}

async function newestAmong(
  db: Kysely<Schema>,
  names: readonly string[],
): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  const found = await db
    .selectFrom('jobs')
    .select(['name', 'id'])
    .where('name', 'in', names)
    .orderBy('version_id', 'desc')
    .execute();
  return found.find((job) => referenceOf(job) !== null)?.name;
}
