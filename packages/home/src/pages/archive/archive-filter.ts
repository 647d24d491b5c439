import type { Channel } from '@hookline/contract';
import type { ListFilters, ListName } from '../../backend/archive.ts';
import { queryOf, textsOf } from '../../filter.ts';
import { checkedDay, windowOf } from '../../format/day-range.ts';
import type { Day } from '../../format/days.ts';
import { linkTo, type Route } from '../../route.ts';

export const KINDS = ['events', 'calls', 'jobs', 'addresses'] as const satisfies ListName[];
export const SOURCES = ['kunden', 'kuriere', 'jobs', 'generic'] as const satisfies (
  | Channel
  | 'generic'
)[];
export type Source = (typeof SOURCES)[number];

/** What is looked for. All of it is kept while another kind is looked at, which may not use it. */
export interface ArchiveFilter {
  readonly kind: (typeof KINDS)[number];
  readonly q: string;
  readonly channel: Source | '';
  readonly number: string;
  readonly from: Day;
  readonly until: Day;
}

export const NO_FILTER: ArchiveFilter = {
  kind: 'events',
  q: '',
  channel: '',
  number: '',
  from: '',
  until: '',
};

type Field = 'q' | 'channel' | 'number' | 'days';
type FieldOf<L extends ListName> =
  | Extract<keyof ListFilters[L], Field>
  | ('since' extends keyof ListFilters[L] ? 'days' : never);

const USES: Record<ListName, readonly Field[]> = {
  events: ['q', 'channel', 'days'],
  calls: ['q', 'number', 'days'],
  jobs: ['q', 'days'],
  addresses: ['q', 'number'],
} satisfies { [L in ListName]: readonly FieldOf<L>[] };

export function uses({ kind }: ArchiveFilter, field: Field): boolean {
  return USES[kind].includes(field);
}

export function addressOf({ kind, ...rest }: ArchiveFilter): string {
  const { kind: _kind, ...usual } = NO_FILTER;
  return linkTo('archive', kind, queryOf(rest, usual));
}

/** What an address says; what it says wrongly, somebody has typed or cut, and it counts as unsaid. */
export function filterFrom({ item = '', query }: Pick<Route, 'item' | 'query'>): ArchiveFilter {
  // Links of earlier versions have the query in what is encoded.
  const [name, ...old] = item.split('?');
  const texts = textsOf(query === '' ? old.join('?') : query);
  return {
    kind: KINDS.find((each) => each === name) ?? NO_FILTER.kind,
    q: texts.get('q') ?? '',
    channel: SOURCES.find((each) => each === texts.get('channel')) ?? '',
    number: texts.get('number') ?? '',
    from: checkedDay(texts.get('from') ?? ''),
    until: checkedDay(texts.get('until') ?? ''),
  };
}

/** What the list is asked for. */
export function parametersOf(
  filter: ArchiveFilter,
): ListFilters['events'] & Pick<ListFilters['calls'], 'number'> {
  return {
    ...(uses(filter, 'q') && filter.q.trim() !== '' && { q: filter.q.trim() }),
    ...(uses(filter, 'channel') && filter.channel !== '' && { channel: filter.channel }),
    ...(uses(filter, 'number') && filter.number.trim() !== '' && { number: filter.number.trim() }),
    ...(uses(filter, 'days') && windowOf(filter)),
  };
}

/** It ends before it begins, and nothing can be in it. */
export function isBackwards(filter: ArchiveFilter): boolean {
  return uses(filter, 'days') && filter.until !== '' && filter.until < filter.from;
}

/** In how many days words are looked for, unless a beginning is given; and in how many one may ask. */
const SEARCHED: Partial<Record<ArchiveFilter['kind'], { days: number; further: number }>> = {
  events: { days: 7, further: 90 },
  calls: { days: 90, further: 365 },
};

/** Undefined if words are looked for in everything, or none are. */
export function shortened(filter: ArchiveFilter) {
  return filter.q.trim() !== '' && filter.from === '' ? SEARCHED[filter.kind] : undefined;
}

/** Nothing but the kind is chosen. */
export function isPlain(filter: ArchiveFilter): boolean {
  return Object.keys(parametersOf(filter)).length === 0;
}
