import { partyOf } from './address.ts';
import { jobMessageOf, messageOf } from './envelope.ts';
import { factsBeside, factsIn } from './facts.ts';
import { isJsonObject, type JsonObject, own } from './fields.ts';
import { happenedIn } from './happened.ts';
import { type FactsReading, withoutSilence } from './job-facts.ts';
import { CIPHER_PARTS, EXTERNAL_IDS } from './job-names.ts';
import { type StatusReading, statusIn, statusOfKind } from './job-status.ts';
import { type JobMessage, type JobOptions, mapped, withoutDenied } from './mapped.ts';
import { Mapping, recordsAt } from './mapping.ts';
import { GOODS, KINDS, MESSAGE_IDS, MESSAGE_TIMES, RECORD_LISTS, STATUSES } from './names.ts';
import { hasReference, isOpaque, leadsIn, namesJob, referencesIn } from './reference.ts';
import { sideOf } from './sides.ts';
import {
  holdsAny,
  holdsRecords,
  type RecordKind,
  type Unwrapped,
  type UnwrappedPayload,
  unwrapped,
} from './unwrap.ts';

const JOB: RecordKind = {
  identity: (object) => {
    const { record } = messageOf(object);
    if (hasReference(object)) return 'reference';
    // `{"id":7,"jobs":[…]}`: the id is that of the message, unless it tells of a job itself.
    const hasId = namesJob(record) && (!holdsRecords(record) || tellsOfJob(record));
    if (hasId) return 'id';
    // `{"external_id":…,"delivery_address":…,"parcels":[…]}`: the parcels are those of one job.
    if (hasSide(record) && EXTERNAL_IDS.textIn(record) !== undefined) return 'external id';
    // `{"name":…,"street":…,"status":…,"shipments":[]}`: whatever lists it has.
    if (tellsOfJob(record) && partyOf([record]).place?.line !== undefined) return 'place';
    // `{"customer":{…},"items":[{"sku":…}]}` is a job without a number, not a list without jobs.
    const isJobOfGoods = hasSide(record) && holdsRecords(record) && !holdsAny(record, isJob);
    return isJobOfGoods ? 'side' : undefined;
  },
  tells: isJob,
  areParts: true,
};

/** `{"id":7,"name":"Pizza","quantity":1}` is what somebody has ordered. */
function isJob(record: JsonObject): boolean {
  if (tellsOfJob(record)) return true;
  return namesJob(record) && GOODS.entriesOf(record).length === 0;
}

function hasSide(record: JsonObject): boolean {
  return Object.entries(record).some(([name, value]) => {
    // A list of deliveries may be one of jobs.
    const isSide = isJsonObject(value) || (Array.isArray(value) && !RECORD_LISTS.has(name));
    return isSide && sideOf(name) !== undefined;
  });
}

function tellsOfJob(record: JsonObject): boolean {
  return STATUSES.entriesOf(record).some(([, value]) => value !== null) || hasSide(record);
}

const UNTAUGHT = new Mapping([], 'jobs');

/** What a payload says about jobs. */
export interface JobMessages {
  readonly messages: readonly JobMessage[];
  readonly skipped: number;
}

/**
 * Reads a payload of `jobs`: one job, a list of them, or what holds such a list. Where the mapping
 * of its sender speaks, that decides.
 */
export function jobMessages(
  payload: unknown,
  options: JobOptions,
  ofSender: Mapping = UNTAUGHT,
): JobMessages {
  const mapping = ofSender.for(payload);
  if (mapping.isEmpty) return read(payload, unwrapped(payload, JOB), options);
  if (mapping.ignores(payload)) return { messages: [], skipped: 0 };
  const own = { ...options, statusWords: mapping.words(options.statusWords) };
  const all = recordsIn(payload, mapping);
  const message = mapping.withoutIgnored(payload, all.records.map(asFound));
  const records = { ...all, records: recordsAt(message, all.records) };
  const { messages, skipped } = read(message, records, own);
  const found = messages.map(asFound);
  const denied = mapping.denied.map((target) => {
    const rest = mapping.withoutDenied(target, message, found);
    const others = rest === message ? undefined : recordsAt(rest, messages);
    return {
      target,
      messages: others && read(rest, { records: others, skipped: 0 }, own).messages,
    };
  });
  return {
    messages: messages.map((read, n) => {
      const others = denied.flatMap(({ target, messages: rest }) => {
        const other = rest?.[n];
        return other ? [{ target, other }] : [];
      });
      return mapped(withoutDenied(read, others), mapping, message, own);
    }),
    skipped,
  };
}

function recordsIn(payload: unknown, mapping: Mapping): UnwrappedPayload {
  const told = mapping.recordsIn(payload)?.map(({ place, value }) => ({
    record: value as JsonObject,
    path: place,
  }));
  return told ? { records: told, skipped: 0 } : unwrapped(payload, JOB);
}

function asFound({ record, path }: Pick<Unwrapped, 'record' | 'path'>) {
  return { place: path, value: record };
}

function read(
  payload: unknown,
  { records, skipped }: UnwrappedPayload,
  options: JobOptions,
): JobMessages {
  const outer = around(payload, records[0]?.path ?? []);
  const kind = statusOfKind(outer, options.statusWords);
  const beside = factsBeside(outer, records.length === 1, options.timeZone);
  const told = records.filter(({ record }) => !holdsOnlyTokens(record));
  const messages = told.map(({ record, path }) => {
    const job = jobIn(record, outer, options);
    const facts = path.length > 0 ? { ...beside, ...job.facts } : job.facts;
    const status = job.status === null && path.length > 0 ? kind : undefined;
    const reference = job.reference ?? keyAt(payload, path);
    return { record, path, ...job, reference, facts, ...status };
  });
  return { messages, skipped: skipped + records.length - told.length };
}

/** `{"event":…,"data":{"token":"eyJ…"}}` tells of no job, but to whoever has its key. */
function holdsOnlyTokens(whole: JsonObject): boolean {
  const entries = Object.entries(messageOf(whole).record);
  const told = entries.filter(([name]) => !OF_MESSAGES.some((list) => list.has(name)));
  return told.length > 0 && told.every(([, value]) => isOpaque(value));
}
const OF_MESSAGES = [KINDS, MESSAGE_IDS, MESSAGE_TIMES, CIPHER_PARTS];

/** `{"jobs":{"A-1":{"status":…}}}`: by what it is listed. */
function keyAt(payload: unknown, path: readonly (string | number)[]): string | null {
  const [list, key] = path.slice(-2);
  const isListed = path.length > 1 && isJsonObject(payload) && RECORD_LISTS.has(String(list));
  return isListed && typeof key === 'string' && /\d/.test(key) ? key : null;
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
  const message = jobMessageOf(record);
  const status = statusIn(message, statusWords);
  const references = referencesIn(message, referenceNames);
  return {
    ...references,
    leads: leadsIn(message, references),
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
