import fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { applyBatch } from '../../src/archive/write/apply-batch.ts';
import type { Entry } from '../../src/archive/write/batch.ts';
import { type ArchiveContext, archiveContext } from '../support/archive-context.ts';
import { DATABASES } from '../support/databases.ts';

const AT = '2026-03-01T08:00:00.000Z';
const item = (channel: string, text: string) => ({ channel, text });
const list = (n: number, record: (i: number) => object) =>
  JSON.stringify(Array.from({ length: n }, (_, i) => record(i)));

function entry(i: number, { channel, text }: ReturnType<typeof item>): Entry {
  return {
    id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`,
    kind: channel === 'calls' || channel === 'addresses' ? channel : 'event',
    eventId: i,
    channel,
    receivedAt: AT,
    text,
  };
}

let lastBatch = 0;
async function apply(context: ArchiveContext, entries: readonly Entry[]): Promise<void> {
  await applyBatch(context, { id: `batch ${lastBatch++}`, instance: 'test', entries });
}

/** How many statements a batch takes. */
async function statements(context: ArchiveContext, entries: readonly Entry[]): Promise<number> {
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      count++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const store = { ...context.store, db: context.store.db.withPlugin(counting) };
  await apply({ ...context, store }, entries);
  return count;
}

const LISTS: Readonly<Record<string, (n: number) => ReturnType<typeof item>>> = {
  'a list of customers': (n) =>
    item(
      'kunden',
      list(n, (i) => ({ tel: `030 ${901_000 + i}` })),
    ),
  'a phone book': (n) =>
    item(
      'addresses',
      list(n, (i) => ({ name: `K${i}`, tel: `0171 39${10_000 + i}` })),
    ),
  'calls with one id': (n) =>
    item(
      'calls',
      list(n, (i) => ({ callId: '1', startedAt: 1_700_000_000 + i, from: '030 901820' })),
    ),
  'calls without a start': (n) =>
    item(
      'calls',
      list(n, (i) => ({ callId: `${i}`, state: 'ringing', from: `030 ${901_000 + i}` })),
    ),
  'jobs with further names': (n) =>
    item(
      'jobs',
      list(n, (i) => ({ orderNumber: `${i}`, id: `shipment-${i}`, status: 'new' })),
    ),
  'jobs by their further names': (n) =>
    item(
      'jobs',
      list(2 * n, (i) => ({ ...(i % 2 === 0 && { orderNumber: i }), id: `parcel-${i >> 1}-x` })),
    ),
  'jobs with one number': (n) =>
    item(
      'jobs',
      list(n, (i) => ({ jobId: `${i}`, tel: '030 901820' })),
    ),
};

describe.each(DATABASES)('%s', (kind) => {
  test.each(Object.keys(LISTS))(
    '[AR12] records share their statements: %s',
    async (name) => {
      const context = await archiveContext(kind);
      const make = LISTS[name];
      if (!make) throw new Error('no such list');
      // Twice: at first they are new, then they are known.
      for (let round = 0; round < 2; round++) {
        const count = await statements(context, [entry(10 + round, make(900))]);
        expect(count).toBeLessThan(60);
      }
    },
    120_000,
  );

  test('[AR12] jobs that become one share their statements', async () => {
    const context = await archiveContext(kind);
    const tel = '030 901820';
    const alone = list(900, (i) => ({ id: `parcel-${i}-x`, tel }));
    await apply(context, [entry(1, item('jobs', alone))]);
    const named = list(900, (i) => ({ id: `parcel-${i}-x`, orderNumber: `A-${i}` }));
    expect(await statements(context, [entry(2, item('jobs', named))])).toBeLessThan(60);
    const { db } = context.store;
    const jobs = await db.selectFrom('jobs').select('job_key').execute();
    expect(jobs.map(({ job_key }) => job_key.slice(0, 2))).toEqual(Array(900).fill('A-'));
    expect(await db.selectFrom('job_numbers').select('job_key').execute()).toHaveLength(900);
  });

  test('[AR6] [AR9] the same reports make the same rows, one by one and all at once', async () => {
    const time = fc.integer({ min: 0, max: 3 }).map((n) => 1_700_000_000 + 1000 * n);
    const call = fc.record(
      {
        callId: fc.constantFrom('1', '2'),
        startedAt: time,
        at: time,
        state: fc.constantFrom('ringing', 'connected', 'ended'),
        direction: fc.constantFrom('in', 'out'),
        from: fc.constantFrom('030 901820', '101'),
        note: fc.constantFrom('a', 'b'),
      },
      { requiredKeys: [] },
    );
    const address = fc.record(
      {
        tel: fc.constantFrom('030 901820', '+49 30 901820', '030 901821'),
        mobil: fc.constantFrom('0171 3920012', null),
        name: fc.constantFrom('Süß', 'Bauer', null),
        ort: fc.constantFrom('Berlin', '', null),
      },
      { requiredKeys: ['tel'] },
    );
    const said = fc.oneof(
      call.map((value) => item('calls', JSON.stringify(value))),
      fc
        .tuple(fc.constantFrom('kunden', 'kuriere', 'addresses'), address)
        .map(([channel, value]) => item(channel, JSON.stringify(value))),
    );
    const property = fc.asyncProperty(
      fc.array(said, { minLength: 2, maxLength: 12 }),
      async (all) => {
        const context = await archiveContext(kind);
        const entries = all.map((one, i) => entry(i, one));
        for (const one of entries) await apply(context, [one]);
        const oneByOne = await rowsOf(context);
        for (const table of ['events', 'addresses', 'calls'] as const) {
          await context.store.db.deleteFrom(table).execute();
        }
        await apply(context, entries);
        expect(await rowsOf(context)).toEqual(oneByOne);
      },
    );
    await fc.assert(property, { numRuns: 15 });
  }, 240_000);
});

/** All that is stored of addresses and calls, without ids. What is missed matters, not what was. */
async function rowsOf({ store: { db } }: ArchiveContext): Promise<object> {
  const addresses = await db.selectFrom('addresses').selectAll().orderBy('dedup_key').execute();
  const numbers = await db
    .selectFrom('address_numbers')
    .innerJoin('addresses', 'addresses.id', 'address_id')
    .select(['address_numbers.number_key', 'is_own', 'dedup_key'])
    .orderBy('dedup_key')
    .orderBy('address_numbers.number_key')
    .execute();
  const calls = await db.selectFrom('calls').selectAll().orderBy('merge_state').execute();
  const reports = await db
    .selectFrom('call_reports')
    .innerJoin('calls', 'calls.id', 'call')
    .select(['dedup_key', 'content_hash', 'call_reports.payload'])
    .orderBy('content_hash')
    .orderBy('dedup_key')
    .execute();
  return {
    addresses: addresses.map(({ id: _, ...row }) => row),
    numbers,
    calls: calls.map(({ id: _, settled: __, ...row }) => row),
    reports,
  };
}
