import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Schema } from '../schema.ts';

const IN_HAND = 'is_open = 1 and courier_key is not null';
const underway = (row: string) => `case when ${row}status_class = 'underway' then 1 else 0 end`;

/**
 * How many open jobs name a courier in each way is kept by triggers, so that no writer can forget
 * it: to count a hundred thousand at every look at the couriers took longer than all the rest.
 */
export async function courierLoads(db: Kysely<Schema>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Nearly every batch changes nearly every row: with room beside it a row stays on its page.
  const [type, room] = isPostgres ? ['text collate "C"', 'with (fillfactor = 50)'] : ['text', ''];
  await run(`create table courier_loads (courier_key ${type} primary key,
    open_jobs integer not null, underway_jobs integer not null) ${room}`);
  await run(`insert into courier_loads select courier_key, count(*), sum(${underway('')})
    from jobs where ${IN_HAND} group by courier_key`);
  for (const statement of isPostgres ? POSTGRES : SQLITE) await run(statement);
  await run('drop index jobs_per_courier');
  await run('drop index jobs_underway_per_courier');
}

/** Adds what these rows count. */
const adding = (rows: string) => `insert into courier_loads
    (courier_key, open_jobs, underway_jobs) ${rows}
    on conflict (courier_key) do update set
      open_jobs = courier_loads.open_jobs + excluded.open_jobs,
      underway_jobs = courier_loads.underway_jobs + excluded.underway_jobs;`;

const sqliteAdds = adding(`select new.courier_key, 1, ${underway('new.')}
    where new.is_open = 1 and new.courier_key is not null`);
// A row that counts nothing would still tell a number, of whoever was erased too.
const sqliteTakes = `update courier_loads set open_jobs = open_jobs - 1,
      underway_jobs = underway_jobs - ${underway('old.')}
      where courier_key = old.courier_key and old.is_open = 1;
    delete from courier_loads where courier_key = old.courier_key and open_jobs = 0;`;

const SQLITE = [
  `create trigger courier_loads_insert after insert on jobs begin ${sqliteAdds} end`,
  `create trigger courier_loads_delete after delete on jobs begin ${sqliteTakes} end`,
  `create trigger courier_loads_update after update of is_open, courier_key, status_class on jobs
    when (old.is_open, old.courier_key, old.status_class)
      is not (new.is_open, new.courier_key, new.status_class)
    begin ${sqliteAdds} ${sqliteTakes} end`,
];

const counted = (rows: string, sign: string) => `select courier_key, ${sign}1 as open_jobs,
    ${sign}${underway('')} as underway_jobs from ${rows} where ${IN_HAND}`;
const added = counted('new_jobs', '');
const taken = counted('old_jobs', '-');
const changing = (rows: string) =>
  adding(`select courier_key, sum(open_jobs), sum(underway_jobs) from (${rows}) as changes
    group by courier_key having sum(open_jobs) <> 0 or sum(underway_jobs) <> 0`);
const postgresTakes = (rows: string) => `${changing(rows)} delete from courier_loads
    where open_jobs = 0 and courier_key in (select courier_key from old_jobs);`;

/** For each kind of statement what it has done at once: rows one by one would take far longer. */
const POSTGRES = [
  ['insert', changing(added), 'new table as new_jobs'],
  ['delete', postgresTakes(taken), 'old table as old_jobs'],
  [
    'update',
    postgresTakes(`${added} union all ${taken}`),
    'new table as new_jobs old table as old_jobs',
  ],
].flatMap(([event, work, tables]) => [
  // An archive that was dropped to restore a backup has left its own.
  `create or replace function courier_loads_${event}() returns trigger language plpgsql as
    $$ begin ${work} return null; end $$`,
  `create trigger courier_loads_${event} after ${event} on jobs referencing ${tables}
    for each statement execute function courier_loads_${event}()`,
]);
