import { readdirSync } from 'node:fs';
import type { JobVersion } from '@hookline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { absentDatabase, DATABASES } from '../../support/databases.ts';
import { HOUSE } from '../../support/house.ts';
import { ALL, WrittenArchive } from '../../support/written-archive.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const TEL = '030 23125-100';
/** By how much a clock was ahead, with a job each. */
const AHEAD: readonly (readonly [jobId: number, ms: number])[] = [
  [7, 10 * SECOND],
  [8, HOUR],
  [9, 400 * DAY],
];
const NOON = Date.parse('2026-03-01T12:00:00.000Z');
const OPEN = { status: 'new', pickup: { name: 'Labor', phone: TEL }, note: 'a' };
const DELIVERED = { status: 'delivered', pickup: { name: 'Praxis', phone: TEL } };

const at = (ms: number) => new Date(NOON + ms).toISOString();

function opened(written: WrittenArchive, jobs = AHEAD): void {
  for (const [jobId, ahead] of jobs) written.webhook('jobs', { jobId, ...OPEN }, at(ahead));
}

/** Once the clocks are right again. */
function delivered(written: WrittenArchive, jobs = AHEAD): void {
  for (const [jobId] of jobs) written.webhook('jobs', { jobId, ...DELIVERED }, at(2 * SECOND));
}

/** The jobs as they are, and what their timelines say, newest first. */
function jobsIn(written: WrittenArchive) {
  return Promise.all(
    AHEAD.map(async ([jobId]) => {
      const [job] = await written.jobs({ reference: String(jobId) });
      const page = await written.archive.job(String(jobId), ALL);
      const versions: JobVersion[] = page?.items.map((item) => JSON.parse(item)) ?? [];
      return {
        status: job?.status,
        statusClass: job?.statusClass,
        pickup: job?.facts.pickup?.name,
        receivedAt: job?.receivedAt,
        timeline: versions.map(({ status, receivedAt }) => [status, receivedAt]),
      };
    }),
  );
}

const done = (statusClass = 'done', between: readonly [string, string][] = []) =>
  AHEAD.map(([, ahead]) => ({
    status: 'delivered',
    statusClass,
    pickup: 'Praxis',
    receivedAt: at(2 * SECOND),
    timeline: [['delivered', at(2 * SECOND)], ...between, ['new', at(ahead)]],
  }));

describe.each(DATABASES)('%s: a clock that was ahead and is right again', (kind) => {
  test('[RE11] in one run, the job is what was accepted last', async () => {
    const written = await WrittenArchive.on(kind);
    // One after another: a small lead would pass in the shadow of a larger one.
    for (const job of AHEAD) {
      opened(written, [job]);
      delivered(written, [job]);
    }
    await written.settled();
    expect(await jobsIn(written)).toEqual(done());
  });

  test('[RE11] over a restart, and read anew', async () => {
    const before = await WrittenArchive.on(kind);
    opened(before);
    await before.settled();
    await before.close();
    const after = await WrittenArchive.at(before.url, before.spoolFolder);
    delivered(after);
    await after.settled();
    expect(await jobsIn(after)).toEqual(done());
    await after.close();
    const words = { ...HOUSE, statusWords: { delivered: 'canceled' } };
    const anew = await WrittenArchive.at(before.url, before.spoolFolder, words);
    await expect.poll(() => jobsIn(anew), { interval: 50 }).toEqual(done('canceled'));
  });

  test('[RE11] through the journal, over two restarts', async () => {
    const { url, create } = await absentDatabase(kind);
    const first = await WrittenArchive.at(url);
    opened(first);
    await first.close();
    const second = await WrittenArchive.at(url, first.spoolFolder);
    for (const [jobId] of AHEAD) {
      second.webhook('jobs', { jobId, status: 'picked up' }, at(SECOND));
    }
    await second.close();
    expect(readdirSync(first.spoolFolder)).toHaveLength(2);
    await create();
    const third = await WrittenArchive.at(url, first.spoolFolder);
    delivered(third);
    await third.settled();
    expect(await jobsIn(third)).toEqual(done('done', [['picked up', at(SECOND)]]));
  });

  test('[RE11] what a desk has closed stays closed until another status is accepted', async () => {
    const written = await WrittenArchive.on(kind);
    written.webhook('jobs', { jobId: 7, ...OPEN }, at(DAY));
    await written.settled();
    await written.archive.changeJob('7', { closed: true, by: 'Platz 1' });
    written.webhook('jobs', { jobId: 7, ...OPEN }, at(0));
    await written.settled();
    expect(await written.jobs()).toMatchObject([{ statusClass: 'done' }]);
    written.webhook('jobs', { jobId: 7, status: 'picked up' }, at(SECOND));
    await written.settled();
    expect(await written.jobs()).toMatchObject([{ statusClass: 'underway' }]);
  });

  test('[RE11] however the clock jumps, the job is that of a steady clock', async () => {
    const written = await WrittenArchive.on(kind);
    const said = [
      { status: 'new', pickup: { name: 'Labor' } },
      { status: 'picked up' },
      { status: 'delivered', pickup: { name: 'Praxis' } },
      { dropoff: { name: 'Klinik' } },
      { pickup: null },
      { status: 'cancelled', courier: { name: 'Omar' } },
    ];
    let jobId = 0;
    const message = fc.record({
      what: fc.constantFrom(...said),
      clock: fc.integer({ min: -400 * DAY, max: 400 * DAY }),
      isAlone: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 2, maxLength: 8 }), async (messages) => {
        const [jumping, steady] = [`j${++jobId}`, `s${jobId}`];
        for (const [n, { what, clock, isAlone }] of messages.entries()) {
          written.webhook('jobs', { jobId: jumping, ...what }, at(clock));
          written.webhook('jobs', { jobId: steady, ...what }, at(n));
          if (isAlone) await written.settled();
        }
        await written.settled();
        const [one, other] = await Promise.all(
          [jumping, steady].map(async (reference) => {
            const [job] = await written.jobs({ reference });
            const page = await written.archive.job(reference, ALL);
            const versions: JobVersion[] = page?.items.map((item) => JSON.parse(item)) ?? [];
            return {
              status: job?.status,
              statusClass: job?.statusClass,
              facts: job?.facts,
              timeline: versions.map(({ status }) => status),
            };
          }),
        );
        expect(one).toEqual(other);
      }),
      { numRuns: 20 },
    );
  });
});
