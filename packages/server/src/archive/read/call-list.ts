import type { CallFilter } from '@hookline/contract';
import type { PhoneRules } from '@hookline/records/phone';
import { sql } from 'kysely';
import type { ItemFormat, PageRequest, TextPage } from '../archive.ts';
import type { Store } from '../store/store.ts';
import { CallWords } from './call-search.ts';
import { csvOf } from './csv.ts';
import type { Position } from './cursor.ts';
import { withKnownNames } from './known-names.ts';
import {
  bytesIn,
  isAfter,
  isStorable,
  type List,
  noVcard,
  type Place,
  type Places,
  textPage,
} from './page.ts';
import { CALL, CALL_COLUMNS, type CallRow, callText } from './shapes.ts';
import { isWithin, searchWindow } from './time-window.ts';

/** Names are looked up for every call on the way: without a window that would be all of them. */
const SEARCHED = 90 * 24 * 60 * 60 * 1000;

type CallPlace = Place & { readonly sort_at: string };

const CALLS: List<CallPlace, CallRow & { key: string }> = {
  name: 'calls',
  position: ({ sort_at, key }) => [sort_at, key],
  write: { json: callText, csv: (row) => csvOf(CALL.csv, row), vcard: noVcard },
  sheet: CALL.sheet,
};

export function callPage(
  store: Store,
  rules: PhoneRules,
  filter: CallFilter,
  page: PageRequest,
  format: ItemFormat,
  now: number,
): Promise<TextPage> {
  return textPage(CALLS, page, format, {
    places: callPlaces(store, rules, filter, now),
    rows: async (keys) => {
      const rows = store.db
        .selectFrom('calls')
        .select(CALL_COLUMNS)
        .select('id as key')
        .where('id', 'in', keys);
      return withKnownNames(store.db, rules, await rows.execute());
    },
  });
}

export function callPlaces(
  store: Store,
  rules: PhoneRules,
  filter: CallFilter,
  now: number,
): Places<CallPlace> {
  const words = new CallWords(filter.q ?? '', rules);
  const window = { ...filter, ...searchWindow(filter, SEARCHED, now) };
  const key = filter.number === undefined ? undefined : rules.read(filter.number).key;
  return async (after, rows) => {
    // A withheld number is nobody's: calls without a number have nothing in common.
    if (key === null || !isStorable(key ?? '') || !isStorable(filter.claimedBy ?? '')) return [];
    return words.isEmpty
      ? callQuery(store, filter, key, after).limit(rows).execute()
      : words.first(store, (from) => callQuery(store, window, key, from), after, rows);
  };
}

export function callQuery(
  { db }: Store,
  filter: CallFilter,
  key: string | undefined,
  after: Position | undefined,
) {
  const { missed, settled, claimedBy } = filter;
  let query = db
    .selectFrom('calls')
    .select(['id as key', 'sort_at', bytesIn('payload', 'number', 'name', 'note')])
    .where((eb) => eb.and(isWithin('sort_at', filter)))
    .orderBy('sort_at', 'desc')
    .orderBy('id', 'desc');
  if (key !== undefined) query = query.where('number_key', '=', key);
  // Written out, for the indexes of calls that are few are known by these values.
  if (missed !== undefined) {
    // Of the settled ones nearly all were missed: SQLite would take the index of all the missed.
    const column = settled ? sql<number>`(missed + 0)` : sql.ref<number>('missed');
    query = query.where(column, '=', sql.lit(missed ? 1 : 0));
  }
  if (settled !== undefined) query = query.where('settled', '=', sql.lit(settled ? 1 : 0));
  if (claimedBy !== undefined) query = query.where('claimed_by', '=', claimedBy);
  if (after) query = query.where(isAfter(['sort_at', 'id'], after));
  return query;
}
