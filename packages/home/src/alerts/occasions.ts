import type { LiveEvent } from 'hookline-client';
import type { LiveCall } from 'hookline-client/telephony';
import type { Job } from '../backend/archive.ts';
import { isOwn, isRingingHere } from '../parts/calls/other-party.ts';
import { minutesLeft } from '../parts/jobs/countdown.ts';
import { jobName } from '../parts/jobs/job-facts.ts';

export const ALERT_CHANNELS = ['kunden', 'kuriere', 'jobs', 'generic'] as const;
type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** What somebody has asked for. */
export interface WantedAlerts {
  readonly sound: boolean;
  readonly notifications: boolean;
  /** Channels whose events alert. Calls always do. */
  readonly alertChannels: readonly AlertChannel[];
  /** Whether a job that becomes late does. */
  readonly alertLate: boolean;
}

/** Whether an event is news worth a sound: never what had happened before the line was up. */
export function isNews(event: LiveEvent, { alertChannels }: WantedAlerts): boolean {
  const channel: AlertChannel = event.channel ?? 'generic';
  return !event.replayed && alertChannels.includes(channel);
}

/** The calls that ring at this desk or at all of them, whether or not they can be answered here. */
export function ringingHere(calls: readonly LiveCall[], extension: string | null): LiveCall[] {
  return calls.filter((call) => isRingingHere(call) && isOwn(call, extension));
}

/** Which jobs have become late since one looked, each once for a deadline. */
export class LateWatch {
  readonly #known = new Set<string>();
  #hasBegun = false;

  /** What was late before one began to look is no news. */
  look(jobs: readonly Job[], now: number): Job[] {
    const late = jobs.filter((job) => (minutesLeft(job, now) ?? 1) <= 0);
    const news = late.filter((job) => !this.#known.has(deadlineOf(job)));
    for (const job of news) this.#known.add(deadlineOf(job));
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    return isFirst ? [] : news;
  }
}

/** Once it is under way, a job has another deadline, and can be late once more. */
function deadlineOf(job: Job): string {
  return `${job.dueAt} ${jobName(job)}`;
}
