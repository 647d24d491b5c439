import { NumberFinder, PhoneRules } from '@hookline/records/phone';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { carries, erased } from '../../../src/archive/privacy/erase-in-json.ts';

const rules = new PhoneRules({ country: 'DE' });
const finder = new NumberFinder(['+493023125100'], rules);
const erase = (json: string, from = finder) => {
  const erasure = erased(json, from);
  return erasure.outcome === 'cut' ? erasure.text : erasure.outcome;
};

const HER = '{"name":"Frau Muster","tel":"030 23125-100"}';
const HIM = '{"name":"Blitz KG" , "tel":"069 90009-200","id":12345678901234567890}';

describe('what carries a number', () => {
  test.each([
    '{"number":"+49 30 23125100"}',
    '{"a":{"b":[{"mobil":"0049 (0)30 / 23125-100"}]}}',
    '{"phone":493023125100}',
    '{"phone":["101","030 23125-100"]}',
    '{"tel":"030 23125-10/100"}',
    '{"tel":"030 23125-101, 0171 39200-12 / 030 23125-100"}',
    '{"tel":"\\u0030\\u0033\\u0030 23125100"}',
    '{"tel":"０３０ ２３１２５ １００"}',
    '{"from":{"raw":"493023125100"}}',
    '{"note":"Bitte zurückrufen: (030) 23125-100, eilig"}',
    '{"note":"030–23125–100 ab 17 Uhr"}',
    '{"note":"+49 (0)30 23125 100"}',
    '{"note":"030_23125100"}',
    '{"note":"030,23125,100"}',
    '{"note":"030  -  23125100"}',
    ...[...':~*=#!^@<>{}"×·…„€'].map((sign) => JSON.stringify({ note: `030${sign}23125100` })),
    '{"kontakt":"3023125100"}',
    '{"kontakt":3023125100}',
    '{"kontakt":"23125-100"}',
    '{"tel":"23125100"}',
    '{"23125100":"Frau Muster"}',
    '{"3023125100":{"name":"Frau Muster"}}',
    '"23125100"',
    '3023125100',
    '{"note":"030\u221223125100"}',
    '{"note":"030\u200b231\u00ad25\u2060100"}',
    '{"note":"\u202a030\u202c 23125100"}',
    '{"note":"0\ufe0f\u20e330 23125100"}',
    '{"note":"\uff0b\uff14\uff19\uff08\uff10\uff0930 23125100"}',
    '{"note":"\u0966\u0969\u0966 23125100"}',
    '{"note":"\ud835\udfce30 23125100"}',
    '{"note":"Tel 493023125100"}',
    '{"note":"49 30 23125100"}',
    '{"note":"030\\/23125100\\n069 1"}',
    '{"tel":"030 23125-101\\n100"}',
    '{"tel":"tel:%30%33%30%32%33%31%32%35%31%30%30"}',
    '{"+493023125100":{"name":"Frau Muster"}}',
    '"030 23125-100"',
  ])('[AR13] %s does', (json) => {
    expect(carries(json, finder)).toBe(true);
  });

  test.each([
    '{"number":"030 23125-101"}',
    '{"number":"030 23125-1001"}',
    '{"note":"030 23125-1001 oder 1030 23125100"}',
    '{"note":"030 23125-100-1"}',
    '{"note":"030 23125100\u200b1"}',
    '{"note":"1493023125100"}',
    '{"note":"1+493023125100"}',
    '{"note":"030;23125100"}',
    '{"note":"Auftrag 23125100"}',
    '{"auftragsnummer":"23125100"}',
    '{"kundennummer":23125100,"plz":"3023125100"}',
    '{"note":"030          23125100"}',
    '{"auftragsnummer":"3023125100","id":3023125100}',
    '{"name":"Frau Muster"}',
    'null',
  ])('[AR13] %s does not', (json) => {
    expect(carries(json, finder)).toBe(false);
    expect(erase(json)).toBe('untouched');
  });

  test('[AR13] any spelling does, with words around it or not, at any depth', () => {
    const gap = fc.constantFrom('', ' ', '-', '.', '\u00a0');
    const gaps = fc.array(gap, { minLength: 8, maxLength: 8 });
    const start = fc.constantFrom('030 ', '(030) ', '030/', '+49 30 ', '+49 (0)30 ', '0049-30-');
    const name = fc.constantFrom('tel', 'note', 'x');
    const depth = fc.integer({ min: 0, max: 900 });
    fc.assert(
      fc.property(start, gaps, name, depth, (area, between, field, levels) => {
        const line = '23125100'
          .split('')
          .reduce((text, digit, i) => text + (between[i] ?? '') + digit);
        const json = JSON.stringify({ [field]: `Tel. ${area}${line} (Büro)` });
        const nested = `${'{"a":'.repeat(levels)}${json}${'}'.repeat(levels)}`;
        expect(carries(nested, finder)).toBe(true);
      }),
    );
  });

  test('[AR13] an extension counts only where a number is expected', () => {
    const extension = new NumberFinder(['internal:101'], rules);
    expect(carries('{"number":"101"}', extension)).toBe(true);
    expect(carries('{"from":"101"}', extension)).toBe(true);
    for (const json of [
      '{"menge":101}',
      '{"nummer":"101"}',
      '{"strasse":"Am Markt","number":"101"}',
    ]) {
      expect(carries(json, extension), json).toBe(false);
    }
  });

  test('[AR13] a number of another country is no number of this one', () => {
    const vienna = new NumberFinder(['+43158858'], rules);
    expect(carries('{"note":"+43 1 58858"}', vienna)).toBe(true);
    expect(carries('{"note":"0158858"}', vienna)).toBe(false);
    expect(carries('{"note":"43158858"}', vienna)).toBe(false);
  });

  test('[AR13] each of very many numbers is found, and no other one', () => {
    const keys = Array.from({ length: 5000 }, (_, i) => `+4930${23125000 + 2 * i}`);
    const many = new NumberFinder(keys, rules);
    expect(carries('{"note":"030 23134998"}', many)).toBe(true);
    expect(carries('{"note":"030 23134999 oder 030 23135000"}', many)).toBe(false);
  });

  test('[AR13] a SIP address counts as given', () => {
    const sip = new NumberFinder(['other:sip:alice@pbx.example'], rules);
    expect(carries('{"phone":"SIP:Alice@pbx.example"}', sip)).toBe(true);
    expect(carries('{"phone":"sip:bob@pbx.example"}', sip)).toBe(false);
  });
});

describe('taking a number out', () => {
  test.each([
    ['an object', HER],
    ['an object one level down', `{"event":"x","data":${HER}}`],
    ['a list without others', `[ ${HER} ]`],
    ['a list one level down without others', `{"kunden":[${HER},${HER}],"total":2}`],
    ['a number among those of one person', '{"name":"x","tel":["030 23125-100","101"]}'],
    [
      'a number in a list of the numbers of one person',
      '{"name":"x","phones":[{"number":"101"},{"number":"030 23125-100"}]}',
    ],
    ['a job with her as customer', `{"jobId":1,"kunde":${HER},"stops":[${HIM}]}`],
    ['a job with no other stop', `{"jobId":1,"stops":[${HER}]}`],
    ['a text', '"Bitte 030 23125-100 anrufen"'],
  ])('[AR13] %s goes whole', (_, json) => {
    expect(erase(json)).toBe('removed');
  });

  test.each([
    [`[${HER},${HIM}]`, `[${HIM}]`],
    [`[ ${HIM} , ${HER} ]`, `[ ${HIM} ]`],
    [`[${HIM},\n ${HER},\n ${HIM}]`, `[${HIM},\n ${HIM}]`],
    [`[${HER}, ${HER}, ${HIM},${HER} ,${HER}]`, `[${HIM}]`],
    [`{"a":1.0,"kunden":[${HER},${HIM}],"a":2}`, `{"a":1.0,"kunden":[${HIM}],"a":2}`],
    [`{"kunden":[ ${HER} ],"kuriere":[${HIM}]}`, `{"kunden":[  ],"kuriere":[${HIM}]}`],
    [`{"jobId":1,"stops":[${HER},${HIM}]}`, `{"jobId":1,"stops":[${HIM}]}`],
    [
      `[{"jobId":1,"stops":[${HER}]},{"jobId":2,"stops":[${HER},${HIM}]}]`,
      `[{"jobId":2,"stops":[${HIM}]}]`,
    ],
    [`["030 23125-100", "069 90009-200"]`, `["069 90009-200"]`],
    [`[["x","030 23125-100"],["y","101"]]`, `[["y","101"]]`],
  ])('[AR13] of %s the others stay as they were sent', (json, rest) => {
    expect(erase(json)).toBe(rest);
    expect(() => JSON.parse(rest)).not.toThrow();
  });

  test('[AR13] whatever the list, exactly the elements that carry the number are taken out', () => {
    const other = fc.jsonValue().map((value) => ({ value }));
    const hers = other.map(({ value }) => ({ value, tel: '+49 30 23125-100' }));
    const item = fc.oneof(other, hers);
    const layout = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(fc.array(item), layout, (items, space) => {
        const rest = items.filter((one) => !('tel' in one));
        const text = erase(JSON.stringify(items, null, space));
        if (rest.length === items.length) expect(text).toBe('untouched');
        else if (rest.length === 0) expect(text).toBe('removed');
        else {
          expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(rest)));
          expect(erase(text)).toBe('untouched');
        }
      }),
      { numRuns: 500 },
    );
  });

  test('[AR13] a megabyte without the number is left as it is', () => {
    const items = Array.from(
      { length: 12_000 },
      (_, i) => `{"name":"Kunde ${i}","tel":"069 90009-${i}"}`,
    );
    const json = `[${items.join(',')}]`;
    expect(erase(json)).toBe('untouched');
    for (const text of [
      `["${'0 '.repeat(250_000)}"]`,
      `["${'+49 '.repeat(250_000)}","${'0'.repeat(500_000)}"]`,
    ]) {
      expect(erase(text)).toBe('untouched');
    }
  });
});
