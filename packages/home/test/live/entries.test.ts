import { queryOf } from '@hookline/records';
import { describe, expect, test } from 'vitest';
import { type Entry, merged, withOlder } from '../../src/pages/live/entry.ts';
import { fits } from '../../src/pages/live/filter.ts';

const entry = (instance: string, eventId: number, minute = eventId): Entry => ({
  key: `${instance} ${eventId}`,
  instance,
  eventId,
  channel: 'jobs',
  sender: undefined,
  topic: undefined,
  receivedAt: `2026-03-02T07:${String(minute).padStart(2, '0')}:00.000Z`,
  payload: { n: eventId },
  text: undefined,
  archiveId: undefined,
});
const down = (instance: string, from: number, to: number): Entry[] =>
  Array.from({ length: from - to + 1 }, (_, i) => entry(instance, from - i));
const keys = (entries: readonly Entry[]) => entries.map(({ key }) => key);

describe('[HP1] the live part and the archive are one list', () => {
  test('what is in both is there once, and the live one stays', () => {
    const live = down('b', 5, 3);
    const all = merged(live, [...down('b', 4, 1), entry('a', 9, 0)]);
    expect(keys(all)).toEqual(['b 5', 'b 4', 'b 3', 'b 2', 'b 1', 'a 9']);
    expect(all[1]).toBe(live[1]);
  });

  test('what the archive has in between goes there', () => {
    const all = merged([entry('b', 9), entry('b', 2)], down('b', 9, 1));
    expect(keys(all)).toEqual(keys(down('b', 9, 1)));
  });

  test('a clock that was set back does not put new events below old ones', () => {
    const all = merged([entry('b', 9, 1)], [entry('b', 8, 50)]);
    expect(keys(all)).toEqual(['b 9', 'b 8']);
  });

  test('what is being read only grows at its end', () => {
    const shown = down('b', 5, 4);
    expect(withOlder(shown, down('b', 9, 4))).toBe(shown);
    expect(keys(withOlder(shown, down('b', 9, 2)))).toEqual(['b 5', 'b 4', 'b 3', 'b 2']);
    // A later answer of the archive ends earlier: what is on the screen stays.
    expect(withOlder(shown, down('b', 9, 8))).toBe(shown);
  });
});

describe('[HP1] filter', () => {
  test('by channel and by words', () => {
    const filter = { channel: undefined, typed: queryOf('') };
    expect(fits(entry('a', 1), filter)).toBe(true);
    expect(fits(entry('a', 1), { ...filter, channel: 'kunden' })).toBe(false);
    expect(fits(entry('a', 7), { channel: 'jobs', typed: queryOf('7') })).toBe(true);
    expect(fits(entry('a', 1), { channel: 'jobs', typed: queryOf('7') })).toBe(false);
  });

  test('by a number in any spelling, and by a name in any letters', () => {
    const is = (payload: unknown, typed: string) =>
      fits(
        { ...entry('a', 1), payload },
        { channel: undefined, typed: queryOf(typed), callingCode: '49' },
      );
    for (const telefon of ['+49 30 78001', '030 78001', '0049 (0)30-78001', '030/78001']) {
      for (const typed of ['030/78001', '0049 30 78001', '+493078001', '78001']) {
        expect(is({ telefon }, typed), `${telefon} ${typed}`).toBe(true);
      }
    }
    expect(is({ preis: '10.01', am: '2026-10-01' }, '1001')).toBe(false);
    for (const name of ['Yılmaz', 'YILMAZ', 'Yilmaz', 'Yi\u0307lmaz']) {
      for (const typed of ['yilmaz', 'Yılmaz']) expect(is({ name }, typed)).toBe(true);
    }
  });

  test('by every word, whatever its case and umlauts', () => {
    const payload = { name: 'Möbel Müller', ort: 'Gießen', n: 4711 };
    const is = (typed: string) =>
      fits({ ...entry('a', 1), payload }, { channel: undefined, typed: queryOf(typed) });
    for (const typed of ['müller', 'MUELLER möbel', 'muller', 'giessen 4711', '  '])
      expect(is(typed), typed).toBe(true);
    expect(is('müller berlin')).toBe(false);
    expect(is('+++')).toBe(false);
  });
});
