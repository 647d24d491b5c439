import {
  digitsOf,
  foldedText,
  isFound,
  numberForms,
  queryWords,
  searchedText,
  searchedTexts,
} from '@hookline/records';
import fc from 'fast-check';
import type { PhoneBookEntry } from 'hookline-client/telephony';
import { expect, test } from 'vitest';
import { STOCK } from '../../server/src/telephony/systems/mock/stock.ts';
import { contactOfEntry } from '../src/parts/contacts/contact.ts';
import { queryOf, search } from '../src/parts/contacts/contact-search.ts';

const contacts = STOCK.map((entry) => contactOfEntry(entry, '49'));
const names = (query: string) =>
  search(contacts, queryOf(query), 50).contacts.map(({ name }) => name);

/** Words that are near each other, so that some are found: umlauts in all their spellings. */
const piece = fc.constantFrom(
  ...['Süß', 'Suess', 'suss', 'SUSS', 'Müller', 'Mueller', 'Muller', 'Bauer', 'neue', 'Straße'],
  ...['Su\u0308ß', 'Łódź', 'Øre', 'œuvre', '10115', '030', '23125-101', '+49', 'x', ' ', '-', ', '],
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join('')),
  fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(' ')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

test('[HP3] the prepared search finds what the simple one finds', () => {
  const entry = fc.record({ number: text, name: text, street: text, more: fc.array(text) });
  const isSimplyFound = (each: PhoneBookEntry | undefined, query: string) => {
    const digits = digitsOf(query);
    const dialled = searchedTexts(each).flatMap((one) => numberForms(one, '49'));
    if (digits !== undefined && dialled.some((form) => form.includes(digits))) return true;
    const words = queryWords(query);
    return isFound(words, foldedText(searchedText(each)));
  };
  fc.assert(
    fc.property(fc.array(entry), text, (entries, query) => {
      const made = entries.map((each) => contactOfEntry(each, '49'));
      const { contacts: some, total } = search(made, queryOf(query), 1000);
      const expected = new Set(made.filter((_, i) => isSimplyFound(entries[i], query)));
      expect(new Set(some)).toEqual(expected);
      expect(total).toBe(some.length);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['krumen', 'Bäckerei Krumenglück'],
  ['gluck krumen', 'Bäckerei Krumenglück'],
  ['BAECKEREI', 'Bäckerei Krumenglück'],
  ['Kupfergasse 9', 'Dentallabor Weißzahn'],
  ['weisszahn', 'Dentallabor Weißzahn'],
  ['fuss', 'Fatma Eilfuß'],
  ['030 23125-103', 'Dentallabor Weißzahn'],
  ['030/23125-103', 'Dentallabor Weißzahn'],
  ['03023125103', 'Dentallabor Weißzahn'],
  ['+49 30 23125103', 'Dentallabor Weißzahn'],
  ['+49 (0)30 / 23125 - 103', 'Dentallabor Weißzahn'],
  ['0049 30 23125 103', 'Dentallabor Weißzahn'],
  ['4930 23125103', 'Dentallabor Weißzahn'],
  ['125 103', 'Dentallabor Weißzahn'],
  ['wagen 17', 'Quirin Umleitung'],
])('[HP3] %j finds %s first', (query, name) => {
  expect(names(query)[0]).toBe(name);
});

test('[HP3] a name that begins so comes before one that only has it somewhere', () => {
  const found = names('klinik');
  expect(found.slice(0, 3).every((name) => name.startsWith('Klinik'))).toBe(true);
  expect(found).toContain('Tierklinik Pfotenhof');
  expect(names('xyzzy')).toEqual([]);
});
