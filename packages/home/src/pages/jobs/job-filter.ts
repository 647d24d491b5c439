import type { JobStatuses } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import { KEEPS_TRYING, type ListFilters } from '../../backend/archive.ts';
import { request } from '../../backend/request.ts';
import { useFormats } from '../../format/formats.ts';
import { statusText } from '../../format/payload-status.ts';
import { shortText } from '../../format/payload-text.ts';
import type { Language } from '../../language/language.tsx';

export const SCOPES = ['open', 'closed', 'all'] as const;

export interface JobFilter {
  readonly scope: (typeof SCOPES)[number];
  readonly status: string;
  readonly q: string;
}

export const USUAL: JobFilter = { scope: 'open', status: '', q: '' };

/** What an address says; what it says wrongly counts as unsaid. */
export function filterFrom(query: URLSearchParams): JobFilter {
  return {
    scope: SCOPES.find((each) => each === query.get('scope')) ?? USUAL.scope,
    status: query.get('status') ?? '',
    q: query.get('q') ?? '',
  };
}

export function parametersOf({ scope, status, q }: JobFilter): ListFilters['jobs'] {
  return {
    open: scope === 'all' ? undefined : scope === 'open',
    status: status || undefined,
    q: q.trim() || undefined,
  };
}

/** A status that the list can be narrowed to, and how many jobs have it. */
export interface StatusChoice {
  readonly status: string;
  readonly count: string;
}

/** All there are among the jobs that are looked at, and the one that the list is narrowed to. */
export function useStatusChoices({ scope, status }: JobFilter): readonly StatusChoice[] {
  const { data } = useQuery({
    queryKey: ['jobs', 'statuses'],
    queryFn: ({ signal }) => request<JobStatuses>('GET', '/api/archive/job-statuses', { signal }),
    ...KEEPS_TRYING,
  });
  const all = data?.statuses ?? [];
  const { number } = useFormats();
  const choices = all
    .filter(({ open }) => scope === 'all' || open === (scope === 'open'))
    .map((each) => ({
      status: each.status,
      count: number(each.count) + (each.isMore ? '+' : ''),
    }));
  const isKnown = status === '' || choices.some((each) => each.status === status);
  return (isKnown ? choices : [...choices, { status, count: '' }]).sort((a, b) =>
    a.status.localeCompare(b.status),
  );
}

/** For a list of statuses: two systems may mean the same by different words. */
export function choiceText({ status, count }: StatusChoice, language: Language): string {
  const word = statusText(status, language);
  const sent = shortText(status, 40);
  const name = word.toLowerCase() === sent.toLowerCase() ? word : `${word} (${sent})`;
  return count === '' ? name : `${name} · ${count}`;
}
