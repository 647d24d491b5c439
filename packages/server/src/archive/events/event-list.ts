import type { EventFilter } from '@hookline/contract';
// Not all of the contract: a thread that checks no schema need not load what makes them.
import { GENERIC } from '@hookline/contract/words';
import { digitsOf, queryWords, writtenParts } from '@hookline/records';
import { type Expression, type SqlBool, sql } from 'kysely';
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
import { payloadWords } from '../engine/lists/payload-words.ts';
import { allOf, anyOf, type Order, type PayloadWord, type Search } from '../engine/store/search.ts';
import { EVENT, EVENT_COLUMNS, type EventRow } from './event-fields.ts';

/** Payloads have no index for search: without a window every one of them would be read. */
const SEARCHED = 7 * 24 * 60 * 60 * 1000;

export interface EventReader {
  events(filter: EventFilter, page: PageRequest, format: ItemFormat): Promise<TextPage>;
}

export function eventReader(view: () => View): EventReader {
  return {
    events: (filter, page, format) =>
      textPage(EVENTS, page, format, {
        places: eventPlaces(view(), filter),
        rows: (keys) =>
          view()
            .store.db.selectFrom('events')
            .select(EVENT_COLUMNS)
            .select('id as key')
            .where('id', 'in', keys)
            .execute(),
      }),
  };
}

type EventPlace = Place & { readonly received_at: string };

const EVENTS: List<EventPlace, EventRow & { key: string }> = {
  name: 'events',
  position: ['received_at', 'key'],
  ...EVENT,
};
const NEWEST_FIRST: Order = { columns: ['received_at', 'id'], direction: 'backwards' };

export function eventPlaces(view: View, filter: EventFilter): Places<EventPlace> {
  return async (after, rows) =>
    isStorable(filter.sender ?? '') ? eventQuery(view, filter, after).limit(rows).execute() : [];
}

export function eventQuery(
  { store: { db, search }, rules, now }: View,
  filter: EventFilter,
  after: Position | undefined,
) {
  const { q = '' } = filter;
  const words = payloadWords(q);
  const window = words.length === 0 ? filter : searchWindow(filter, SEARCHED, now);
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
  if (filter.sender !== undefined) query = query.where('sender', '=', filter.sender);
  if (words.length > 0) query = query.where(areFound(search, words, q, rules.callingCode));
  return inOrderFrom(query, NEWEST_FIRST, after);
}

const PAYLOAD = sql.ref<string>('payload');
const SEARCH_TERMS = sql.ref<string | null>('search_terms');

/** Where the words of a search are, or the number that somebody looks for, in any spelling. */
function areFound(
  search: Search,
  words: readonly PayloadWord[],
  query: string,
  callingCode: string,
): Expression<SqlBool> {
  const digits = digitsOf(query);
  const numberParts = digits === undefined ? [] : writtenParts(digits, callingCode);
  const has = (part: string) => search.has(SEARCH_TERMS, part);
  const found = words.map((word) => {
    const isCarried = search.carries(PAYLOAD, word);
    // Digits need no folding: to look for them twice in every event takes time.
    if (!/\p{L}/u.test(word.typed)) return isCarried;
    const folded = queryWords(word.typed).map((spellings) => anyOf(spellings.map(has)));
    return folded.length > 0 ? anyOf([allOf(folded), isCarried]) : isCarried;
  });
  return anyOf([...numberParts.map(has), allOf(found)]);
}
