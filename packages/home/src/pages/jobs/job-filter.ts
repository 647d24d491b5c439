import { useState } from 'react';
import type { Parameters } from '../../backend/request.ts';

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
