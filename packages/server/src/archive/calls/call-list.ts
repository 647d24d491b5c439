import type { CallFilter } from '@hookline/contract';
import { sql } from 'kysely';
import {
  bytesIn,
  type ItemFormat,
  inOrderFrom,
  isStorable,
  isWithin,
  type List,
  type PageRequest,
  type Place,
  type Places,
  type Position,
  searchWindow,
  type TextPage,
  textPage,
  type View,
} from '../engine/lists/page.ts';
import type { Order } from '../engine/store/search.ts';
import type { Store } from '../engine/store/store.ts';
import { jobCalled, namesOfJobs } from '../jobs/job-names.ts';
import { CALL, CALL_COLUMNS, type CallRow, shownCalls } from './call-fields.ts';
import { CallWords } from './call-search.ts';
import { callerText } from './caller.ts';

/** Names are looked up for every call on the way: without a window that would be all of them. */
const SEARCHED = 90 * 24 * 60 * 60 * 1000;

type CallPlace = Place & { readonly sort_at: string };

const CALLS: List<CallPlace, CallRow & { key: string }> = {
  name: 'calls',
  position: ['sort_at', 'key'],
  ...CALL,
};
const NEWEST_FIRST: Order = { columns: ['sort_at', 'id'], direction: 'backwards' };

export interface CallReader {
  calls(filter: CallFilter, page: PageRequest, format: ItemFormat): Promise<TextPage>;
  /** A `Caller` as JSON text. */
  caller(number: string): Promise<string>;
  /** The line of each number, by which it is compared; null for one that has none. */
  lines(numbers: readonly string[]): Promise<readonly (string | null)[]>;
}

export function callReader(view: () => View): CallReader {
  return {
    async calls(filter, page, format) {
      const { store, rules } = view();
      return textPage(CALLS, page, format, {
        places: callPlaces(view(), filter),
        rows: async (keys) => {
          const rows = store.db
            .selectFrom('calls')
            .select(CALL_COLUMNS)
            .select('id as key')
            .where('id', 'in', keys);
          return shownCalls(store.db, rules, await rows.execute());
        },
      });
    },
    caller: (number) => callerText(view(), number),
    lines: async (numbers) => numbers.map((number) => view().rules.read(number).key),
  };
}

export function callPlaces({ store, rules, now }: View, filter: CallFilter): Places<CallPlace> {
  const words = new CallWords(filter.q ?? '', rules);
  const window = { ...filter, ...searchWindow(filter, SEARCHED, now) };
  const key = filter.number === undefined ? undefined : rules.read(filter.number).key;
  return async (after, rows) => {
    // A withheld number is nobody's: calls without a number have nothing in common.
    if (key === null || !isStorable(key ?? '') || !isStorable(filter.claimedBy ?? '')) return [];
    const jobs = filter.job === undefined ? undefined : await namesOf(store, filter.job);
    if (jobs?.length === 0) return [];
    const narrowed = (by: CallFilter) => ({ ...by, jobs });
    return words.isEmpty
      ? callQuery(store, narrowed(filter), key, after).limit(rows).execute()
      : words.first(store, (from) => callQuery(store, narrowed(window), key, from), after, rows);
  };
}

/** Everything that the versions of a job are called. */
async function namesOf({ db }: Store, called: string): Promise<readonly string[]> {
  const job = isStorable(called) ? await jobCalled(db, called) : undefined;
  return job === undefined ? [] : ((await namesOfJobs(db, [job])).get(job) ?? []);
}

export function callQuery(
  { db }: Store,
  filter: CallFilter & { readonly jobs?: readonly string[] | undefined },
  key: string | undefined,
  after: Position | undefined,
) {
  const { missed, settled, claimedBy, jobs } = filter;
  let query = db
    .selectFrom('calls')
    .select(['id as key', 'sort_at', bytesIn('payload', 'number', 'name', 'note')])
    .where((eb) => eb.and(isWithin('sort_at', filter)));
  if (key !== undefined) query = query.where('number_key', '=', key);
  // Written out, for the indexes of calls that are few are known by these values.
  if (missed !== undefined) {
    // Of the settled ones nearly all were missed: SQLite would take the index of all the missed.
    const column = settled ? sql<number>`(missed + 0)` : sql.ref<number>('missed');
    query = query.where(column, '=', sql.lit(missed ? 1 : 0));
  }
  if (settled !== undefined) query = query.where('settled', '=', sql.lit(settled ? 1 : 0));
  if (claimedBy !== undefined) query = query.where('claimed_by', '=', claimedBy);
  if (jobs !== undefined) query = query.where('job', 'in', jobs);
  return inOrderFrom(query, NEWEST_FIRST, after);
}
