/**
 * Words without the schemas that use them: the archive's threads and the page need no more, and
 * with a schema comes all that checks it.
 */
import { CHANNELS, type Channel } from 'hookline-client/words';

export { CHANNELS, type Channel };

/** How a filter names the events of the generic URL, which have no channel. */
export const GENERIC = 'generic';

/** What a status means for a job. */
export const JOB_CLASSES = [
  'new',
  'open',
  'assigned',
  'underway',
  'problem',
  'done',
  'canceled',
] as const;
export type JobClass = (typeof JOB_CLASSES)[number];

/** What a status means for a courier. */
export const COURIER_CLASSES = ['free', 'busy', 'break', 'off'] as const;
export type CourierClass = (typeof COURIER_CLASSES)[number];

/** What is tried more often has lost its beginning. */
export const MOST_ATTEMPTS = 100;

export const ADDRESS_ORDERS = ['newest', 'name', 'best'] as const;

export const JOB_ORDERS = ['changed', 'due'] as const;
export type JobOrder = (typeof JOB_ORDERS)[number];

/** In place of a courier, for the jobs that have none. */
export const NO_COURIER = 'none';

/** All senders without a name together. */
export const UNNAMED_SENDER = 'unbekannt';

const side = <const S extends 'pickup' | 'dropoff'>(name: S) =>
  [`${name}.name`, `${name}.address`, `${name}.phone`, `${name}.note`] as const;
/** What a value of a message can be said to be, of a job. */
export const JOB_TARGETS = [
  'reference',
  'alias',
  'status',
  'at',
  ...side('pickup'),
  ...side('dropoff'),
  'courier.name',
  'courier.phone',
  'pickupBy',
  'deliverBy',
  'parcels',
] as const;
/** The same of a customer or a courier. */
export const CONTACT_TARGETS = [
  'ownId',
  'name',
  'phone',
  'address',
  'note',
  'state',
  'vehicle',
] as const;
/** Where in a message a job or a contact is. */
export const RECORD_TARGET = 'record';
export const TARGETS = [RECORD_TARGET, ...JOB_TARGETS, ...CONTACT_TARGETS] as const;
export type Target = (typeof TARGETS)[number];
export const TARGETS_OF = {
  jobs: [RECORD_TARGET, ...JOB_TARGETS],
  kunden: [RECORD_TARGET, ...CONTACT_TARGETS],
  kuriere: [RECORD_TARGET, ...CONTACT_TARGETS],
} as const satisfies Record<Channel, readonly Target[]>;

/** What comes first in `03/04/2026`. */
export const DATE_ORDERS = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];
/** Of what a mapping tells, those that are a moment. */
export const TIME_TARGETS: readonly Target[] = ['at', 'pickupBy', 'deliverBy'];

/** Of one mapping. */
export const MAPPING_LIMITS = { rules: 100, levels: 12, words: 300, pathLength: 500 } as const;
