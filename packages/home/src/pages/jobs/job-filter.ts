import type { JobStatuses } from '@hookline/contract';
import { JOB_CLASSES, type JobOrder, NO_COURIER } from '@hookline/contract/words';
import type { ListFilters } from '../../backend/archive.ts';
import { useJobStatuses } from '../../backend/one-record.ts';
import { useFormats } from '../../format/formats.ts';

export const SCOPES = ['open', 'closed', 'all'] as const;
export const ORDERS: readonly JobOrder[] = ['due', 'changed'];

type JobClass = (typeof JOB_CLASSES)[number];

export interface JobFilter {
  readonly scope: (typeof SCOPES)[number];
  /** What the status means; empty if any is wanted. */
  readonly class: '' | JobClass;
  /** As a sender has written it. */
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
  class: '',
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
    class: JOB_CLASSES.find((each) => each === query.get('class')) ?? '',
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
    class: filter.class || undefined,
    status: status || undefined,
    q: q.trim() || undefined,
    late: late !== '' || undefined,
    claimedBy: mine === '' ? undefined : desk,
    courier: courier || undefined,
    sort: order === 'changed' ? undefined : order,
  };
}

/** What the list can be narrowed to, with how many jobs there are of each. */
export interface StatusChoices {
  readonly classes: readonly {
    readonly name: JobClass;
    readonly count: string;
  }[];
  /** As senders have written them. */
  readonly words: readonly { readonly status: string; readonly count: string }[];
}

/** All there are among the jobs that are looked at, and what the list is narrowed to. */
export function useStatusChoices(filter: JobFilter): StatusChoices {
  const { data } = useJobStatuses();
  const { number } = useFormats();
  return statusChoices(data?.statuses ?? [], filter, number);
}

export function statusChoices(
  all: JobStatuses['statuses'],
  filter: Pick<JobFilter, 'scope' | 'class' | 'status'>,
  number: (count: number) => string,
): StatusChoices {
  const { scope, status } = filter;
  const looked = all.filter(({ open }) => scope === 'all' || open === (scope === 'open'));
  const digits = (some: typeof looked) =>
    some.length === 0
      ? ''
      : number(some.reduce((sum, { count }) => sum + count, 0)) +
        (some.some(({ isMore }) => isMore) ? '+' : '');
  const of = (name: JobClass) => looked.filter(({ statusClass }) => statusClass === name);
  const words = looked.map((each) => ({ status: each.status, count: digits([each]) }));
  const isKnown = status === '' || words.some((each) => each.status === status);
  return {
    classes: JOB_CLASSES.filter((name) => name === filter.class || of(name).length > 0).map(
      (name) => ({ name, count: digits(of(name)) }),
    ),
    words: (isKnown ? words : [...words, { status, count: '' }]).sort((a, b) =>
      a.status.localeCompare(b.status),
    ),
  };
}

/** A class in a word of the page, a sender's own word as it was sent; with its count. */
export function choiceText(text: string, count: string): string {
  return count === '' ? text : `${text} · ${count}`;
}
