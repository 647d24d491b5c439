import { useMemo, useState } from 'react';
import type { Job } from '../../backend/archive.ts';
import type { Parameters } from '../../backend/request.ts';
import { statusText } from '../../format/payload-status.ts';
import { shortText } from '../../format/payload-text.ts';
import type { Language } from '../../language/language.tsx';

export const SCOPES = ['open', 'closed', 'all'] as const;

export interface JobFilter {
  readonly scope: (typeof SCOPES)[number];
  readonly status: string;
  readonly q: string;
}

/** Whoever looks at another page and comes back finds the list as they left it. */
let last: JobFilter = { scope: 'open', status: '', q: '' };

export function useJobFilter(): [JobFilter, (change: Partial<JobFilter>) => void] {
  const [filter, setFilter] = useState(last);
  const change = (part: Partial<JobFilter>) => {
    last = { ...last, ...part };
    setFilter(last);
  };
  return [filter, change];
}

export function parametersOf({ scope, status, q }: JobFilter): Parameters {
  return {
    ...(scope !== 'all' && { open: scope === 'open' }),
    ...(status !== '' && { status }),
    ...(q.trim() !== '' && { q: q.trim() }),
  };
}

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

/** For a list of statuses: two systems may mean the same by different words. */
export function statusChoice(status: string, language: Language): string {
  const word = statusText(status, language);
  const sent = shortText(status, 40);
  return word.toLowerCase() === sent.toLowerCase() ? word : `${word} (${sent})`;
}
