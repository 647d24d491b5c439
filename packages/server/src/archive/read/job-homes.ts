import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../store/schema.ts';

/** An order, its shipment, its parcel: no system has more names for one thing. */
export const MOST_STEPS = 4;
const NAMES_AT_ONCE = 500;

/**
 * Which job each of these references belongs to. A name that stands beside exactly one reference is
 * another name for that job; beside two it may be the sender's, and names a job of its own.
 */
export async function homesOf(
  db: Kysely<Schema>,
  references: Iterable<string>,
): Promise<(reference: string) => string> {
  const leadsTo = new Map<string, string | undefined>();
  let unknown = [...new Set(references)];
  for (let step = 0; step < MOST_STEPS && unknown.length > 0; step++) {
    for (const name of unknown) leadsTo.set(name, undefined);
    const found = await onlyReferences(db, unknown);
    for (const { name, reference } of found) leadsTo.set(name, reference);
    unknown = [...new Set(found.map(({ reference }) => reference))].filter(
      (name) => !leadsTo.has(name),
    );
  }
  return (reference) => {
    const way = [reference];
    for (;;) {
      const next = leadsTo.get(way.at(-1) ?? reference);
      if (next === undefined) return way.at(-1) ?? reference;
      const met = way.indexOf(next);
      // Two that name each other are one job, wherever one begins.
      if (met >= 0) return way.slice(met).sort()[0] ?? reference;
      way.push(next);
    }
  };
}

async function onlyReferences(db: Kysely<Schema>, names: readonly string[]) {
  const found: { readonly name: string; readonly reference: string }[] = [];
  for (let start = 0; start < names.length; start += NAMES_AT_ONCE) {
    const some = await db
      .selectFrom('job_names')
      .select(['name', sql<string>`min(reference)`.as('reference')])
      .where('name', 'in', names.slice(start, start + NAMES_AT_ONCE))
      .where('is_former', '=', 0)
      .groupBy('name')
      .having(sql`min(reference)`, '=', sql`max(reference)`)
      .execute();
    found.push(...some);
  }
  return found;
}

/** The job that is known by this name, now or by an earlier reading. */
export async function jobKeyOf(db: Kysely<Schema>, name: string): Promise<string | undefined> {
  const named = (keys: readonly string[]) =>
    db
      .selectFrom('jobs')
      .select('job_key')
      .where('job_key', 'in', keys)
      .where('reference', 'is not', null)
      .orderBy('version_id', 'desc')
      .limit(1)
      .executeTakeFirst();
  const own = await named([name]);
  if (own) return own.job_key;
  const names = await db
    .selectFrom('job_names')
    .select(['reference', 'is_former'])
    .where('name', '=', name)
    .orderBy('is_former')
    .limit(NAMES_AT_ONCE)
    .execute();
  const former = names.filter(({ is_former }) => is_former === 1);
  const used = names.length - former.length === 1 ? names.slice(0, 1) : former;
  const references = used.map(({ reference }) => reference);
  if (references.length === 0) return undefined;
  const homeOf = await homesOf(db, references);
  return (await named(references.map(homeOf)))?.job_key;
}
