import { courierOf } from '@hookline/records';
import type { Selectable } from 'kysely';
import { comparedName, namedIdentity } from '../normalise/addresses.ts';
import { fieldsObject } from '../normalise/field-texts.ts';
import type { AddressRecord } from '../normalise/merge-address.ts';
import type { Schema } from '../store/schema.ts';
import { inSteps } from './in-steps.ts';
import { ManyRows, overwriting } from './many-rows.ts';
import type { Db } from './transaction.ts';

const ROWS = new ManyRows(
  'couriers',
  // What is corrected in an entry of before must not be taken for how the courier is now.
  `${overwriting('couriers', 'id')} where couriers.address_id = excluded.address_id
    or coalesce(couriers.seen_at, '') <= coalesce(excluded.seen_at, '')`,
);
const NAMES = new ManyRows('courier_names', 'on conflict do nothing');

/** An address as it is written. */
export interface AddressWrite {
  readonly id: string;
  readonly record: AddressRecord;
}

/** What addresses of couriers tell of them. */
export async function writeCouriers(db: Db, addresses: readonly AddressWrite[]): Promise<void> {
  const couriers = addresses.filter(({ record }) => record.roles.includes('courier'));
  if (couriers.length === 0) return;
  await forgetOthers(db, couriers);
  const rows = couriers.map(rowOf).toSorted((a, b) => (placeInTime(a) < placeInTime(b) ? -1 : 1));
  // PostgreSQL writes no row twice at once: of two telephones the one that was heard of last.
  await ROWS.write(db, [...new Map(rows.map((row) => [row.id, row])).values()]);
  const named = couriers.flatMap(namesOf);
  const wanted = new Set(named.map(placeOf));
  const stored: typeof named = [];
  await inSteps(couriers, async (some) => {
    const rows = await db
      .selectFrom('courier_names')
      .selectAll()
      .where(
        'address_id',
        'in',
        some.map(({ id }) => id),
      )
      .where('courier_id', 'in', some.map(courierIdOf))
      .execute();
    stored.push(...rows);
  });
  // Nearly always they are as they were.
  const known = new Set(stored.map(placeOf));
  for (const { name, courier_id, address_id } of stored.filter(
    (one) => !wanted.has(placeOf(one)),
  )) {
    await db
      .deleteFrom('courier_names')
      .where('name', '=', name)
      .where('courier_id', '=', courier_id)
      .where('address_id', '=', address_id)
      .execute();
  }
  await NAMES.write(
    db,
    named.filter((one) => !known.has(placeOf(one))),
  );
}

/** Who has no id, and stood where now another courier is, was that one. */
async function forgetOthers(db: Db, couriers: readonly AddressWrite[]): Promise<void> {
  await inSteps(couriers, (some) =>
    db
      .deleteFrom('couriers')
      .where('own_id', 'is', null)
      .where(
        'address_id',
        'in',
        some.map(({ id }) => id),
      )
      .where('id', 'not in', some.map(courierIdOf))
      .execute(),
  );
}

/** One whom no report has told of is known by its address alone. */
function courierIdOf({ id, record }: AddressWrite): string {
  return record.courierId ?? id;
}

function rowOf(address: AddressWrite): Selectable<Schema['couriers']> {
  const { phone, name, ownId, fields, seenAt } = address.record;
  const { status, vehicle } = courierOf(fieldsObject(fields));
  return {
    id: courierIdOf(address),
    address_id: address.id,
    own_id: ownId,
    name,
    number: phone.sent || null,
    display: phone.display,
    line: phone.key,
    status,
    vehicle,
    seen_at: seenAt,
  };
}

function placeInTime({ seen_at, address_id }: Selectable<Schema['couriers']>): string {
  return `${seen_at ?? ''} ${address_id}`;
}

function namesOf(address: AddressWrite): Selectable<Schema['courier_names']>[] {
  const { phone, name, ownId, numbers } = address.record;
  const own = [ownId, namedIdentity(comparedName(name)), phone.key].filter((one) => one != null);
  const names = new Map([
    ...numbers.map(({ key }) => [key, 0] as const),
    ...own.map((one) => [one, 1] as const),
  ]);
  const place = { courier_id: courierIdOf(address), address_id: address.id };
  return Array.from(names, ([one, is_own]) => ({ name: one, ...place, is_own }));
}

function placeOf(row: Selectable<Schema['courier_names']>): string {
  return JSON.stringify([row.name, row.courier_id, row.address_id, row.is_own]);
}
