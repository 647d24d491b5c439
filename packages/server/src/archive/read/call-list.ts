import type { PhoneRules } from '@hookline/records/phone';
import type { CallFilter, ItemFormat, PageRequest, TextPage } from '../archive.ts';
import type { Store } from '../store/store.ts';
import { csvOf } from './csv.ts';
import type { Position } from './cursor.ts';
import { withKnownNames } from './known-names.ts';
import { bytesIn, isAfter, isStorable, type List, noVcard, type Place, textPage } from './page.ts';
import { CALL, CALL_COLUMNS, type CallRow, callText } from './shapes.ts';
import { isWithin } from './time-window.ts';

const CALLS: List<Place & { readonly sort_at: string }, CallRow & { key: string }> = {
  name: 'calls',
  position: ({ sort_at, key }) => [sort_at, key],
  write: { json: callText, csv: (row) => csvOf(CALL, row), vcard: noVcard },
};

export async function callPage(
  store: Store,
  rules: PhoneRules,
  filter: CallFilter,
  page: PageRequest,
  format: ItemFormat,
): Promise<TextPage> {
  const key = filter.number === undefined ? undefined : rules.read(filter.number).key;
  return textPage(CALLS, page, format, {
    places: async (after, rows) =>
      // A withheld number is nobody's: calls without a number have nothing in common.
      key === null || (key !== undefined && !isStorable(key))
        ? []
        : callQuery(store, filter, key, after).limit(rows).execute(),
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

export function callQuery(
  { db }: Store,
  filter: CallFilter,
  key: string | undefined,
  after: Position | undefined,
) {
  let query = db
    .selectFrom('calls')
    .select(['id as key', 'sort_at', bytesIn('payload', 'number', 'name', 'note')])
    .where((eb) => eb.and(isWithin('sort_at', filter)))
    .orderBy('sort_at', 'desc')
    .orderBy('id', 'desc');
  if (key !== undefined) query = query.where('number_key', '=', key);
  if (filter.missed !== undefined) query = query.where('missed', '=', filter.missed ? 1 : 0);
  if (after) query = query.where(isAfter(['sort_at', 'id'], after));
  return query;
}
