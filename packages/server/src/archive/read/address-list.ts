import type { Role } from '@hookline/contract';
import type { Expression, SqlBool } from 'kysely';
import type { AddressFilter, ItemFormat, PageRequest, TextPage } from '../archive.ts';
import type { PhoneRules } from '../normalise/phone-number.ts';
import type { Store } from '../store/store.ts';
import { csvOf } from './csv.ts';
import type { Position } from './cursor.ts';
import { isAfter, isStorable, type List, textPage } from './page.ts';
import { ADDRESS, ADDRESS_COLUMNS, type AddressRow, addressText } from './shapes.ts';
import { vcardOf } from './vcard.ts';
import { hasWords } from './words.ts';

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
  const found = () => hasWords(store, 'addresses', filter.q);
  if (filter.number === undefined) {
    return textPage(ADDRESSES, page, format, async (after, rows) =>
      addressQuery(store, filter.role, await found(), after)
        .limit(rows)
        .execute(),
    );
  }
  const { key } = rules.read(filter.number);
  return textPage(
    ADDRESSES_OF_NUMBER,
    page,
    format,
    async (after, rows) =>
      key === null || !isStorable(key)
        ? []
        : addressesOfNumberQuery(store, key, filter.role, await found(), after)
            .limit(rows)
            .execute(),
    3,
  );
}

type Condition = Expression<SqlBool> | undefined;

export function addressQuery(
  store: Store,
  role: Role | undefined,
  found: Condition,
  after: Position | undefined,
) {
  let query = filtered(store, role, found)
    .select(ADDRESS_COLUMNS.map((column) => `addresses.${column}` as const))
    .orderBy('addresses.created_at', 'desc')
    .orderBy('addresses.id', 'desc');
  if (after) query = query.where(isAfter(['addresses.created_at', 'addresses.id'], after));
  return query;
}

export function addressesOfNumberQuery(
  store: Store,
  key: string,
  role: Role | undefined,
  found: Condition,
  after: Position | undefined,
) {
  let query = filtered(store, role, found)
    .innerJoin('address_numbers', 'address_numbers.address_id', 'addresses.id')
    .where('address_numbers.number_key', '=', key)
    .select(ADDRESS_COLUMNS.map((column) => `addresses.${column}` as const))
    .select('address_numbers.is_own')
    .orderBy('address_numbers.is_own', 'desc')
    .orderBy('addresses.created_at', 'desc')
    .orderBy('addresses.id', 'desc');
  if (after) {
    const [isOwn, ...rest] = after;
    const columns = ['address_numbers.is_own', 'addresses.created_at', 'addresses.id'];
    query = query.where(isAfter(columns, [isOwn === '1' ? 1 : 0, ...rest]));
  }
  return query;
}

function filtered({ db }: Store, role: Role | undefined, found: Condition) {
  let query = db.selectFrom('addresses');
  if (role === 'customer') query = query.where('addresses.is_customer', '=', 1);
  if (role === 'courier') query = query.where('addresses.is_courier', '=', 1);
  return found ? query.where(found) : query;
}
