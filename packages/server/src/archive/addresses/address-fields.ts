import type { Role } from '@hookline/contract';
import {
  byDesk,
  type Columns,
  field,
  moment,
  recordShape,
  shownColumns,
  worded,
} from '../engine/lists/fields.ts';
import { JsonText } from '../engine/lists/shape.ts';
import { type AddressNumber, addressNumbersFromJson } from './address-numbers.ts';
import { ownIdIn, sourceOf, storedOwners } from './owners.ts';

export const ADDRESS_COLUMNS = shownColumns(
  'addresses',
  ...(['dedup_key', 'number_kind', 'last_reports', 'corrections'] as const),
  ...(['search', 'sort_name', 'own_id', 'courier_id', 'customer_id'] as const),
);
export type AddressRow = Columns<'addresses', (typeof ADDRESS_COLUMNS)[number]>;

const ROLES: Readonly<Record<Role, string>> = { customer: 'Kunde', courier: 'Kurier' };

export const ADDRESS = recordShape<AddressRow>(
  [
    field('id', (row) => row.id, 'Kennung'),
    field('number', (row) => row.number),
    field('e164', (row) => row.e164, 'Telefon international'),
    field('display', (row) => row.display, 'Telefon'),
    field('line', (row) => row.number_key),
    field('name', (row) => row.name, 'Name'),
    field('roles', rolesOf, 'Rolle', (row) =>
      rolesOf(row)
        .map((role) => worded(ROLES, role))
        .join(', '),
    ),
    field('numbers', numbersOf, 'Weitere Nummern', furtherNumbers),
    field('fields', (row) => new JsonText(row.fields)),
    byDesk('corrected', 'Korrigiert'),
    moment('createdAt', 'Angelegt', (row) => row.created_at),
    moment('updatedAt', 'Geändert', (row) => row.updated_at),
    moment('seenAt', 'Zuletzt gemeldet', (row) => row.seen_at),
    field('others', othersOf, 'Weitere Kontakte', furtherOwners),
  ],
  (row) => row.fields,
  'name roles display e164 numbers others createdAt updatedAt seenAt correctedBy id',
);

export const addressText = ADDRESS.write.json;

export function rolesOf(row: Pick<AddressRow, 'is_customer' | 'is_courier'>): readonly string[] {
  return [...(row.is_customer ? ['customer'] : []), ...(row.is_courier ? ['courier'] : [])];
}

/** Further numbers by which an address is found, as JSON. */
function numbersOf({ aliases }: Pick<AddressRow, 'aliases'>): JsonText {
  return new JsonText(JSON.stringify(addressNumbersFromJson(aliases).map(shownNumber)));
}

function furtherNumbers({ aliases }: AddressRow): string {
  return addressNumbersFromJson(aliases)
    .map(({ display, number }) => display ?? number)
    .join(' | ');
}

const shownNumber = ({ key, field: of, number, display }: AddressNumber) => ({
  number,
  line: key,
  display,
  field: of,
});

/** Who else has the number, as JSON. */
function othersOf({ others }: Pick<AddressRow, 'others'>): JsonText {
  const shown = storedOwners(others).map((owner) => ({
    ownId: ownIdIn(owner),
    name: owner.name,
    roles: owner.roles,
    numbers: owner.numbers.map(shownNumber),
    fields: owner.fields,
    source: sourceOf(owner),
    updatedAt: owner.updatedAt,
  }));
  return new JsonText(JSON.stringify(shown));
}

/** Who else has the number: `K-100 Praxis Dr. Alt`. */
function furtherOwners({ others }: AddressRow): string {
  return storedOwners(others)
    .map((owner) => [ownIdIn(owner), owner.name].filter(Boolean).join(' '))
    .join(' | ');
}
