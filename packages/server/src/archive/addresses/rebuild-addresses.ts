import type { PhoneLine, PhoneRules } from '@hookline/records/phone';
import type { Selectable } from 'kysely';
import { fingerprint } from '../engine/content-hash.ts';
import { scanStep } from '../engine/lists/scan.ts';
import type { Schema } from '../engine/store/schema.ts';
import type { Store } from '../engine/store/store.ts';
import { type Db, inTransaction } from '../engine/store/transaction.ts';
import { addressNumbers, writtenNumbers } from './address-numbers.ts';
import { addressOf, columnsOf, recordOf, updateAddresses } from './address-rows.ts';
import { writeCouriers } from './courier-rows.ts';
import { fieldsObject, fieldTextsFromJson } from './field-texts.ts';
import { comparedName, namedIdentity, namedIds, ownIdOf } from './identity.ts';
import { type AddressRecord, boundedNumbers } from './merge-address.ts';
import type { Owner } from './owners.ts';

/** Another one whenever what is read of an address, or by what it is found, is another. */
export const ADDRESS_READING = '6';

const READ_ANEW = ['aliases', 'search', 'sort_name', 'others', 'own_id', 'customer_id'] as const;

interface Context {
  readonly store: Store;
  readonly rules: PhoneRules;
}

/**
 * Reads some of the stored addresses as they would be read today: every field that is a phone
 * number by its name identifies them, and they are found by digits as they were sent. Goes on after
 * the id of the step before; without a next one it is done. Done twice, it changes nothing.
 */
export function rebuildAddresses(
  { store, rules }: Context,
  after: string | null,
  limit: number,
): Promise<{ readonly next: string | null }> {
  return inTransaction(store, async (db) => {
    const { rows, last } = await scanStep(db, 'addresses', after ?? '', { limit });
    const changed = rows.flatMap((row) => {
      const record = rebuild(recordOf(row), rules);
      const columns = columnsOf(record);
      const isSame = READ_ANEW.every((column) => columns[column] === row[column]);
      return isSame ? [] : [{ id: row.id, record }];
    });
    await updateAddresses(db, changed);
    for (const row of rows) await goByOwnId(db, row);
    await rebuildCouriers(
      db,
      rows.filter(({ is_courier }) => is_courier === 1).map(({ id }) => id),
    );
    return { next: last ?? null };
  });
}

/** What is told of couriers may be looked for in other fields. */
async function rebuildCouriers(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db.selectFrom('addresses').selectAll().where('id', 'in', ids).execute();
  await writeCouriers(db, rows.map(addressOf));
}

/**
 * An address without a number was kept once per content: each change of a courier made another
 * one. Those with one id, and couriers with one name, become one again, the one that changed last.
 */
async function goByOwnId(db: Db, row: Selectable<Schema['addresses']>): Promise<void> {
  const { id, dedup_key, is_customer, is_courier, updated_at } = row;
  // What both channels have sent alike, or a phone book, has no channel whose id it could be.
  if (!dedup_key.startsWith('content:') || is_customer === is_courier) return;
  const fields = fieldsObject(fieldTextsFromJson(row.fields));
  const named = is_courier ? namedIdentity(comparedName(row.name)) : undefined;
  const identity = ownIdOf(fields, is_customer ? 'kunden' : 'kuriere') ?? named;
  if (identity === undefined) return;
  const other = await db
    .selectFrom('addresses')
    .select(['id', 'updated_at'])
    .where('dedup_key', '=', identity)
    .executeTakeFirst();
  const isOlder = other !== undefined && updated_at < other.updated_at;
  const gone = isOlder ? id : other?.id;
  if (gone !== undefined) await db.deleteFrom('addresses').where('id', '=', gone).execute();
  if (isOlder) return;
  const renamed = { dedup_key: identity, own_id: courierIdIn(identity) };
  await db.updateTable('addresses').set(renamed).where('id', '=', id).execute();
}

function rebuild(record: AddressRecord, rules: PhoneRules): AddressRecord {
  const { phone } = record;
  // A second number in it is that of whoever has written it so.
  const unwritten = { ...phone, sent: '' };
  return {
    ...record,
    ownId: courierIdIn(record.identity) ?? record.ownId,
    customerId: customerIdIn(record) ?? record.customerId,
    numbers: rebuildNumbers(record, phone, rules),
    others: record.others.map((one) => ({
      ...one,
      numbers: rebuildNumbers(one, unwritten, rules),
    })),
  };
}

function rebuildNumbers(
  { fields, corrections, ...owner }: Owner,
  phone: PhoneLine,
  rules: PhoneRules,
): Owner['numbers'] {
  const numbers = new Map(
    owner.numbers.map((number) => {
      // An earlier version kept nothing but the line.
      const { key, display } = rules.read(number.number);
      return [number.key, key === number.key ? { ...number, display } : number];
    }),
  );
  const found = [
    // The second number of a text whose first one is the address's own.
    ...addressNumbers(rules.read(phone.sent), 'number').filter(({ key }) => !numbers.has(key)),
    ...writtenNumbers(fieldsObject(fields), rules).flatMap((written) => written.numbers),
  ];
  for (const number of found) {
    const isGone = corrections.takenAway.has(fingerprint(number.key));
    const isByHand = numbers.get(number.key)?.field === null;
    if (number.key !== phone.key && !isGone && !isByHand) numbers.set(number.key, number);
  }
  return boundedNumbers([...numbers.values()]);
}

/** A field called `id` does not tell: it may be that of the message that named several couriers. */
function courierIdIn(identity: string): string | null {
  return identity.startsWith('own:kuriere:') ? identity : null;
}

/** The same of a customer, by an id that is one's by name. */
function customerIdIn({ identity, roles, fields }: AddressRecord): string | null {
  if (identity.startsWith('own:kunden:')) return identity;
  const isNamed = roles.includes('customer') && namedIds(fields).size > 0;
  return (isNamed && ownIdOf(fieldsObject(fields), 'kunden')) || null;
}
