import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkTo, PAGES, routeOf } from '../src/route.ts';

test('every place has an address that leads to it again, whatever its name', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PAGES),
      fc.string({ minLength: 1, unit: 'grapheme' }),
      (page, item) => {
        expect(routeOf(linkTo(page, item))).toEqual({ page, item, query: '' });
        expect(routeOf(linkTo(page))).toEqual({ page, item: undefined, query: '' });
        const query = new URLSearchParams({ q: item }).toString();
        expect(routeOf(linkTo(page, item, query))).toEqual({ page, item, query });
        expect(routeOf(linkTo(page, undefined, query))).toEqual({ page, item: undefined, query });
      },
    ),
  );
});

test.each(['', '#', '#/', '#/nowhere', '#content', '#/nowhere/x', '#/constructor'])(
  '%s is the live page',
  (hash) => {
    expect(routeOf(hash)).toEqual({ page: 'live', item: undefined, query: '' });
  },
);

test('an address that was cut in the middle is read as far as it goes', () => {
  expect(routeOf('#/jobs/50%')).toEqual({ page: 'jobs', item: '50%', query: '' });
});
