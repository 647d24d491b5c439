import { describe, expect, test } from 'vitest';
import { Source } from '../../src/sources/source.ts';
import { SourceBook } from '../../src/sources/source-book.ts';

const NOON = Date.parse('2026-03-09T11:00:00.000Z');
const HOUR = 3_600_000;

function book(senders: readonly string[] = ['erp']) {
  const clock = { now: NOON };
  const made = new SourceBook({ senders, timeZone: 'Europe/Berlin', now: () => clock.now });
  return { clock, book: made };
}

const refusal = (path: string | null) =>
  ({ status: 404, code: 'not_found', cause: 'unknown_url', path }) as const;

describe('[DI5] what is counted of a source', () => {
  test('today, and in each of the hours before', () => {
    const { clock, book: counted } = book();
    counted.accepted('erp', 'jobs');
    clock.now += 2 * HOUR;
    counted.accepted('erp', 'jobs');
    counted.accepted('erp', 'jobs');
    const [source] = counted;
    const hour = Math.floor(clock.now / HOUR);
    expect(source?.hoursUntil(hour).slice(-4)).toEqual([0, 1, 0, 2]);
    expect(source?.hoursUntil(hour + 23).slice(0, 2)).toEqual([2, 0]);
    expect(source?.hoursUntil(hour + 24)).toEqual(Array(24).fill(0));
    expect(source?.today(counted.dayAt(clock.now)).accepted).toBe(3);
  });

  test('the day begins at midnight of the office', () => {
    const { clock, book: counted } = book();
    clock.now = Date.parse('2026-03-09T22:59:59.000Z');
    counted.accepted(null, null);
    expect([...counted][0]?.today(counted.dayAt(clock.now)).accepted).toBe(1);
    clock.now = Date.parse('2026-03-09T23:00:00.000Z');
    expect([...counted][0]?.today(counted.dayAt(clock.now)).accepted).toBe(0);
    counted.accepted(null, null);
    expect([...counted][0]?.today(counted.dayAt(clock.now)).accepted).toBe(1);
  });

  test('a flood of refusals with odd paths stays small, and the rest is still told', () => {
    const { book: counted } = book();
    counted.refused('erp', 'jobs', { ...refusal(null), cause: 'form_data' });
    for (let n = 0; n < 10_000; n++) counted.refused(null, 'other', refusal(`/api/webhook/${n}`));
    const [erp, other, ...more] = [...counted];
    expect(more).toEqual([]);
    expect(erp?.refusals).toMatchObject([{ cause: 'form_data', count: 1 }]);
    expect(other?.refusals.map(({ path }) => path)).toEqual(
      [9999, 9998, 9997, 9996, 9995].map((n) => `/api/webhook/${n}`),
    );
    expect(other?.today(counted.dayAt(NOON)).refused).toBe(10_000);
    expect(JSON.stringify(other?.state()).length).toBeLessThan(2000);
  });

  test('the same refusal again is one entry with a count', () => {
    const { clock, book: counted } = book();
    counted.refused('erp', 'jobs', { ...refusal(null), cause: 'xml' });
    counted.refused('erp', 'jobs', { ...refusal(null), cause: 'empty' });
    clock.now += 1000;
    counted.refused('erp', 'jobs', { ...refusal(null), cause: 'xml' });
    expect([...counted][0]?.refusals).toMatchObject([
      { cause: 'xml', count: 2, at: new Date(clock.now).toISOString() },
      { cause: 'empty', count: 1 },
    ]);
  });

  test('what was counted before a restart is added to what has come since', () => {
    const before = new Source('erp', 'jobs');
    before.accept(NOON - 2 * HOUR, '2026-03-09');
    before.accept(NOON, '2026-03-09');
    before.refuse('2026-03-09', { ...refusal(null), at: '2026-03-09T11:00:00.000Z' });
    const after = new Source('erp', 'jobs');
    after.accept(NOON + HOUR, '2026-03-09');
    after.restore(JSON.parse(JSON.stringify(before.state())));
    expect(after.today('2026-03-09')).toEqual({ accepted: 3, refused: 1 });
    expect(after.hoursUntil(Math.floor(NOON / HOUR) + 1).slice(-4)).toEqual([1, 0, 1, 1]);
    expect([after.firstAt, after.lastAt]).toEqual([NOON - 2 * HOUR, NOON + HOUR]);
    expect(after.refusals).toHaveLength(1);
    // Only what has come since the start counts for the metrics.
    expect(after.accepted).toBe(1);
  });

  test('what an epoch has counted that never got anything back is added too', () => {
    const lives = [book().book, book().book];
    for (const life of lives) life.accepted('erp', 'jobs');
    const { book: counted } = book();
    counted.restore(lives.flatMap((life) => life.takeChanges().sources));
    counted.accepted('erp', 'jobs');
    const [source] = counted;
    expect(source?.today(counted.dayAt(NOON)).accepted).toBe(3);
    // Read again, its own is not added a second time.
    counted.restore(counted.takeChanges().sources);
    expect(source?.today(counted.dayAt(NOON)).accepted).toBe(3);
  });

  test('yesterday is not today after a restart', () => {
    const before = new Source(null, 'generic');
    before.accept(NOON, '2026-03-09');
    for (const isHeardAlready of [true, false]) {
      const after = new Source(null, 'generic');
      if (isHeardAlready) after.accept(NOON + 24 * HOUR, '2026-03-10');
      after.restore(before.state());
      expect(after.today('2026-03-10').accepted).toBe(isHeardAlready ? 1 : 0);
    }
  });

  test('a sender that is no longer configured is forgotten after a month', () => {
    const kept = (sender: string, lastAt: string) => ({
      sender,
      url: 'jobs',
      life: 'earlier',
      state: JSON.stringify({ lastAt, firstAt: lastAt }),
    });
    const { book: counted } = book(['erp']);
    counted.restore([
      kept('erp', '2025-01-01T00:00:00.000Z'),
      kept('lately', '2026-03-01T00:00:00.000Z'),
      kept('long-gone', '2026-02-01T00:00:00.000Z'),
    ]);
    expect([...counted].map(({ sender }) => sender)).toEqual(['erp', 'lately']);
    const { sources, forgotten } = counted.takeChanges();
    // What was counted earlier is one with what is counted now.
    expect(sources.map(({ sender }) => sender)).toEqual(['erp', 'lately']);
    expect(forgotten.map(({ sender, life }) => [sender, life])).toEqual([
      ['erp', 'earlier'],
      ['lately', 'earlier'],
      ['long-gone', 'earlier'],
    ]);
  });
});
