import { parsedJson } from '@hookline/records';
import { describe, expect, test } from 'vitest';
import { labelOf } from '../../src/format/payload-labels.ts';
import { statusWord } from '../../src/format/payload-status.ts';
import { beginning, shortText, visibleText } from '../../src/format/payload-text.ts';
import { readValue } from '../../src/format/payload-value.ts';
import de from '../../src/language/de-first.ts';
import en from '../../src/language/en-first.ts';

describe('[HP1] a value is read by its name and its look', () => {
  test.each([
    ['telefon', '030 23125-101', 'phone'],
    ['phone_number', '+49 30 23125101', 'phone'],
    ['handy', 1713920011, 'phone'],
    ['number', '030 23125101', 'phone'],
    ['number', '12', 'text'],
    ['invoice', '030 23125101', 'text'],
    ['telefon', 'javascript:alert(1)', 'text'],
    ['telefon', 'unterdrückt', 'text'],
    ['created_at', '2026-03-02T07:41:09.113Z', 'time'],
    ['x', '2026-03-02 07:41', 'time'],
    ['x', '2026-03-02T07:41:09+0100', 'time'],
    ['datum', '2026-03-02', 'day'],
    ['x', '2026-13-02', 'text'],
    ['x', '2026-03-02T07:41:09Z<script>', 'text'],
    ['updatedAt', 1772437269, 'time'],
    ['updatedAt', 1772437269113, 'time'],
    ['amount', 1772437269, 'number'],
    ['status', 'delivered', 'status'],
    ['x', 'https://example.org', 'text'],
    ['x', true, 'flag'],
    ['x', null, 'nothing'],
    ['x', '', 'nothing'],
    ['x', 0, 'number'],
  ])('%s: %j', (name, value, kind) => {
    expect(readValue(name, value).kind).toBe(kind);
  });

  test('digits stay', () => {
    const value = parsedJson('12345678901234567890');
    expect(readValue('id', value)).toEqual({ kind: 'number', digits: '12345678901234567890' });
  });

  test('a time without a zone means the same hour here', () => {
    const reading = readValue('x', '2026-03-02 07:41');
    expect(reading.kind === 'time' && new Date(reading.at).getHours()).toBe(7);
  });
});

describe('[HP1] hidden characters are shown', () => {
  test.each([
    ['a\u202Eb', 'a‹U+202E›b'],
    ['a\u2066b\u2069', 'a‹U+2066›b‹U+2069›'],
    ['pay\u200Bpal', 'pay‹U+200B›pal'],
    ['a\uFEFFb\u00ADc', 'a‹U+FEFF›b‹U+00AD›c'],
    ['\u0000\u001B[31m', '‹U+0000›‹U+001B›[31m'],
    ['\u{E0041}', '‹U+E0041›'],
    ['\uD800x', '‹U+D800›x'],
    ['a\u2028b', 'a‹U+2028›b'],
    ['tab\tline\r\nend\rx', 'tab\tline\nend‹U+000D›x'],
    ['\u{1F469}\u200D\u{1F680} \u2764\uFE0F', '\u{1F469}\u200D\u{1F680} \u2764\uFE0F'],
    ['a\u200Db\uFE0F', 'a‹U+200D›b‹U+FE0F›'],
    ['Grüße, 東京, שלום', 'Grüße, 東京, שלום'],
  ])('%j', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  test('a cut does not go through a character', () => {
    expect(beginning('ab\u{1F680}', 3)).toBe('ab');
    expect(shortText(`x${'\u{1F680}'.repeat(200)}`, 20)).not.toContain('U+');
    expect(shortText('a\n\n  b', 20)).toBe('a b');
    expect(shortText('x'.repeat(50), 10)).toBe(`${'x'.repeat(10)}…`);
  });
});

test('[HP1] a status has a word and a tone, however it is spelt', () => {
  expect(statusWord('IN_PROGRESS', de)).toEqual({ tone: 'active', word: 'Unterwegs' });
  expect(statusWord('order.completed', en)).toEqual({ tone: 'good', word: 'Done' });
  expect(statusWord('Storniert', en)).toEqual({ tone: 'over', word: 'Cancelled' });
  expect(statusWord('constructor', de)).toEqual({ tone: 'neutral' });
});

test('[HP1] the names of fields are said in words, as far as there are any', () => {
  const words = (...all: string[]) => all.map((name) => labelOf(name, de));
  expect(words('Haus_Nr', 'streetName', 'firma', 'displayName', 'notes', 'orderStatus')).toEqual([
    ...['Hausnummer', 'Straße', 'Firma', 'Name', 'Bemerkung', 'Status'],
  ]);
  expect(words('handy', 'phone_number', 'telefon2', 'number', 'constructor')).toEqual([
    ...['Mobil', 'Telefon', undefined, undefined, undefined],
  ]);
  expect(labelOf('plz', en)).toBe('Postcode');
});
