import type { Kysely } from 'kysely';
import type { Schema } from '../../src/archive/engine/store/schema.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Every row of every table of records, in one order, for two archives that ought to be the same.
 * What is made up anew each time is left out: ids, which are replaced by what they point to, and
 * the times of what a person does.
 */
export async function storedRows(db: Kysely<Schema>): Promise<Record<string, readonly Row[]>> {
  const all = (table: keyof Schema): Promise<Row[]> => db.selectFrom(table).selectAll().execute();
  const addresses = await all('addresses');
  const calls = await all('calls');
  const addressOf = new Map(addresses.map(({ id, dedup_key }) => [id, dedup_key]));
  const couriers = await all('couriers');
  const courierOf = new Map(couriers.map(({ id, address_id }) => [id, addressOf.get(address_id)]));
  const callOf = new Map(calls.map(({ id, merge_state }) => [id, merge_state]));
  return {
    events: sorted(await all('events')),
    addresses: sorted(
      addresses.map(({ id: _, courier_id, ...row }) => ({
        ...withoutNow(withoutOrder(row)),
        courier: courierOf.get(courier_id),
      })),
    ),
    couriers: sorted(
      couriers.map(({ id, address_id: _, ...row }) => ({ ...row, address: courierOf.get(id) })),
    ),
    courier_names: sorted(
      (await all('courier_names')).map(({ courier_id, address_id, ...row }) => ({
        ...row,
        courier: courierOf.get(courier_id),
        address: addressOf.get(address_id),
      })),
    ),
    address_numbers: sorted(
      (await all('address_numbers')).map(({ address_id, ...row }) => ({
        ...row,
        address: addressOf.get(address_id),
      })),
    ),
    calls: sorted(
      // What is missed matters, not what was.
      calls.map(({ id: _, settled, ...row }) => ({ ...row, isOpen: row['missed'] && !settled })),
    ),
    call_reports: sorted(
      (await all('call_reports')).map(({ id: _, call, ...row }) => ({
        ...row,
        call: callOf.get(call),
      })),
    ),
    job_versions: sorted(await all('job_versions')),
    jobs: sorted(await all('jobs')),
    job_names: sorted(await all('job_names')),
    job_numbers: sorted(await all('job_numbers')),
    job_assignments: sorted((await all('job_assignments')).map(({ id: _, ...row }) => row)),
    stale_jobs: sorted(await all('stale_jobs')),
    dead_letters: sorted((await all('dead_letters')).map(({ id: _, ...row }) => row)),
    suppressed_numbers: sorted(
      (await all('suppressed_numbers')).map(({ number_key }) => ({ number_key })),
    ),
  };
}

/** Which of two couriers' fields come first when they become one means nothing. */
function withoutOrder(row: Row): Row {
  const parsed = ['fields', 'last_reports'].map((name) => [name, JSON.parse(String(row[name]))]);
  const words = String(row['search']).split(' ').sort().join(' ');
  return { ...row, ...Object.fromEntries(parsed), search: words };
}

/** Corrections of addresses are signed with the time of the machine, which no record of a test has. */
function withoutNow(row: Row): Row {
  const since = new Date(Date.now() - 60 * 60_000).toISOString();
  const times = ['updated_at', 'corrected_at'].map((name) => {
    const at = row[name];
    return [name, typeof at === 'string' && at > since ? 'now' : at] as const;
  });
  return { ...row, ...Object.fromEntries(times) };
}

function sorted(rows: readonly Row[]): readonly Row[] {
  return rows
    .map((row) => ({ row, text: JSON.stringify(Object.entries(row).toSorted()) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ row }) => row);
}
