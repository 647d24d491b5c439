import type { Job } from '../../backend/archive.ts';
import type { Texts } from '../../language/language.tsx';

const MINUTE = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
/** From here on nobody counts minutes, and in a table they would take the room of the clock's. */
const LONG = 10 * HOUR;

type Due = Pick<Job, 'dueAt' | 'late' | 'statusClass'>;

/** What is done or called off is due no more. */
export function isOpen({ statusClass }: Pick<Job, 'statusClass'>): boolean {
  return statusClass !== 'done' && statusClass !== 'canceled';
}

/**
 * The minutes that are left, begun ones too; 0 and less for a job that is late, by whole ones.
 * Undefined for what has no deadline any more, or none that can be read.
 */
export function minutesLeft(job: Due, now: number): number | undefined {
  const due = isOpen(job) ? Date.parse(job.dueAt ?? '') : Number.NaN;
  if (Number.isNaN(due)) return undefined;
  const left = Math.ceil((due - now) / MINUTE);
  // The server has said so, and knows the time.
  return job.late ? Math.min(left, 0) : left;
}

/** "in 12 Min.", "seit 2 Std. 5 Min. überfällig". */
export function countdownText(minutes: number, texts: Texts): string {
  const words = texts.countdown;
  const count = Math.abs(minutes);
  if (count === 0) return words.justLate;
  const time = spanText(count, texts);
  return minutes > 0 ? words.left(time) : words.late(time);
}

/** "2 Std. 5 Min." */
export function spanText(minutes: number, texts: Texts): string {
  const words = texts.countdown;
  if (minutes >= DAY) return words.days(Math.floor(minutes / DAY));
  if (minutes < HOUR) return words.minutes(minutes);
  const rest = minutes % HOUR;
  const hours = words.hours(Math.floor(minutes / HOUR));
  return rest === 0 || minutes >= LONG ? hours : `${hours} ${words.minutes(rest)}`;
}
