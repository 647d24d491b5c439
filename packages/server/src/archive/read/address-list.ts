import type { Role } from '@hookline/contract';
import type { AddressFilter, ItemFormat, PageRequest, TextPage } from '../archive.ts';
import type { PhoneRules } from '../normalise/phone-number.ts';
import type { Store } from '../store/store.ts';
import { csvOf } from './csv.ts';
import type { Position } from './cursor.ts';
import { isAfter, isStorable, type List, textPage } from './page.ts';
import { ADDRESS, ADDRESS_COLUMNS, type AddressRow, addressText } from './shapes.ts';
import { vcardOf } from './vcard.ts';
import { firstRows } from './words.ts';

const write = {
  json: addressText,
  csv: (row: AddressRow) => csvOf(ADDRESS, row),
  vcard: vcardOf,
};

const ADDRESSES: List<AddressRow> = {
  name: 'addresses',
  position: (row) => [row.created_at, row.id],
  write,
};

const ORDER = ['addresses.created_at', 'addresses.id'] as const;
const ORDER_OF_NUMBER = ['address_numbers.is_own', ...ORDER] as const;

/** Of the addresses with a number, the one whose own it is comes first. */
const ADDRESSES_OF_NUMBER: List<AddressRow & { is_own: number }> = {
  name: 'addresses-of-number',
  position: (row) => [String(row.is_own), row.created_at, row.id],
  write,
};

export async function addressPage(
  store: Store,
  rules: PhoneRules,
  filter: AddressFilter,
  page: PageRequest,
  format: ItemFormat,
): Promise<TextPage> {
  const { number, role, q } = filter;
  if (number === undefined) {
    return textPage(ADDRESSES, page, format, (after, rows) =>
      firstRows(store, addressList(store, role, after), q, rows),
    );
  }
  const { key } = rules.read(number);
  return textPage(
    ADDRESSES_OF_NUMBER,
    page,
    format,
    async (after, rows) =>
      key === null || !isStorable(key)
        ? []
        : firstRows(store, addressesOfNumber(store, key, role, after), q, rows),
    3,
  );
}

export function addressList(store: Store, role: Role | undefined, after: Position | undefined) {
  let query = filtered(store, role)
    .select(ADDRESS_COLUMNS.map((column) => `addresses.${column}` as const))
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
  let query = filtered(store, role)
    .innerJoin('address_numbers', 'address_numbers.address_id', 'addresses.id')
    .where('address_numbers.number_key', '=', key)
    .select(ADDRESS_COLUMNS.map((column) => `addresses.${column}` as const))
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

function filtered({ db }: Store, role: Role | undefined) {
  let query = db.selectFrom('addresses');
  if (role === 'customer') query = query.where('addresses.is_customer', '=', 1);
  if (role === 'courier') query = query.where('addresses.is_courier', '=', 1);
  return query;
}
