import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ArchiveFilter,
  addressOf,
  filterFrom,
  isBackwards,
  isPlain,
  KINDS,
  NO_FILTER,
  parametersOf,
  SOURCES,
  shortened,
} from '../src/pages/archive/archive-filter.ts';
import { linkTo, routeOf } from '../src/route.ts';

const day = fc
  .date({ min: new Date('0002-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const text = fc
  .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a+b&c=d', '50 %', '?', '#/..', '"'))
  .map((each) => each.toWellFormed().replaceAll('\0', ''));
const filters: fc.Arbitrary<ArchiveFilter> = fc.record({
  kind: fc.constantFrom(...KINDS),
  q: text,
  channel: fc.constantFrom('', ...SOURCES),
  number: text,
  from: fc.oneof(fc.constant(''), day),
  until: fc.oneof(fc.constant(''), day),
});

test('[HP6] a filter comes back from the address of the page as it was', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const route = routeOf(addressOf(filter));
      expect(route.page).toBe('archive');
      expect(filterFrom(route)).toEqual(filter);
    }),
  );
});

test('[HP6] any address gives a filter that the archive understands', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (item, query) => {
      const filter = filterFrom({ item, query });
      expect(KINDS).toContain(filter.kind);
      expect(JSON.stringify(parametersOf(filter))).not.toContain('\\u0000');
      expect(filterFrom(routeOf(addressOf(filter)))).toEqual(filter);
    }),
  );
  expect(filterFrom(routeOf('#/archive'))).toEqual(NO_FILTER);
  const query = 'channel=nobody&from=2026-02-30&until=soon&q=a%00b&new=1';
  const read = { ...NO_FILTER, kind: 'jobs', q: 'ab' };
  expect(filterFrom(routeOf(`#/archive/jobs?${query}`))).toEqual(read);
  // As earlier versions wrote it.
  expect(filterFrom(routeOf(linkTo('archive', `jobs?${query}`)))).toEqual(read);
});

test('[HP6] each list is asked only for what it can be filtered by', () => {
  const all: Omit<ArchiveFilter, 'kind'> = {
    q: ' Torstr ',
    channel: 'jobs',
    number: ' 030 23125 ',
    from: '2026-01-05',
    until: '2026-01-11',
  };
  const asked = KINDS.map((kind) => Object.keys(parametersOf({ ...all, kind })));
  expect(asked).toEqual([
    ['q', 'channel', 'since', 'until'],
    ['q', 'number', 'since', 'until'],
    ['q', 'since', 'until'],
    ['q', 'number'],
  ]);
  expect(parametersOf({ ...all, kind: 'addresses' })).toEqual({ q: 'Torstr', number: '030 23125' });
  expect(isPlain({ ...NO_FILTER, kind: 'calls', channel: 'jobs' })).toBe(true);
});

test('[HP6] a window that is too short or turned round is noticed', () => {
  const words = { ...NO_FILTER, q: 'Klinik' };
  expect(shortened(words)?.days).toBe(7);
  expect(shortened({ ...words, until: '2026-01-01' })?.days).toBe(7);
  expect(shortened({ ...words, kind: 'calls' })?.days).toBe(90);
  expect(shortened({ ...words, from: '2026-01-01' })).toBeUndefined();
  expect(shortened({ ...words, kind: 'jobs' })).toBeUndefined();
  expect(shortened(NO_FILTER)).toBeUndefined();
  const turned = { ...NO_FILTER, from: '2026-01-02', until: '2026-01-01' };
  expect(isBackwards(turned)).toBe(true);
  expect(isBackwards({ ...turned, until: '2026-01-02' })).toBe(false);
  expect(isBackwards({ ...turned, until: '' })).toBe(false);
  expect(isBackwards({ ...turned, kind: 'addresses' })).toBe(false);
});
