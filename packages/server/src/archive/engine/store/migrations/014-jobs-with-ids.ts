import { type Kysely, sql } from 'kysely';
import { meaningOf } from '../job-aliases.ts';
import type { Schema } from '../schema.ts';

/**
 * A job gets an id of its own, and its versions keep the name that their sender gave them: which of
 * them are one job stands with the names alone. What desks did stands by a version, and once more
 * with the job, as lists show it.
 */
export async function jobsWithIds(db: Kysely<Schema>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  // Of these the numbers are known for the job as a whole, and not by name.
  await run(`insert into stale_jobs (job_key) select distinct job_key from job_versions
    where reference <> job_key on conflict do nothing`);

  await run('alter table jobs rename column job_key to name');
  await run(`alter table jobs add column id text not null default ''`);
  await run(`update jobs set id = coalesce(
    (select min(job_versions.id) from job_versions where job_key = jobs.name), version_id)`);
  await run('create unique index jobs_by_id on jobs (id)');
  await run('alter table jobs add column bytes integer not null default 0');
  await run('update jobs set bytes = octet_length(payload)');
  await run('alter table jobs drop column payload');
  await run('alter table jobs drop column reference');
  const handled = ['note', 'note_by', 'note_at', 'claimed_by', 'claimed_at'].concat(
    'closed_by',
    'closed_at',
  );
  for (const column of handled) {
    if (column !== 'claimed_by') await run(`alter table jobs add column ${column} text`);
  }
  await run(`update jobs set ${handled.map((column) => `${column} = done.${column}`).join(', ')}
    from job_handling as done where done.job_key = jobs.name`);
  await run(`create index jobs_by_closed_at on jobs (closed_at) where closed_at is not null`);

  await run('alter table job_handling rename to job_handling_of_before');
  await run(`create table job_handling (id text primary key, name text not null,
    ${handled.map((column) => `${column} text`).join(', ')})`);
  await run(`insert into job_handling (id, name, ${handled.join(', ')})
    select version_id, coalesce(reference, '#' || job_versions.id),
      ${handled.map((column) => `done.${column}`).join(', ')}
    from job_handling_of_before as done join job_versions on job_versions.id = version_id`);
  await run('drop table job_handling_of_before');
  await run('create index job_handling_by_name on job_handling (name)');

  await run('drop index job_versions_by_reference');
  await run('update job_versions set job_key = reference where reference <> job_key');
  await run('alter table job_versions rename column job_key to name');
  await run('alter table job_versions drop column reference');

  await run('alter table job_names add column job text');
  await run('create index job_names_by_job on job_names (job) where job is not null');
  await nameJobs(db);
  await run('alter table stale_jobs rename column job_key to name');

  await run('alter table job_numbers rename to job_numbers_of_before');
  await run(`create table job_numbers (number_key text not null, name text not null,
    received_at text not null, primary key (number_key, name))`);
  await run(`insert into job_numbers (number_key, name, received_at)
    select number_key, job_key, received_at from job_numbers_of_before`);
  await run('drop table job_numbers_of_before');
  await run(`create index job_numbers_by_number_key_received_at_name
    on job_numbers (number_key, received_at, name)`);
  await run('create index job_numbers_by_name on job_numbers (name)');
}

/** Every name that stands beside a reference means a job, this one or another. */
async function nameJobs(db: Kysely<Schema>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows } = await sql<{ name: string }>`select distinct name from job_names
      where is_former = 0 and name > ${after} order by name limit 500`.execute(db);
    const names = rows.map(({ name }) => name);
    const meaning = await meaningOf(db, names);
    for (const name of names.filter((one) => meaning(one) !== one)) {
      await sql`update job_names set job = ${meaning(name)}
        where name = ${name} and is_former = 0`.execute(db);
    }
    after = names.at(-1);
  }
}
