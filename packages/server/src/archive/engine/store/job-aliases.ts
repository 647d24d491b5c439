import { type Kysely, sql } from 'kysely';
import { readInSteps } from './bulk-insert.ts';
import type { Schema } from './schema.ts';

/** An order, its shipment, its parcel: no system has more names for one thing. */
export const MOST_STEPS = 4;

/**
 * Which job each of these names means by what stands beside it. A name that stands beside exactly one reference is another
 * name for that job; beside two it may be the sender's, and names a job of its own.
 */
export async function meaningOf(
  db: Kysely<Schema>,
  names: readonly string[],
): Promise<(name: string) => string> {
  const leadsTo = new Map<string, string | undefined>();
  let unknown = [...new Set(names)];
  for (let step = 0; step < MOST_STEPS && unknown.length > 0; step++) {
    for (const name of unknown) leadsTo.set(name, undefined);
    const found = await onlyReferences(db, unknown);
    for (const { name, reference } of found) leadsTo.set(name, reference);
    unknown = [...new Set(found.map(({ reference }) => reference))].filter(
      (name) => !leadsTo.has(name),
    );
  }
  return (name) => {
    const way = [name];
    for (;;) {
      const next = leadsTo.get(way.at(-1) ?? name);
      if (next === undefined) return way.at(-1) ?? name;
      const met = way.indexOf(next);
      // Two that name each other are one job, wherever one begins.
      if (met >= 0) return way.slice(met).sort()[0] ?? name;
      way.push(next);
    }
  };
}

function onlyReferences(db: Kysely<Schema>, names: readonly string[]) {
  return readInSteps(names, (some) =>
    db
      .selectFrom('job_names')
      .select(['name', sql<string>`min(reference)`.as('reference')])
      .where('name', 'in', some)
      .where('is_former', '=', 0)
      .groupBy('name')
      .having(sql`min(reference)`, '=', sql`max(reference)`)
      .execute(),
  );
}
