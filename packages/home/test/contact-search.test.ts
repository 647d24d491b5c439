import fc from 'fast-check';
import type { PhoneBookEntry } from 'hookline-client/telephony';
import { expect, test } from 'vitest';
import * as server from '../../server/src/archive/normalise/search-text.ts';
import { STOCK } from '../../server/src/mock/stock.ts';
import { contactOfEntry } from '../src/pages/contacts/contact.ts';
import { inOrder, queryOf, search } from '../src/pages/contacts/contact-search.ts';
import { foldedText, queryWords, searchedTexts } from '../src/pages/contacts/folded-text.ts';
import { matchedParts } from '../src/pages/contacts/matched-parts.ts';
import { digitsOf, numberForms } from '../src/pages/contacts/number-forms.ts';

const contacts = inOrder(
  STOCK.map((entry) => contactOfEntry(entry, '49')),
  'de',
);
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

test('[HP3] the page folds texts and queries as the archive does', () => {
  fc.assert(
    fc.property(text, (any) => {
      expect(foldedText(any)).toBe(server.foldedText(any));
      expect(queryWords(any)).toEqual(server.queryWords(any));
    }),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(searchedTexts(value).join(' ')).toBe(server.searchedText(value));
    }),
  );
});

test('[HP3] the prepared search finds what the simple one finds', () => {
  const entry = fc.record({ number: text, name: text, street: text, more: fc.array(text) });
  const isFound = (each: PhoneBookEntry | undefined, query: string) => {
    const digits = digitsOf(query);
    const dialled = searchedTexts(each).flatMap((one) => numberForms(one, '49'));
    if (digits !== undefined && dialled.some((form) => form.includes(digits))) return true;
    const words = server.queryWords(query);
    return server.isFound(words, server.foldedText(server.searchedText(each)));
  };
  fc.assert(
    fc.property(fc.array(entry), text, (entries, query) => {
      const made = entries.map((each) => contactOfEntry(each, '49'));
      const { contacts: some, total } = search(made, queryOf(query), 1000);
      const expected = new Set(made.filter((_, i) => isFound(entries[i], query)));
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

const marked = (shown: string, query: string) =>
  matchedParts(shown, queryOf(query))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Bäckerei Krumenglück', 'glueck krumen', 'Bäckerei [Krumenglück]'],
  ['Bäckerei Krumenglück', 'backer', '[Bäcker]ei Krumenglück'],
  ['Frau Su\u0308ß', 'suess', 'Frau [Su\u0308ß]'],
  ['Mueller', 'müll', '[Muell]er'],
  ['𝐊linik 😀 Süd', 'klinik sud', '[𝐊linik] 😀 [Süd]'],
  ['030 23125101', '+49 30 231', '0[30 231]25101'],
  ['030 23125101', '125-10', '030 23[12510]1'],
  ['+43 1 58858', '0043 1', '[+43 1] 58858'],
  ['<b>Süß</b>', 'b', '<[b]>Süß</b>'],
])('%j with %j is shown as %j', (shown, query, expected) => {
  expect(marked(shown, query)).toBe(expected);
});

test('the parts are the text, whatever it is', () => {
  fc.assert(
    fc.property(text, text, (shown, query) => {
      const parts = matchedParts(shown, queryOf(query));
      expect(parts.map((part) => part.text).join('')).toBe(shown);
    }),
    { numRuns: 2000 },
  );
});
