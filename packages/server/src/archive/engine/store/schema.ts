import type { JobClass } from '@hookline/contract';
import type { ColumnType } from 'kysely';

/** What a column holds: how PostgreSQL calls it, and what its rows have and may leave out. */
interface Column<Held, Given> {
  readonly type: 'text' | 'integer' | 'bigint';
  /** Of no use but to the compiler. */
  readonly kysely?: ColumnType<Held, Given, Held>;
}

const text: Column<string, string> = { type: 'text' };
const textOrNull: Column<string | null, string | null | undefined> = { type: 'text' };
const jobClass: Column<JobClass | null, JobClass | null | undefined> = { type: 'text' };
const presetText: Column<string, string | undefined> = { type: 'text' };
const integer: Column<number, number> = { type: 'integer' };
const presetInteger: Column<number, number | undefined> = { type: 'integer' };
const bigint: Column<number, number> = { type: 'bigint' };

/** What desks do to a job. */
const assigned = {
  note: textOrNull,
  note_by: textOrNull,
  note_at: textOrNull,
  claimed_by: textOrNull,
  claimed_at: textOrNull,
  closed_by: textOrNull,
  closed_at: textOrNull,
};

/**
 * One schema for both databases: the one list of every table's columns. Times are ISO-8601 UTC text,
 * which sorts by time; payloads are text, never a type that would rewrite them; truth values are 0
 * and 1, which both know.
 */
export const TABLES = {
  /** Every accepted webhook, whole. */
  events: {
    /** In the order in which they were accepted, which `received_at` is not if the clock is put right. */
    id: text,
    instance: text,
    event_id: bigint,
    channel: textOrNull,
    received_at: text,
    payload: text,
    /** What finds it beside its payload: see `searchTerms`. */
    search_terms: textOrNull,
    /** Who sent it, by its token; null for one without a name. */
    sender: textOrNull,
    /** What its sender calls such a message. */
    topic: textOrNull,
  },
  /** One record per phone line; those without a usable number once per own id, name or content. */
  addresses: {
    id: text,
    /** What makes it the same: phone key, else channel and own id, else the hash of the content. */
    dedup_key: text,
    /** Phone key; null without a usable number. */
    number_key: textOrNull,
    number: textOrNull,
    e164: textOrNull,
    display: text,
    number_kind: presetText,
    /** Further numbers and the fields they came in, oldest first, as a JSON list. */
    aliases: presetText,
    name: textOrNull,
    is_customer: integer,
    is_courier: integer,
    /** All other fields, as a JSON object. */
    fields: text,
    /** What each source said last, as a JSON object: its hash, and a fingerprint for each field. */
    last_reports: text,
    /** What a person has set right, as a JSON object. */
    corrections: presetText,
    /** The desk that set something right last, and when. */
    corrected_by: textOrNull,
    corrected_at: textOrNull,
    /** Who else has the number, as a JSON list of all that is kept about each. */
    others: presetText,
    /** By what it stands in its place in a phone book. */
    sort_name: presetText,
    /** Folded for search. */
    search: text,
    created_at: text,
    updated_at: text,
    /** Of couriers only, as all that follows: their last sign of life. */
    seen_at: textOrNull,
    /** What the system that sends calls the courier, as `ownIdOf` has it. */
    own_id: textOrNull,
    /** Whom it is about; null for one that no report has told of, whose id is that of the address. */
    courier_id: textOrNull,
    /** What the system that sends calls the customer, likewise. */
    customer_id: textOrNull,
  },
  /** Every courier, as the address that it was heard of last by has it. */
  couriers: {
    id: text,
    address_id: text,
    own_id: textOrNull,
    name: textOrNull,
    number: textOrNull,
    display: text,
    /** Phone key. */
    line: textOrNull,
    /** As it was sent. */
    status: textOrNull,
    vehicle: textOrNull,
    seen_at: textOrNull,
  },
  /** By what couriers are known again, in reports and in jobs. */
  courier_names: {
    /** Phone key, own id or name, as they make an address unique. */
    name: text,
    courier_id: text,
    /** The address that says so. */
    address_id: text,
    /** 0 for a further number, which several may share. */
    is_own: integer,
  },
  /** How much there is to do for whoever open jobs name in one way; kept by triggers. */
  courier_loads: {
    courier_key: text,
    open_jobs: integer,
    underway_jobs: integer,
    /** Those that are due first, as a JSON list of one word for each. */
    first_jobs: presetText,
  },
  /** By which numbers an address is found: its own and its aliases. */
  address_numbers: {
    number_key: text,
    address_id: text,
    /** 1 for the number that is the dedup key, 0 for an alias. */
    is_own: integer,
  },
  /** The current state of every call. */
  calls: {
    id: text,
    /** `callId` with `startedAt`; null for a report that names no call. */
    dedup_key: textOrNull,
    call_id: textOrNull,
    state: textOrNull,
    direction: textOrNull,
    number: textOrNull,
    number_key: textOrNull,
    e164: textOrNull,
    name: textOrNull,
    missed: integer,
    settled: presetInteger,
    /** The desk that said so, and when; null if a talk has settled it. */
    settled_by: textOrNull,
    settled_at: textOrNull,
    note: textOrNull,
    note_by: textOrNull,
    note_at: textOrNull,
    claimed_by: textOrNull,
    claimed_at: textOrNull,
    /** `ByDesk`s as a JSON list; null if nobody has tried. */
    attempts: textOrNull,
    remind_at: textOrNull,
    remind_by: textOrNull,
    /** The job it was put to, by what a version of that is called, as in `job_assignments`. */
    job: textOrNull,
    contact: textOrNull,
    started_at: textOrNull,
    answered_at: textOrNull,
    ended_at: textOrNull,
    /** When it began as far as is known, else when it was first reported: what lists sort by. */
    sort_at: text,
    payload: text,
    /** What merging needs to know of the reports so far, as JSON. */
    merge_state: text,
    created_at: text,
    updated_at: text,
  },
  /** Every distinct report of a call. */
  call_reports: {
    id: text,
    call: text,
    content_hash: text,
    received_at: text,
    payload: text,
  },
  /** Every version of every job, and what it says. */
  job_versions: {
    /** In the order in which they were accepted, as that of the event. */
    id: text,
    /** What its sender calls the job, or `#` and its own id: see `ownName`. It never changes. */
    name: text,
    status: textOrNull,
    status_class: jobClass,
    /** `FactsReading` as JSON. */
    facts: presetText,
    /** When it says that what it tells happened; and its sender and where it says so. */
    happened_at: textOrNull,
    happened_in: textOrNull,
    /** For one that came late, the version that it counts before: see `VersionOrder`. */
    before_id: textOrNull,
    received_at: text,
    /** Its JSON text, or nothing where the event has it: see `VERSION_TEXT`. */
    payload: text,
    /** The event that it came with; null for those that were stored before this was noted. */
    event: textOrNull,
    /** Who sent it, as that of the event, which may be gone. */
    sender: textOrNull,
  },
  /** Every job as it is after all its versions, for lists. */
  jobs: {
    /** The best of its names, or `#` and its id if it has none. */
    name: text,
    /** That of its first version. */
    id: text,
    /** The newest version, whose time and size these are. */
    version_id: text,
    received_at: text,
    bytes: integer,
    status: textOrNull,
    /** What the status means, or that it is done because a desk has closed it. */
    status_class: jobClass,
    is_open: integer,
    /** 1 while what a desk has closed is closed for that. */
    closed_by_hand: presetInteger,
    /** What the status means for a job that is closed by hand; null for all others. */
    reported_class: jobClass,
    /** What desks have done to it, as all its rows of `job_assignments` together have it. */
    ...assigned,
    /** 1 once a version was under way. */
    was_underway: presetInteger,
    /** `FactsState` as JSON. */
    facts: presetText,
    /** The latest `happened_at` for each `happened_in`, as a JSON object. */
    latest_times: presetText,
    due_at: textOrNull,
    /** What lists sort by: `dueSortKey` of `due_at` and `received_at`. */
    due_sort_key: presetText,
    /** Folded. */
    courier_name: textOrNull,
    /** Phone key. */
    courier_line: textOrNull,
    /** Line, own id and name of the courier together, as `courierKey` writes them. */
    courier_key: textOrNull,
    /** Folded for search. */
    search: text,
  },
  /**
   * What desks have done to a job by hand. It belongs to the job that has its version: by new versions
   * and new readings jobs become one, or two.
   */
  job_assignments: {
    /** The newest version of the job when it was done, and what that one is called. */
    id: text,
    name: text,
    ...assigned,
  },
  /** Further names by which a job is known. */
  job_names: {
    name: text,
    /** What versions that carry the name as well call the job. */
    reference: text,
    /** 1 for a name that only an earlier reading had for it. */
    is_former: integer,
    /** The job that the name means, if that goes by another one. */
    job: textOrNull,
  },
  /** Jobs whose row says less than their versions, because there are very many of them. */
  stale_jobs: {
    name: text,
  },
  /** By which rules the records of each kind were read. */
  readings: {
    kind: text,
    version: text,
    /** How far they are read by them, while that lasts; null when all are. */
    cursor: textOrNull,
  },
  /** What people have said about the messages of a sender, each time that they saved it. */
  mapping_versions: {
    id: text,
    /** Empty for all without a name. */
    sender: text,
    channel: text,
    /** From 1; the last one counts. */
    version: integer,
    /** `MappingRule`s as JSON. */
    rules: text,
    saved_at: text,
    /** The desk. */
    saved_by: textOrNull,
  },
  /** Which versions of jobs carry which phone number. */
  job_numbers: {
    number_key: text,
    /** What the versions that carry it are called. */
    name: text,
    received_at: text,
  },
  /** Numbers that were erased for good: nothing about them is stored again. */
  suppressed_numbers: {
    number_key: text,
    since: text,
  },
  /** Numbers that were erased of late, which nobody can read here: see `ErasureMarks`. */
  erasure_marks: {
    /** Empty for the newest that has run out: of what is older nobody can tell. */
    hash: text,
    /** Some bits of another hash, that tells most other numbers from it at once. */
    prefilter: text,
    erased_at: text,
  },
  /** What the numbers are hashed with; one row. */
  erasure_key: {
    secret: text,
  },
  /** What the requests were called that have brought in events of a stream, for some time. */
  event_names: {
    name: text,
    received_at: text,
  },
  /** What the database refused, with the reason. */
  dead_letters: {
    id: text,
    at: text,
    kind: text,
    reason: text,
    content: text,
  },
  /** Up to where each epoch of the stream that several nodes share is stored. */
  archive_feed: {
    instance: text,
    seq: bigint,
  },
  /** Batches that are stored, so that one that is delivered twice counts once. */
  applied_batches: {
    id: text,
    applied_at: text,
  },
  /** What is counted of each sender at each URL. */
  sources: {
    /** Empty for those without a name. */
    sender: text,
    /** A channel, `generic`, or `other` for what was sent to a path that does not exist. */
    url: text,
    /** The run of the service that has counted it. */
    life: text,
    /** `SourceState` as JSON. */
    state: text,
  },
  /** Which senders and URLs are silent, and since when. */
  silences: {
    name: text,
    since: text,
  },
} as const;

type Columns = typeof TABLES;
/** The same for the query builder. */
export type Schema = {
  [Table in keyof Columns]: {
    [Name in keyof Columns[Table]]: Columns[Table][Name] extends Column<infer Held, infer Given>
      ? ColumnType<Held, Given, Held>
      : never;
  };
};

/** The tables whose rows are named by an id, and may have to be looked at one by one. */
export const SCANNED = [
  'addresses',
  'calls',
  'call_reports',
  'job_versions',
  'job_assignments',
  'events',
  'dead_letters',
  'mapping_versions',
] as const satisfies (keyof Schema)[];
export type Scanned = (typeof SCANNED)[number];

/** What triggers keep of other rows: whoever copied it with them would have it twice. */
export const KEPT_BY_TRIGGERS = 'courier_loads';

/** Every table that holds what was sent, or was made of it; each behind those that it points to. */
export const RECORD_TABLES = [
  ...SCANNED,
  // Point to addresses.
  'address_numbers',
  'couriers',
  'courier_names',
  // Made anew from the versions that are left.
  'jobs',
  'job_names',
  'job_numbers',
  'stale_jobs',
  KEPT_BY_TRIGGERS,
] as const satisfies (keyof Schema)[];
