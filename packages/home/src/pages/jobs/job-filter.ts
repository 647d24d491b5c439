import type { JobStatuses } from '@hookline/contract';
import { type JobOrder, NO_COURIER } from '@hookline/contract/words';
import { useQuery } from '@tanstack/react-query';
import { KEEPS_TRYING, type ListFilters } from '../../backend/archive.ts';
import { request } from '../../backend/request.ts';
import { useFormats } from '../../format/formats.ts';
import { statusText } from '../../format/payload-status.ts';
import { shortText } from '../../format/payload-text.ts';
import type { Language } from '../../language/language.tsx';

export const SCOPES = ['open', 'closed', 'all'] as const;
export const ORDERS: readonly JobOrder[] = ['due', 'changed'];

export interface JobFilter {
  readonly scope: (typeof SCOPES)[number];
  readonly status: string;
  readonly q: string;
  /** `1` if only those are wanted that are late. */
  readonly late: '' | '1';
  /** `1` if only those are wanted that this desk takes care of. */
  readonly mine: '' | '1';
  /** `none` if only those are wanted that no courier has. */
  readonly courier: '' | typeof NO_COURIER;
  /** Empty as long as nobody has chosen one. */
  readonly sort: '' | JobOrder;
}

export const USUAL: JobFilter = {
  scope: 'open',
  status: '',
  q: '',
  late: '',
  mine: '',
  courier: '',
  sort: '',
};

/** What an address says; what it says wrongly counts as unsaid. */
export function filterFrom(query: URLSearchParams): JobFilter {
  return {
    scope: SCOPES.find((each) => each === query.get('scope')) ?? USUAL.scope,
    status: query.get('status') ?? '',
    q: query.get('q') ?? '',
    late: query.get('late') === '1' ? '1' : '',
    mine: query.get('mine') === '1' ? '1' : '',
    courier: query.get('courier') === NO_COURIER ? NO_COURIER : '',
    sort: ORDERS.find((each) => each === query.get('sort')) ?? '',
  };
}

/** What the archive is asked for. `desk` is the name of this one, as it is stored with a claim. */
export function parametersOf(
  filter: JobFilter,
  order: JobOrder,
  desk: string,
): ListFilters['jobs'] {
  const { scope, status, q, late, mine, courier } = filter;
  return {
    open: scope === 'all' ? undefined : scope === 'open',
    status: status || undefined,
    q: q.trim() || undefined,
    late: late !== '' || undefined,
    claimedBy: mine === '' ? undefined : desk,
    courier: courier || undefined,
    sort: order === 'changed' ? undefined : order,
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
