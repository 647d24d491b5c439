import type { AddressFilter, Role } from '@hookline/contract';
import type { PhoneRules } from '@hookline/records/phone';
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
import type { Store } from '../engine/store/store.ts';
import { ADDRESS, ADDRESS_COLUMNS, type AddressRow, addressText } from './address-fields.ts';
import { vcardOf } from './vcard.ts';

const write = {
  json: addressText,
  csv: (row: AddressRow) => csvOf(ADDRESS.csv, row),
  vcard: vcardOf,
};

type AddressPlace = Place & { readonly created_at: string };
type NumberPlace = AddressPlace & { readonly is_own: number };
type KeyedRow = AddressRow & { readonly key: string };

const ADDRESSES: List<AddressPlace, KeyedRow> = {
  name: 'addresses',
  position: ({ created_at, key }) => [created_at, key],
  write,
  sheet: ADDRESS.sheet,
};

const ORDER = ['addresses.created_at', 'addresses.id'] as const;
const ORDER_OF_NUMBER = ['address_numbers.is_own', ...ORDER] as const;

/** Of the addresses with a number, the one whose own it is comes first. */
const ADDRESSES_OF_NUMBER: List<NumberPlace, KeyedRow> = {
  name: 'addresses-of-number',
  position: ({ is_own, created_at, key }) => [String(is_own), created_at, key],
  write,
  sheet: ADDRESS.sheet,
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

async function addressPage(
  { store, rules }: View,
  filter: AddressFilter,
  page: PageRequest,
  format: ItemFormat,
): Promise<TextPage> {
  const { number } = filter;
  const rows = (keys: readonly string[]) =>
    store.db
      .selectFrom('addresses')
      .select(ADDRESS_COLUMNS)
      .select('id as key')
      .where('id', 'in', keys)
      .execute();
  if (number === undefined) {
    return textPage(ADDRESSES, page, format, { places: allPlaces(store, filter), rows });
  }
  const places = placesOfNumber(store, rules, filter, number);
  return textPage(ADDRESSES_OF_NUMBER, page, format, { places, rows }, 3);
}

export function addressPlaces({ store, rules }: View, filter: AddressFilter): Places<AddressPlace> {
  return filter.number === undefined
    ? allPlaces(store, filter)
    : placesOfNumber(store, rules, filter, filter.number);
}

function allPlaces(store: Store, { role, q }: AddressFilter): Places<AddressPlace> {
  return (after, rows) => firstRows(store, addressList(store, role, after), q, rows);
}

function placesOfNumber(
  store: Store,
  rules: PhoneRules,
  { role, q }: AddressFilter,
  number: string,
): Places<NumberPlace> {
  const { key } = rules.read(number);
  return async (after, rows) =>
    key === null || !isStorable(key)
      ? []
      : firstRows(store, addressesOfNumber(store, key, role, after), q, rows);
}

export function addressList(store: Store, role: Role | undefined, after: Position | undefined) {
  let query = placed(store, role)
    .orderBy('addresses.created_at', 'desc')
    .orderBy('addresses.id', 'desc');
  if (after) query = query.where(isAfter(ORDER, after));
  return { table: 'addresses', query, order: ORDER } as const;
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
    .select(['addresses.id as key', 'addresses.created_at'])
    .select(bytesIn('addresses.fields', 'addresses.name', 'addresses.number', 'addresses.others'));
  if (role === 'customer') query = query.where('addresses.is_customer', '=', 1);
  if (role === 'courier') query = query.where('addresses.is_courier', '=', 1);
  return query;
}
