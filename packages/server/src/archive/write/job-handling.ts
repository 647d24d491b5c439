import { type RawBuilder, type Selectable, sql } from 'kysely';
import { homesOf } from '../read/job-homes.ts';
import type { Schema } from '../store/schema.ts';
import { inSteps } from './in-steps.ts';
import type { Db } from './transaction.ts';

export type HandlingRow = Selectable<Schema['job_handling']>;

/** What desks have done to these jobs, by their keys. */
export async function handlingOf(
  db: Db,
  keys: Iterable<string>,
): Promise<Map<string, HandlingRow>> {
  const found = new Map<string, HandlingRow>();
  await inSteps([...new Set(keys)], async (some) => {
    const rows = await db
      .selectFrom('job_handling')
      .selectAll()
      .where('job_key', 'in', some)
      .execute();
    for (const row of rows) found.set(row.job_key, row);
  });
  return found;
}

export async function forgetHandling(db: Db, keys: readonly string[]): Promise<void> {
  await inSteps(keys, (some) =>
    db.deleteFrom('job_handling').where('job_key', 'in', some).execute(),
  );
}

/** The same after new versions, which may have ended a closing. */
export async function handlingSince(
  db: Db,
  keys: Iterable<string>,
): Promise<Map<string, HandlingRow>> {
  const found = await handlingOf(db, keys);
  const closed = [...found.values()].filter(({ closed_at }) => closed_at !== null);
  const open = { closed_by: null, closed_at: null };
  await inSteps(closed, async (some) => {
    const reopened = await reopenedAmong(
      db,
      some.map(({ id }) => id),
    );
    if (reopened.size === 0) return;
    const update = db.updateTable('job_handling').set(open);
    await update.where('id', 'in', [...reopened]).execute();
    for (const row of some) if (reopened.has(row.id)) found.set(row.job_key, { ...row, ...open });
  });
  return found;
}

/**
 * Brings what was done by hand to where its versions are now; of a job that is gone, it goes too.
 * Answers the keys of the jobs that it has come to.
 */
export async function moveHandling(db: Db, keys: readonly string[]): Promise<readonly string[]> {
  const homes: string[] = [];
  const handled = [...(await handlingOf(db, keys)).values()];
  const anchors = await versionsWith(
    db,
    handled.map(({ version_id }) => version_id),
  );
  for (const row of handled) {
    const anchor = anchors.get(row.version_id) ?? (await otherAnchorOf(db, row));
    if (!anchor) {
      await forgetHandling(db, [row.job_key]);
      continue;
    }
    const { id: version_id, received_at: version_at, event, job_key } = anchor;
    await moveTo(db, row, { ...row, version_id, version_at, event, job_key });
    homes.push(job_key);
  }
  return homes;
}

/** The versions that it stands by. */
async function versionsWith(db: Db, ids: readonly string[]): Promise<Map<string, Anchor>> {
  const found = new Map<string, Anchor>();
  await inSteps(ids, async (some) => {
    const versions = await versionsIn(db).where('id', 'in', some).execute();
    for (const version of versions) found.set(version.id, version);
  });
  return found;
}

/**
 * When the version that it stands by is gone, by another reading or an erasure: another one of its
 * job, what its event is read as now, or the job that is known by the name of this one.
 */
async function otherAnchorOf(db: Db, row: HandlingRow): Promise<Anchor | undefined> {
  return (
    (await besides(db, row.job_key, row)) ??
    (await ofEvent(db, row)) ??
    (await underNewName(db, row))
  );
}

type Anchor = Pick<Selectable<Schema['job_versions']>, 'id' | 'job_key' | 'received_at' | 'event'>;

function versionsIn(db: Db) {
  return db.selectFrom('job_versions').select(['id', 'job_key', 'received_at', 'event']);
}

/** The version of a job that came before the one that is gone, or else after it. */
async function besides(db: Db, key: string, row: HandlingRow): Promise<Anchor | undefined> {
  const versions = versionsIn(db).where('job_key', '=', key).limit(1);
  const before = await versions
    .where('id', '<', row.version_id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return before ?? versions.orderBy('id').executeTakeFirst();
}

async function ofEvent(db: Db, { version_at, event }: HandlingRow): Promise<Anchor | undefined> {
  if (event === null) return undefined;
  const versions = versionsIn(db).where('received_at', '=', version_at).limit(1);
  return versions.where('event', '=', event).orderBy('id').executeTakeFirst();
}

async function underNewName(db: Db, row: HandlingRow): Promise<Anchor | undefined> {
  const names = db.selectFrom('job_names').select('reference').where('name', '=', row.job_key);
  const [only, another] = await names.limit(2).execute();
  if (!only || another) return undefined;
  const homeOf = await homesOf(db, [only.reference]);
  return besides(db, homeOf(only.reference), row);
}

async function moveTo(db: Db, from: HandlingRow, to: HandlingRow): Promise<void> {
  const isThere = from.job_key === to.job_key && from.version_id === to.version_id;
  if (isThere && from.version_at === to.version_at && from.event === to.event) return;
  const there =
    from.job_key === to.job_key ? undefined : (await handlingOf(db, [to.job_key])).get(to.job_key);
  if (there) await db.deleteFrom('job_handling').where('id', '=', there.id).execute();
  const { id, ...row } = there ? together(there, to) : to;
  await db.updateTable('job_handling').set(row).where('id', '=', from.id).execute();
}

/** Of two jobs that have become one: the later claim and closing, and both notes. */
export function together(a: HandlingRow, b: HandlingRow): HandlingRow {
  const later = (by: 'note_at' | 'claimed_at' | 'closed_at' | 'version_id') =>
    (a[by] ?? '') > (b[by] ?? '') ? a : b;
  const [note, claim, closing] = [later('note_at'), later('claimed_at'), later('closed_at')];
  const notes = [note === a ? b : a, note].flatMap((row) => row.note ?? []);
  // Whatever is told after the closing ends it.
  const { version_id, version_at, event } = closing.closed_at ? closing : later('version_id');
  return {
    ...b,
    version_id,
    version_at,
    event,
    note: notes.length === 0 ? null : [...new Set(notes)].join('\n'),
    note_by: note.note_by,
    note_at: note.note_at,
    claimed_by: claim.claimed_by,
    claimed_at: claim.claimed_at,
    closed_by: closing.closed_by,
    closed_at: closing.closed_at,
  };
}

/** Those after whose closing a version told another status than the job had then. */
async function reopenedAmong(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const told = sql`(status is not null or status_class is not null)`;
  const last = (column: string, which: RawBuilder<unknown>) => sql`(
    select ${sql.raw(column)} from job_versions
    where job_key = handled.job_key and id <= handled.version_id and ${which}
    order by id desc limit 1)`;
  // Until a version says how far it is, a job has only been announced; one may say a word that
  // nobody knows.
  const statusClass = sql`coalesce(${last(`coalesce(status_class, '')`, told)}, 'new')`;
  const { rows } = await sql<{ id: string }>`
    select id from job_handling as handled
    where id in (${sql.join(ids)}) and exists (
      select 1 from job_versions
      where job_key = handled.job_key and id > handled.version_id and (
        (status is not null
          and status is distinct from ${last('status', sql`status is not null`)})
        or (${told} and coalesce(status_class, '') <> ${statusClass})))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
