import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Addresses with one own id are one courier, who has another telephone now. */
export async function ownersAndCouriers(db: Kysely<Schema>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`alter table addresses add column others text not null default '[]'`);
  await run(`create table couriers (id text primary key,
    address_id text not null references addresses (id) on delete cascade,
    own_id text, name text, number text, display text not null, line text, status text,
    vehicle text, seen_at text)`);
  await run('create index couriers_by_address_id on couriers (address_id)');
  await run(`create table courier_names (name text not null,
    courier_id text not null references couriers (id) on delete cascade,
    address_id text not null references addresses (id) on delete cascade,
    is_own integer not null, primary key (name, courier_id, address_id))`);
  for (const column of ['courier_id', 'address_id']) {
    await run(`create index courier_names_by_${column} on courier_names (${column})`);
  }
  await run('alter table addresses add column courier_id text');
  await run(`update addresses set courier_id = coalesce((select latest.id from addresses as latest
    where latest.own_id = addresses.own_id and latest.is_courier = 1
    order by coalesce(latest.seen_at, '') desc, latest.id desc limit 1), id) where is_courier = 1`);
  await run(`insert into couriers select id, id, own_id, name, number, display, number_key,
    courier_status, courier_vehicle, seen_at from addresses where id = courier_id`);
  const names = {
    own_id: 'own_id',
    courier_name: `'named:kuriere:' || courier_name`,
  };
  for (const [column, name] of Object.entries(names)) {
    await run(`insert into courier_names select ${name}, courier_id, id, 1 from addresses
      where courier_id is not null and ${column} is not null`);
  }
  await run(`insert into courier_names select address_numbers.number_key, courier_id, address_id,
    is_own from address_numbers join addresses on addresses.id = address_id
    where courier_id is not null`);
  await run('drop index addresses_by_own_id');
  await run('drop index addresses_by_courier_name');
  for (const column of ['courier_name', 'courier_status', 'courier_vehicle']) {
    await run(`alter table addresses drop column ${column}`);
  }
  await run('drop index jobs_per_courier');
  await run('drop index jobs_of_couriers');
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const key = isPostgres ? 'courier_key collate "C"' : 'courier_key';
  // How much there is to do is counted in the first two, what is due is read in the third.
  const inHand = 'is_open = 1 and courier_key is not null';
  await run(`create index jobs_per_courier on jobs (${key}) where ${inHand}`);
  await run(`create index jobs_underway_per_courier on jobs (${key})
    where ${inHand} and status_class = 'underway'`);
  await run(`create index jobs_of_couriers on jobs (${key}, due_order, name, version_id)
    where ${inHand}`);
}
