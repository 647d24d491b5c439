import { type PhoneRules, switchboardKeys } from '@hookline/records/phone';
import { sql } from 'kysely';
import { ADDRESS_COLUMNS, type AddressRow, addressText } from '../addresses/address-fields.ts';
import { isStorable, type View } from '../engine/lists/page.ts';
import type { Store } from '../engine/store/store.ts';
import { withCouriers } from '../jobs/courier-names.ts';
import { jobText } from '../jobs/job-fields.ts';
import { currentJobs } from '../jobs/job-list.ts';
import { jobMeant } from '../jobs/job-names.ts';
import { CALL_COLUMNS, callText, shownCalls } from './call-fields.ts';

const LATEST = 5;

/** A `Caller` as JSON text. */
export async function callerText({ store, rules, now }: View, number: string): Promise<string> {
  const reading = rules.read(number);
  // A SIP address may name the line it belongs to as well.
  const keys = [reading.key, ...reading.aliases.map(({ key }) => key)].filter(
    (key): key is string => key !== null && isStorable(key),
  );
  const [{ match, address }, calls, jobs] = await Promise.all([
    matchOf(store, keys),
    latest('sort_at', keys, (key) => latestCalls(store, rules, key)),
    latest('received_at', keys, (key) => latestJobs(store, key, now)),
  ]);
  const others = address && match === 'exact' ? await othersOf(store, address, keys) : [];
  // Most who are looked up are in no job.
  const carried = [...(jobs.length > 0 ? keys : []), ...others];
  const openJobs = await openJobsOf(store, carried, now);
  const members = [
    `"number":${JSON.stringify(number)}`,
    `"line":${JSON.stringify(reading.key)}`,
    `"match":"${match}"`,
    `"address":${address ? addressText(address) : 'null'}`,
    `"openJobs":[${openJobs.map(jobText).join(',')}]`,
    `"calls":[${calls.map(callText).join(',')}]`,
    `"jobs":[${jobs.map(jobText).join(',')}]`,
  ];
  return `{${members.join(',')}}`;
}

async function matchOf(store: Store, keys: readonly string[]) {
  const found = await firstAddress(store, [...keys, ...keys.flatMap(switchboardKeys)]);
  const match = !found ? 'none' : keys.includes(found.found_by) ? 'exact' : 'probable';
  return { match, address: found };
}

/**
 * The address of the first key that has one; whose own number it is comes before an alias. Asked
 * for all keys at once: a caller who is not known would else cost a question for each of them.
 */
async function firstAddress({ lookups }: Store, keys: readonly string[]) {
  if (keys.length === 0) return undefined;
  const place = keys.map((key, i) => sql`when ${key} then ${sql.lit(i)}`);
  return lookups
    .selectFrom('address_numbers')
    .innerJoin('addresses', 'addresses.id', 'address_numbers.address_id')
    .where('address_numbers.number_key', 'in', [...new Set(keys)])
    .select(ADDRESS_COLUMNS.map((column) => `addresses.${column}` as const))
    .select('address_numbers.number_key as found_by')
    .orderBy(sql`case address_numbers.number_key ${sql.join(place, sql` `)} end`)
    .orderBy('address_numbers.is_own', 'desc')
    .orderBy('addresses.updated_at', 'desc')
    .orderBy('addresses.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * The latest of all keys. Asked for each of them: asked for two at once, a database fetches and
 * sorts everything that it has about them.
 */
async function latest<Time extends string, Row extends Readonly<Record<'id' | Time, string>>>(
  time: Time,
  keys: readonly string[],
  ofKey: (key: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found = (await Promise.all(keys.map(ofKey))).flat();
  const place = (row: Row) => `${row[time]} ${row.id}`;
  // A job may carry two of the keys.
  return [...new Map(found.map((row) => [row.id, row])).values()]
    .toSorted((a, b) => (place(a) < place(b) ? 1 : -1))
    .slice(0, LATEST);
}

async function latestCalls({ lookups }: Store, rules: PhoneRules, key: string) {
  const calls = await lookups
    .selectFrom('calls')
    .select(CALL_COLUMNS)
    .where('number_key', '=', key)
    .orderBy('sort_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LATEST)
    .execute();
  return shownCalls(lookups, rules, calls);
}

/** A number that stands in everything an office sends would bring all of it. */
const LOOKED_AT = 500;
const MOST_OPEN = 10;

/** The other numbers of whoever has this one. */
async function othersOf({ lookups }: Store, address: AddressRow, keys: readonly string[]) {
  const numbers = await lookups
    .selectFrom('address_numbers')
    .select('number_key')
    .where('address_id', '=', address.id)
    .limit(MOST_OPEN)
    .execute();
  return numbers.flatMap(({ number_key: key }) => (keys.includes(key) ? [] : key));
}

/** The open jobs that carry one of these numbers: first what is due first. */
async function openJobsOf({ lookups }: Store, keys: readonly string[], now: number) {
  if (keys.length === 0) return [];
  const open = await currentJobs(lookups, now)
    .where('jobs.name', 'in', dueFirst(lookups, keys))
    .orderBy(sql`jobs.due_sort_key || ''`)
    .orderBy('jobs.name')
    .execute();
  return withCouriers(lookups, open);
}

/** Their names alone, for of those that are not shown nothing is put together. */
export function dueFirst(db: Store['lookups'], [first = '', ...others]: readonly string[]) {
  const carried = others.reduce(
    (some, key) => some.unionAll(jobsCarrying(db, key)),
    jobsCarrying(db, first),
  );
  return (
    db
      .selectFrom('jobs')
      .select('name')
      .where('name', 'in', carried)
      // By an index of open or due jobs, a database would go through all of them for these few.
      .where(sql`is_open + 0`, '=', 1)
      .orderBy(sql`due_sort_key || ''`)
      .orderBy('name')
      .limit(MOST_OPEN)
  );
}

function jobsCarrying(db: Store['lookups'], key: string) {
  const latest = db
    .selectFrom('job_numbers')
    .select('name')
    .where('number_key', '=', key)
    .orderBy('received_at', 'desc')
    .orderBy('name', 'desc')
    .limit(LOOKED_AT);
  return db.selectFrom(latest.as('carried')).select(jobMeant('carried.name').as('job'));
}

async function latestJobs({ lookups }: Store, key: string, now: number) {
  const carried = currentJobs(lookups, now)
    .innerJoin('job_numbers', (join) => join.on('jobs.name', '=', jobMeant('job_numbers.name')))
    .where('job_numbers.number_key', '=', key)
    .orderBy('job_numbers.received_at', 'desc')
    .orderBy('job_numbers.name', 'desc');
  for (let limit = LATEST; ; limit *= 2) {
    const rows = await carried.limit(limit).execute();
    // One that carries it under several of its names is there several times.
    const jobs = new Map(rows.map((row) => [row.id, row]));
    if (jobs.size >= LATEST || rows.length < limit) {
      return withCouriers(lookups, [...jobs.values()].slice(0, LATEST));
    }
  }
}
