import type { PhoneBookEntry } from 'hookline-client/telephony';
import { expect, test } from 'vitest';
import { BookLines, entryOf } from '../src/backend/book-lines.ts';

/** A server that knows every number, and is away as often as told. */
function bookLines(failures = 0) {
  const asked: (readonly string[])[] = [];
  const waits = { count: 0 };
  let left = failures;
  let hasChanged: () => void = () => {};
  const lines = new BookLines(
    () => hasChanged(),
    async (numbers) => {
      asked.push(numbers);
      if (left-- > 0) throw new Error('away');
      return { lines: numbers.map((number) => (number === '?' ? null : `other:${number}`)) };
    },
    async () => void waits.count++,
  );
  /** As a page does: it looks again whenever something has changed. */
  const known = (entries: readonly PhoneBookEntry[]) =>
    new Promise<readonly PhoneBookEntry[]>((resolve) => {
      const look = () => {
        const found = lines.of(entries);
        if (found.every(({ line }) => line !== undefined)) resolve(found);
      };
      hasChanged = look;
      look();
    });
  return { lines, asked, waits, known };
}

test('[RE8] entries of an app that tells no lines get those that the server has', async () => {
  const { lines, asked, known } = bookLines();
  const told: PhoneBookEntry = { number: '21', name: 'Süß', line: 'internal:21' };
  const book: PhoneBookEntry[] = [told, { number: '9018200', name: 'Kanzlei' }];
  expect(lines.of(book).map(({ line }) => line)).toEqual(['internal:21', undefined]);
  const found = await known(book);
  expect(found).toEqual([told, { ...book[1], line: 'other:9018200' }]);
  expect(asked).toEqual([['9018200']]);
  // Whoever remembers contacts by their entries need not make them anew.
  expect(lines.of(book)).toBe(found);
  expect(lines.of([...book]).every((entry, i) => entry === found[i])).toBe(true);
});

test('a long book is asked for in parts, and what is no number is asked for once', async () => {
  const { asked, known } = bookLines();
  const book = Array.from({ length: 1001 }, (_, i) => ({ number: i ? String(i) : '?', name: '' }));
  const found = await known(book);
  expect(asked.map(({ length }) => length)).toEqual([500, 500, 1]);
  expect(found[0]?.line).toBeNull();
});

test('a server that is away is asked again', async () => {
  const { asked, waits, known } = bookLines(2);
  expect(await known([{ number: '1', name: '' }])).toMatchObject([{ line: 'other:1' }]);
  expect([asked.length, waits.count]).toEqual([3, 2]);
});

test('[RE8] somebody is an entry by the line alone', () => {
  const book = [{ number: '9018200', name: 'Kanzlei', line: 'other:9018200' }];
  expect(entryOf(book, 'other:9018200')).toBe(book[0]);
  expect(entryOf(book, '+49409018200')).toBeUndefined();
  expect(entryOf([{ number: '?', name: '', line: null }], null)).toBeUndefined();
});
