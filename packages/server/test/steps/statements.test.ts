import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../src/archive/engine/journal/batch.ts';
import { applyBatch } from '../../src/archive/threads/apply-batch.ts';
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
    transformQuery: ({ node }) => node,
    // Not where they are put together: those whose text is kept are not.
    transformResult: async ({ result }) => {
      count++;
      return result;
    },
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
  test.each(Object.keys(LISTS))('[AR12] records share their statements: %s', async (name) => {
    const context = await archiveContext(kind);
    const make = LISTS[name];
    if (!make) throw new Error('no such list');
    // Twice: at first they are new, then they are known.
    for (let round = 0; round < 2; round++) {
      const count = await statements(context, [entry(10 + round, make(900))]);
      expect(count).toBeLessThan(60);
    }
  });

  test('[AR12] jobs that become one share their statements', async () => {
    const context = await archiveContext(kind);
    const tel = '030 901820';
    const alone = list(900, (i) => ({ id: `parcel-${i}-x`, tel }));
    await apply(context, [entry(1, item('jobs', alone))]);
    const named = list(900, (i) => ({ id: `parcel-${i}-x`, orderNumber: `A-${i}` }));
    expect(await statements(context, [entry(2, item('jobs', named))])).toBeLessThan(60);
    const { db } = context.store;
    const jobs = await db.selectFrom('jobs').select('name').execute();
    expect(jobs.map(({ name }) => name.slice(0, 2))).toEqual(Array(900).fill('A-'));
    expect(await db.selectFrom('job_numbers').select('name').execute()).toHaveLength(900);
  });
});
