import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BREAK, kindAt } from '../../src/phone/digit-scan.ts';
import { NumberFinder, PhoneRules } from '../../src/phone/index.ts';
import { PLAIN_LETTERS } from '../../src/phone/number-prefilter.ts';

const rules = new PhoneRules({ country: 'DE' });
const KEYS = ['+493023125100', '+493023120012', '+493012345', 'internal:12', 'other:231255'];

/** What numbers are written of, and what stands before, in and behind them. */
const PIECES = [
  [
    '030 ',
    '23125',
    '100',
    '-100',
    '23120012',
    '0012',
    '012345',
    '+49 ',
    '0049',
    '(0)',
    '30',
    '231255',
    '12',
    '0',
    '1',
    '5',
  ],
  ['１００', '٣', '०', '²', '⑽', '½', '𝟎', '%31', '\u200b', '\u00ad', '\u0301'],
  [
    ' ',
    '\u00a0',
    '-',
    '–',
    '/',
    '.',
    ',',
    ',,',
    ';',
    '|',
    '&',
    '(',
    ')',
    '_',
    '\\',
    '\n',
    '"',
    '#',
    ':',
    '~',
    '*',
    '{',
    '×',
  ],
  [' oder ', ' und ', ' u. ', ' DW ', 'ext=', ';ext=', 'x', 'ü', 'Tel. ', 'tel:', 'sip:', '@', '€'],
  [';phone-context=+493023125', ';Phone-Context=+49'],
].flat();
/** A number with such pieces around and in it, or nothing but pieces. */
const texts = fc
  .tuple(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 2 }),
    fc.constantFrom('030 23125-', '+49 30 23125', '030 2312', '12', ''),
    fc.constantFrom('100', '１００', '1 0.0', '1\\0/0', '0012', ''),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }),
  )
  .map(([before, within, first, last, behind]) =>
    [...before, first, ...(within.length > 1 ? within : []), last, ...behind].join(''),
  );

describe('numbers that nobody can name', () => {
  const named = new NumberFinder(KEYS, rules);
  const told = new NumberFinder({ has: (key) => KEYS.includes(key) }, rules);
  /** The bare number without its area code, which the town would have to be known for. */
  const isWithoutArea = (text: string) => {
    const shorter = new NumberFinder({ has: (key) => KEYS.includes(key) }, inTown);
    return shorter.isIn(text.replace(/[^\p{N}%]/gu, ''), 'tel');
  };
  const inTown = new PhoneRules({ country: 'DE', areaCode: '030' });

  test('[AR13] are found where those with a name are', () => {
    let found = 0;
    fc.assert(
      fc.property(texts, fc.constantFrom('tel', 'note', undefined), (text, name) => {
        const isIn = named.isIn(text, name);
        if (isIn) found++;
        if (isIn && !told.isIn(text, name)) expect(isWithoutArea(text), text).toBe(true);
        else expect(told.isIn(text, name), text).toBe(isIn);
        if (isIn) expect(told.mayBeIn(JSON.stringify({ x: text }))).toBe(true);
      }),
      { numRuns: 5000 },
    );
    expect(found).toBeGreaterThan(100);
  });

  test('[AR13] of other countries too, as they are written', () => {
    const [austrian, italian] = ['+43158858', '+390612345678'];
    const both = new NumberFinder({ has: (key) => [austrian, italian].includes(key) }, rules);
    for (const text of ['+43 1 58858', '0043158858', '+43 (0)1 58858', '+39 06 12345678']) {
      expect(both.isIn(`ruft an: ${text}, bitte`, 'note'), text).toBe(true);
    }
    expect(both.isIn('ruft an: +43 1 58859', 'note')).toBe(false);
    expect(both.isIn('ruft an: 01 58858', 'note')).toBe(false);
  });
});

test('[AR13] who knows numbers by a hash is not asked about each end of a coordinate', () => {
  const asked = new Set<string>();
  const finder = new NumberFinder({ has: (key) => asked.add(key).size === 0 }, rules);
  for (const text of ['52.47278166939504', 'bei 52.472781669395040493, 13.049133012345678901']) {
    expect(finder.isIn(text, 'note')).toBe(false);
  }
  expect([...asked].filter((key) => rules.isPossible(key))).toEqual([]);
});

describe('the prefilter of a text', () => {
  const finder = new NumberFinder(KEYS, rules);

  test('[AR13] dismisses none in which the number stands', () => {
    let found = 0;
    fc.assert(
      fc.property(texts, fc.constantFrom('tel', 'note'), (text, name) => {
        if (!finder.isIn(text, name)) return;
        found++;
        expect(finder.mayBeIn(text, false)).toBe(true);
        expect(finder.mayBeIn(JSON.stringify({ [name]: text }))).toBe(true);
        const escaped = JSON.stringify(text).replace(/[^"\\]/g, unicodeEscape);
        expect(finder.mayBeIn(`{"x":${escaped}}`)).toBe(true);
      }),
      { numRuns: 5000 },
    );
    // Enough of them are found for this to say anything.
    expect(found).toBeGreaterThan(100);
  });

  test('[AR13] dismisses none that is read as the number, where numbers are expected', () => {
    let read = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const { key, aliases } = rules.read(text);
        const keys = [key, ...aliases.map((alias) => alias.key)];
        // `231255; DW 030 23125` is kept as it was sent: no extension, and not the line 231255.
        const lines = keys.map((one) => one?.split(';ext=')[0]);
        if (!lines.some((line) => line !== undefined && KEYS.includes(line))) return;
        read++;
        expect(finder.mayBeIn(text, false)).toBe(true);
        expect(finder.isIn(text, 'tel')).toBe(true);
      }),
      { numRuns: 5000 },
    );
    expect(read).toBeGreaterThan(100);
  });

  test.each([
    '/',
    ',',
    ';',
    '|',
    '&',
    '\\',
    '\n',
    ' Oder ',
    ' or ',
    ' und ',
    ' and ',
    ' u. ',
    ' bzw. ',
  ])('[AR13] dismisses no number in short behind %j', (between) => {
    const one = new NumberFinder(['+493023125100'], rules);
    const text = `030 23125-101${between}-100`;
    expect(one.isIn(text, 'tel')).toBe(true);
    expect(one.mayBeIn(text, false)).toBe(true);
    expect(one.mayBeIn(JSON.stringify({ tel: text }))).toBe(true);
  });

  test('[AR13] dismisses other numbers that end in the same four digits', () => {
    const one = new NumberFinder(['+493023125100'], rules);
    expect(one.mayBeIn('{"lat":52.49153549485100}')).toBe(false);
    expect(one.mayBeIn('{"tel":"030 23135100"}')).toBe(false);
    expect(one.mayBeIn('{"tel":"030 2313-5100"}')).toBe(true);
  });

  test.each([
    'tel:100;phone-context=+493023125',
    'TEL:100;Phone-Context=+493023125',
    'callto:100;phone%2Dcontext=+493023125',
    'Rückruf an <tel:100;phone-context=+493023125>, danke',
  ])('[AR13] finds a number whose beginning stands behind its end: %s', (text) => {
    const finder = new NumberFinder(['+493023125100'], rules);
    expect(finder.mayBeIn(JSON.stringify({ text }))).toBe(true);
    expect(finder.isIn(text, 'text')).toBe(true);
    expect(new NumberFinder(['+493023125101'], rules).isIn(text, 'text')).toBe(false);
  });

  test('[AR13] dismisses none that is a SIP address without digits, and nearly all others', () => {
    const sip = new NumberFinder(['other:sip:alice@pbx.example'], rules);
    const pieces = ['s', 'S', 'ſ', 'ｓ', '\u00ad', '\t', ' ', '\u0301', 'ip:', 'iP:', 'x'];
    const start = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((all) => all.join(''));
    let found = 0;
    fc.assert(
      fc.property(start, (before) => {
        const text = `${before}alice@pbx.example`;
        if (!sip.isIn(text, 'tel')) return;
        found++;
        expect(sip.mayBeIn(text, false)).toBe(true);
        expect(sip.mayBeIn(JSON.stringify({ tel: text }))).toBe(true);
      }),
      { numRuns: 5000 },
    );
    expect(found).toBeGreaterThan(50);
    expect(sip.mayBeIn('{"name":"Süß","tel":"030 23125-100"}')).toBe(false);
    // Of two numbers it dismisses neither.
    const both = new NumberFinder(['other:sip:alice@pbx.example', '+493023125100'], rules);
    expect(both.mayBeIn('{"tel":"030 23125-100"}')).toBe(true);
    expect(both.mayBeIn('{"tel":"sip:alice@pbx.example"}')).toBe(true);
    expect(both.mayBeIn('{"name":"Süß"}')).toBe(false);
  });

  test('[AR13] takes no character for a plain letter that may belong to a number', () => {
    const isPlain = new RegExp(`[${PLAIN_LETTERS}]`);
    const units = Array.from({ length: 0x1_0000 }, (_, unit) => String.fromCharCode(unit));
    const plain = units.filter((character) => isPlain.test(character));
    expect(plain).toContain('ß');
    expect(plain.filter((character) => kindAt(character, 0) !== BREAK)).toEqual([]);
  });

  test.each([
    '030 23125-1001',
    '{"tel":"2312510012345"}',
    '{"at":"2026-05-10T05:10:00.51004Z"}',
    '{"tel":"030 23125 1 001"}',
  ])('[AR13] passes over %s, in which others have the last digits of the number', (text) => {
    expect(new NumberFinder(['+493023125100'], rules).mayBeIn(text)).toBe(false);
  });

  test.each([
    '030 23125100०',
    '030 23125100²',
    `030 23125100${'\u200b'.repeat(20)}1`,
    '030 23125100 1',
  ])('[AR13] takes %s for a text to be read: what follows may be no digit of it', (text) => {
    expect(finder.mayBeIn(text, false)).toBe(true);
  });
});

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
