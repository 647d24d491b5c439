import { NumberFinder } from '@hookline/records/phone';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eraseNumber } from '../../../src/archive/privacy/erase-number.ts';
import { purgeAll } from '../../../src/archive/privacy/retention.ts';
import { jobRebuilder, rebuildAll } from '../../../src/archive/threads/rebuild.ts';
import { DATABASES } from '../../support/databases.ts';
import { DeskOffice } from '../../support/desk-office.ts';
import { HOUSE } from '../../support/house.ts';
import { KEEP_ALL } from '../../support/written-archive.ts';

const DAY = 24 * 60 * 60 * 1000;
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
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

async function play(office: DeskOffice, one: Act): Promise<void> {
  const { context } = office;
  const turn: Parameters<typeof rebuildAll>[0] = (work) => work(context);
  if ('stored' in one) await office.jobs(...one.stored);
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
    }),
  ).toSorted((a, b) => (a.courier_key < b.courier_key ? -1 : 1));
}

describe.each(DATABASES)('%s', (kind) => {
  test('[DI3a] what couriers have to do is as much as their jobs are, whatever is done to these', async () => {
    const office = await DeskOffice.on(kind);
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
        for (const one of acts) {
          await play(office, one);
          const kept = await office.db
            .selectFrom('courier_loads')
            .selectAll()
            .orderBy('courier_key')
            .execute();
          expect(kept.map((row) => ({ ...row }))).toEqual(await counted(office));
          seen.add(kept.reduce((sum, { open_jobs }) => sum + open_jobs, 0));
        }
      }),
      { numRuns: 20 },
    );
    // Or nothing at all would have been compared.
    expect(seen.size).toBeGreaterThan(2);
  });
});
