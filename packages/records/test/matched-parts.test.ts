import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchedParts } from '../src/matched-parts.ts';
import { queryWords } from '../src/search-text.ts';

/** Words that are near each other, so that some are found: umlauts in all their spellings. */
const piece = fc.constantFrom(
  'Süß',
  'Suess',
  'suss',
  'SUSS',
  'Müller',
  'Mueller',
  'Muller',
  'Bauer',
  'neue',
  'Straße',
  'Su\u0308ß',
  'Łódź',
  'Øre',
  'œuvre',
  '10115',
  '030',
  '23125-101',
  '+49',
  'x',
  ' ',
  '-',
  ', ',
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join('')),
  fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(' ')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

const queryOf = (typed: string, digits?: string) => ({ words: queryWords(typed), digits });
const marked = (shown: string, query: string, digits?: string) =>
  matchedParts(shown, queryOf(query, digits))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Bäckerei Krumenglück', 'glueck krumen', 'Bäckerei [Krumenglück]'],
  ['Bäckerei Krumenglück', 'backer', '[Bäcker]ei Krumenglück'],
  ['Frau Su\u0308ß', 'suess', 'Frau [Su\u0308ß]'],
  ['Mueller', 'müll', '[Muell]er'],
  ['𝐊linik 😀 Süd', 'klinik sud', '[𝐊linik] 😀 [Süd]'],
  ['030 23125101', '+49 30 231', '0[30 231]25101', '004930231'],
  ['030 23125101', '125-10', '030 23[12510]1', '12510'],
  ['+43 1 58858', '0043 1', '[+43 1] 58858', '00431'],
  ['<b>Süß</b>', 'b', '<[b]>Süß</b>'],
])('%j with %j is shown as %j', (shown, query, expected, digits?: string) => {
  expect(marked(shown, query, digits)).toBe(expected);
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
