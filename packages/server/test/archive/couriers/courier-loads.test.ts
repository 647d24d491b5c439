import type { CourierList } from '@hookline/contract';
import { NumberFinder } from '@hookline/records/phone';
import fc from 'fast-check';
import { type KyselyPlugin, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { eraseNumber } from '../../../src/archive/privacy/erase-number.ts';
import { purgeAll } from '../../../src/archive/privacy/retention.ts';
import { createReader } from '../../../src/archive/threads/reader.ts';
import { jobRebuilder, rebuildAll } from '../../../src/archive/threads/rebuild.ts';
import { DATABASES } from '../../support/databases.ts';
import { DeskOffice } from '../../support/desk-office.ts';
import { HOUSE } from '../../support/house.ts';
import { KEEP_ALL } from '../../support/written-archive.ts';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;
const WORDS = ['neu', 'unterwegs', 'in Prüfung', 'zugestellt'];
const NUMBERS = ['0171 39200-01', '0171 39200-02'];

const number = fc.constantFrom(...NUMBERS);
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const message = fc.record({
  // One that carries two numbers makes two jobs one.
  orderNumber: maybe(fc.constantFrom('A-1', 'A-2', 'A-3')),
  id: fc.constantFrom('x-1', 'x-2', 'x-3'),
  status: maybe(fc.constantFrom(...WORDS)),
  kurier: maybe(fc.record({ name: fc.constantFrom('Max Kern', 'Eva Roth'), telefon: number })),
  deliver_by: maybe(fc.constantFrom('2026-03-10T08:30:00Z', '2026-03-10T09:00:00Z')),
});
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ stored: fc.array(message, { minLength: 1, maxLength: 5 }) }),
  },
  { weight: 3, arbitrary: fc.record({ closed: fc.boolean(), job: fc.nat(2) }) },
  fc.record({ erased: number }),
  fc.record({ underway: fc.constantFrom(...WORDS) }),
  fc.record({ purged: fc.constantFrom(0, 1) }),
  fc.record({ clock: fc.constantFrom('08:15', '08:45', '09:15') }),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

async function play(office: DeskOffice, one: Act): Promise<void> {
  const { context } = office;
  const turn: Parameters<typeof rebuildAll>[0] = (work) => work(context);
  if ('clock' in one) office.now = Date.parse(`2026-03-10T${one.clock}Z`);
  else if ('stored' in one) await office.jobs(...one.stored);
  else if ('closed' in one) {
    const job = (await office.listed())[one.job];
    if (job) await office.changeJob(job.id, { closed: one.closed, by: 'Platz 1' });
  } else if ('erased' in one) {
    const { key } = context.rules.read(one.erased);
    const keys = key === null ? [] : [key];
    await eraseNumber(turn, new NumberFinder(keys, context.rules), keys);
  } else if ('underway' in one) {
    const { context: other } = office.another({
      ...HOUSE,
      statusWords: { [one.underway]: 'underway' },
    });
    const events = { progress() {}, changed() {} };
    await rebuildAll((work) => work(other), [jobRebuilder({ jobs: undefined })], events);
  } else await purgeAll(turn, { ...KEEP_ALL, jobs: one.purged * DAY }, office.now, () => {});
}

/** By going through all jobs. */
async function counted({ db }: DeskOffice) {
  const jobs = await db.selectFrom('jobs').selectAll().execute();
  const inHand = jobs.filter(({ is_open, courier_key }) => is_open === 1 && courier_key !== null);
  return Array.from(
    Map.groupBy(inHand, ({ courier_key }) => courier_key ?? ''),
    ([courier_key, some]) => ({
      courier_key,
      open_jobs: some.length,
      underway_jobs: some.filter(({ status_class }) => status_class === 'underway').length,
      first_jobs: some
        .toSorted((a, b) => (a.due_sort_key + a.name < b.due_sort_key + b.name ? -1 : 1))
        .map(({ due_sort_key, name, version_id }) => {
          const sign = name === `#${version_id}` ? '-' : '+';
          return due_sort_key.slice(0, 24) + sign + name;
        })
        .slice(0, 5),
    }),
  ).toSorted((a, b) => (a.courier_key < b.courier_key ? -1 : 1));
}

describe.each(DATABASES)('%s', (kind) => {
  test('[DI3a] what couriers have to do is as much as their jobs are, whatever is done to these', async () => {
    const office = await DeskOffice.on(kind);
    const { store, rules } = office.another().context;
    // One over a connection that stores as well, and one that only others store beside.
    const asked = [office.reader(), createReader(store, rules, () => office.now)];
    const seen = new Set<number>();
    const answers = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
        for (const one of acts) {
          await play(office, one);
          const kept = await office.db
            .selectFrom('courier_loads')
            .selectAll()
            .orderBy('courier_key')
            .execute();
          const read = kept.map((row) => ({ ...row, first_jobs: JSON.parse(row.first_jobs) }));
          expect(read).toEqual(await counted(office));
          const anew = await office.reader().couriers();
          answers.add(anew);
          for (const reader of asked) expect(await reader.couriers()).toBe(anew);
          seen.add(kept.reduce((sum, { open_jobs }) => sum + open_jobs, 0));
        }
      }),
      { numRuns: 20 },
    );
    // Or nothing at all would have been compared.
    expect(seen.size).toBeGreaterThan(2);
    expect([...answers].some((text) => text.includes('"lateJobs":1'))).toBe(true);
  });

  test('[DI3a] who asks for all couriers while nothing is stored and no job gets late shares the answer', async () => {
    const office = await DeskOffice.on(kind);
    const { store, rules } = office.another().context;
    let asked = 0;
    let isAway = false;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!result.rows.some((row) => 'underway' in row)) return result;
        asked++;
        if (isAway) throw new Error('the database is away');
        return result;
      },
    };
    const db = store.db.withPlugin(counting);
    const anew = () => createReader({ ...store, db }, rules, () => office.now);
    const reader = anew();
    const kurier = { name: 'Max Kern', telefon: NUMBERS[0] };
    const late = async (one = reader) => {
      const { items }: CourierList = JSON.parse(await one.couriers());
      return items.map(({ lateJobs }) => lateJobs);
    };
    /** What ends a transaction in any database of the server makes PostgreSQL look again. */
    const ended = async () => {
      if (kind === 'sqlite') return '';
      const { rows } = await sql`select pg_current_snapshot()::text`.execute(store.db);
      return JSON.stringify(rows);
    };

    await office.jobs({ id: 'x-1', kurier, deliver_by: office.at(office.now + MINUTE) });
    isAway = true;
    await expect(reader.couriers()).rejects.toThrow('the database is away');
    isAway = false;
    const askedByFour = async () => {
      const [before, fresh] = [await ended(), anew()];
      asked = 0;
      const all = [late(fresh), late(fresh), late(fresh)];
      expect(await Promise.all(all)).toEqual([[0], [0], [0]]);
      expect(await late(fresh)).toEqual([0]);
      return (await ended()) === before ? asked : 'others have stored something';
    };
    await expect.poll(askedByFour).toBe(1);

    expect(await late()).toEqual([0]);
    office.now += 2 * MINUTE;
    expect(await Promise.all([late(), late()])).toEqual([[1], [1]]);

    await office.jobs({ id: 'x-2', kurier, deliver_by: office.at(office.now - MINUTE) });
    expect(await Promise.all([late(), late()])).toEqual([[2], [2]]);
  });
});
