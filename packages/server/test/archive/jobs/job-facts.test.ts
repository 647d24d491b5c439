import type { Job, JobFilter, JobHistory } from '@hookline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../src/archive/engine/journal/batch.ts';
import { applyBatch } from '../../../src/archive/threads/apply-batch.ts';
import { createReader } from '../../../src/archive/threads/reader.ts';
import { type ArchiveContext, archiveContext } from '../../support/archive-context.ts';
import { DATABASES } from '../../support/databases.ts';
import { ALL } from '../../support/written-archive.ts';

const NOW = Date.parse('2026-03-04T12:00:00.000Z');

/** The n-th message, a minute after the one before. */
function entry(n: number, payload: unknown): Entry {
  return {
    id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    kind: 'event',
    eventId: n,
    channel: 'jobs',
    receivedAt: new Date(NOW - 86_400_000 + 60_000 * n).toISOString(),
    text: typeof payload === 'string' ? payload : JSON.stringify(payload),
  };
}

async function store(context: ArchiveContext, entries: readonly Entry[]): Promise<void> {
  await applyBatch(context, { id: crypto.randomUUID(), instance: 'i', entries });
}

async function jobs({ store, rules }: ArchiveContext, filter: JobFilter = {}): Promise<Job[]> {
  const { items } = await createReader(store, rules, () => NOW).jobs(filter, ALL, 'json');
  return items.map((item) => JSON.parse(item));
}

async function history(
  { store, rules }: ArchiveContext,
  reference: string,
): Promise<JobHistory | undefined> {
  const page = await createReader(store, rules, () => NOW).job(reference, ALL);
  return page && JSON.parse(`{${page.now},"versions":[${page.items.join(',')}]}`);
}

const PICKUP = { name: 'Labor Süd', address: 'Torstr. 1, 10119 Berlin', phone: '030 23125-100' };
const DROPOFF = { name: 'Praxis Roth', address: 'Hauptstr. 2, 10827 Berlin' };

describe.each(DATABASES)('%s', (kind) => {
  test('[RE5] [AR7] a message with nothing but a status leaves the rest as it was', async () => {
    const context = await archiveContext(kind);
    await store(context, [
      entry(1, { jobId: 7, status: 'new', pickup: PICKUP, dropoff: DROPOFF }),
      entry(2, { jobId: 7, driver: { name: 'Bodo Rast', phone: '0171 3920011' } }),
    ]);
    await store(context, [entry(3, { jobId: 7, status: 'picked up' })]);
    const expected = {
      reference: '7',
      status: 'picked up',
      statusClass: 'underway',
      late: false,
      facts: {
        pickup: { ...PICKUP, note: null },
        dropoff: { ...DROPOFF, phone: null, note: null },
        courier: { name: 'Bodo Rast', phone: '0171 3920011' },
      },
    };
    expect(await jobs(context)).toMatchObject([
      { ...expected, payload: { jobId: 7, status: 'picked up' } },
    ]);
    expect(await history(context, '7')).toMatchObject({
      ...expected,
      versions: [
        { status: 'picked up', statusClass: 'underway' },
        { status: null, statusClass: null },
        { status: 'new', statusClass: 'new' },
      ],
    });
    // Who was named in any of them is found by it.
    for (const q of ['praxis', 'torstr 10119', 'bodo rast']) {
      expect(await jobs(context, { q }), q).toHaveLength(1);
    }
    await store(context, [entry(4, { jobId: 7, driver: { name: 'Nele Kühn' } })]);
    const [after] = await jobs(context);
    expect(after?.facts.courier).toMatchObject({ name: 'Nele Kühn', phone: null });
    expect(after).toMatchObject({ status: 'picked up', statusClass: 'underway' });
  });

  test('[RE5] the same messages in any order of keys, any order and any batches are one job', async () => {
    const party = fc.record(
      {
        name: fc.constantFrom('Labor Süd', 'Praxis Roth', null),
        address: fc.constantFrom('Torstr. 1, 10119 Berlin', 'Hauptstr. 2, 10827 Berlin'),
        phone: fc.constantFrom('030 23125-100', null),
      },
      { requiredKeys: [] },
    );
    const message = fc
      .record(
        {
          status: fc.constantFrom('new', 'picked up', 'delivered', 'in Prüfung', null),
          pickup: fc.option(party),
          dropoff: party,
          courier: fc.record({ name: fc.constantFrom('Rast', 'Kühn'), phone: fc.constant('101') }),
          deliver_by: fc.constantFrom('2026-03-04T10:00:00Z', '2026-03-05', null),
          id: fc.constantFrom('shipment-1', 'shipment-2'),
        },
        { requiredKeys: [] },
      )
      .chain((fields) =>
        fc
          .shuffledSubarray(Object.entries(fields), { minLength: Object.keys(fields).length })
          .map(Object.fromEntries),
      );
    // Some name the job only by what stood beside its number.
    const named = fc
      .tuple(fc.constantFrom('J-1', 'J-2', undefined), message)
      .map(([jobId, fields]) => ({ ...(jobId && { jobId }), ...fields }));
    const context = await archiveContext(kind);
    const empty = async () => {
      for (const table of ['job_versions', 'jobs', 'job_names', 'events'] as const) {
        await context.store.db.deleteFrom(table).execute();
      }
    };
    const property = fc.asyncProperty(
      fc.array(named, { minLength: 2, maxLength: 7 }),
      fc.infiniteStream(fc.nat(1000)),
      async (messages, choices) => {
        const entries = messages.map((one, n) => entry(n, one));
        await empty();
        await store(context, entries);
        const expected = await rowsOf(context);
        await empty();
        const shuffled = entries
          .map((one) => ({ one, place: choices.next().value ?? 0 }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ one }) => one);
        while (shuffled.length > 0) {
          await store(context, shuffled.splice(0, 1 + ((choices.next().value ?? 0) % 3)));
        }
        expect(await rowsOf(context)).toEqual(expected);
      },
    );
    await fc.assert(property, {
      numRuns: kind === 'sqlite' ? 100 : 30,
    });
  });

  test('[RE2] a name that stands beside the number of a job leads to it, whichever comes first', async () => {
    const both = { orderNumber: 'X-1', id: 'shipment-0001', status: 'new' };
    const short = { id: 'shipment-0001', status: 'delivered' };
    for (const messages of [
      [entry(1, both), entry(2, short)],
      [entry(2, short), entry(1, both)],
    ]) {
      const context = await archiveContext(kind);
      for (const message of messages) await store(context, [message]);
      expect(await jobs(context)).toMatchObject([{ reference: 'X-1', status: 'delivered' }]);
      expect(await history(context, 'shipment-0001')).toMatchObject({
        reference: 'X-1',
        versions: [{ status: 'delivered' }, { status: 'new' }],
      });
      expect(await jobs(context, { reference: 'shipment-0001' })).toHaveLength(1);
      // Beside two numbers it is the sender's own, and names none of the two.
      await store(context, [entry(3, { ...both, orderNumber: 'X-2' })]);
      const references = (await jobs(context)).map(({ reference }) => reference);
      expect(references.toSorted()).toEqual(['X-1', 'X-2', 'shipment-0001']);
    }
  });

  test('[RE2] a number that no double holds is a reference digit by digit', async () => {
    const context = await archiveContext(kind);
    await store(context, [
      entry(1, '{"sendungsnummer":340434161094021501,"status":"new"}'),
      entry(2, '{"sendungsnummer":340434161094021502,"status":"new"}'),
      entry(3, '{"sendungsnummer":340434161094021501,"status":"delivered"}'),
    ]);
    expect(await jobs(context)).toMatchObject([
      { reference: '340434161094021501', status: 'delivered' },
      { reference: '340434161094021502', status: 'new' },
    ]);
    expect(await jobs(context, { q: '340434161094021502' })).toHaveLength(1);
  });

  test('[RE4] the class decides whether a job is open, and an unknown word keeps it open', async () => {
    const context = await archiveContext(kind);
    const statuses = ['abgerechnet', 'no_show', 'Fehler', 'in Prüfung', 'frei', undefined];
    await store(
      context,
      statuses.map((status, i) => entry(i, { jobId: `j${i}`, ...(status && { status }) })),
    );
    const classes = (await jobs(context)).map((job) => job.statusClass).toReversed();
    expect(classes).toEqual(['done', 'canceled', 'problem', null, 'open', 'new']);
    const names = async (filter: JobFilter) =>
      (await jobs(context, filter)).map(({ reference }) => reference).join(' ');
    expect(await names({ open: false })).toBe('j1 j0');
    expect(await names({ open: true })).toBe('j5 j4 j3 j2');
    expect(await names({ class: 'problem' })).toBe('j2');
    expect(await names({ class: 'problem', open: false })).toBe('');
    expect(await names({ status: 'Fehler', open: true })).toBe('j2');
  });

  test('[DI1] [AR10] jobs are due, late and listed by it', async () => {
    const context = await archiveContext(kind);
    const times = { pickup_by: '2026-03-04T11:00:00Z', deliver_by: '2026-03-04T13:00:00Z' };
    await store(context, [
      entry(1, { jobId: 'waits', status: 'new', ...times }),
      entry(2, { jobId: 'rides', status: 'picked up', ...times }),
      entry(3, { jobId: 'done', status: 'delivered', deliver_by: '2026-03-04T10:00:00Z' }),
      entry(4, { jobId: 'today', status: 'new', deliver_by: '2026-03-04' }),
      entry(5, { jobId: 'some day', status: 'new' }),
    ]);
    const listed = async (filter: JobFilter) =>
      (await jobs(context, filter)).map(({ reference, late }) => `${reference}${late ? '!' : ''}`);
    expect(await listed({ sort: 'due' })).toEqual(['done', 'waits!', 'rides', 'today', 'some day']);
    expect(await listed({ sort: 'due', open: true })).toEqual([
      'waits!',
      'rides',
      'today',
      'some day',
    ]);
    expect(await listed({ late: true })).toEqual(['waits!']);
    expect(await listed({ late: false, sort: 'due' })).toEqual([
      'done',
      'rides',
      'today',
      'some day',
    ]);
    expect(await listed({ sort: 'due', q: 'new' })).toEqual(['waits!', 'today', 'some day']);
    expect((await jobs(context, { reference: 'today' }))[0]?.dueAt).toBe(
      '2026-03-04T23:00:00.000Z',
    );
    const reader = createReader(context.store, context.rules, () => NOW);
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await reader.jobs({ sort: 'due' }, { limit: 2, cursor }, 'json');
      pages.push(page.items.map((item) => JSON.parse(item).reference).join(' '));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual(['done waits', 'rides today', 'some day']);
  });

  test('[DI1] [AR10] of jobs that are due at once, or never, the one changed last comes first', async () => {
    const context = await archiveContext(kind);
    const deadline = { deliver_by: '2026-03-05T13:00:00Z' };
    await store(
      context,
      // Not in the order of their names.
      [...'caebd'].flatMap((name, n) => [
        entry(n, { jobId: `${name} never`, status: 'new' }),
        entry(10 + n, { jobId: `${name} due`, status: 'new', ...deadline }),
      ]),
    );
    const reader = createReader(context.store, context.rules, () => NOW);
    const read = async (limit: number, filter: JobFilter) => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await reader.jobs({ sort: 'due', ...filter }, { limit, cursor }, 'json');
        found.push(...page.items.map((item) => JSON.parse(item).reference));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      return found;
    };
    const inOrder = (due: string, never: string) => [
      ...[...due].map((name) => `${name} due`),
      ...[...never].map((name) => `${name} never`),
    ];
    for (const limit of [1, 3, 100]) {
      for (const filter of [{}, { open: true }, { courier: 'none' }, { q: 'new' }]) {
        expect(await read(limit, filter)).toEqual(inOrder('dbeac', 'dbeac'));
      }
    }
    // A change brings it to the top of its equals, and not above those that are due before.
    await store(context, [entry(20, { jobId: 'c never', status: 'accepted' })]);
    expect(await read(3, { open: true })).toEqual(inOrder('dbeac', 'cdbea'));
  });

  test('[DI1] a job is late at the right moment when the clocks are changed', async () => {
    const context = await archiveContext(kind);
    await store(context, [
      entry(1, { jobId: 'spring', status: 'new', deliver_by: '29.03.2026 03:15' }),
      entry(2, { jobId: 'autumn', status: 'new', deliver_by: '25.10.2026 02:30' }),
      entry(3, { jobId: 'day', status: 'new', deliver_by: '2026-10-25' }),
    ]);
    const lateAt = async (now: string) => {
      const reader = createReader(context.store, context.rules, () => Date.parse(now));
      const { items } = await reader.jobs({ late: true, sort: 'due' }, ALL, 'json');
      const { jobs } = JSON.parse(await reader.summary('2026-01-01'));
      const references = items.map((item) => JSON.parse(item).reference).join(' ');
      return `${references}|${jobs.late} ${jobs.dueSoon}`;
    };
    expect(await lateAt('2026-03-29T01:59:00+01:00')).toBe('|0 1');
    expect(await lateAt('2026-03-29T03:15:00+02:00')).toBe('|0 1');
    expect(await lateAt('2026-03-29T03:15:01+02:00')).toBe('spring|1 0');
    expect(await lateAt('2026-10-25T02:29:00+02:00')).toBe('spring|1 1');
    expect(await lateAt('2026-10-25T02:31:00+02:00')).toBe('spring autumn|2 0');
    expect(await lateAt('2026-10-25T23:31:00+01:00')).toBe('spring autumn|2 1');
    expect(await lateAt('2026-10-26T00:00:01+01:00')).toBe('spring autumn day|3 0');
  });

  test('[DI1] [RE5] what is no deadline leaves the one that was told', async () => {
    const context = await archiveContext(kind);
    const told = '2026-03-04T13:00:00.000Z';
    const odd = ['heute 14:30', '1926-03-04', '0001-01-01T00:00:00', '2026-03-04T14:00+25:00', 0];
    await store(context, [
      entry(1, { jobId: 'a', status: 'new', deliver_by: Date.parse(told) }),
      ...odd.map((deliver_by, n) => entry(2 + n, { jobId: 'a', deliver_by })),
      ...odd.map((deliver_by, n) => entry(10 + n, { jobId: `b${n}`, deliver_by })),
    ]);
    expect((await jobs(context, { reference: 'a' }))[0]).toMatchObject({ dueAt: told });
    for (const n of odd.keys()) {
      expect((await jobs(context, { reference: `b${n}` }))[0]).toMatchObject({
        dueAt: null,
        late: false,
      });
    }
  });

  test('[AR10] jobs of a courier, by name or number', async () => {
    const context = await archiveContext(kind);
    await store(context, [
      entry(1, { jobId: 1, courier: { name: 'Jörg Süß', phone: '0171 39200-11' } }),
      entry(2, { jobId: 2, courier: { name: 'Jörg Süß' } }),
      entry(3, { jobId: 3, courier: { name: 'Rast', phone: '+49 171 3920011' } }),
      entry(4, { jobId: 1, courier: { name: 'Rast' } }),
    ]);
    const names = async (courier: string) =>
      (await jobs(context, { courier })).map(({ reference }) => reference).join(' ');
    expect(await names('joerg SÜSS')).toBe('2');
    expect(await names('rast')).toBe('1 3');
    expect(await names('01713920011')).toBe('3');
    expect(await names('Süß')).toBe('');
    expect(await names('\0')).toBe('');
  });
});

/** What is stored of the jobs, whatever the order it came in. */
async function rowsOf({ store: { db } }: ArchiveContext) {
  return {
    jobs: await db.selectFrom('jobs').selectAll().orderBy('name').execute(),
    versions: await db.selectFrom('job_versions').selectAll().orderBy('id').execute(),
    numbers: await db
      .selectFrom('job_numbers')
      .selectAll()
      .orderBy('name')
      .orderBy('number_key')
      .execute(),
  };
}
