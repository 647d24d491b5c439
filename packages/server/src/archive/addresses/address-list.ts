import type { AddressFilter, Role } from '@hookline/contract';
import { digitsOf, inNameOrder, queryWords, writtenParts } from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';
import { type Expression, type SqlBool, sql } from 'kysely';
import {
  bytesIn,
  firstRows,
  type ItemFormat,
  inOrderFrom,
  isStorable,
  type List,
  type PageRequest,
  type Place,
  type Places,
  type Position,
  type TextPage,
  textPage,
  type View,
} from '../engine/lists/page.ts';
import { hasAll, isIndexed, type Order, type SearchWords } from '../engine/store/search.ts';
import type { Store } from '../engine/store/store.ts';
import { ADDRESS, ADDRESS_COLUMNS, type AddressRow, addressText } from './address-fields.ts';
import { vcardOf } from './vcard.ts';

type AddressPlace = Place & { readonly created_at: string; readonly sort_name: string };
type NumberPlace = AddressPlace & { readonly is_own: number };
type RankedPlace = AddressPlace & { readonly rank: number };
type KeyedRow = AddressRow & { readonly key: string };

const BY_AGE: Order = {
  columns: ['addresses.created_at', 'addresses.id'],
  direction: 'backwards',
};
export const BY_NAME: Order = {
  columns: ['addresses.sort_name', 'addresses.id'],
  direction: 'forwards',
};
/** Of the addresses with a number, the one whose own it is comes first. */
const OF_NUMBER: Order = { ...BY_AGE, columns: ['address_numbers.is_own', ...BY_AGE.columns] };

type Named<P extends Place> = Pick<List<P, KeyedRow>, 'name' | 'position'>;
const NEWEST: Named<AddressPlace> = { name: 'addresses', position: ['created_at', 'key'] };
const NAMES: Named<AddressPlace> = { name: 'addresses-by-name', position: ['sort_name', 'key'] };
const BEST: Named<RankedPlace> = { name: 'addresses-best', position: ['rank', 'sort_name', 'key'] };
const NUMBER: Named<NumberPlace> = {
  name: 'addresses-of-number',
  position: ['is_own', 'created_at', 'key'],
};

export interface AddressReader {
  addresses(filter: AddressFilter, page: PageRequest, format: ItemFormat): Promise<TextPage>;
  /** An `Address` as JSON text. */
  address(id: string): Promise<string | undefined>;
}

export function addressReader(view: () => View): AddressReader {
  return {
    async addresses(filter, page, format) {
      const { number, sort } = filter;
      const rows = (keys: readonly string[]) =>
        view()
          .store.db.selectFrom('addresses')
          .select(ADDRESS_COLUMNS)
          .select('id as key')
          .where('id', 'in', keys)
          .execute();
      const read = <P extends Place>(named: Named<P>, places: Places<P>) => {
        const { write, sheet } = ADDRESS;
        const list = { ...named, write: { ...write, vcard: vcardOf }, sheet };
        return textPage(list, page, format, { places, rows });
      };
      if (number !== undefined) return read(NUMBER, placesOfNumber(view(), filter, number));
      if (sort === 'best') return read(BEST, bestPlaces(view(), filter));
      return read(sort === 'name' ? NAMES : NEWEST, allPlaces(view(), filter));
    },
    async address(id) {
      if (!isStorable(id)) return undefined;
      const { db } = view().store;
      const row = db.selectFrom('addresses').select(ADDRESS_COLUMNS).where('id', '=', id);
      return (await row.execute()).map(addressText)[0];
    },
  };
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
  return where ?? hasAll(search, SEARCH, words);
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
  order: Order = BY_AGE,
) {
  return {
    table: 'addresses',
    query: inOrderFrom(placed(store, role), order, after),
    order,
  } as const;
}

export function addressesOfNumber(
  store: Store,
  key: string,
  role: Role | undefined,
  after: Position | undefined,
) {
  const query = placed(store, role)
    .innerJoin('address_numbers', 'address_numbers.address_id', 'addresses.id')
    .where('address_numbers.number_key', '=', key)
    .select('address_numbers.is_own');
  return {
    table: 'addresses',
    query: inOrderFrom(query, OF_NUMBER, after),
    order: OF_NUMBER,
  } as const;
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
