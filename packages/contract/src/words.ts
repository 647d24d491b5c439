/**
 * Words without the schemas that use them: the archive's threads and the page need no more, and
 * with a schema comes all that checks it.
 */
export { CHANNELS, type Channel } from 'hookline-client/words';

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

export const JOB_ORDERS = ['changed', 'due'] as const;
export type JobOrder = (typeof JOB_ORDERS)[number];

/** In place of a courier, for the jobs that have none. */
export const NO_COURIER = 'none';
