import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsedJson } from '../src/exact-json.ts';
import {
  foldedText,
  foldedTexts,
  foldedWords,
  isFound,
  queryWords,
  searchedText,
} from '../src/search-text.ts';

const finds = (query: string, text: string) => isFound(queryWords(query), foldedText(text));

describe('searching', () => {
  test.each([
    ['Suess', 'Süß'],
    ['suss', 'Süß'],
    ['SÜSS', 'Süß'],
    ['süß', 'Suess'],
    ['Süß', 'Suss'],
    ['Suess', 'Suss'],
    ['Müller', 'Mueller GmbH'],
    ['Muller', 'Mueller GmbH'],
    ['Mueller', 'Muller GmbH'],
    ['suessmuller', 'Süßmüller'],
    ['üßmü', 'Süßmüller'],
    ['bauer', 'Bauer'],
    ['uer', 'Bauer'],
    ['ess', 'Süß'],
    ['Baür', 'Bauer'],
    ['Jose', 'José'],
    ['josé', 'Jose'],
    ['Su\u0308ß', 'Süß'],
    ['Süß', 'SU\u0308ẞ'],
    ['soren', 'Sørensen'],
    ['soerensen', 'Sørensen'],
    ['lodz', 'Łódź'],
    ['ΟΔΟΣ', 'οδος'],
    ['istanbul', 'İstanbul'],
    ['gmbh süß', 'Süß GmbH & Co. KG'],
    ['Süß-GmbH', 'Süß GmbH'],
    ['a.muster@firma.example', 'Mail: a.muster@firma.example'],
    ['030 23125', '030/23125-100'],
    ['（Süß）', 'Süß'],
  ])('[AR10] %s finds %s', (query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  test.each([
    ['neue', 'Neumann'],
    ['sue', 'Susanne'],
    ['quelle', 'Qulle'],
    ['Süß', 'Sauer'],
    ['süß berlin', 'Süß Bonn'],
    ['ab', 'a b'],
  ])('[AR10] %s does not find %s', (query, text) => {
    expect(finds(query, text)).toBe(false);
  });

  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'aeiousqlrnmtßäöüÄÖÜẞ  -.,éø', 'ue', 'ae', 'oe', 'ss', 'u\u0308'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 40,
  });

  test('[AR10] any part of a text finds it, in capitals and in small letters too', () => {
    const part = text.chain((whole) => {
      const letters = [...new Intl.Segmenter().segment(whole)].map(({ segment }) => segment);
      return fc
        .tuple(fc.nat(letters.length), fc.nat(letters.length))
        .map(([a, b]) => ({ whole, part: letters.slice(Math.min(a, b), Math.max(a, b)).join('') }));
    });
    fc.assert(
      fc.property(part, ({ whole, part }) => {
        expect(finds(part, whole)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('[AR10] every spelling of a name finds every other', () => {
    const spelled = fc
      .array(fc.constantFrom('m', 'l', 'r', 't', 'i', 'ä', 'ö', 'ü', 'ß'), {
        minLength: 2,
        maxLength: 8,
      })
      // A word that breaks off at an umlaut, or has vowels in a row, is not for certain.
      .filter((letters) => !/[äöüi]{2}|[äöü]$/.test(letters.join('')))
      .chain((letters) => {
        const one = fc.tuple(
          ...letters.map((letter) => fc.constantFrom(...(SPELLED[letter] ?? [letter]))),
        );
        return fc.tuple(one, one).map(([a, b]) => [a.join(''), b.join('')] as const);
      });
    fc.assert(
      fc.property(spelled, ([query, stored]) => {
        expect(finds(query, stored)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('[AR10] whatever a person types is a list of plain words', () => {
    const typed = fc.oneof(
      text,
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', "'", '%', '_', '*', '\\', '" OR 1=1 --', 'NEAR(', '^a:b'),
    );
    fc.assert(
      fc.property(typed, (query) => {
        for (const forms of queryWords(query)) {
          expect(forms.length).toBeGreaterThan(0);
          for (const form of forms) expect(form).toMatch(/^[\p{L}\p{N}]+$/u);
        }
      }),
      { numRuns: 500 },
    );
    expect(queryWords('  *** "%" ')).toEqual([]);
    expect(queryWords('x '.repeat(10_000))).toEqual([['x']]);
    expect(queryWords(Array.from({ length: 1000 }, (_, i) => `w${i}`).join(' '))).toHaveLength(20);
  });
});

const SPELLED: Record<string, readonly string[]> = {
  ä: ['ä', 'Ä', 'ae', 'a', 'a\u0308'],
  ö: ['ö', 'Ö', 'oe', 'o'],
  ü: ['ü', 'Ü', 'ue', 'u', 'Ue'],
  ß: ['ß', 'ẞ', 'ss', 'SS'],
};

describe('what of a record is searched', () => {
  test('[AR10] every text and number in it, but no names of fields', () => {
    const record = parsedJson(
      '{"ort":"Berlin","x":[1,{"y":"Süß","__proto__":"z"}],"n":12345678901234567890,"b":true}',
    );
    expect(searchedText(record)).toBe('Berlin 1 Süß z 12345678901234567890');
  });

  test('[AR10] up to a bound', () => {
    expect(searchedText(['x'.repeat(1024 * 1024), 'y'])).toHaveLength(20_000);
    expect(searchedText(Array.from({ length: 200_000 }, () => 'x')).length).toBeLessThan(20_002);
  });
});

test('[AR10] several texts have the words of them all, each once', () => {
  expect(foldedTexts(['Süß & Söhne', '', 'Straße 5', 'söhne'])).toBe(
    'suess soehne strasse 5 suss sohne',
  );
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 8 });
  fc.assert(
    fc.property(texts, (all) => {
      const words = foldedWords(all.join(' '));
      expect(foldedTexts(all)).toBe([...new Set(words)].join(' '));
    }),
  );
});

test('[AR12] of very long texts only the beginning is folded', () => {
  const long = 'x '.repeat(1_000_000);
  expect(foldedTexts([long, 'y'])).toBe('x');
});
