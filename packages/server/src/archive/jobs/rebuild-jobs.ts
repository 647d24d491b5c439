import type { Channel } from '@hookline/contract';
import { type JsonNode, jsonTree, type Mapping, RECORD_DEPTH } from '@hookline/records';
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import { bytesIn, PAGE_BYTES } from '../engine/lists/page.ts';
import { inSteps } from '../engine/store/bulk-insert.ts';
import { failureOf } from '../engine/store/failures.ts';
import type { Schema } from '../engine/store/schema.ts';
import { type Db, inSavepoint } from '../engine/store/transaction.ts';
import { moveAssignments } from './job-assignment.ts';
import { jobsMeant, referenceOf } from './job-names.ts';
import { writeNumbers } from './job-numbers.ts';
import type { JobReading, JobReport } from './job-reports.ts';
import { insertVersions, type ReceivedJob, versionId } from './job-rows.ts';
import { markStale, renewJobs } from './job-state.ts';
import { AS_ITS_EVENT } from './version-text.ts';
import { forgetNames, type NamedJob, noteFormerNames, noteNames } from './write-job-names.ts';

type Version = Selectable<Schema['job_versions']>;
type Event = Pick<Selectable<Schema['events']>, 'id' | 'received_at' | 'payload' | 'sender'>;

/** What is said about the messages of each sender. */
export interface MappingOf {
  of(sender: string | null, channel: Channel): Mapping;
}

export interface RebuildOptions {
  /** Of jobs: what was purged must not come back. */
  readonly keptSince: string | undefined;
  /** Only what this one has sent, null for those without a name; undefined for all. */
  readonly sender?: string | null;
  /** What was said of that one until now: names that only it gave to jobs are theirs no more. */
  readonly before?: readonly Mapping[];
}

function sentBy(sender: string | null | undefined): Expression<SqlBool> {
  if (sender === undefined) return sql<SqlBool>`1 = 1`;
  return sender === null ? sql<SqlBool>`sender is null` : sql<SqlBool>`sender = ${sender}`;
}

/** What a text is read as now, and as what it was stored before. */
interface Rebuilt {
  readonly reports: readonly ReceivedJob[];
  readonly before: readonly Version[];
  /** What it named by what was said of its sender until now. */
  readonly named?: readonly NamedJob[];
}

/**
 * Reads anew what came in next after this time, and puts it in the place of what was read before.
 * The events are what is read, as long as they are held: of an order that was once taken apart into
 * its items, no version has the order. A version whose event is gone is read by itself. Answers the
 * time to go on after; undefined at the end. Done twice, it changes nothing.
 */
export async function rebuildJobs(
  db: Db,
  { jobs: reading, mappings }: { readonly jobs: JobReading; readonly mappings: MappingOf },
  after: string,
  limit: number,
  { keptSince, sender, before: earlier = [] }: RebuildOptions,
): Promise<string | undefined> {
  const isSent = sentBy(sender);
  const until = await endOfStep(db, after, limit, isSent);
  if (until === undefined) return undefined;
  const mappingOf = (name: string | null) => mappings.of(name, 'jobs');
  const events = await db
    .selectFrom('events')
    .select(['id', 'received_at', 'payload', 'sender'])
    .where('channel', '=', 'jobs')
    .where(isSent)
    .where('received_at', '>', after)
    .where('received_at', '<=', until)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  const versions = await db
    .selectFrom('job_versions')
    .selectAll()
    .where(isSent)
    .where('received_at', '>', after)
    .where('received_at', '<=', until)
    .execute();
  const byTime = Map.groupBy(versions, ({ received_at }) => received_at);
  const left = new Map([...byTime].map(([time, some]) => [time, new Set(some)]));
  const rebuilt: Rebuilt[] = [];
  for (const event of events) {
    const before = takeVersionsOf(event, left.get(event.received_at) ?? new Set());
    // A job that was purged must not come back with an event that is kept for longer.
    const isPurged =
      before.length === 0 && keptSince !== undefined && event.received_at < keptSince;
    if (isPurged) continue;
    const mapping = mappingOf(event.sender);
    rebuilt.push(
      ...unlessUnreadable(() => ({
        ...readEvent(reading, mapping, event, before),
        named: earlier.flatMap((one) => reading.reports(event.payload, one).reports),
      })),
    );
  }
  for (const some of left.values()) {
    for (const version of some) {
      const mapping = mappingOf(version.sender);
      rebuilt.push(...unlessUnreadable(() => readVersion(reading, mapping, version)));
    }
  }
  await replaceAll(db, reading, rebuilt);
  return until;
}

/** The last time whose events and versions are read in one step: all of one time, or none. */
async function endOfStep(
  db: Db,
  after: string,
  limit: number,
  isSent: Expression<SqlBool>,
): Promise<string | undefined> {
  const [events, versions] = [
    await db
      .selectFrom('events')
      .select('received_at')
      .select(bytesIn('payload'))
      .where('channel', '=', 'jobs')
      .where(isSent)
      .where('received_at', '>', after)
      .orderBy('received_at')
      .limit(limit)
      .execute(),
    await db
      .selectFrom('job_versions')
      .select('received_at')
      // What is held with an event is counted there.
      .select(bytesIn('payload'))
      .where(isSent)
      .where('received_at', '>', after)
      .orderBy('received_at')
      .limit(limit)
      .execute(),
  ];
  // Of the last time of a list that goes on there may be more.
  const ends = [events, versions].flatMap((list) =>
    list.length < limit ? [] : (list.at(-1)?.received_at ?? []),
  );
  const places = [...events, ...versions].toSorted((a, b) =>
    a.received_at < b.received_at ? -1 : 1,
  );
  let until = places[0]?.received_at;
  let bytes = 0;
  for (const place of places) {
    bytes += place.bytes;
    if (bytes > PAGE_BYTES || ends.some((end) => place.received_at >= end)) break;
    until = place.received_at;
  }
  return until;
}

/** Those that were made of this event; they are taken out of what is left. */
function takeVersionsOf(event: Event, left: Set<Version>): readonly Version[] {
  const isUnlinked = [...left].some((version) => version.event === null);
  const parts = isUnlinked ? partsOf(event.payload) : undefined;
  const own = [...left].filter((version) =>
    version.event === null ? parts?.has(version.payload) : version.event === event.id,
  );
  for (const version of own) left.delete(version);
  return own;
}

/** Every text that a version of this event may have been: an object, as deep as records stand. */
export function partsOf(json: string): ReadonlySet<string> {
  const within = (node: JsonNode): readonly JsonNode[] => [node, ...node.children.flatMap(within)];
  const objects = within(jsonTree(json, RECORD_DEPTH)).filter(({ kind }) => kind === 'object');
  return new Set(objects.map(({ start, end }) => json.slice(start, end)));
}

/** What cannot be read stays as it was, and does not keep the others from it. */
function unlessUnreadable(read: () => Rebuilt): readonly Rebuilt[] {
  try {
    return [read()];
  } catch (error) {
    if (failureOf(error) !== 'refused') throw error;
    return [];
  }
}

function readEvent(
  reading: JobReading,
  mapping: Mapping,
  event: Event,
  before: readonly Version[],
): Rebuilt {
  const known = Map.groupBy(before, ({ payload }) =>
    payload === AS_ITS_EVENT ? event.payload : payload,
  );
  const reports = reading.reports(event.payload, mapping).reports.map((report, n) => ({
    ...report,
    // Whoever has seen it before finds it again.
    ...placeIn(event, known.get(report.payload)?.pop()?.id ?? versionId(event.id, n), report),
    receivedAt: event.received_at,
    sender: event.sender,
    event: event.id,
  }));
  return { reports, before };
}

/** What is all of its event can do without a text, if the event knows whom to leave it to. */
function placeIn(event: Event, id: string, { payload }: JobReport) {
  return { id, isWhole: payload === event.payload && id === versionId(event.id, 0) };
}

function readVersion(reading: JobReading, mapping: Mapping, version: Version): Rebuilt {
  const read = reading.reports(version.payload, mapping).reports;
  const reports = read.map((report, n) => ({
    ...report,
    // What it was told by the message around it is in no version.
    ...(report.status === null && read.length === 1 && reading.statusOf(version.status, mapping)),
    id: n === 0 ? version.id : versionId(version.id, n),
    ...toldBefore(version, report),
    receivedAt: version.received_at,
    event: version.event,
    isWhole: false,
  }));
  return { reports, before: reports.length > 0 ? [version] : [] };
}

/** Who has sent it, and when it says that it happened: as it was noted while its event was there. */
function toldBefore(version: Version, { happened }: JobReport) {
  const [sender = '', path = ''] = version.happened_in?.split(' ') ?? [];
  const before = version.happened_at === null ? undefined : { path, at: version.happened_at };
  return { sender: version.sender ?? (sender || null), happened: happened ?? before };
}

/** One that the database refuses stays as it was, and does not keep the others from it. */
async function replaceAll(db: Db, reading: JobReading, rebuilt: readonly Rebuilt[]): Promise<void> {
  try {
    await inSavepoint(db, () => replace(db, reading, rebuilt));
  } catch (error) {
    if (failureOf(error) !== 'refused') throw error;
    const half = Math.ceil(rebuilt.length / 2);
    if (half === rebuilt.length) return;
    await replaceAll(db, reading, rebuilt.slice(0, half));
    await replaceAll(db, reading, rebuilt.slice(half));
  }
}

async function replace(db: Db, reading: JobReading, rebuilt: readonly Rebuilt[]): Promise<void> {
  const reports = rebuilt.flatMap((one) => one.reports);
  const before = rebuilt.flatMap((one) => one.before);
  const moved = await noteNames(db, reports);
  for (const job of await forgetUnsaid(db, rebuilt)) moved.add(job);
  await noteFormerNames(db, rebuilt.flatMap(formerNames));
  await inSteps(
    before.map(({ id }) => id),
    (ids) => db.deleteFrom('job_versions').where('id', 'in', ids).execute(),
  );
  const versions = await insertVersions(db, reports);
  const now = new Map(versions.map((version) => [version.id, version]));
  const heirs = new Map(
    rebuilt.flatMap((one) =>
      one.before.map(({ id }) => [id, now.get(id) ?? now.get(one.reports[0]?.id ?? '')]),
    ),
  );
  await moveAssignments(db, [...heirs.keys()], (id) => heirs.get(id));
  const jobOf = await jobsMeant(
    db,
    [...before, ...versions].map(({ name }) => name),
  );
  const left = await renewJobs(db, reading, [
    ...moved,
    ...[...before, ...versions].map(({ name }) => jobOf(name)),
  ]);
  await writeNumbers(db, versions);
  // Some of their numbers may have left with a version.
  const lost = before.filter(({ id, name }) => now.get(id)?.name !== name);
  for (const job of new Set(lost.map(({ name }) => jobOf(name)))) {
    if (left.has(job)) await markStale(db, job);
  }
}

/** Names that an earlier reading of these messages gave to jobs, and that of today does not. */
async function forgetUnsaid(db: Db, rebuilt: readonly Rebuilt[]): Promise<ReadonlySet<string>> {
  const pairsOf = (named: readonly NamedJob[]) =>
    named.flatMap(({ reference, aliases }) =>
      reference === null ? [] : aliases.map((name) => ({ name, reference })),
    );
  const said = new Set(pairsOf(rebuilt.flatMap(({ reports }) => reports)).map(pairText));
  const unsaid = pairsOf(rebuilt.flatMap(({ named = [] }) => named)).filter(
    (pair) => !said.has(pairText(pair)),
  );
  const senders = new Set(rebuilt.flatMap(({ reports }) => reports.map((one) => one.sender ?? '')));
  const moved = new Set<string>();
  for (const [reference, some] of Map.groupBy(unsaid, (pair) => pair.reference)) {
    // Somebody else may have said so too.
    const others = await db
      .selectFrom('job_versions')
      .select(({ fn }) => fn.coalesce('sender', sql.lit('')).as('sender'))
      .distinct()
      .where('name', '=', reference)
      .execute();
    if (others.some(({ sender }) => !senders.has(sender))) continue;
    const names = new Set(some.map(({ name }) => name));
    for (const job of await forgetNames(db, [reference], (name) => names.has(name))) moved.add(job);
  }
  return moved;
}

function pairText({ name, reference }: { readonly name: string; readonly reference: string }) {
  return JSON.stringify([name, reference]);
}

/** What the jobs of a text were called before, if that says which one was meant. */
function formerNames({ reports, before }: Rebuilt) {
  const byPayload = new Map(reports.map(({ payload, reference }) => [payload, reference]));
  const ids = new Set(reports.map(({ id }) => id));
  const only = reports.length === 1 ? (reports[0]?.reference ?? null) : null;
  return before.flatMap((version) => {
    const reference = byPayload.get(version.payload) ?? only;
    if (reference === null) return [];
    const name = referenceOf(version);
    const names = [
      ...(name === null || name === reference ? [] : [name]),
      // Somebody may have kept a link to it.
      ...(ids.has(version.id) ? [] : [version.id]),
    ];
    return names.map((one) => ({ name: one, reference }));
  });
}
