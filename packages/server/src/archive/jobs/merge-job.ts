import type { JobClass, JobFacts } from '@hookline/contract';
import {
  dueAt,
  type FactsReading,
  type FactsState,
  factsAfter,
  isOpenClass,
  NO_FACTS,
  withVersion,
} from '@hookline/records';
import { type LatestTimes, type Placed, type Telling, withTime } from './version-order.ts';

/** What one version says about how its job is. */
export interface VersionReport extends Telling {
  readonly status: string | null;
  readonly statusClass: JobClass | null;
  readonly facts: FactsReading;
}

/** How a job is after some of its versions. */
export interface JobState {
  /** Of the newest version that has one. */
  readonly status: string | null;
  readonly statusClass: JobClass | null;
  readonly wasUnderway: boolean;
  readonly facts: FactsState;
  readonly latestTimes: LatestTimes;
}

/** Until a version says how far it is, a job has only been announced. */
export const ANNOUNCED: JobState = {
  status: null,
  statusClass: 'new',
  wasUnderway: false,
  facts: NO_FACTS,
  latestTimes: {},
};

/** How it is after one more version, which counts after all before. */
export function withNewer(state: JobState, version: VersionReport): JobState {
  const { status, statusClass, facts } = version;
  const isStated = status !== null || statusClass !== null;
  return {
    status: status ?? state.status,
    statusClass: isStated ? statusClass : state.statusClass,
    wasUnderway: state.wasUnderway || statusClass === 'underway',
    facts: withVersion(state.facts, facts),
    latestTimes: withTime(state.latestTimes, version),
  };
}

/** How a job is after some of its versions, and what has become of a closing by hand. */
export interface Replay {
  readonly state: JobState;
  /** How it was when it was closed, after the first version since. */
  readonly closedAs?: JobState;
  /** A version since has told another status: the closing has ended. */
  readonly isReopened: boolean;
}

export const NOT_BEGUN: Replay = { state: ANNOUNCED, isReopened: false };

/** With one more version, after all before; `closedWith` is the newest one at the closing. */
export function replayed(
  { state, closedAs, isReopened }: Replay,
  version: VersionReport & Pick<Placed, 'id' | 'before_id'>,
  closedWith: string | null,
): Replay {
  const next = withNewer(state, version);
  // What came late tells of before.
  const isBefore = closedWith === null || version.id <= closedWith || version.before_id !== null;
  if (isBefore) return { state: next, ...(closedAs && { closedAs }), isReopened };
  const before = closedAs ?? state;
  return { state: next, closedAs: before, isReopened: isReopened || reportsOther(version, before) };
}

export function reportsOther({ status, statusClass }: VersionReport, before: JobState): boolean {
  const isStated = status !== null || statusClass !== null;
  return (
    (status !== null && status !== before.status) ||
    (isStated && statusClass !== before.statusClass)
  );
}

export function isOpen({ statusClass }: Pick<JobState, 'statusClass'>): boolean {
  return isOpenClass(statusClass);
}

export function dueOf({ facts, wasUnderway }: JobState, timeZone: string): string | null {
  return dueAt(factsAfter(facts), wasUnderway, timeZone);
}

/** What sorts behind every time. */
export const NEVER = '9999-12-31T23:59:59.999Z';

/**
 * What jobs are sorted by in the order of their due times: that time, or the end of all times, and
 * behind it the time of the last change with every digit taken from nine. So of those that are due
 * at once, or never, the one changed last comes first, and one index goes through all in one
 * direction. Compared with a time, it is earlier if and only if the due time is.
 */
export function dueSortKey(dueAt: string | null, changedAt: string): string {
  const turned = changedAt.replace(/\d/g, (digit) => String(9 - Number(digit)));
  return `${dueAt ?? NEVER} ${turned}`;
}

export function shownFacts(stored: string): JobFacts {
  return factsAfter(factsState(stored));
}

/** What is known of the facts; a job that was never read for them has none. */
export function factsState(stored: string): FactsState {
  return { ...NO_FACTS, ...JSON.parse(stored) };
}
