import { courierOf } from '@hookline/records';
import type { Selectable } from 'kysely';
import { BulkInsert, inSteps, overwriting, readInSteps } from '../engine/store/bulk-insert.ts';
import type { Schema } from '../engine/store/schema.ts';
import type { Db } from '../engine/store/transaction.ts';
import { fieldsObject } from './field-texts.ts';
import { comparedName, namedIdentity } from './identity.ts';
import type { AddressRecord } from './merge-address.ts';
import type { Owner } from './owners.ts';

const ROWS = new BulkInsert(
  'couriers',
  // What is corrected in an entry of before must not be taken for how the courier is now.
  `${overwriting('couriers', 'id')} where couriers.address_id = excluded.address_id
    or coalesce(couriers.seen_at, '') <= coalesce(excluded.seen_at, '')`,
);
const NAMES = new BulkInsert('courier_names', 'on conflict do nothing');

export interface AddressWrite {
  readonly id: string;
  readonly record: AddressRecord;
}

/** A courier among those who have the number of an address. */
interface CourierOf {
  readonly id: string;
  readonly address: AddressWrite;
  readonly owner: Owner;
}

/** One whom no report has told of is known by its address alone. */
function couriersOf(address: AddressWrite): readonly CourierOf[] {
  const { id, record } = address;
  return [record, ...record.others].flatMap((owner) => {
    const courier = owner.courierId ?? (owner === record ? id : null);
    return courier !== null && owner.roles.includes('courier')
      ? [{ id: courier, address, owner }]
      : [];
  });
}

/** What addresses of couriers tell of them. */
export async function writeCouriers(db: Db, addresses: readonly AddressWrite[]): Promise<void> {
  const couriers = addresses.flatMap(couriersOf);
  if (couriers.length === 0) return;
  const places = [...new Set(couriers.map(({ address }) => address.id))];
  const ids = [...new Set(couriers.map(({ id }) => id))];
  // Whoever was somebody else until a report has said who, or is no longer among them.
  await inSteps(places, (some) =>
    db.deleteFrom('couriers').where('address_id', 'in', some).where('id', 'not in', ids).execute(),
  );
  const rows = couriers.map(rowOf).toSorted((a, b) => (placeInTime(a) < placeInTime(b) ? -1 : 1));
  // PostgreSQL writes no row twice at once: of two telephones the one that was heard of last.
  await ROWS.write(db, [...new Map(rows.map((row) => [row.id, row])).values()]);
  const named = couriers.flatMap(namesOf);
  const wanted = new Set(named.map(placeOf));
  const stored = await readInSteps(places, (some) =>
    db.selectFrom('courier_names').selectAll().where('address_id', 'in', some).execute(),
  );
  // Nearly always they are as they were.
  const known = new Set(stored.map(placeOf));
  for (const one of stored.filter((row) => !wanted.has(placeOf(row)))) {
    await db
      .deleteFrom('courier_names')
      .where('name', '=', one.name)
      .where('courier_id', '=', one.courier_id)
      .where('address_id', '=', one.address_id)
      .execute();
  }
  await NAMES.write(
    db,
    named.filter((one) => !known.has(placeOf(one))),
  );
}

function rowOf({ id, address, owner }: CourierOf): Selectable<Schema['couriers']> {
  const { phone } = address.record;
  const { status, vehicle } = courierOf(fieldsObject(owner.fields));
  return {
    id,
    address_id: address.id,
    own_id: owner.ownId,
    name: owner.name,
    number: phone.sent || null,
    display: phone.display,
    line: phone.key,
    status,
    vehicle,
    seen_at: owner.seenAt,
  };
}

function placeInTime({ seen_at, address_id }: Selectable<Schema['couriers']>): string {
  return `${seen_at ?? ''} ${address_id}`;
}

function namesOf({ id, address, owner }: CourierOf): Selectable<Schema['courier_names']>[] {
  const { key } = address.record.phone;
  const own = [owner.ownId, namedIdentity(comparedName(owner.name)), key].filter(
    (one) => one != null,
  );
  const names = new Map([
    ...owner.numbers.map((number) => [number.key, 0] as const),
    ...own.map((one) => [one, 1] as const),
  ]);
  const place = { courier_id: id, address_id: address.id };
  return Array.from(names, ([name, is_own]) => ({ name, ...place, is_own }));
}

function placeOf(row: Selectable<Schema['courier_names']>): string {
  return JSON.stringify([row.name, row.courier_id, row.address_id, row.is_own]);
}
