import type { EventFilter } from '@hookline/contract';
// Not all of the contract: a thread that checks no schema need not load what makes them.
import { GENERIC } from '@hookline/contract/channel';
import { sql } from 'kysely';
import type { ItemFormat, PageRequest, TextPage } from '../archive.ts';
import type { Store } from '../store/store.ts';
import { csvOf } from './csv.ts';
import type { Position } from './cursor.ts';
import { EVENT_SHEET } from './excel-shapes.ts';
import { bytesIn, isAfter, type List, noVcard, type Place, type Places, textPage } from './page.ts';
import { payloadWords } from './payload-words.ts';
import { EVENT, EVENT_COLUMNS, type EventRow, eventText } from './shapes.ts';
import { isWithin, searchWindow } from './time-window.ts';

/** Payloads have no index for search: without a window every one of them would be read. */
const SEARCHED = 7 * 24 * 60 * 60 * 1000;

type EventPlace = Place & { readonly received_at: string };

const EVENTS: List<EventPlace, EventRow & { key: string }> = {
  name: 'events',
  position: ({ received_at, key }) => [received_at, key],
  write: { json: eventText, csv: (row) => csvOf(EVENT, row), vcard: noVcard },
  sheet: EVENT_SHEET,
};

export function eventPage(
  store: Store,
  filter: EventFilter,
  page: PageRequest,
  format: ItemFormat,
  now: number,
): Promise<TextPage> {
  return textPage(EVENTS, page, format, {
    places: eventPlaces(store, filter, now),
    rows: (keys) =>
      store.db
        .selectFrom('events')
        .select(EVENT_COLUMNS)
        .select('id as key')
        .where('id', 'in', keys)
        .execute(),
  });
}

export function eventPlaces(store: Store, filter: EventFilter, now: number): Places<EventPlace> {
  return (after, rows) => eventQuery(store, filter, after, now).limit(rows).execute();
}

export function eventQuery(
  { db, search }: Store,
  filter: EventFilter,
  after: Position | undefined,
  now: number,
) {
  const words = payloadWords(filter.q ?? '');
  const window = words.length > 0 ? searchWindow(filter, SEARCHED, now) : filter;
  let query = db
    .selectFrom('events')
    .select(['id as key', 'received_at', bytesIn('payload')])
    .where((eb) => eb.and(isWithin('received_at', window)));
  if (filter.channel === GENERIC) {
    // Sorted by the channel as well, or PostgreSQL does not see that its index is in order.
    query = query.where('channel', 'is', null).orderBy('channel', 'desc');
  } else if (filter.channel !== undefined) {
    query = query.where('channel', '=', filter.channel);
  }
  for (const word of words) {
    query = query.where(search.carries(sql.ref<string>('payload'), word));
  }
  if (after) query = query.where(isAfter(['received_at', 'id'], after));
  return query.orderBy('received_at', 'desc').orderBy('id', 'desc');
}
