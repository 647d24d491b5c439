import fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentOf, timeOnDay } from '../src/times.ts';

const BERLIN = 'Europe/Berlin';

test.each([
  ['2026-03-04T18:00:00+01:00', '2026-03-04T17:00:00.000Z'],
  ['2026-03-04T18:00:00.000Z', '2026-03-04T18:00:00.000Z'],
  ['2026-03-04 18:00', '2026-03-04T17:00:00.000Z'],
  ['2026-07-04 18:00', '2026-07-04T16:00:00.000Z'],
  ['2026-03-04', '2026-03-04'],
  ['04.03.2026', '2026-03-04'],
  ['4.3.26', '2026-03-04'],
  ['24.12.2026 14:00', '2026-12-24T13:00:00.000Z'],
  ['24.12.2026, 14:00 Uhr', '2026-12-24T13:00:00.000Z'],
  ['24.12.2026 um 14.30 Uhr', '2026-12-24T13:30:00.000Z'],
  ['Mon, 02 Mar 2026 14:30:00 GMT', '2026-03-02T14:30:00.000Z'],
  [1772449200, '2026-03-02T11:00:00.000Z'],
  [1772449200000, '2026-03-02T11:00:00.000Z'],
  ['1772449200', '2026-03-02T11:00:00.000Z'],
  // The clocks go forward at two; half past two does not exist and is half past three.
  ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29 01:59', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29 03:00', '2026-03-29T01:00:00.000Z'],
  ['2026-03-29 12:00', '2026-03-29T10:00:00.000Z'],
  // At three they go back to two: half past two comes twice, and the first one counts.
  ['2026-10-25 01:59', '2026-10-24T23:59:00.000Z'],
  ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25 03:00', '2026-10-25T02:00:00.000Z'],
  ['2026-10-25 12:00', '2026-10-25T11:00:00.000Z'],
  // With a zone there is nothing to choose.
  ['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
  ['2026-03-04T18:00:00-08:00', '2026-03-05T02:00:00.000Z'],
  ['2026-03-04T18:00:00+14:00', '2026-03-04T04:00:00.000Z'],
  ['2026-03-04T18:00:00+15:00', undefined],
  ['2026-03-04T18:00:00+01:75', undefined],
  ['2026-03-04 18:00 XYZ', undefined],
  // How systems write that there is no time.
  ['0001-01-01T00:00:00', undefined],
  ['0001-01-01', undefined],
  ['1899-12-30 00:00:00', undefined],
  ['1926-03-04', undefined],
  ['1970-01-01T00:00:00Z', undefined],
  ['04.03.1926 18:00', undefined],
  ['1999-12-31T23:59:59Z', undefined],
  ['2000-01-01', '2000-01-01'],
  [0, undefined],
  // Of which day is nowhere said: what is sent again tomorrow would mean tomorrow.
  ['heute 14:30', undefined],
  ['morgen, 14:30 Uhr', undefined],
  ['14:30', undefined],
  ['2026-03-04T18:00:00+01:00[Europe/Berlin]', '2026-03-04T17:00:00.000Z'],
  ['20260304', '2026-03-04'],
  ['20260304T180000Z', '2026-03-04T18:00:00.000Z'],
  ['202603041800', '2026-03-04T17:00:00.000Z'],
  ['/Date(1772449200000+0100)/', '2026-03-02T11:00:00.000Z'],
  ['25/03/2026 18:00', '2026-03-25T17:00:00.000Z'],
  ['03/25/2026', '2026-03-25'],
  ['03/04/2026 2:30 PM', '2026-03-04T13:30:00.000Z'],
  ['4. März 2026, 18:00 Uhr', '2026-03-04T17:00:00.000Z'],
  ['Mar 4, 2026 12:15 am', '2026-03-03T23:15:00.000Z'],
  ['Wed, 4 Mar 2026', '2026-03-04'],
  ['4 Foo 2026', undefined],
  ['03/04/2026 18:00', undefined],
  ['31.02.2026', undefined],
  ['20261304', undefined],
  ['2026-03-04 25:00', undefined],
  ['2026-03-04 13:00 pm', undefined],
  ['03/04/2026', undefined],
  ['bald', undefined],
  [3, undefined],
  ['', undefined],
  [null, undefined],
])('[RE5] %j is %j', (sent, moment) => {
  expect(momentOf(sent, BERLIN)).toBe(moment);
});

test('[RE5] a time of day is one on the day beside it', () => {
  expect(timeOnDay('14:00', '2026-03-02', BERLIN)).toBe('2026-03-02T13:00:00.000Z');
  expect(timeOnDay('2:00 PM', '2026-03-02', BERLIN)).toBe('2026-03-02T13:00:00.000Z');
  expect(timeOnDay('14', '2026-03-02', BERLIN)).toBeUndefined();
  expect(timeOnDay('14:00', '2026-03-02T10:00:00.000Z', BERLIN)).toBeUndefined();
});

test('[RE5] what the clocks of a zone show is what was sent', () => {
  const zones = fc.constantFrom(BERLIN, 'America/New_York', 'Asia/Kolkata', 'UTC', 'Pacific/Apia');
  const hours = fc.integer({ min: 0, max: 24 * 365 * 20 });
  fc.assert(
    fc.property(zones, hours, (zone, hour) => {
      const at = new Date(Date.UTC(2015, 0, 1, hour)).toISOString();
      const shown = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(new Date(at));
      const read = momentOf(shown, zone) ?? '';
      // Of an hour that comes twice in autumn it is the first.
      expect([0, 3_600_000]).toContain(Date.parse(at) - Date.parse(read));
    }),
  );
});
