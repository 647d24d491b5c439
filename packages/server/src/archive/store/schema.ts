import type { JobClass } from '@hookline/contract';
import type { ColumnType, Generated } from 'kysely';

/**
 * One schema for both databases. Times are ISO-8601 UTC text, which sorts by time; payloads are
 * text, never a type that would rewrite them; truth values are 0 and 1, which both know.
 */
export interface Schema {
  events: EventsTable;
  addresses: AddressesTable;
  address_numbers: AddressNumbersTable;
  calls: CallsTable;
  call_reports: CallReportsTable;
  job_versions: JobVersionsTable;
  jobs: JobsTable;
  job_names: JobNamesTable;
  job_numbers: JobNumbersTable;
  job_handling: JobHandlingTable;
  stale_jobs: StaleJobsTable;
  readings: ReadingsTable;
  suppressed_numbers: SuppressedNumbersTable;
  set_aside: SetAsideTable;
  applied_batches: AppliedBatchesTable;
  archive_feed: ArchiveFeedTable;
  sources: SourcesTable;
  silences: SilencesTable;
}

/** The tables whose rows are named by an id, and may have to be looked at one by one. */
export const SCANNED = [
  'addresses',
  'calls',
  'call_reports',
  'job_versions',
  'job_handling',
  'events',
  'set_aside',
] as const satisfies (keyof Schema)[];
export type Scanned = (typeof SCANNED)[number];

/** Every table that holds what was sent, or was made of it; each behind those that it points to. */
export const RECORD_TABLES = [
  ...SCANNED,
  // Points to addresses.
  'address_numbers',
  // Made anew from the versions that are left.
  'jobs',
  'job_names',
  'job_numbers',
  'stale_jobs',
] as const satisfies (keyof Schema)[];

/** Every accepted webhook, whole. */
interface EventsTable {
  /** In the order in which they were accepted, which `received_at` is not if the clock is put right. */
  id: string;
  instance: string;
  event_id: number;
  channel: string | null;
  received_at: string;
  payload: string;
  /** What finds it beside its payload: see `foundBy`. */
  found_by: Generated<string | null>;
  /** Who sent it, by its token; null for one without a name. */
  sender: Generated<string | null>;
}

/** One record per phone line; those without a usable number once per own id, name or content. */
interface AddressesTable {
  id: string;
  /** What makes it the same: phone key, else channel and own id, else the hash of the content. */
  dedup_key: string;
  /** Phone key; null without a usable number. */
  number_key: string | null;
  number: string | null;
  e164: string | null;
  display: string;
  number_kind: Generated<string>;
  /** Further numbers and the fields they came in, oldest first, as a JSON list. */
  aliases: Generated<string>;
  name: string | null;
  is_customer: number;
  is_courier: number;
  /** All other fields, as a JSON object. */
  fields: string;
  /** What each source said last, as a JSON object: its hash, and a fingerprint for each field. */
  last_reports: string;
  /** What a person has set right, as a JSON object. */
  corrections: Generated<string>;
  /** The desk that set something right last, and when. */
  corrected_by: Generated<string | null>;
  corrected_at: Generated<string | null>;
  /** Folded for search. */
  search: string;
  created_at: string;
  updated_at: string;
  /** Of couriers only, as all that follows: their last sign of life. */
  seen_at: Generated<string | null>;
  /** What the system that sends calls the courier, as `ownIdOf` has it. */
  own_id: Generated<string | null>;
  /** Folded. */
  courier_name: Generated<string | null>;
  /** As it was sent. */
  courier_status: Generated<string | null>;
  courier_vehicle: Generated<string | null>;
}

/** By which numbers an address is found: its own and its aliases. */
interface AddressNumbersTable {
  number_key: string;
  address_id: string;
  /** 1 for the number that is the dedup key, 0 for an alias. */
  is_own: number;
}

/** The current state of every call. */
interface CallsTable {
  id: string;
  /** `callId` with `startedAt`; null for a report that names no call. */
  dedup_key: string | null;
  call_id: string | null;
  state: string | null;
  direction: string | null;
  number: string | null;
  number_key: string | null;
  e164: string | null;
  name: string | null;
  missed: number;
  settled: Generated<number>;
  /** The desk that said so, and when; null if a talk has settled it. */
  settled_by: Generated<string | null>;
  settled_at: Generated<string | null>;
  note: string | null;
  note_by: Generated<string | null>;
  note_at: Generated<string | null>;
  claimed_by: Generated<string | null>;
  claimed_at: Generated<string | null>;
  started_at: string | null;
  answered_at: string | null;
  ended_at: string | null;
  /** When it began as far as is known, else when it was first reported: what lists sort by. */
  sort_at: string;
  payload: string;
  /** What merging needs to know of the reports so far, as JSON. */
  merge_state: string;
  created_at: string;
  updated_at: string;
}

/** Every distinct report of a call. */
interface CallReportsTable {
  id: string;
  call: string;
  content_hash: string;
  received_at: string;
  payload: string;
}

/** Every version of every job, and what it says. */
interface JobVersionsTable {
  /** In the order in which they were accepted, as that of the event. */
  id: string;
  /** What its sender calls the job, or `#` and its own id: see `ownName`. It never changes. */
  name: string;
  status: string | null;
  status_class: Generated<JobClass | null>;
  /** `FactsReading` as JSON. */
  facts: Generated<string>;
  received_at: string;
  /** Its JSON text, or nothing where the event has it: see `VERSION_TEXT`. */
  payload: string;
  /** The event that it came with; null for those that were stored before this was noted. */
  event: Generated<string | null>;
}

/** Every job as it is after all its versions, for lists. */
interface JobsTable {
  /** The best of its names, or `#` and its id if it has none. */
  name: string;
  /** That of its first version. */
  id: string;
  /** The newest version, whose time and size these are. */
  version_id: string;
  received_at: string;
  bytes: number;
  status: string | null;
  /** What the status means, or that it is done because a desk has closed it. */
  status_class: Generated<JobClass | null>;
  is_open: number;
  /** 1 while what a desk has closed is closed for that. */
  closed_by_hand: Generated<number>;
  /** What the status means for a job that is closed by hand; null for all others. */
  told_class: Generated<JobClass | null>;
  /** What desks have done to it, as all its rows of `job_handling` together have it. */
  note: Generated<string | null>;
  note_by: Generated<string | null>;
  note_at: Generated<string | null>;
  claimed_by: Generated<string | null>;
  claimed_at: Generated<string | null>;
  closed_by: Generated<string | null>;
  closed_at: Generated<string | null>;
  /** 1 once a version was under way. */
  was_underway: Generated<number>;
  /** `FactsState` as JSON. */
  facts: Generated<string>;
  due_at: Generated<string | null>;
  /** What lists sort by: `dueOrder` of `due_at` and `received_at`. */
  due_order: Generated<string>;
  /** Folded. */
  courier_name: Generated<string | null>;
  /** Phone key. */
  courier_line: Generated<string | null>;
  /** Line, own id and name of the courier together, as `courierKey` writes them. */
  courier_key: Generated<string | null>;
  /** Folded for search. */
  search: string;
}

/**
 * What desks have done to a job by hand. It belongs to the job that has its version: by new versions
 * and new readings jobs become one, or two.
 */
interface JobHandlingTable {
  /** The newest version of the job when it was done, and what that one is called. */
  id: string;
  name: string;
  note: string | null;
  note_by: string | null;
  note_at: string | null;
  claimed_by: string | null;
  claimed_at: string | null;
  closed_by: string | null;
  closed_at: string | null;
}

/** Further names by which a job is known. */
interface JobNamesTable {
  name: string;
  /** What versions that carry the name as well call the job. */
  reference: string;
  /** 1 for a name that only an earlier reading had for it. */
  is_former: number;
  /** The job that the name means, if that goes by another one. */
  job: Generated<string | null>;
}

/** Jobs whose row says less than their versions, because there are very many of them. */
interface StaleJobsTable {
  name: string;
}

/** By which rules the records of each kind were read. */
interface ReadingsTable {
  kind: string;
  version: string;
  /** How far they are read by them, while that lasts; null when all are. */
  cursor: string | null;
}

/** Which versions of jobs carry which phone number. */
interface JobNumbersTable {
  number_key: string;
  /** What the versions that carry it are called. */
  name: string;
  received_at: string;
}

/** Numbers that were erased for good: nothing about them is stored again. */
interface SuppressedNumbersTable {
  number_key: string;
  since: string;
}

/** What the database refused, with the reason. */
interface SetAsideTable {
  id: string;
  at: string;
  kind: string;
  reason: string;
  content: string;
}

/** Up to where each life of the stream that several nodes share is stored. */
interface ArchiveFeedTable {
  instance: string;
  seq: number;
}

/** Batches that are stored, so that one that is delivered twice counts once. */
interface AppliedBatchesTable {
  id: string;
  applied_at: ColumnType<string, string, never>;
}

/** What is counted of each sender at each URL. */
interface SourcesTable {
  /** Empty for those without a name. */
  sender: string;
  /** A channel, `generic`, or `other` for what was sent to a path that does not exist. */
  url: string;
  /** The run of the service that has counted it. */
  life: string;
  /** `SourceState` as JSON. */
  state: string;
}

/** Which senders and URLs are silent, and since when. */
interface SilencesTable {
  name: string;
  since: string;
}
