import { useMemo } from 'react';
import type { Job } from '../../backend/archive.ts';
import type { JobFilter } from './job-filter.ts';

/** What has been seen, by whether open jobs or closed ones were looked at. */
const seen: Record<JobFilter['scope'], Set<string>> = {
  open: new Set(),
  closed: new Set(),
  all: new Set(),
};
/** A system that puts anything into its status must not make a list of thousands. */
const MOST = 50;

/** The statuses that the list can be narrowed to: those seen so far, and the one it is narrowed to. */
export function useSeenStatuses(jobs: readonly Job[], { scope, status }: JobFilter): string[] {
  const inList = jobs.map((job) => job.status).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the statuses of the jobs are all that matters of them
  return useMemo(() => {
    for (const job of jobs) {
      if (job.status !== null && seen[scope].size < MOST) seen[scope].add(job.status);
    }
    const all = new Set([...seen[scope], ...(status === '' ? [] : [status])]);
    return [...all].sort((a, b) => a.localeCompare(b));
  }, [inList, scope, status]);
}
