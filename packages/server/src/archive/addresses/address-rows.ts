import { randomUUIDv7 } from 'node:crypto';
import { digitsOf, foldedTexts, sortName } from '@hookline/records';
import type { PhoneKind } from '@hookline/records/phone';
import { type Selectable, sql } from 'kysely';
import { BulkInsert, inSteps, overwriting } from '../engine/store/bulk-insert.ts';
import type { Schema } from '../engine/store/schema.ts';
import type { Db } from '../engine/store/transaction.ts';
import { addressNumbersFromJson } from './address-numbers.ts';
import type { AddressReport, Role } from './address-reports.ts';
import { type AddressWrite, writeCouriers } from './courier-rows.ts';
import { fieldTexts, fieldTextsFromJson, fieldTextsToJson, searchedFields } from './field-texts.ts';
import type { AddressSource } from './identity.ts';
import { type AddressMerge, type AddressRecord, mergedAddress } from './merge-address.ts';
import {
  type Corrections,
  type LastReport,
  NO_CORRECTIONS,
  type Owner,
  storedOwners,
} from './owners.ts';

type AddressRow = Selectable<Schema['addresses']>;

const NEW_ADDRESSES = new BulkInsert('addresses');
// Their age too: two that turn out to be one are as old as the older of them.
const KNOWN_ADDRESSES = new BulkInsert('addresses', overwriting('addresses', 'id'));
const NUMBERS = new BulkInsert('address_numbers');

/** What one source has said about an address, and when. */
export interface ReceivedAddress {
  readonly report: AddressReport;
  readonly source: AddressSource;
  readonly at: string;
  /** The courier that it is of. */
  readonly courierId?: string;
  /** The desk at which it was entered by hand. */
  readonly by?: string | undefined;
}

/**
 * Merges reports into the addresses; answers whether a reader would see a difference. Many at a
 * time: one by one, a list of customers would cost three ways to the database for each of them.
 * Nobody else writes meanwhile: see `inTransaction`.
 */
export async function writeAddresses(
  db: Db,
  reports: readonly ReceivedAddress[],
): Promise<boolean> {
  const byIdentity = Map.groupBy(reports, ({ report }) => report.identity);
  let changed = false;
  await inSteps([...byIdentity], async (some) => {
    const query = db
      .selectFrom('addresses')
      .selectAll()
      .where(
        'dedup_key',
        'in',
        some.map(([identity]) => identity),
      );
    const known = new Map((await query.execute()).map((row) => [row.dedup_key, row]));
    const created: AddressWrite[] = [];
    const updated: AddressWrite[] = [];
    const seen: AddressWrite[] = [];
    for (const [identity, all] of some) {
      const row = known.get(identity);
      const merge = mergedAll(row && recordOf(row), all);
      if (merge.outcome === 'unchanged') continue;
      if (merge.outcome !== 'noted') changed = true;
      if (row && merge.outcome === 'seen') seen.push({ id: row.id, record: merge.record });
      else if (row) updated.push({ id: row.id, record: merge.record });
      else created.push({ id: randomUUIDv7(), record: merge.record });
    }
    await noteSeen(db, seen);
    await updateAddresses(db, updated);
    await insertAddresses(db, created);
  });
  return changed;
}

/** What all of the reports make of an address, one after the other. */
function mergedAll(
  existing: AddressRecord | undefined,
  reports: readonly ReceivedAddress[],
): AddressMerge {
  let record = existing;
  let outcome: Outcome = 'unchanged';
  for (const { report, source, at, by, courierId } of reports) {
    const merge = mergedAddress(record, report, source, at, courierId);
    if (merge.outcome === 'unchanged') continue;
    const isEntered = by !== undefined && /created|updated/.test(merge.outcome);
    record = isEntered ? { ...merge.record, correctedBy: { desk: by, at } } : merge.record;
    outcome = together(outcome, merge.outcome);
  }
  return record && outcome !== 'unchanged' ? { outcome, record } : { outcome: 'unchanged' };
}

type Outcome = AddressMerge['outcome'];
const BY_WEIGHT: readonly Outcome[] = ['unchanged', 'seen', 'noted', 'updated', 'created'];

/** Created stays created, and what a reader sees is more than what is only noted. */
function together(a: Outcome, b: Outcome): Outcome {
  const [less, more] = [a, b].toSorted((x, y) => BY_WEIGHT.indexOf(x) - BY_WEIGHT.indexOf(y));
  return less === 'seen' && more === 'noted' ? 'updated' : (more ?? 'unchanged');
}

/** Nothing else of them is written anew, which is most of what couriers report. */
async function noteSeen(db: Db, addresses: readonly AddressWrite[]): Promise<void> {
  if (addresses.length === 0) return;
  const times = addresses.map(({ id, record }) => sql`when ${id} then ${record.seenAt}`);
  const seenAt = (id: 'id' | 'address_id') => ({
    seen_at: sql<string>`case ${sql.ref(id)} ${sql.join(times, sql` `)} end`,
  });
  const ids = addresses.map(({ id }) => id);
  await db.updateTable('addresses').set(seenAt('id')).where('id', 'in', ids).execute();
  // Not of others who share its telephone.
  const couriers = addresses.map(({ id, record }) => record.courierId ?? id);
  await db
    .updateTable('couriers')
    .set(seenAt('address_id'))
    .where('address_id', 'in', ids)
    .where('id', 'in', couriers)
    .execute();
}

export async function insertAddresses(db: Db, addresses: readonly AddressWrite[]): Promise<void> {
  // Written whole at once: a row that is filled in later costs its indexes twice the work.
  await NEW_ADDRESSES.write(db, addresses.map(rowOf));
  await insertNumbers(db, addresses);
  await writeCouriers(db, addresses);
}

/** Writes records over their rows, with everything that is derived from them. */
export async function updateAddresses(db: Db, addresses: readonly AddressWrite[]): Promise<void> {
  if (addresses.length === 0) return;
  await KNOWN_ADDRESSES.write(db, addresses.map(rowOf));
  const ids = addresses.map(({ id }) => id);
  await db.deleteFrom('address_numbers').where('address_id', 'in', ids).execute();
  await insertNumbers(db, addresses);
  await writeCouriers(db, addresses);
}

function rowOf({ id, record }: AddressWrite): AddressRow {
  return { id, ...columnsOf(record), created_at: record.createdAt };
}

/** An address as it is stored. */
export function addressOf(row: AddressRow): AddressWrite {
  return { id: row.id, record: recordOf(row) };
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
    numbers: addressNumbersFromJson(row.aliases),
    fields: fieldTextsFromJson(row.fields),
    lastReports: lastReportsFrom(JSON.parse(row.last_reports)),
    corrections:
      row.corrections === '{}' ? NO_CORRECTIONS : correctionsFrom(JSON.parse(row.corrections)),
    correctedBy:
      row.corrected_by === null || row.corrected_at === null
        ? null
        : { desk: row.corrected_by, at: row.corrected_at },
    ownId: row.own_id,
    customerId: row.customer_id,
    courierId: row.courier_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    seenAt: row.seen_at,
    others: ownersFromJson(row.others),
  };
}

/** What is stored of a record, but for its id and its age. */
export function columnsOf(record: AddressRecord) {
  const { phone, name, roles, numbers, fields, others } = record;
  const searched = [
    ...[name ?? '', phone.sent, phone.display, ...dialledDigits(record), ...searchedTexts(record)],
    ...others.flatMap((other) => [other.name ?? '', ...searchedTexts(other)]),
  ];
  return {
    dedup_key: record.identity,
    number_key: phone.key,
    number: phone.sent || null,
    number_kind: phone.kind,
    e164: phone.e164,
    display: phone.display,
    name,
    aliases: JSON.stringify(numbers),
    is_customer: roles.includes('customer') ? 1 : 0,
    is_courier: roles.includes('courier') ? 1 : 0,
    fields: fieldTextsToJson(fields),
    last_reports: lastReportsToJson(record.lastReports),
    corrections: correctionsToJson(record.corrections),
    corrected_by: record.correctedBy?.desk ?? null,
    corrected_at: record.correctedBy?.at ?? null,
    others: ownersToJson(others),
    sort_name: sortName(name ?? ''),
    search: foldedTexts(searched),
    updated_at: record.updatedAt,
    seen_at: record.seenAt,
    own_id: roles.includes('courier') ? record.ownId : null,
    courier_id: roles.includes('courier') ? record.courierId : null,
    customer_id: roles.includes('customer') ? record.customerId : null,
  };
}

/** All numbers in one piece each, so that any part of one is found, however it is spelt. */
function dialledDigits({ phone, numbers, others }: AddressRecord): readonly string[] {
  const further = [numbers, ...others.map((other) => other.numbers)].flat();
  const own = { key: phone.key ?? '', number: phone.sent };
  return [own, ...further].flatMap(
    ({ key, number }) => digitsOf(key.startsWith('+') ? key : number) ?? [],
  );
}

function searchedTexts({ numbers, fields }: Owner): readonly string[] {
  // The others stand in their fields.
  const added = numbers.filter(({ field }) => field === null).map(({ display }) => display);
  return [...added, ...searchedFields(fields)];
}

async function insertNumbers(db: Db, addresses: readonly AddressWrite[]): Promise<void> {
  const rows = addresses.flatMap(({ id, record }) => {
    const { phone, others } = record;
    const numbers = [record, ...others].flatMap((owner) => owner.numbers);
    const keys = new Map(numbers.map(({ key }) => [key, 0]));
    if (phone.key !== null) keys.set(phone.key, 1);
    return Array.from(keys, ([number_key, is_own]) => ({ number_key, address_id: id, is_own }));
  });
  await NUMBERS.write(db, rows);
}

/** Whoever is left without a record, since the address that told of it last is gone. */
export async function restoreCouriers(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where('is_courier', '=', 1)
    .where(({ not, exists, selectFrom, fn }) =>
      not(
        exists(
          selectFrom('couriers')
            .select('couriers.id')
            .where('couriers.id', '=', fn.coalesce('addresses.courier_id', 'addresses.id')),
        ),
      ),
    )
    .orderBy('seen_at')
    .execute();
  await writeCouriers(db, rows.map(addressOf));
}

type LastReports = Owner['lastReports'];
/** Earlier versions kept the hash alone. */
type StoredReport =
  | string
  | { readonly hash: string; readonly name?: string; readonly fields: Record<string, string> };

function lastReportsFrom(stored: object): LastReports {
  const all = Object.entries(stored) as [AddressSource, StoredReport][];
  return new Map(
    all.map(([source, report]): [AddressSource, LastReport] => {
      if (typeof report === 'string') return [source, { hash: report, said: undefined }];
      const { hash, name, fields } = report;
      return [source, { hash, said: { name, fields: new Map(Object.entries(fields)) } }];
    }),
  );
}

function lastReportsToJson(reports: LastReports): string {
  const stored = Array.from(reports, ([source, { hash, said }]): [string, StoredReport] => [
    source,
    said
      ? {
          hash,
          ...(said.name !== undefined && { name: said.name }),
          fields: Object.fromEntries(said.fields),
        }
      : hash,
  ]);
  return JSON.stringify(Object.fromEntries(stored));
}

/** Left out is what there is none of: hardly any address was ever corrected. */
interface StoredCorrections {
  readonly name?: true;
  readonly fields?: readonly string[];
  readonly roles?: readonly Role[];
  readonly takenAway?: readonly string[];
}

function correctionsFrom(stored: StoredCorrections): Corrections {
  const { name = false, fields, roles, takenAway } = stored;
  return {
    name,
    fields: new Set(fields),
    roles: new Set(roles),
    takenAway: new Set(takenAway),
  };
}

function correctionsToJson({ name, fields, roles, takenAway }: Corrections): string {
  const stored: StoredCorrections = {
    ...(name && { name }),
    ...(fields.size > 0 && { fields: [...fields] }),
    ...(roles.size > 0 && { roles: [...roles] }),
    ...(takenAway.size > 0 && { takenAway: [...takenAway] }),
  };
  return JSON.stringify(stored);
}

function ownersFromJson(json: string): readonly Owner[] {
  return storedOwners(json).map((owner) => ({
    ...owner,
    // Earlier versions did not keep it.
    customerId: owner.customerId ?? null,
    fields: fieldTexts(Object.entries(owner.fields)),
    lastReports: lastReportsFrom(owner.lastReports),
    corrections: correctionsFrom(owner.corrections),
  }));
}

function ownersToJson(owners: readonly Owner[]): string {
  const texts = owners.map(({ fields, lastReports, corrections, ...rest }) => {
    const members = [
      JSON.stringify(rest).slice(1, -1),
      `"fields":${fieldTextsToJson(fields)}`,
      `"lastReports":${lastReportsToJson(lastReports)}`,
      `"corrections":${correctionsToJson(corrections)}`,
    ];
    return `{${members.join(',')}}`;
  });
  return `[${texts.join(',')}]`;
}
