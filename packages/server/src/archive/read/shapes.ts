import { FACT_COLUMNS } from '@hookline/contract/job-facts';
import type { Selectable } from 'kysely';
import { type AddressNumber, addressNumbersFromJson } from '../normalise/address-numbers.ts';
import { shownFacts } from '../normalise/merge-job.ts';
import { ownIdIn, sourceOf, storedOwners } from '../normalise/owners.ts';
import type { Schema } from '../store/schema.ts';
import type { MeantCouriers } from './courier-names.ts';
import { csvHeadingOf } from './csv.ts';
import { referenceOf } from './job-names.ts';
import type { KnownName } from './known-names.ts';
import { JsonText, jsonOf, type Shape } from './shape.ts';

type Columns<Table extends keyof Schema, Column extends keyof Selectable<Schema[Table]>> = Pick<
  Selectable<Schema[Table]>,
  Column
>;

/** What of each table is needed to write its items. */
export const ADDRESS_COLUMNS = [
  'id',
  'number',
  'number_key',
  'e164',
  'display',
  'aliases',
  'name',
  'is_customer',
  'is_courier',
  'fields',
  'corrected_by',
  'corrected_at',
  'created_at',
  'updated_at',
  'seen_at',
  'others',
] as const;
export const CALL_COLUMNS = [
  'id',
  'call_id',
  'state',
  'direction',
  'number',
  'number_key',
  'e164',
  'name',
  'missed',
  'settled',
  'settled_by',
  'settled_at',
  'note',
  'note_by',
  'note_at',
  'claimed_by',
  'claimed_at',
  'started_at',
  'ended_at',
  'sort_at',
  'payload',
] as const;
export const EVENT_COLUMNS = [
  'id',
  'event_id',
  'instance',
  'channel',
  'received_at',
  'sender',
  'payload',
] as const;

export type AddressRow = Columns<'addresses', (typeof ADDRESS_COLUMNS)[number]>;
export type CallRow = Columns<'calls', (typeof CALL_COLUMNS)[number]> & KnownName;
export type EventRow = Columns<'events', (typeof EVENT_COLUMNS)[number]>;
export type VersionRow = Columns<
  'job_versions',
  'id' | 'name' | 'status' | 'status_class' | 'received_at' | 'payload'
>;
/** What desks have done to a job; of most nothing. */
export const HANDLING_COLUMNS = [
  'note',
  'note_by',
  'note_at',
  'claimed_by',
  'claimed_at',
  'closed_by',
  'closed_at',
] as const;
export type HandledRow = Columns<'jobs', (typeof HANDLING_COLUMNS)[number]>;
/** A job as it is at the moment of reading. */
export type JobRow = VersionRow &
  Columns<'jobs', 'facts' | 'due_at'> &
  HandledRow &
  MeantCouriers & { readonly late: number };

const ADDRESS_SAID: Shape<AddressRow> = [
  ['id', (row) => row.id],
  ['number', (row) => row.number],
  ['e164', (row) => row.e164],
  ['display', (row) => row.display],
  ['line', (row) => row.number_key],
  ['name', (row) => row.name],
  ['roles', rolesOf],
  ['numbers', numbersOf],
  ['fields', (row) => new JsonText(row.fields)],
];
const ADDRESS_TIMES: Shape<AddressRow> = [
  ['createdAt', (row) => row.created_at],
  ['updatedAt', (row) => row.updated_at],
  ['seenAt', (row) => row.seen_at],
  ['others', othersOf],
];

/** Who did something and when, as JSON; null if nobody did, or nobody said who. */
function byDesk(desk: string | null, at: string | null): JsonText | null {
  return desk === null ? null : new JsonText(JSON.stringify({ desk, at }));
}

export const ADDRESS: Shape<AddressRow> = [
  ...ADDRESS_SAID,
  ['correctedBy', (row) => byDesk(row.corrected_by, row.corrected_at)],
  ...ADDRESS_TIMES,
];

/** In a table desk and time have a column each. */
export const ADDRESS_TABLE: Shape<AddressRow> = [
  ...ADDRESS_SAID,
  ['correctedBy', (row) => row.corrected_by],
  ['correctedAt', (row) => row.corrected_at],
  ...ADDRESS_TIMES,
];

const CALL_STATE: Shape<CallRow> = [
  ['id', (row) => row.id],
  ['callId', (row) => row.call_id],
  ['state', (row) => row.state],
  ['direction', (row) => row.direction],
  ['number', (row) => row.number],
  ['e164', (row) => row.e164],
  ['line', (row) => row.number_key],
  ['name', (row) => row.known_name ?? row.name],
  ['addressId', (row) => row.address_id],
  ['missed', (row) => row.missed === 1],
];
const CALL_TIMES: Shape<CallRow> = [
  ['startedAt', (row) => row.started_at],
  ['endedAt', (row) => row.ended_at],
  ['payload', (row) => new JsonText(row.payload)],
];

export const CALL: Shape<CallRow> = [
  ...CALL_STATE,
  ['settled', (row) => row.settled === 1],
  ['settledBy', (row) => byDesk(row.settled_by, row.settled_at)],
  ['note', (row) => row.note],
  ['noteBy', (row) => byDesk(row.note_by, row.note_at)],
  ['claimedBy', (row) => byDesk(row.claimed_by, row.claimed_at)],
  ...CALL_TIMES,
];

export const CALL_TABLE: Shape<CallRow> = [
  ...CALL_STATE,
  ['settled', (row) => row.settled === 1],
  ['settledBy', (row) => row.settled_by],
  ['settledAt', (row) => row.settled_at],
  ['note', (row) => row.note],
  ['noteBy', (row) => row.note_by],
  ['noteAt', (row) => row.note_at],
  ['claimedBy', (row) => row.claimed_by],
  ['claimedAt', (row) => row.claimed_at],
  ...CALL_TIMES,
];

const NAMED: Shape<Pick<VersionRow, 'id' | 'name' | 'status' | 'status_class'>> = [
  ['reference', referenceOf],
  ['status', (row) => row.status],
  ['statusClass', (row) => row.status_class],
];
const RECEIVED: Shape<Pick<VersionRow, 'received_at'>> = [['receivedAt', (row) => row.received_at]];
const FACTS: Shape<Pick<JobRow, 'facts'>> = [
  ['facts', (row) => new JsonText(JSON.stringify(shownFacts(row.facts)))],
];
const COURIER: Shape<MeantCouriers> = [
  ['courierId', (row) => row.courier_id],
  ['courierCandidates', (row) => row.courier_ids],
];
const DUE: Shape<Pick<JobRow, 'due_at' | 'late'>> = [
  ['dueAt', (row) => row.due_at],
  ['late', (row) => row.late === 1],
];
export const HANDLING: Shape<HandledRow> = [
  ['note', (row) => row.note],
  ['noteBy', (row) => byDesk(row.note_by, row.note_at)],
  ['claimedBy', (row) => byDesk(row.claimed_by, row.claimed_at)],
  ['closedBy', (row) => byDesk(row.closed_by, row.closed_at)],
];
const PAYLOAD: Shape<Pick<VersionRow, 'payload'>> = [
  ['payload', (row) => new JsonText(row.payload)],
];
const VERSION_ID: Shape<Pick<VersionRow, 'id'>> = [['id', (row) => row.id]];

export const JOB: Shape<JobRow> = [
  ...VERSION_ID,
  ...NAMED,
  ...RECEIVED,
  ...FACTS,
  ...COURIER,
  ...DUE,
  ...HANDLING,
  ...PAYLOAD,
];
export const JOB_VERSION: Shape<VersionRow> = [...VERSION_ID, ...NAMED, ...RECEIVED, ...PAYLOAD];
/** What a `JobHistory` has beside its versions. */
export const JOB_NOW: Shape<Omit<JobRow, 'received_at' | 'payload'>> = [
  ...VERSION_ID,
  ...NAMED,
  ...FACTS,
  ...COURIER,
  ...DUE,
  ...HANDLING,
];

/** In a table each fact has a column of its own. */
export const JOB_TABLE: Shape<JobRow> = [
  ...VERSION_ID,
  ...NAMED,
  ...RECEIVED,
  ...FACT_COLUMNS.map(({ name, value }): Shape<JobRow>[number] => [
    name,
    (row) => value(shownFacts(row.facts)),
  ]),
  ...DUE,
  ...HANDLING_COLUMNS.map((column): Shape<JobRow>[number] => [
    inCamelCase(column),
    (row) => row[column],
  ]),
  ...PAYLOAD,
];

/** `note_by` is `noteBy` in a heading. */
function inCamelCase(column: string): string {
  return column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

export const EVENT: Shape<EventRow> = [
  ['id', (row) => row.id],
  ['eventId', (row) => row.event_id],
  ['instance', (row) => row.instance],
  ['channel', (row) => row.channel],
  ['receivedAt', (row) => row.received_at],
  ['sender', (row) => row.sender],
  ['payload', (row) => new JsonText(row.payload)],
];

/** The JSON text of an `Address`. */
export const addressText = (row: AddressRow): string => jsonOf(ADDRESS, row);
/** The JSON text of a `Call`. */
export const callText = (row: CallRow): string => jsonOf(CALL, row);
/** The JSON text of a `Job`. */
export const jobText = (row: JobRow): string => jsonOf(JOB, row);
/** The JSON text of a `JobVersion`. */
export const versionText = (row: VersionRow): string => jsonOf(JOB_VERSION, row);
/** The JSON text of an `ArchivedEvent`. */
export const eventText = (row: EventRow): string => jsonOf(EVENT, row);

const HEADINGS = {
  addresses: csvHeadingOf(ADDRESS_TABLE),
  calls: csvHeadingOf(CALL_TABLE),
  jobs: csvHeadingOf(JOB_TABLE),
  events: csvHeadingOf(EVENT),
};

export function csvHeading(list: keyof typeof HEADINGS): string {
  return HEADINGS[list];
}

export function rolesOf(row: Pick<AddressRow, 'is_customer' | 'is_courier'>): readonly string[] {
  return [...(row.is_customer ? ['customer'] : []), ...(row.is_courier ? ['courier'] : [])];
}

/** Further numbers by which an address is found, as JSON. */
function numbersOf({ aliases }: Pick<AddressRow, 'aliases'>): JsonText {
  return new JsonText(JSON.stringify(addressNumbersFromJson(aliases).map(shownNumber)));
}

const shownNumber = ({ key, field, number, display }: AddressNumber) => ({
  number,
  line: key,
  display,
  field,
});

/** Who else has the number, as JSON. */
function othersOf({ others }: Pick<AddressRow, 'others'>): JsonText {
  const shown = storedOwners(others).map((owner) => ({
    ownId: ownIdIn(owner),
    name: owner.name,
    roles: owner.roles,
    numbers: owner.numbers.map(shownNumber),
    fields: owner.fields,
    source: sourceOf(owner),
    updatedAt: owner.updatedAt,
  }));
  return new JsonText(JSON.stringify(shown));
}
