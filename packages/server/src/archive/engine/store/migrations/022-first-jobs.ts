import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Schema } from '../schema.ts';

const IN_HAND = 'is_open = 1 and courier_key is not null';
const underway = (row: string) => `case when ${row}status_class = 'underway' then 1 else 0 end`;

/**
 * A job in one word, for lists of lists take PostgreSQL twice the time: due time, whether it has a
 * reference, key. One without a reference goes by the id of its only version.
 */
const word = (row = '') => `substr(${row}due_sort_key, 1, 24) ||
  case when ${row}name = '#' || ${row}version_id then '-' else '+' end || ${row}name`;

/** Those that are due first of the open jobs that name a courier like this, as a list in JSON. */
const first = (list: string, key: string, of: string) => `coalesce((select ${list} from
  (select ${word()} as job from jobs where ${IN_HAND} and ${key} = ${of}
    order by due_sort_key, name limit 5) as some_jobs), '[]')`;

/**
 * Which five jobs of a courier are due first is kept beside how many there are, and counted like
 * these: to look for them a thousand times took longer than all the rest of a look at the couriers.
 */
export async function firstJobs(db: Kysely<Schema>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await run(`alter table courier_loads add column first_jobs text not null default '[]'`);
  const firstOf = isPostgres ? postgresFirst : sqliteFirst;
  await run(`update courier_loads set first_jobs = ${firstOf('courier_loads.courier_key')}`);
  for (const statement of isPostgres ? POSTGRES : SQLITE) await run(statement);
  // By the word for what it is, now that there is a step.
  await run('alter table erasure_marks rename column glance to prefilter');
}

const sqliteFirst = (of: string) => first('json_group_array(job)', 'courier_key', of);
const COUNTED = ['is_open', 'courier_key', 'status_class', 'due_sort_key', 'name'];
const columns = (row: string) =>
  [...COUNTED.map((column) => row + column), `${row}name = '#' || ${row}version_id`].join();

const sqliteAdds = `insert into courier_loads (courier_key, open_jobs, underway_jobs)
    select new.courier_key, 1, ${underway('new.')}
      where new.is_open = 1 and new.courier_key is not null
    on conflict (courier_key) do update set
      open_jobs = open_jobs + 1, underway_jobs = underway_jobs + excluded.underway_jobs;`;
// A row that counts nothing would still tell a number, of whoever was erased too.
const sqliteTakes = `update courier_loads set open_jobs = open_jobs - 1,
      underway_jobs = underway_jobs - ${underway('old.')}
      where courier_key = old.courier_key and old.is_open = 1;
    delete from courier_loads where courier_key = old.courier_key and open_jobs = 0;`;
const sqliteFinds = (keys: string) => `update courier_loads
    set first_jobs = ${sqliteFirst('courier_loads.courier_key')} where courier_key in (${keys});`;

const SQLITE = [
  ...['insert', 'delete', 'update'].map((event) => `drop trigger courier_loads_${event}`),
  `create trigger courier_loads_insert after insert on jobs when new.is_open = 1
    begin ${sqliteAdds} ${sqliteFinds('new.courier_key')} end`,
  `create trigger courier_loads_delete after delete on jobs when old.is_open = 1
    begin ${sqliteTakes} ${sqliteFinds('old.courier_key')} end`,
  `create trigger courier_loads_update after update of ${COUNTED.join()}, version_id on jobs
    when (${columns('old.')}) is not (${columns('new.')})
    begin ${sqliteAdds} ${sqliteTakes} ${sqliteFinds('old.courier_key, new.courier_key')} end`,
];

const postgresFirst = (of: string) =>
  first(
    // As SQLite writes a list.
    `'[' || string_agg(to_json(job)::text, ',') || ']'`,
    'courier_key collate "C"',
    of,
  );
const counted = (rows: string, sign: string) => `select courier_key, due_sort_key, ${word()} as job,
    ${sign}1 as open_jobs, ${sign}${underway('')} as underway_jobs from ${rows} where ${IN_HAND}`;
const added = counted('new_jobs', '');
const taken = counted('old_jobs', '-');
/** Adds what these rows count; of couriers whose jobs are as they were, nothing is touched. */
const changing = (rows: string) => `insert into courier_loads
    (courier_key, open_jobs, underway_jobs, first_jobs)
  select courier_key, sum(open_jobs), sum(underway_jobs), ${postgresFirst('changes.courier_key')}
    from (select courier_key, sum(open_jobs) as open_jobs, sum(underway_jobs) as underway_jobs
      from (${rows}) as rows group by courier_key, due_sort_key, job
      having sum(open_jobs) <> 0 or sum(underway_jobs) <> 0) as changes
    group by courier_key
  on conflict (courier_key) do update set
    open_jobs = courier_loads.open_jobs + excluded.open_jobs,
    underway_jobs = courier_loads.underway_jobs + excluded.underway_jobs,
    first_jobs = excluded.first_jobs;`;
const postgresTakes = (rows: string) => `${changing(rows)} delete from courier_loads
    where open_jobs = 0 and courier_key in (select courier_key from old_jobs);`;

const POSTGRES = [
  ['insert', changing(added)],
  ['delete', postgresTakes(taken)],
  ['update', postgresTakes(`${added} union all ${taken}`)],
].map(
  ([event, work]) => `create or replace function courier_loads_${event}() returns trigger
    language plpgsql as $$ begin ${work} return null; end $$`,
);
