import type { Selectable } from 'kysely';
import { inSteps, readInSteps } from '../engine/store/bulk-insert.ts';
import type { Schema } from '../engine/store/schema.ts';
import type { Db } from '../engine/store/transaction.ts';
import { ASSIGNMENT_COLUMNS, type AssignedRow } from './job-fields.ts';
import { jobsMeant, namesOfJobs } from './job-names.ts';

export type AssignmentRow = Selectable<Schema['job_assignments']>;

/** What desks can do to a job, and what of a row says so. */
export const ASSIGNED = {
  note: ['note', 'note_by', 'note_at'],
  claim: ['claimed_by', 'claimed_at'],
  closing: ['closed_by', 'closed_at'],
} as const satisfies Record<string, readonly (keyof AssignmentRow)[]>;

/** The same columns of a row, or what stands in them if nobody has done anything. */
export function assignmentColumns(row: Partial<AssignedRow> | undefined): AssignedRow {
  const columns = ASSIGNMENT_COLUMNS.map((column) => [column, row?.[column] ?? null]);
  return Object.fromEntries(columns) as AssignedRow;
}

/** What desks have done to a job, all together. */
export type Assignment = AssignedRow & {
  /** The newest version when it was closed. */
  readonly closed_with: string | null;
};

/** Of these jobs, by their names. */
export async function assignmentOf(
  db: Db,
  names: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, Assignment>> {
  const jobOf = new Map([...names].flatMap(([job, all]) => all.map((name) => [name, job])));
  const all = await readInSteps([...jobOf.keys()], (some) =>
    db.selectFrom('job_assignments').selectAll().where('name', 'in', some).execute(),
  );
  const found = Map.groupBy(all, ({ name }) => jobOf.get(name) ?? name);
  return new Map([...found].map(([job, rows]) => [job, together(rows)]));
}

/** Of jobs that have become one: the latest claim and closing, and all notes. */
function together(rows: readonly AssignmentRow[]): Assignment {
  const by = (at: 'note_at' | 'claimed_at' | 'closed_at') =>
    rows.toSorted((a, b) => ((a[at] ?? '') < (b[at] ?? '') ? -1 : 1));
  const [noted, claimed, closed] = [by('note_at'), by('claimed_at'), by('closed_at')];
  const [note, claim, closing] = [noted.at(-1), claimed.at(-1), closed.at(-1)];
  const notes = new Set(noted.flatMap((row) => row.note ?? []));
  const part = (row: AssignmentRow | undefined, columns: readonly (keyof AssignedRow)[]) =>
    Object.fromEntries(columns.map((column) => [column, row?.[column]]));
  return {
    ...assignmentColumns({
      ...part(note, ASSIGNED.note),
      ...part(claim, ASSIGNED.claim),
      ...part(closing, ASSIGNED.closing),
      note: notes.size === 0 ? null : [...notes].join('\n'),
    }),
    closed_with: closing?.closed_at == null ? null : closing.id,
  };
}

/** A part of it that is no longer so, in whichever rows of these names it stands. */
export async function clearAssignment(
  db: Db,
  names: readonly string[],
  part: keyof typeof ASSIGNED,
): Promise<void> {
  const cleared = Object.fromEntries(ASSIGNED[part].map((column) => [column, null]));
  await inSteps(names, (some) =>
    db.updateTable('job_assignments').set(cleared).where('name', 'in', some).execute(),
  );
}

/** A version, as far as something can stand by it. */
export type Anchor = Pick<Selectable<Schema['job_versions']>, 'id' | 'name'>;

/**
 * What was done by hand stands by the version that was the newest then. After versions have gone,
 * by another reading or an erasure, it comes to the one in their place: that which is named here,
 * else the one before them in the same job, else the one after. Without any it goes with its job.
 */
export async function moveAssignments(
  db: Db,
  gone: readonly string[],
  placeOf: (id: string) => Anchor | undefined = () => undefined,
): Promise<void> {
  const rows = await readInSteps(gone, (some) =>
    db.selectFrom('job_assignments').selectAll().where('id', 'in', some).execute(),
  );
  for (const row of rows) {
    const place = placeOf(row.id) ?? (await besides(db, row));
    if (place?.id === row.id && place.name === row.name) continue;
    await db.deleteFrom('job_assignments').where('id', '=', row.id).execute();
    if (place) await putAssignment(db, place, row);
  }
}

async function putAssignment(db: Db, place: Anchor, row: AssignmentRow): Promise<void> {
  const there = await db
    .selectFrom('job_assignments')
    .selectAll()
    .where('id', '=', place.id)
    .executeTakeFirst();
  const { closed_with: _, ...both } = together(there ? [there, row] : [row]);
  await db
    .insertInto('job_assignments')
    .values({ ...both, id: place.id, name: place.name })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...both, name: place.name }))
    .execute();
}

async function besides(db: Db, { id, name }: Anchor): Promise<Anchor | undefined> {
  const job = (await jobsMeant(db, [name]))(name);
  const names = (await namesOfJobs(db, [job])).get(job) ?? [];
  const versions = db
    .selectFrom('job_versions')
    .select(['id', 'name'])
    .where('name', 'in', names)
    .limit(1);
  const before = await versions.where('id', '<', id).orderBy('id', 'desc').executeTakeFirst();
  return before ?? versions.where('id', '>', id).orderBy('id').executeTakeFirst();
}
