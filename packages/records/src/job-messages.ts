import { partyOf } from './address.ts';
import { messageOf } from './envelope.ts';
import { type FactsReading, factsBeside, factsIn, withoutSilence } from './facts.ts';
import { isJsonObject, type JsonObject, type NameList, own } from './fields.ts';
import { type Happened, happenedIn } from './happened.ts';
import { type StatusReading, statusIn, statusOfKind } from './job-status.ts';
import { EXTERNAL_IDS, STATUSES } from './names.ts';
import { hasReference, isOpaque, namesJob, type References, referencesIn } from './reference.ts';
import { sideOf } from './sides.ts';
import type { StatusWords } from './status.ts';
import { holdsAny, holdsRecords, type RecordKind, unwrapped } from './unwrap.ts';

/** How an office reads its jobs. */
export interface JobOptions {
  /** Its own names for a job's number, which come first. */
  readonly referenceNames: NameList;
  readonly statusWords: StatusWords;
  /** Of times that have none. */
  readonly timeZone: string;
}

/** What a payload says about one job. */
export interface JobMessage extends References, StatusReading {
  readonly record: JsonObject;
  /** Where in the payload it stands. */
  readonly path: readonly (string | number)[];
  readonly facts: FactsReading;
  /** Undefined where it does not say when. */
  readonly happened: Happened | undefined;
}

const JOB: RecordKind = {
  identity: (object) => {
    const { record } = messageOf(object);
    if (hasReference(object)) return 'reference';
    // `{"id":7,"jobs":[…]}`: the id is that of the message, unless it tells of a job itself.
    const isJob = namesJob(record) && (!holdsRecords(record) || tellsOfJob(record));
    if (isJob) return 'id';
    // `{"external_id":…,"delivery_address":…,"parcels":[…]}`: the parcels are those of one job.
    if (hasSide(record) && EXTERNAL_IDS.textIn(record) !== undefined) return 'external id';
    // `{"name":…,"street":…,"status":…,"shipments":[]}`: whatever lists it has.
    if (tellsOfJob(record) && partyOf([record]).place?.line !== undefined) return 'place';
    // `{"customer":{…},"items":[{"sku":…}]}` is a job without a number, not a list without jobs.
    const isJobOfGoods = hasSide(record) && holdsRecords(record) && !holdsAny(record, namesJob);
    return isJobOfGoods ? 'side' : undefined;
  },
  areParts: true,
};

function hasSide(record: JsonObject): boolean {
  return Object.entries(record).some(
    ([name, value]) => isJsonObject(value) && sideOf(name) !== undefined,
  );
}

function tellsOfJob(record: JsonObject): boolean {
  return STATUSES.entriesOf(record).some(([, value]) => value !== null) || hasSide(record);
}

/** Reads a payload of `jobs`: one job, a list of them, or what holds such a list. */
export function jobMessages(
  payload: unknown,
  options: JobOptions,
): { readonly messages: readonly JobMessage[]; readonly skipped: number } {
  const { records, skipped } = unwrapped(payload, JOB);
  const outer = around(payload, records[0]?.path ?? []);
  const kind = statusOfKind(outer, options.statusWords);
  const beside = factsBeside(outer, records.length === 1, options.timeZone);
  const told = records.filter(({ record }) => !holdsOnlyTokens(record));
  const messages = told.map(({ record, path }) => {
    const job = jobIn(record, outer, options);
    const facts = path.length > 0 ? { ...beside, ...job.facts } : job.facts;
    const status = job.status === null && path.length > 0 ? kind : undefined;
    return { record, path, ...job, facts, ...status };
  });
  return { messages, skipped: skipped + records.length - told.length };
}

/** `{"token":"eyJ…"}` tells of no job, but to whoever has its key. */
function holdsOnlyTokens(record: JsonObject): boolean {
  const values = Object.values(record);
  return values.length > 0 && values.every(isOpaque);
}

/** The objects around a list of jobs: `{"event":"order.dispatched","data":[…]}` is said of each. */
function around(payload: unknown, path: readonly (string | number)[]): readonly JsonObject[] {
  const objects: JsonObject[] = [];
  let inner = payload;
  for (const step of path) {
    if (!isJsonObject(inner)) break;
    const { [step]: _, ...others } = inner;
    objects.push(others);
    inner = own(inner, String(step));
  }
  return objects;
}

function jobIn(
  record: JsonObject,
  outer: readonly JsonObject[],
  { referenceNames, statusWords, timeZone }: JobOptions,
) {
  const message = messageOf(record);
  const status = statusIn(message, statusWords);
  return {
    ...referencesIn(message, referenceNames),
    ...status,
    facts: asHappened(factsIn(message, timeZone), status),
    happened: happenedIn(message, outer, timeZone),
  };
}

/**
 * `collection_time` of a job that is collected, `delivery_time` of one that is delivered: most likely
 * when it happened. Taken for when it was to be, whatever came late would look punctual.
 */
function asHappened(facts: FactsReading, { statusClass }: StatusReading): FactsReading {
  if (statusClass !== 'underway' && statusClass !== 'done') return facts;
  const { pickupAt, deliverAt, ...others } = facts;
  const delivered = statusClass === 'done' ? { deliveredAt: deliverAt } : { deliverAt };
  return withoutSilence({ ...others, pickedUpAt: pickupAt, ...delivered });
}
