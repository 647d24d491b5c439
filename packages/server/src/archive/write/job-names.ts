import { sql } from 'kysely';
import { homesOf, MOST_STEPS } from '../read/job-homes.ts';
import { isStorable } from '../read/page.ts';
import { inSteps } from './in-steps.ts';
import { ManyRows, overwriting } from './many-rows.ts';
import type { Db } from './transaction.ts';

/** A version's names for its job. */
export interface NamedJob {
  readonly reference: string | null;
  readonly aliases: readonly string[];
}

/** Jobs that have lost versions to others, by their keys. */
export type Moves = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Notes which names stand beside which references. Where that makes two jobs one, or one two, their
 * versions move. A version may name a job by what stood only beside its reference before, and may
 * come first.
 */
export async function noteNames(db: Db, versions: readonly NamedJob[]): Promise<Moves> {
  const rows = versions.flatMap(({ reference, aliases }) =>
    reference === null || !isStorable(reference)
      ? []
      : aliases.filter(isStorable).map((name) => ({ name, reference, is_former: 0 })),
  );
  const fresh = await insertNames(db, rows);
  return fresh.length > 0 ? moveVersions(db, fresh) : new Map();
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

/** A job that is gone needs no names; of one that is not, those go that must not be kept. */
export async function forgetNames(
  db: Db,
  references: readonly string[],
  goes: (name: string) => boolean,
): Promise<void> {
  await inSteps(references, async (some) => {
    const known = await db
      .selectFrom('job_names')
      .select(['name', 'reference'])
      .where('reference', 'in', some)
      .execute();
    const gone = new Set(known.map(({ name }) => name).filter(goes));
    await inSteps([...gone], (names) =>
      db
        .deleteFrom('job_names')
        .where('name', 'in', names)
        .where('reference', 'in', some)
        .execute(),
    );
  });
}

type NameRow = { readonly name: string; readonly reference: string; readonly is_former: number };

const NAMES = new ManyRows<NameRow>(
  'job_names',
  { name: 'text', reference: 'text', is_former: 'integer' },
  `${overwriting('name, reference', { is_former: 'integer' })}
    where job_names.is_former > excluded.is_former returning name`,
);

/** Answers the names that were not known to stand there. */
async function insertNames(db: Db, rows: readonly NameRow[]): Promise<readonly string[]> {
  const once = new Map(rows.map((row) => [JSON.stringify([row.name, row.reference]), row]));
  const fresh = await NAMES.write<{ name: string }>(db, [...once.values()]);
  return fresh.map(({ name }) => name);
}

async function moveVersions(db: Db, names: readonly string[]): Promise<Moves> {
  const moves = new Map<string, Set<string>>();
  const all = await namesBehind(db, names);
  const living = await livingUnder(db, all);
  if (living.length === 0) return moves;
  const homeOf = await homesOf(
    db,
    living.map(({ reference }) => reference),
  );
  const moving = living.filter(({ reference, job_key }) => homeOf(reference) !== job_key);
  await inSteps(moving, async (some) => {
    const homes = some.map(({ reference }) => sql`when ${reference} then ${homeOf(reference)}`);
    await sql`update job_versions set job_key = case reference ${sql.join(homes, sql` `)} end
      where job_key in (${sql.join(some.map(({ job_key }) => job_key))})
        and reference in (${sql.join(some.map(({ reference }) => reference))})`.execute(db);
  });
  for (const { reference, job_key } of moving) {
    const homes = moves.get(job_key) ?? new Set();
    moves.set(job_key, homes.add(homeOf(reference)));
  }
  return moves;
}

/** All whose versions have become others. */
export function movedKeys(moves: Moves): Set<string> {
  return new Set([...moves].flatMap(([from, homes]) => [from, ...homes]));
}

/** These names and those that lead to them. */
async function namesBehind(db: Db, names: readonly string[]): Promise<readonly string[]> {
  const all = new Set(names);
  let level = [...all];
  for (let step = 0; step < MOST_STEPS && level.length > 0; step++) {
    const next: string[] = [];
    await inSteps(level, async (some) => {
      const behind = await db
        .selectFrom('job_names')
        .select('name')
        .where('reference', 'in', some)
        .where('is_former', '=', 0)
        .execute();
      next.push(...behind.map(({ name }) => name));
    });
    level = next.filter((name) => !all.has(name));
    for (const name of level) all.add(name);
  }
  return [...all];
}

/** Under which keys there are versions that call their job so. */
async function livingUnder(db: Db, references: readonly string[]) {
  const found: { readonly reference: string; readonly job_key: string }[] = [];
  await inSteps(references, async (some) => {
    const list = sql.join(some);
    const { rows } = await sql<{ reference: string; job_key: string }>`
      select job_key as reference, job_key from jobs
        where job_key in (${list}) and reference = job_key
      union select distinct reference, job_key from job_versions
        where reference in (${list}) and reference <> job_key`.execute(db);
    found.push(...rows);
  });
  return found;
}
