import { describe, expect, test } from 'vitest';
import { officeHours } from '../../src/config/office-hours.ts';
import { OpeningHours, officeDay } from '../../src/sources/opening-hours.ts';

const BERLIN = 'Europe/Berlin';

/** Since when it has been open at this time, both as the clock on the wall shows them. */
function openedAt(hours: string, local: string, zone = BERLIN): string | undefined {
  const opened = new OpeningHours(officeHours.parse(hours), zone).openedAt(at(local, zone));
  return opened === undefined ? undefined : wall(opened, zone);
}

function at(local: string, zone = BERLIN): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
}

function wall(moment: number, zone = BERLIN): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'minute' });
}

describe('[DI6] the hours of an office', () => {
  const WEEK = 'Mo-Fr 07:00-19:00, Sa 08:00-14:00';

  test('open from the first minute to before the last', () => {
    // A Monday.
    expect(openedAt(WEEK, '2026-03-09T06:59')).toBeUndefined();
    expect(openedAt(WEEK, '2026-03-09T07:00')).toBe('2026-03-09T07:00');
    expect(openedAt(WEEK, '2026-03-09T18:59')).toBe('2026-03-09T07:00');
    expect(openedAt(WEEK, '2026-03-09T19:00')).toBeUndefined();
    expect(openedAt(WEEK, '2026-03-14T13:00')).toBe('2026-03-14T08:00');
    expect(openedAt(WEEK, '2026-03-15T12:00')).toBeUndefined();
  });

  test('past midnight, into the next day', () => {
    const night = 'Fr-Sa 22:00-06:00';
    expect(openedAt(night, '2026-03-14T03:00')).toBe('2026-03-13T22:00');
    expect(openedAt(night, '2026-03-15T05:59')).toBe('2026-03-14T22:00');
    expect(openedAt(night, '2026-03-13T05:00')).toBeUndefined();
    expect(openedAt(night, '2026-03-16T03:00')).toBeUndefined();
  });

  test('what overlaps or touches is open without a break', () => {
    expect(openedAt('Mo 07:00-12:00, Mo 11:00-15:00, Mo 15:00-19:00', '2026-03-09T18:00')).toBe(
      '2026-03-09T07:00',
    );
    expect(openedAt('Mo 07:00-24:00, Di 00:00-06:00', '2026-03-10T05:00')).toBe('2026-03-09T07:00');
    expect(openedAt('Mo 07:00-12:00, Mo 13:00-19:00', '2026-03-09T18:00')).toBe('2026-03-09T13:00');
  });

  test('around the clock it opened longer ago than any silence can be set', () => {
    expect(openedAt('00:00-24:00', '2026-03-09T12:00')).toBe('2026-03-01T00:00');
    expect(new OpeningHours(undefined, BERLIN).openedAt(0)).toBe(Number.NEGATIVE_INFINITY);
  });

  test('by the clock on the wall when summer time begins and ends', () => {
    // 29 March has 23 hours, 25 October 25.
    expect(openedAt('Su 01:00-05:00', '2026-03-29T04:30')).toBe('2026-03-29T01:00');
    expect(openedAt('Su 02:30-05:00', '2026-03-29T03:15')).toBeUndefined();
    expect(openedAt('Su 02:30-05:00', '2026-03-29T03:30')).toBe('2026-03-29T03:30');
    const hours = new OpeningHours(officeHours.parse('Sat-Sun 20:00-08:00'), BERLIN);
    const eight = at('2026-10-25T08:00');
    expect(hours.openedAt(eight - 1)).toBe(at('2026-10-24T20:00'));
    // Twelve hours on the clock are thirteen in that night.
    expect(eight - at('2026-10-24T20:00')).toBe(13 * 3_600_000);
    expect(hours.openedAt(eight)).toBeUndefined();
  });

  test('in the zone of the office, wherever the server stands', () => {
    const hours = new OpeningHours(officeHours.parse('Mo 07:00-08:00'), 'America/New_York');
    expect(hours.openedAt(Date.parse('2026-03-09T11:30:00Z'))).toBe(
      Date.parse('2026-03-09T11:00:00Z'),
    );
    expect(hours.openedAt(Date.parse('2026-03-09T07:30:00Z'))).toBeUndefined();
  });

  test('the same hours serve for a day and the next', () => {
    const hours = new OpeningHours(officeHours.parse(WEEK), BERLIN);
    expect(hours.openedAt(at('2026-03-09T12:00'))).toBe(at('2026-03-09T07:00'));
    expect(hours.openedAt(at('2026-03-10T12:00'))).toBe(at('2026-03-10T07:00'));
    expect(hours.openedAt(at('2026-03-09T12:00'))).toBe(at('2026-03-09T07:00'));
  });
});

test('[DI5] a day of the office is as long as its clocks say', () => {
  const hours = (local: string) => {
    const { from, until } = officeDay(at(local), BERLIN);
    return (until - from) / 3_600_000;
  };
  expect(hours('2026-03-09T12:00')).toBe(24);
  expect(hours('2026-03-29T12:00')).toBe(23);
  expect(hours('2026-10-25T12:00')).toBe(25);
  expect(officeDay(Date.parse('2026-03-08T23:30:00Z'), BERLIN).name).toBe('2026-03-09');
});
