import { describe, expect, test } from 'vitest';
import { officeHours } from '../../src/config/office-hours.ts';
import { OpeningHours } from '../../src/sources/opening-hours.ts';
import { Silence } from '../../src/sources/silence.ts';

const MINUTE = 60_000;
const ZONE = 'Europe/Berlin';
const at = (local: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(ZONE).epochMilliseconds;

/** An office that watches jobs for half an hour. */
class Office {
  readonly told: string[] = [];
  silence: Silence;
  #now: number;
  #last: number | undefined;
  readonly #hours: string | undefined;
  readonly #limit: number;

  constructor(start: string, hours?: string, limit = 30 * MINUTE) {
    this.#now = at(start);
    this.#hours = hours;
    this.#limit = limit;
    this.silence = this.#begun();
  }

  event(local: string): void {
    this.#now = at(local);
    this.#last = this.#now;
  }

  isSilentAt(local: string): boolean | undefined {
    this.#now = at(local);
    return this.silence.look()[0]?.isSilent;
  }

  restart(local: string): void {
    const { kept } = this.silence;
    this.#now = at(local);
    this.silence = this.#begun();
    this.silence.restore(kept);
  }

  #begun(): Silence {
    return new Silence({
      limits: { jobs: this.#limit },
      hours: new OpeningHours(officeHours.parse(this.#hours ?? ''), ZONE),
      lastEventOf: () => this.#last,
      now: () => this.#now,
      onSilent: (name, since) => this.told.push(`${name} silent since ${clock(since)}`),
      onHeard: (name) => this.told.push(`${name} heard`),
    });
  }
}

function clock(moment: number): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(ZONE);
  return zoned.toPlainTime().toString({ smallestUnit: 'minute' });
}

describe('[DI6] silence', () => {
  test('begins when the time is over, is told once, and ends with the next event', () => {
    const office = new Office('2026-03-09T08:00');
    office.event('2026-03-09T09:00');
    expect(office.isSilentAt('2026-03-09T09:29')).toBe(false);
    expect(office.isSilentAt('2026-03-09T09:30')).toBe(true);
    expect(office.isSilentAt('2026-03-09T09:40')).toBe(true);
    office.event('2026-03-09T09:45');
    expect(office.isSilentAt('2026-03-09T09:46')).toBe(false);
    expect(office.told).toEqual(['jobs silent since 09:00', 'jobs heard']);
  });

  test('is not told right after a start, however long nothing has come', () => {
    const office = new Office('2026-03-09T08:00');
    office.event('2026-03-09T08:10');
    office.restart('2026-03-09T12:00');
    expect(office.isSilentAt('2026-03-09T12:29')).toBe(false);
    expect(office.isSilentAt('2026-03-09T12:30')).toBe(true);
  });

  test('counts from the opening: no alarm on Monday morning, none at night', () => {
    const office = new Office('2026-03-02T08:00', 'Mo-Fr 07:00-19:00');
    office.event('2026-03-06T18:50');
    expect(office.isSilentAt('2026-03-06T18:59')).toBe(false);
    expect(office.isSilentAt('2026-03-06T23:00')).toBe(false);
    expect(office.isSilentAt('2026-03-08T12:00')).toBe(false);
    expect(office.isSilentAt('2026-03-09T07:00')).toBe(false);
    expect(office.isSilentAt('2026-03-09T07:29')).toBe(false);
    expect(office.isSilentAt('2026-03-09T07:30')).toBe(true);
    expect(office.told).toEqual(['jobs silent since 07:00']);
  });

  test('ends with the office hours, and begins anew the next morning', () => {
    const office = new Office('2026-03-09T07:00', 'Mo-Fr 07:00-19:00');
    office.event('2026-03-09T12:00');
    expect(office.isSilentAt('2026-03-09T18:59')).toBe(true);
    expect(office.isSilentAt('2026-03-09T19:00')).toBe(false);
    expect(office.silence.kept).toEqual([]);
    expect(office.isSilentAt('2026-03-10T07:10')).toBe(false);
    expect(office.isSilentAt('2026-03-10T07:30')).toBe(true);
  });

  test('lasts over a restart, for a restart is no sign of life', () => {
    const office = new Office('2026-03-09T07:00', 'Mo-Fr 07:00-19:00');
    office.event('2026-03-09T08:00');
    expect(office.isSilentAt('2026-03-09T09:00')).toBe(true);
    office.restart('2026-03-09T09:05');
    expect(office.isSilentAt('2026-03-09T09:06')).toBe(true);
    office.event('2026-03-09T09:10');
    expect(office.isSilentAt('2026-03-09T09:11')).toBe(false);
    // Told before the restart, and not a second time.
    expect(office.told).toEqual(['jobs silent since 08:00', 'jobs heard']);
  });

  test('of yesterday is forgotten by a start in the morning', () => {
    const office = new Office('2026-03-09T07:00', 'Mo-Fr 07:00-19:00');
    expect(office.isSilentAt('2026-03-09T18:00')).toBe(true);
    office.restart('2026-03-10T07:05');
    expect(office.isSilentAt('2026-03-10T07:06')).toBe(false);
    expect(office.isSilentAt('2026-03-10T07:35')).toBe(true);
  });

  test('goes by the clock on the wall in the nights of summer time', () => {
    const office = new Office('2026-03-28T20:00', 'Sa 22:00-06:00', 60 * MINUTE);
    office.event('2026-03-29T01:30');
    // An hour later it is half past three.
    expect(office.isSilentAt('2026-03-29T03:29')).toBe(false);
    expect(office.isSilentAt('2026-03-29T03:30')).toBe(true);
  });
});
