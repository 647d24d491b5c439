import type { JobFacts } from '@hookline/contract';
import { type Moment, timeOnDay } from './times.ts';

/**
 * When somebody has to have done something about a job: picked it up, or delivered it once it is
 * under way. A day is over at its end in the office's time zone.
 */
export function dueAt(
  { pickupBy, deliverBy }: Pick<JobFacts, 'pickupBy' | 'deliverBy'>,
  wasUnderway: boolean,
  timeZone: string,
): Moment | null {
  const due = wasUnderway ? deliverBy : (pickupBy ?? deliverBy);
  return due === null ? null : (timeOnDay('24:00', due, timeZone) ?? due);
}
