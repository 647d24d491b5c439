import type { JobStatuses } from '@hookline/contract';
import { sql } from 'kysely';
import { bounded, MOST_COUNTED } from '../engine/lists/page.ts';
import type { Store } from '../engine/store/store.ts';

/** A system that puts anything into its status must not make a list of thousands. */
const MOST_STATUSES = 200;

interface StatusRow {
  readonly status: string;
  readonly status_class: JobStatuses['statuses'][number]['statusClass'];
  readonly is_open: number;
  readonly count: number | string;
}

/**
 * Every status that a job has now. From one to the next goes a step of the index, or a million jobs
 * would be read for ten words. What a status means is the same for all that have it, also for those
 * that a desk has closed.
 */
export async function statusesText({ db }: Store): Promise<string> {
  const { rows } = await statusQuery.execute(db);
  const answer: JobStatuses = {
    statuses: rows.map(({ status, status_class, is_open, count }) => ({
      status,
      statusClass: status_class,
      open: is_open === 1,
      ...bounded(Number(count)),
    })),
  };
  return JSON.stringify(answer);
}

export const statusQuery = sql<StatusRow>`with recursive found (status) as (
    select min(status) from jobs
    union all
    select (select min(jobs.status) from jobs where jobs.status > found.status)
      from found where found.status is not null
  ), few as (select status from found where status is not null limit ${sql.lit(MOST_STATUSES)})
  select few.status,
    (select case jobs.closed_by_hand when 1 then jobs.reported_class else jobs.status_class end
      from jobs where jobs.status = few.status
      order by jobs.received_at desc, jobs.version_id desc limit 1) as status_class,
    (select jobs.is_open + jobs.closed_by_hand from jobs where jobs.status = few.status
      order by jobs.received_at desc, jobs.version_id desc limit 1) as is_open,
    (select count(*) from (select 1 from jobs where jobs.status = few.status
      limit ${sql.lit(MOST_COUNTED + 1)}) as some_of_them) as count
  from few order by few.status`;
