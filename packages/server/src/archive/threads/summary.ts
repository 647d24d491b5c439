import type { Summary } from '@hookline/contract';
import { CHANNELS, GENERIC } from '@hookline/contract/words';
import { sql } from 'kysely';
import { isWithin, momentOf } from '../engine/lists/page.ts';
import type { Store } from '../engine/store/store.ts';

/** As many statuses as fit on a screen; the rest have very few jobs each. */
const MOST_STATUSES = 20;
/** Nobody looks at more rows. */
const MOST_REPEATED = 200;
/** What is due within this time is due soon. */
const SOON = 30 * 60 * 1000;

/** How many jobs desks have closed since. */
export function closedByHandQuery(db: Store['db'], since: string) {
  return (
    db
      .selectFrom('jobs')
      .select(sql<number | string>`count(*)`.as('count'))
      .where((expression) => expression.and(isWithin('closed_at', { since })))
      // By the index of either, a database would go through nearly all jobs that are closed.
      .where(sql`is_open + 0`, '=', 0)
      // Those whose last version came in this time are counted already.
      .where(sql`coalesce(received_at, '')`, '<', new Date(momentOf(since)).toISOString())
  );
}

/** What there is in numbers, so that a screen on the wall does not have to read whole lists. */
export async function summaryText({ db }: Store, since: string, now: number): Promise<string> {
  const count = sql<number | string>`count(*)`;
  // One by one: asked for all channels at once, SQLite goes through every event there is.
  const inChannel = async (channel: string | null) => {
    const events = await db
      .selectFrom('events')
      .select(count.as('count'))
      .where('channel', channel === null ? 'is' : '=', channel)
      .where((expression) => expression.and(isWithin('received_at', { since })))
      .executeTakeFirst();
    return Number(events?.count ?? 0);
  };
  const channels: Record<string, number> = {};
  for (const channel of CHANNELS) channels[channel] = await inChannel(channel);
  channels[GENERIC] = await inChannel(null);
  const statuses = await db
    .selectFrom('jobs')
    .select(['status', count.as('count')])
    .where('is_open', '=', 1)
    .groupBy('status')
    .orderBy('count', 'desc')
    .orderBy('status')
    .execute();
  const closed = await db
    .selectFrom('jobs')
    .select(count.as('count'))
    .where('is_open', '=', 0)
    .where((expression) => expression.and(isWithin('received_at', { since })))
    .executeTakeFirst();
  const closedByHand = await closedByHandQuery(db, since).executeTakeFirst();
  const dueFrom = async (from: number, until: number) => {
    const due = await db
      .selectFrom('jobs')
      .select(count.as('count'))
      .where('is_open', '=', 1)
      .where('due_sort_key', '>=', new Date(from).toISOString())
      .where('due_sort_key', '<', new Date(until).toISOString())
      .executeTakeFirst();
    return Number(due?.count ?? 0);
  };
  const calls = await db
    .selectFrom('calls')
    .select(['direction', 'missed', count.as('count')])
    .where((expression) => expression.and(isWithin('sort_at', { since })))
    .groupBy(['direction', 'missed'])
    .execute();
  const toCallBack = await db
    .selectFrom('calls')
    // Who withholds a number is somebody else each time.
    .select([
      count.as('count'),
      sql<number | string>`count(distinct number_key) + count(*) - count(number_key)`.as('callers'),
    ])
    // Written out, for their index is known by these values.
    .where('missed', '=', sql.lit(1))
    .where('settled', '=', sql.lit(0))
    .executeTakeFirst();
  const repeated = await db
    .selectFrom('calls')
    .select(['number_key as line', count.as('count')])
    .where('missed', '=', sql.lit(1))
    .where('settled', '=', sql.lit(0))
    .where('number_key', 'is not', null)
    .groupBy('number_key')
    .having(count, '>', 1)
    .orderBy('count', 'desc')
    .orderBy('number_key')
    .limit(MOST_REPEATED)
    .execute();
  const summary: Summary = {
    since: new Date(momentOf(since)).toISOString(),
    events: {
      total: Object.values(channels).reduce((sum, one) => sum + one, 0),
      channels,
    },
    jobs: {
      open: total(statuses),
      closed: total([closed, closedByHand].filter((row) => row !== undefined)),
      late: await dueFrom(0, now),
      dueSoon: await dueFrom(now, now + SOON),
      statuses: statuses
        .slice(0, MOST_STATUSES)
        .map(({ status, count }) => ({ status, open: Number(count) })),
    },
    calls: {
      total: total(calls),
      incoming: total(calls.filter(({ direction }) => direction === 'in')),
      missed: total(calls.filter(({ missed }) => missed === 1)),
      toCallBack: Number(toCallBack?.count ?? 0),
      callersToCallBack: Number(toCallBack?.callers ?? 0),
      repeatedToCallBack: repeated.map(({ line, count }) => ({
        line: line ?? '',
        calls: Number(count),
      })),
    },
  };
  return JSON.stringify(summary);
}

/** PostgreSQL counts in 64 bits and answers with text. */
function total(rows: readonly { readonly count: number | string }[]): number {
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
}
