import type { AddressFilter, Role } from '@hookline/contract';
import { digitsOf, inNameOrder, queryWords, writtenParts } from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';
import { type Expression, type SqlBool, sql } from 'kysely';
import { csvOf } from '../engine/lists/csv.ts';
import type { Position } from '../engine/lists/cursor.ts';
import {
  bytesIn,
  firstRows,
  type ItemFormat,
  isAfter,
  isStorable,
  type List,
  type PageRequest,
  type Place,
  type Places,
  type TextPage,
  textPage,
  type View,
} from '../engine/lists/page.ts';
import { isIndexed, type SearchWords } from '../engine/store/search.ts';
import type { Store } from '../engine/store/store.ts';
import { ADDRESS, ADDRESS_COLUMNS, type AddressRow, addressText } from './address-fields.ts';
import { vcardOf } from './vcard.ts';

const write = {
  json: addressText,
  csv: (row: AddressRow) => csvOf(ADDRESS.csv, row),
  vcard: vcardOf,
};

type AddressPlace = Place & { readonly created_at: string; readonly sort_name: string };
type NumberPlace = AddressPlace & { readonly is_own: number };
type RankedPlace = AddressPlace & { readonly rank: number };
type KeyedRow = AddressRow & { readonly key: string };

const BY_AGE = {
  columns: ['addresses.created_at', 'addresses.id'],
  direction: 'backwards',
} as const;
export const BY_NAME = {
  columns: ['addresses.sort_name', 'addresses.id'],
  direction: 'forwards',
} as const;
const ORDER_OF_NUMBER = ['address_numbers.is_own', ...BY_AGE.columns] as const;

/** What each of the lists has in its cursors. */
const POSITIONS = {
  newest: ({ created_at, key }: AddressPlace) => [created_at, key],
  name: ({ sort_name, key }: AddressPlace) => [sort_name, key],
  best: ({ rank, sort_name, key }: RankedPlace) => [String(rank), sort_name, key],
  /** Of the addresses with a number, the one whose own it is comes first. */
  number: ({ is_own, created_at, key }: NumberPlace) => [String(is_own), created_at, key],
};

export interface AddressReader {
  addresses(filter: AddressFilter, page: PageRequest, format: ItemFormat): Promise<TextPage>;
  /** An `Address` as JSON text. */
  address(id: string): Promise<string | undefined>;
}

export function addressReader(view: () => View): AddressReader {
  return {
    addresses: (filter, page, format) => addressPage(view(), filter, page, format),
    address: async (id) => (isStorable(id) ? oneAddress(view().store, id) : undefined),
  };
}

async function oneAddress({ db }: Store, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('addresses')
    .select(ADDRESS_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && addressText(row);
}

function addressPage(
  view: View,
  filter: AddressFilter,
  page: PageRequest,
  format: ItemFormat,
): Promise<TextPage> {
  const { number, sort = 'newest' } = filter;
  const rows = (keys: readonly string[]) =>
    view.store.db
      .selectFrom('addresses')
      .select(ADDRESS_COLUMNS)
      .select('id as key')
      .where('id', 'in', keys)
      .execute();
  const read = <P extends Place>(
    name: string,
    position: (place: P) => Position,
    places: Places<P>,
    length: number,
  ) => {
    const list: List<P, KeyedRow> = { name, position, write, sheet: ADDRESS.sheet };
    return textPage(list, page, format, { places, rows }, length);
  };
  if (number !== undefined) {
    const places = placesOfNumber(view, filter, number);
    return read('addresses-of-number', POSITIONS.number, places, 3);
  }
  if (sort === 'best') return read('addresses-best', POSITIONS.best, bestPlaces(view, filter), 3);
  const places = allPlaces(view, filter);
  return sort === 'name'
    ? read('addresses-by-name', POSITIONS.name, places, 2)
    : read('addresses', POSITIONS.newest, places, 2);
}

export function addressPlaces(view: View, filter: AddressFilter): Places<AddressPlace> {
  return filter.number === undefined
    ? allPlaces(view, filter)
    : placesOfNumber(view, filter, filter.number);
}

function allPlaces({ store, rules }: View, { role, q, sort }: AddressFilter): Places<AddressPlace> {
  const words = searchWords(q, rules);
  const order = sort === 'name' ? BY_NAME : BY_AGE;
  return (after, rows) => firstRows(store, addressList(store, role, after, order), words, rows);
}

/** Whom what is typed means, by its words or as a part of a number. */
function searchWords(q = '', { callingCode }: PhoneRules): SearchWords {
  const words = queryWords(q);
  const digits = digitsOf(q);
  if (digits === undefined || !isIndexed(digits)) return words;
  const parts = writtenParts(digits, callingCode);
  return words.map((spellings) => [...spellings, ...parts]);
}

interface Rank {
  readonly words: SearchWords;
  readonly where?: Expression<SqlBool>;
}

/**
 * One list after the other, each in the order of names: who has the number, whose name begins with
 * all that was typed, with the first word of it, who has words that begin so, everybody else. Who
 * is in one of them is in none of those behind it.
 */
function bestPlaces({ store, rules }: View, { role, q }: AddressFilter): Places<RankedPlace> {
  const words = searchWords(q, rules);
  const key = q === undefined ? null : rules.read(q).key;
  // What is shorter is only looked for at the beginning of words.
  const isAnywhere = words.length > 0 && words.flat().every(isIndexed);
  const ranks: readonly Rank[] = [
    ...(key !== null && isStorable(key) ? [{ words: [], where: hasNumber(key) }] : []),
    ...nameBeginnings(q).map((where) => ({ words, where })),
    ...(isAnywhere ? [{ words: words.map((all) => all.map((word) => ` ${word.trim()}`)) }] : []),
    { words },
  ];
  return async (after, rows) => {
    const found: RankedPlace[] = [];
    const [begun, ...place] = after ?? [];
    const first = Number(begun ?? 0);
    for (let rank = first; rank < ranks.length && found.length < rows; rank++) {
      const list = addressList(store, role, after && rank === first ? place : undefined, BY_NAME);
      const isHere = ranks[rank]?.where;
      const query = ranks
        .slice(0, rank)
        .reduce((rest, before) => rest.where(({ not }) => not(isIn(store, before))), list.query);
      const ranked = { ...list, query: isHere ? query.where(isHere) : query };
      const some = await firstRows(store, ranked, ranks[rank]?.words ?? [], rows - found.length);
      found.push(...some.map((one) => ({ ...one, rank })));
    }
    return found;
  };
}

const SEARCH = sql.ref<string>('addresses.search');

function isIn({ search }: Store, { words, where }: Rank): Expression<SqlBool> {
  if (where) return where;
  const all = words.map((spellings) => {
    const any = spellings.map((word) => search.has(SEARCH, word));
    return sql`(${sql.join(any, sql` or `)})`;
  });
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

function hasNumber(key: string): Expression<SqlBool> {
  return sql<SqlBool>`addresses.id in (
    select address_id from address_numbers where number_key = ${key})`;
}

/** Names that begin with all that was typed, and with its first word. */
function nameBeginnings(q = ''): readonly Expression<SqlBool>[] {
  const words = queryWords(q);
  const [first = []] = words;
  const wholes = [0, 1, 2].map((i) => words.map((all) => all[i] ?? all[0]).join(' '));
  return [...(words.length > 1 ? [wholes] : []), first].flatMap((typed) => {
    const begins = [...new Set(typed.map(inNameOrder))].toSorted();
    const [low, high] = [begins[0], begins.at(-1)];
    if (!low) return [];
    const any = begins.map(
      (begin) => sql`substr(addresses.sort_name, 1, ${begin.length}) = ${begin}`,
    );
    return [
      // An index takes one stretch of names at a time.
      sql<SqlBool>`(addresses.sort_name >= ${low} and addresses.sort_name < ${`${high}\uffff`}
        and (${sql.join(any, sql` or `)}))`,
    ];
  });
}

function placesOfNumber(
  { store, rules }: View,
  { role, q }: AddressFilter,
  number: string,
): Places<NumberPlace> {
  const { key } = rules.read(number);
  const words = searchWords(q, rules);
  return async (after, rows) =>
    key === null || !isStorable(key)
      ? []
      : firstRows(store, addressesOfNumber(store, key, role, after), words, rows);
}

export function addressList(
  store: Store,
  role: Role | undefined,
  after: Position | undefined,
  { columns, direction }: typeof BY_AGE | typeof BY_NAME = BY_AGE,
) {
  let query = placed(store, role);
  for (const column of columns) {
    query = query.orderBy(column, direction === 'forwards' ? 'asc' : 'desc');
  }
  if (after) query = query.where(isAfter(columns, after, direction));
  return { table: 'addresses', query, order: columns, direction } as const;
}

export function addressesOfNumber(
  store: Store,
  key: string,
  role: Role | undefined,
  after: Position | undefined,
) {
  let query = placed(store, role)
    .innerJoin('address_numbers', 'address_numbers.address_id', 'addresses.id')
    .where('address_numbers.number_key', '=', key)
    .select('address_numbers.is_own')
    .orderBy('address_numbers.is_own', 'desc')
    .orderBy('addresses.created_at', 'desc')
    .orderBy('addresses.id', 'desc');
  if (after) {
    const [isOwn, ...rest] = after;
    query = query.where(isAfter(ORDER_OF_NUMBER, [isOwn === '1' ? 1 : 0, ...rest]));
  }
  return { table: 'addresses', query, order: ORDER_OF_NUMBER } as const;
}

function placed({ db }: Store, role: Role | undefined) {
  let query = db
    .selectFrom('addresses')
    .select(['addresses.id as key', 'addresses.created_at', 'addresses.sort_name'])
    .select(bytesIn('addresses.fields', 'addresses.name', 'addresses.number', 'addresses.others'));
  if (role === 'customer') query = query.where('addresses.is_customer', '=', 1);
  if (role === 'courier') query = query.where('addresses.is_courier', '=', 1);
  return query;
}
