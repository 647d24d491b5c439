import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf } from '../../../src/archive/engine/lists/csv.ts';
import { ExcelCells } from '../../../src/archive/engine/lists/excel-cell.ts';
import { JsonText } from '../../../src/archive/engine/lists/shape.ts';

/** Ends of ranges that show nothing: spreadsheets, or what carries files to them, drop some of them. */
const INVISIBLE = [
  ...[0x00, 0x01, 0x08, 0x0b, 0x0c, 0x1f, 0x20, 0x7f, 0x85, 0x9f, 0xa0, 0xad, 0x034f, 0x061c],
  ...[0x115f, 0x1160, 0x1680, 0x17b4, 0x180b, 0x180e, 0x2000, 0x200a, 0x200b, 0x200f, 0x2028],
  ...[0x2029, 0x202a, 0x202e, 0x202f, 0x205f, 0x2060, 0x2064, 0x2066, 0x206f, 0x2800, 0x3000],
  ...[0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffb, 0x1d173, 0xe0001, 0xe007f, 0xe0100],
].map((code) => String.fromCodePoint(code));
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

const hidden = fc.array(fc.constantFrom(...INVISIBLE), { maxLength: 6 }).map((all) => all.join(''));
const formula = fc
  .tuple(hidden, fc.constantFrom(...SIGNS), fc.constantFrom('1+1', 'cmd|x', ''))
  .map((parts) => parts.join(''));
const excel = new ExcelCells('Europe/Berlin');

/** What a person sees first there, whatever quotes mean to the spreadsheet. */
function beginsFormula(cell: string): boolean {
  const shown = [...cell].find((each) => each !== '"' && !INVISIBLE.includes(each));
  return shown !== undefined && SIGNS.includes(shown);
}

test('[SE5] a formula behind signs that nobody sees is defused, in CSV and for Excel', () => {
  fc.assert(
    fc.property(formula, fc.constantFrom('', '\t', '\r', '\n'), hidden, (text, lead, before) => {
      const cell = before + lead + text;
      for (const written of [csvOf([['a', () => cell]], {}), excel.write(cell)]) {
        expect(written).toMatch(/^"?'/);
      }
    }),
  );
});

test('[SE5] no more so where a spreadsheet splits elsewhere, and JSON stays the same JSON', () => {
  const split = fc.constantFrom(';', '\t', '\r', '\n', ',');
  const quotes = fc.constantFrom('', '"', '""');
  const parts = fc.array(fc.tuple(split, hidden, quotes, formula), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(parts, (all) => {
      const text = `a${all.flat().join('')}`;
      const json = JSON.stringify({ text, [text]: 1 }, null, '\t');
      const lines: [string, RegExp][] = [
        [csvOf([['a', () => text]], {}), /[;\t\r\n]/],
        [csvOf([['a', () => new JsonText(json)]], {}), /[;\t\r\n]/],
        [excel.write(text), /[;\t\r\n]/],
        [excel.write(text), /[,\t\r\n]/],
      ];
      for (const [line, at] of lines) {
        expect(line.split(at).filter(beginsFormula)).toEqual([]);
      }
      const read = lines[1]?.[0].trim().slice(1, -1).replaceAll('""', '"') ?? '';
      expect(JSON.parse(read)).toEqual(JSON.parse(json));
    }),
  );
});

test('[SE5] what shows something else first stays as it is', () => {
  for (const text of ['a = b', '(+49) 30', '\u200bx=1', '\u00a01-2 Tage', '', ' ', '\u200b']) {
    expect(csvOf([['a', () => text]], {})).toBe(`${text}\r\n`);
  }
});
