import { randomUUIDv7 } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AddressReport, AddressSource, Role } from '../normalise/addresses.ts';
import { fieldTextsFromJson, fieldTextsToJson } from '../normalise/fields.ts';
import {
  type AddressMerge,
  type AddressRecord,
  mergedAddress,
} from '../normalise/merge-address.ts';
import type { PhoneKind } from '../normalise/phone-number.ts';
import { foldedText, searchedText } from '../normalise/search-text.ts';
import type { Schema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Db } from './transaction.ts';

type AddressRow = Selectable<Schema['addresses']>;

/** Merges reports into the addresses; answers whether a reader would see a difference. */
export async function writeAddresses(
  db: Db,
  kind: Store['kind'],
  reports: readonly AddressReport[],
  source: AddressSource,
  at: string,
): Promise<boolean> {
  let changed = false;
  // In one order everywhere, so that two writers do not wait for each other's rows in a circle.
  const ordered = reports.toSorted((a, b) => (a.identity < b.identity ? -1 : 1));
  for (const report of ordered) {
    const outcome = await writeReport(db, kind, report, (existing) =>
      mergedAddress(existing, report, source, at),
    );
    changed ||= outcome === 'created' || outcome === 'updated';
  }
  return changed;
}

/**
 * A new row is claimed by its unique key, a known one merged under its lock: looking and then
 * inserting would make two records of one number, or lose a field, when two writers do it at once.
 */
async function writeReport(
  db: Db,
  kind: Store['kind'],
  { identity }: AddressReport,
  mergedWith: (existing: AddressRecord | undefined) => AddressMerge,
): Promise<AddressMerge['outcome']> {
  const rows = db.selectFrom('addresses').selectAll().where('dedup_key', '=', identity);
  const locked = kind === 'postgres' ? rows.forUpdate() : rows;
  const known = await locked.executeTakeFirst();
  if (!known) {
    const first = mergedWith(undefined);
    if (first.outcome === 'unchanged') return first.outcome;
    if (await insertAddress(db, first.record)) return first.outcome;
  }
  // Another writer was faster; its row is there once its transaction has ended.
  const row = known ?? (await locked.executeTakeFirstOrThrow());
  const merge = mergedWith(recordOf(row));
  if (merge.outcome !== 'unchanged') await writeAddress(db, row.id, merge.record);
  return merge.outcome;
}

/** Written whole at once: a row that is filled in later costs its indexes twice the work. */
async function insertAddress(db: Db, record: AddressRecord): Promise<boolean> {
  const id = randomUUIDv7();
  const inserted = await db
    .insertInto('addresses')
    .values({ id, ...columnsOf(record), created_at: record.createdAt })
    .onConflict((conflict) => conflict.column('dedup_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) await insertNumbers(db, id, record);
  return inserted !== undefined;
}

export function recordOf(row: AddressRow): AddressRecord {
  const roles: Role[] = [];
  if (row.is_customer) roles.push('customer');
  if (row.is_courier) roles.push('courier');
  return {
    identity: row.dedup_key,
    phone: {
      sent: row.number ?? '',
      key: row.number_key,
      kind: row.number_kind as PhoneKind,
      e164: row.e164,
      display: row.display,
    },
    name: row.name,
    roles,
    aliases: JSON.parse(row.aliases),
    fields: fieldTextsFromJson(row.fields),
    lastReports: new Map(
      Object.entries(JSON.parse(row.last_reports)),
    ) as AddressRecord['lastReports'],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Writes the record over its row, with everything that is derived from it. */
export async function writeAddress(db: Db, id: string, record: AddressRecord): Promise<void> {
  await db.updateTable('addresses').set(columnsOf(record)).where('id', '=', id).execute();
  await db.deleteFrom('address_numbers').where('address_id', '=', id).execute();
  await insertNumbers(db, id, record);
}

function columnsOf(record: AddressRecord) {
  const { phone, name, roles, aliases, fields } = record;
  const fieldsJson = fieldTextsToJson(fields);
  const searched = [name ?? '', phone.sent, phone.display, searchedText(JSON.parse(fieldsJson))];
  return {
    dedup_key: record.identity,
    number_key: phone.key,
    number: phone.sent || null,
    number_kind: phone.kind,
    e164: phone.e164,
    display: phone.display,
    name,
    aliases: JSON.stringify(aliases),
    is_customer: roles.includes('customer') ? 1 : 0,
    is_courier: roles.includes('courier') ? 1 : 0,
    fields: fieldsJson,
    last_reports: JSON.stringify(Object.fromEntries(record.lastReports)),
    search: foldedText(searched.join(' ')),
    updated_at: record.updatedAt,
  };
}

async function insertNumbers(db: Db, id: string, { phone, aliases }: AddressRecord): Promise<void> {
  const numbers = new Map(aliases.map(({ key }) => [key, 0]));
  if (phone.key !== null) numbers.set(phone.key, 1);
  if (numbers.size === 0) return;
  const rows = Array.from(numbers, ([number_key, is_own]) => ({
    number_key,
    address_id: id,
    is_own,
  }));
  await db.insertInto('address_numbers').values(rows).execute();
}
