import type { CallDirection, CallState, JobClass, Role } from '@hookline/contract';
import { FACT_COLUMNS } from '@hookline/contract/job-facts';
import type { Selectable } from 'kysely';
import type { Sheet } from '../archive.ts';
import { type AddressNumber, addressNumbersFromJson } from '../normalise/address-numbers.ts';
import { shownFacts } from '../normalise/merge-job.ts';
import { ownIdIn, sourceOf, storedOwners } from '../normalise/owners.ts';
import { type Schema, TABLES } from '../store/schema.ts';
import type { MeantCouriers } from './courier-names.ts';
import { csvHeadingOf } from './csv.ts';
import { At, type CellValue } from './excel-cell.ts';
import { type SheetShape, sheetHeading } from './excel-sheet.ts';
import { referenceOf } from './job-names.ts';
import type { KnownName } from './known-names.ts';
import { JsonText, jsonOf, type Shape, type Value } from './shape.ts';

type Columns<Table extends keyof Schema, Column extends keyof Selectable<Schema[Table]>> = Pick<
  Selectable<Schema[Table]>,
  Column
>;

/** All columns of a table but those that no item shows. */
function shownColumns<Table extends keyof Schema, Unshown extends keyof Schema[Table] & string>(
  table: Table,
  ...unshown: readonly Unshown[]
) {
  const left: readonly string[] = unshown;
  const all = Object.keys(TABLES[table]) as (keyof Schema[Table] & string)[];
  return all.filter((name): name is Exclude<typeof name, Unshown> => !left.includes(name));
}

export const ADDRESS_COLUMNS = shownColumns(
  'addresses',
  ...(['dedup_key', 'number_kind', 'last_reports', 'corrections'] as const),
  ...(['search', 'own_id', 'courier_id'] as const),
);
export const CALL_COLUMNS = shownColumns(
  'calls',
  ...(['dedup_key', 'answered_at', 'merge_state', 'created_at', 'updated_at'] as const),
);
export const EVENT_COLUMNS = shownColumns('events', 'found_by');
/** What desks have done to a job; of most nothing. */
export const HANDLING_COLUMNS = shownColumns('job_handling', 'id', 'name');

export type AddressRow = Columns<'addresses', (typeof ADDRESS_COLUMNS)[number]>;
export type CallRow = Columns<'calls', (typeof CALL_COLUMNS)[number]> & KnownName;
export type EventRow = Columns<'events', (typeof EVENT_COLUMNS)[number]>;
export type VersionRow = Columns<
  'job_versions',
  'id' | 'name' | 'status' | 'status_class' | 'received_at' | 'payload'
>;
export type HandledRow = Columns<'jobs', (typeof HANDLING_COLUMNS)[number]>;
/** A job as it is at the moment of reading. */
export type JobRow = VersionRow &
  Columns<'jobs', 'facts' | 'due_at'> &
  HandledRow &
  MeantCouriers & { readonly late: number };

/** A field of an item, wherever it is written: in JSON, as columns of CSV, as columns for Excel. */
interface Field<Row> {
  readonly name: string;
  readonly json: (row: Row) => Value;
  readonly csv: Shape<Row>;
  readonly excel: SheetShape<Row>['known'];
}

/** Without a heading Excel does not have it; without a cell, what JSON has is in its cell. */
function field<Row>(
  name: string,
  json: (row: Row) => Value,
  heading?: string,
  cell: (row: Row) => CellValue = (row) => json(row) as CellValue,
): Field<Row> {
  const excel = heading === undefined ? [] : [[heading, cell] as const];
  return { name, json, csv: [[name, json]], excel };
}

function moment<Row>(
  name: string,
  heading: string,
  value: (row: Row) => string | null,
): Field<Row> {
  return field(name, value, heading, (row) => at(value(row)));
}

/** Who did something, and when: null if nobody did, or nobody said who. Columns for each in tables. */
function byDesk<Did extends string>(
  did: Did,
  heading: string,
): Field<Readonly<Record<`${Did}_by` | `${Did}_at`, string | null>>> {
  type Row = Readonly<Record<`${Did}_by` | `${Did}_at`, string | null>>;
  const who = (row: Row) => row[`${did}_by`];
  const when = (row: Row) => row[`${did}_at`];
  return {
    name: `${did}By`,
    json: (row) => {
      const desk = who(row);
      return desk === null ? null : new JsonText(JSON.stringify({ desk, at: when(row) }));
    },
    csv: [
      [`${did}By`, who],
      [`${did}At`, when],
    ],
    excel: [
      [`${heading} von`, who],
      [`${heading} am`, (row) => at(when(row))],
    ],
  };
}

const at = (time: string | null) => (time ? new At(time) : null);

/** A word of the archive as people say it; one that is not known stays as it is. */
function said(words: Readonly<Record<string, string>>, word: string | null): string | null {
  return word === null ? null : Object.hasOwn(words, word) ? (words[word] ?? word) : word;
}

/** A record in every form; in a table for Excel the fields are in the order in which people look. */
function recordOf<Row>(
  fields: readonly Field<Row>[],
  sent: (row: Row) => string,
  excel: string,
): { readonly json: Shape<Row>; readonly csv: Shape<Row>; readonly sheet: SheetShape<Row> } {
  const known = excel
    .split(' ')
    .flatMap((name) => fields.find((one) => one.name === name)?.excel ?? []);
  return { json: jsonShape(fields), csv: fields.flatMap(({ csv }) => csv), sheet: { known, sent } };
}

function jsonShape<Row>(fields: readonly Field<Row>[]): Shape<Row> {
  return fields.map(({ name, json }) => [name, json]);
}

const ROLES: Readonly<Record<Role, string>> = { customer: 'Kunde', courier: 'Kurier' };
const DIRECTIONS: Readonly<Record<CallDirection, string>> = {
  in: 'eingehend',
  out: 'ausgehend',
  internal: 'intern',
};
const CALL_STATES: Readonly<Record<CallState, string>> = {
  dialing: 'wählt',
  ringing: 'klingelt',
  connected: 'verbunden',
  held: 'gehalten',
  ended: 'beendet',
};
const JOB_CLASSES: Readonly<Record<JobClass, string>> = {
  new: 'neu',
  open: 'offen',
  assigned: 'vergeben',
  underway: 'unterwegs',
  problem: 'Problem',
  done: 'erledigt',
  canceled: 'storniert',
};

const payload = field<{ readonly payload: string }>('payload', (row) => new JsonText(row.payload));

export const ADDRESS = recordOf<AddressRow>(
  [
    field('id', (row) => row.id, 'Kennung'),
    field('number', (row) => row.number),
    field('e164', (row) => row.e164, 'Telefon international'),
    field('display', (row) => row.display, 'Telefon'),
    field('line', (row) => row.number_key),
    field('name', (row) => row.name, 'Name'),
    field('roles', rolesOf, 'Rolle', (row) =>
      rolesOf(row)
        .map((role) => said(ROLES, role))
        .join(', '),
    ),
    field('numbers', numbersOf, 'Weitere Nummern', furtherNumbers),
    field('fields', (row) => new JsonText(row.fields)),
    byDesk('corrected', 'Korrigiert'),
    moment('createdAt', 'Angelegt', (row) => row.created_at),
    moment('updatedAt', 'Geändert', (row) => row.updated_at),
    moment('seenAt', 'Zuletzt gemeldet', (row) => row.seen_at),
    field('others', othersOf, 'Weitere Kontakte', furtherOwners),
  ],
  (row) => row.fields,
  'name roles display e164 numbers others createdAt updatedAt seenAt correctedBy id',
);

const CLAIMED = byDesk('claimed', 'Übernommen');
const note = field<Columns<'jobs', 'note'>>('note', (row) => row.note, 'Notiz');
const NOTED = [note, byDesk('note', 'Notiz')] as const;

export const CALL = recordOf<CallRow>(
  [
    field('id', (row) => row.id, 'Kennung'),
    field('callId', (row) => row.call_id, 'Anruf-ID'),
    field(
      'state',
      (row) => row.state,
      'Zustand',
      (row) => said(CALL_STATES, row.state),
    ),
    field(
      'direction',
      (row) => row.direction,
      'Richtung',
      (row) => said(DIRECTIONS, row.direction),
    ),
    field('number', (row) => row.number, 'Telefon'),
    field('e164', (row) => row.e164, 'Telefon international'),
    field('line', (row) => row.number_key),
    field('name', (row) => row.known_name ?? row.name, 'Name'),
    field('addressId', (row) => row.address_id),
    field('missed', (row) => row.missed === 1, 'Verpasst'),
    field('settled', (row) => row.settled === 1, 'Erledigt'),
    byDesk('settled', 'Erledigt'),
    ...NOTED,
    CLAIMED,
    moment('startedAt', 'Beginn', (row) => row.started_at),
    moment('endedAt', 'Ende', (row) => row.ended_at),
    payload,
  ],
  (row) => row.payload,
  'startedAt endedAt direction state number e164 name missed settled settledBy note noteBy claimedBy callId id',
);

const jobId = field<Pick<VersionRow, 'id'>>('id', (row) => row.id, 'Kennung');
const NAMED: readonly Field<Pick<VersionRow, 'id' | 'name' | 'status' | 'status_class'>>[] = [
  field('reference', referenceOf, 'Auftrag'),
  field('status', (row) => row.status, 'Status'),
  field(
    'statusClass',
    (row) => row.status_class,
    'Bedeutung',
    (row) => said(JOB_CLASSES, row.status_class),
  ),
];
const received = moment<Pick<VersionRow, 'received_at'>>(
  'receivedAt',
  'Empfangen',
  (row) => row.received_at,
);
/** In a table each fact has a column of its own. */
const FACTS: Field<Pick<JobRow, 'facts'>> = {
  name: 'facts',
  json: (row) => new JsonText(JSON.stringify(shownFacts(row.facts))),
  csv: FACT_COLUMNS.map(({ name, value }) => [name, (row) => value(shownFacts(row.facts))]),
  excel: FACT_COLUMNS.map(({ label, kind, value }) => [
    label.de,
    (row) => {
      const fact = value(shownFacts(row.facts));
      if (typeof fact === 'number') return { digits: String(fact) };
      return kind === 'moment' ? at(fact) : fact;
    },
  ]),
};
const HANDLED: readonly Field<HandledRow>[] = [
  ...NOTED,
  CLAIMED,
  byDesk('closed', 'Abgeschlossen'),
];
const NOW: readonly Field<Omit<JobRow, 'received_at' | 'payload'>>[] = [
  FACTS,
  { ...field('courierId', (row) => row.courier_id), csv: [] },
  { ...field('courierCandidates', (row) => row.courier_ids), csv: [] },
  moment('dueAt', 'Fällig', (row) => row.due_at),
  field('late', (row) => row.late === 1, 'Verspätet'),
  ...HANDLED,
];

export const JOB = recordOf<JobRow>(
  [jobId, ...NAMED, received, ...NOW, payload],
  (row) => row.payload,
  'reference status statusClass dueAt late facts note noteBy claimedBy closedBy receivedAt id',
);
const VERSION = jsonShape<VersionRow>([jobId, ...NAMED, received, payload]);
/** What a `JobHistory` has beside its versions. */
export const JOB_NOW = jsonShape<Omit<JobRow, 'received_at' | 'payload'>>([
  jobId,
  ...NAMED,
  ...NOW,
]);
/** What desks have done to a job. */
export const HANDLING = jsonShape(HANDLED);

export const EVENT = recordOf<EventRow>(
  [
    field('id', (row) => row.id, 'Kennung'),
    field(
      'eventId',
      (row) => row.event_id,
      'Nummer',
      (row) => ({ digits: String(row.event_id) }),
    ),
    field('instance', (row) => row.instance, 'Instanz'),
    field('channel', (row) => row.channel, 'Kanal'),
    received,
    field('sender', (row) => row.sender, 'Absender'),
    payload,
  ],
  (row) => row.payload,
  'receivedAt channel sender eventId instance id',
);

/** The JSON text of an `Address`. */
export const addressText = (row: AddressRow): string => jsonOf(ADDRESS.json, row);
/** The JSON text of a `Call`. */
export const callText = (row: CallRow): string => jsonOf(CALL.json, row);
/** The JSON text of a `Job`. */
export const jobText = (row: JobRow): string => jsonOf(JOB.json, row);
/** The JSON text of a `JobVersion`. */
export const versionText = (row: VersionRow): string => jsonOf(VERSION, row);
/** The JSON text of an `ArchivedEvent`. */
export const eventText = (row: EventRow): string => jsonOf(EVENT.json, row);

const HEADINGS = {
  addresses: headingsOf(ADDRESS),
  calls: headingsOf(CALL),
  jobs: headingsOf(JOB),
  events: headingsOf(EVENT),
};

function headingsOf<Row>({ csv, sheet: shape }: ReturnType<typeof recordOf<Row>>) {
  return { csv: csvHeadingOf(csv), excel: (sheet: Sheet) => sheetHeading(shape, sheet) };
}

export function csvHeading(list: keyof typeof HEADINGS): string {
  return HEADINGS[list].csv;
}

export function sheetHeadingOf(list: keyof typeof HEADINGS, sheet: Sheet): string {
  return HEADINGS[list].excel(sheet);
}

export function rolesOf(row: Pick<AddressRow, 'is_customer' | 'is_courier'>): readonly string[] {
  return [...(row.is_customer ? ['customer'] : []), ...(row.is_courier ? ['courier'] : [])];
}

/** Further numbers by which an address is found, as JSON. */
function numbersOf({ aliases }: Pick<AddressRow, 'aliases'>): JsonText {
  return new JsonText(JSON.stringify(addressNumbersFromJson(aliases).map(shownNumber)));
}

function furtherNumbers({ aliases }: AddressRow): string {
  return addressNumbersFromJson(aliases)
    .map(({ display, number }) => display ?? number)
    .join(' | ');
}

const shownNumber = ({ key, field: of, number, display }: AddressNumber) => ({
  number,
  line: key,
  display,
  field: of,
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

/** Who else has the number: `K-100 Praxis Dr. Alt`. */
function furtherOwners({ others }: AddressRow): string {
  return storedOwners(others)
    .map((owner) => [ownIdIn(owner), owner.name].filter(Boolean).join(' '))
    .join(' | ');
}
