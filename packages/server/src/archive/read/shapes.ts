import type { Selectable } from 'kysely';
import { addressNumbersFromJson } from '../normalise/address-numbers.ts';
import type { Schema } from '../store/schema.ts';
import { csvHeadingOf } from './csv.ts';
import type { KnownName } from './known-names.ts';
import { JsonText, jsonOf, type Shape } from './shape.ts';

type Columns<Table extends keyof Schema, Column extends keyof Selectable<Schema[Table]>> = Pick<
  Selectable<Schema[Table]>,
  Column
>;

/** What of each table is needed to write its items. */
export const ADDRESS_COLUMNS = [
  ...(['id', 'number', 'number_key', 'e164', 'display', 'aliases', 'name'] as const),
  ...(['is_customer', 'is_courier', 'fields', 'created_at', 'updated_at'] as const),
] as const;
export const CALL_COLUMNS = [
  ...(['id', 'call_id', 'state', 'direction', 'number', 'number_key', 'e164', 'name'] as const),
  ...(['missed', 'settled', 'note', 'started_at', 'ended_at', 'sort_at', 'payload'] as const),
] as const;
export const EVENT_COLUMNS = [
  ...(['id', 'event_id', 'instance', 'channel', 'received_at', 'payload'] as const),
] as const;

export type AddressRow = Columns<'addresses', (typeof ADDRESS_COLUMNS)[number]>;
export type CallRow = Columns<'calls', (typeof CALL_COLUMNS)[number]> & KnownName;
export type EventRow = Columns<'events', (typeof EVENT_COLUMNS)[number]>;
export type JobRow = Columns<
  'job_versions',
  'id' | 'reference' | 'status' | 'received_at' | 'payload'
>;

export const ADDRESS: Shape<AddressRow> = [
  ['id', (row) => row.id],
  ['number', (row) => row.number],
  ['e164', (row) => row.e164],
  ['display', (row) => row.display],
  ['line', (row) => row.number_key],
  ['name', (row) => row.name],
  ['roles', rolesOf],
  ['numbers', numbersOf],
  ['fields', (row) => new JsonText(row.fields)],
  ['createdAt', (row) => row.created_at],
  ['updatedAt', (row) => row.updated_at],
];

export const CALL: Shape<CallRow> = [
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
  ['settled', (row) => row.settled === 1],
  ['note', (row) => row.note],
  ['startedAt', (row) => row.started_at],
  ['endedAt', (row) => row.ended_at],
  ['payload', (row) => new JsonText(row.payload)],
];

export const JOB: Shape<JobRow> = [
  ['id', (row) => row.id],
  ['reference', (row) => row.reference],
  ['status', (row) => row.status],
  ['receivedAt', (row) => row.received_at],
  ['payload', (row) => new JsonText(row.payload)],
];

export const EVENT: Shape<EventRow> = [
  ['id', (row) => row.id],
  ['eventId', (row) => row.event_id],
  ['instance', (row) => row.instance],
  ['channel', (row) => row.channel],
  ['receivedAt', (row) => row.received_at],
  ['payload', (row) => new JsonText(row.payload)],
];

/** The JSON text of an `Address`. */
export const addressText = (row: AddressRow): string => jsonOf(ADDRESS, row);
/** The JSON text of a `Call`. */
export const callText = (row: CallRow): string => jsonOf(CALL, row);
/** The JSON text of a `Job`: one version of it. */
export const jobText = (row: JobRow): string => jsonOf(JOB, row);
/** The JSON text of an `ArchivedEvent`. */
export const eventText = (row: EventRow): string => jsonOf(EVENT, row);

const HEADINGS = {
  addresses: csvHeadingOf(ADDRESS),
  calls: csvHeadingOf(CALL),
  jobs: csvHeadingOf(JOB),
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
  const numbers = addressNumbersFromJson(aliases).map(({ key, field, number, display }) => ({
    number,
    line: key,
    display,
    field,
  }));
  return new JsonText(JSON.stringify(numbers));
}
