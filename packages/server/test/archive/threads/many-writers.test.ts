import { describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { only, WrittenArchive } from '../../support/written-archive.ts';

const WRITERS = 3;
const ROUNDS = 5;
const NUMBERS = ['030 23125-100', '069 90009-200', '040 66969-300', '0171 39200-11'];

describe.each(DATABASES)('%s: many writers', (kind) => {
  async function writers(): Promise<WrittenArchive[]> {
    const first = await WrittenArchive.on(kind);
    await first.settled();
    const others = Array.from({ length: WRITERS - 1 }, () => WrittenArchive.at(first.url));
    const all = [first, ...(await Promise.all(others))];
    // Whoever opens the archive late goes on behind what the others have stored.
    await settled(all);
    return all;
  }
  const settled = (all: readonly WrittenArchive[]) => Promise.all(all.map((one) => one.settled()));
  // An attempt may fail where another writer takes long, and is made again: that loses nothing.
  const lost = (all: readonly WrittenArchive[]) => {
    const figures = all.map(({ archive }) => archive.figures());
    return figures.reduce((sum, one) => sum + one.deadLetters + one.dropped, 0);
  };

  test('[AR5] one record per number, and no field is lost', async () => {
    const all = await writers();
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, written] of all.entries()) {
        // Each in another order, or they would only ever queue up behind one another.
        const numbers = [...NUMBERS.slice(i), ...NUMBERS.slice(0, i)];
        for (const number of numbers) {
          const channel = i % 2 === 0 ? 'kunden' : 'kuriere';
          written.webhook(channel, { number, [`field${i}-${round}`]: `${i}/${round}` });
        }
        written.phoneBook(numbers.map((number) => ({ number, [`book${i}-${round}`]: i })));
      }
      // All of them at the same moment, and the next round in other transactions.
      await settled(all);
    }
    const addresses = await (all[0] ?? only([])).addresses();
    expect(addresses).toHaveLength(NUMBERS.length);
    for (const { fields, roles } of addresses) {
      expect(Object.keys(fields)).toHaveLength(WRITERS * ROUNDS * 2);
      expect(roles).toEqual(['customer', 'courier']);
    }
    expect(lost(all)).toBe(0);
  });

  test('[AR9] one call, and every report is kept', async () => {
    const all = await writers();
    const call = { callId: 'c-1', startedAt: '2026-03-01T08:00:00.000Z', direction: 'in' };
    const states = ['ringing', 'connected', 'held', 'connected', 'ended'];
    for (const [second, state] of states.entries()) {
      const timestamp = `2026-03-01T08:00:0${second}.000Z`;
      for (const written of all) written.report({ ...call, state, timestamp });
      // All of them at the same moment, and the next round in other transactions.
      await settled(all);
    }
    const [first] = all;
    expect(await first?.calls()).toMatchObject([{ state: 'ended', missed: false }]);
    expect(await first?.rows('call_reports')).toHaveLength(states.length);
    expect(lost(all)).toBe(0);
  });

  test('[AR7] one job, and every version is kept', async () => {
    const all = await writers();
    for (const [i, written] of all.entries()) {
      for (let round = 0; round < ROUNDS; round++) {
        const receivedAt = `2026-03-01T08:0${i}:0${round}.000Z`;
        written.webhook('jobs', { jobId: 7, status: `${i}/${round}` }, receivedAt);
      }
    }
    await settled(all);
    const [first] = all;
    expect(await first?.jobs()).toMatchObject([{ status: `${WRITERS - 1}/${ROUNDS - 1}` }]);
    expect(await first?.rows('job_versions')).toHaveLength(WRITERS * ROUNDS);
    expect(lost(all)).toBe(0);
  });
});
