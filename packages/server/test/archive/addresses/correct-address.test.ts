import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AddressSource } from '../../../src/archive/addresses/identity.ts';
import { absorbed } from '../../../src/archive/addresses/merge-address.ts';
import { Kept, NUMBER } from './kept-address.ts';

const A = '0171 39200-11';
const B = '0171 39200-12';
const LINE_A = '+491713920011';
const LINE_B = '+491713920012';

describe('what a person has set right', () => {
  test('[RE9] stays while the source repeats it beside other news', () => {
    const kept = new Kept();
    kept.report('kunden', { name: 'Süss', ort: 'Berlin', plz: '10115' });
    kept.correct({ name: 'Süß GmbH', fields: { ort: 'Bonn' } });
    kept.report('kunden', { name: 'Süss', ort: 'Berlin', plz: '53111' });
    expect(kept.name).toBe('Süß GmbH');
    expect(kept.fields).toEqual({ ort: 'Bonn', plz: '53111' });
  });

  test('[RE9] gives way, field by field, to what the source has not sent before', () => {
    const kept = new Kept();
    kept.report('kunden', { name: 'Süss', ort: 'Berlin' });
    kept.correct({ name: 'Süß GmbH', fields: { ort: 'Bonn' } });
    kept.report('kunden', { name: 'Süss', ort: 'Hamburg' });
    expect([kept.name, kept.fields]).toEqual(['Süß GmbH', { ort: 'Hamburg' }]);
    kept.report('kunden', { name: 'Sauer', ort: 'Hamburg' });
    expect(kept.name).toBe('Sauer');
    // Nothing is set right any more: the newest word counts, whoever says it.
    kept.report('phone-book', { name: 'Bitter', ort: 'Kiel' });
    expect([kept.name, kept.fields]).toEqual(['Bitter', { ort: 'Kiel' }]);
  });

  test('[RE9] is not overridden by the first report of another source', () => {
    const kept = new Kept();
    kept.report('kunden', { name: 'Süss', ort: 'Berlin' });
    kept.correct({ name: 'Süß GmbH', fields: { ort: 'Bonn', tor: '3' } });
    kept.report('phone-book', { name: 'Bitter', ort: 'Kiel', tor: '4' });
    expect([kept.name, kept.fields]).toEqual(['Süß GmbH', { ort: 'Bonn', tor: '3' }]);
    kept.report('phone-book', { name: 'Bitter', ort: 'Köln', tor: '4' });
    expect([kept.name, kept.fields]).toEqual(['Süß GmbH', { ort: 'Köln', tor: '3' }]);
  });

  test('[RE9] a report that lacks the field, or leaves it empty, says nothing about it', () => {
    const kept = new Kept();
    kept.report('kunden', { ort: 'Berlin' });
    kept.correct({ fields: { ort: 'Bonn' } });
    kept.report('kunden', { plz: '1' });
    kept.report('kunden', { plz: '1', ort: ' ' });
    kept.report('kunden', { plz: '2', ort: 'Berlin' });
    expect(kept.fields).toEqual({ ort: 'Bonn', plz: '2' });
    kept.report('kunden', { ort: null });
    expect(kept.fields).toEqual({ plz: '2' });
  });

  test('[RE9] what was removed stays removed, in whatever order its parts are sent', () => {
    const kept = new Kept();
    kept.report('kunden', { tor: { a: 1, b: 2 }, x: 1 });
    kept.correct({ fields: { tor: null } });
    kept.report('kunden', { tor: { b: 2, a: 1 }, x: 2 });
    expect(kept.fields).toEqual({ x: 2 });
  });

  test('[RE9] a role that was taken away does not come back with the next report', () => {
    const kept = new Kept();
    kept.report('kunden', { ort: 'Berlin' });
    kept.correct({ roles: [] });
    kept.report('kunden', { ort: 'Bonn' });
    expect(kept.record?.roles).toEqual([]);
    kept.report('kuriere', { ort: 'Bonn' });
    expect(kept.record?.roles).toEqual(['courier']);
  });

  test('[RE9] what is the same as before is no correction', () => {
    const kept = new Kept();
    kept.report('kunden', { name: 'Süss', ort: 'Berlin' });
    kept.correct({ name: 'Süss', fields: { ort: 'Berlin' }, roles: ['customer'] });
    kept.report('phone-book', { name: 'Bitter', ort: 'Kiel' });
    expect([kept.name, kept.fields]).toEqual(['Bitter', { ort: 'Kiel' }]);
  });

  test('[RE9] what was said to an earlier version is not known, and once repeated it is', () => {
    const kept = new Kept();
    kept.report('phone-book', { ort: 'Berlin' });
    const { record } = kept;
    const hash = record?.lastReports.get('phone-book')?.hash ?? '';
    if (record) {
      kept.record = {
        ...record,
        lastReports: new Map([['phone-book', { hash, said: undefined }]]),
      };
    }
    expect(kept.report('phone-book', { ort: 'Berlin' })).toBe('noted');
    expect(kept.report('phone-book', { ort: 'Berlin' })).toBe('unchanged');
    kept.correct({ fields: { ort: 'Bonn' } });
    kept.report('phone-book', { ort: 'Kiel' });
    expect(kept.fields).toEqual({ ort: 'Kiel' });
  });
});

describe('further numbers', () => {
  test('[RE7] are added and taken away by hand, in any spelling', () => {
    const kept = new Kept();
    kept.report('kunden', { ort: 'Berlin' });
    kept.correct({ numbers: { add: [A, '101'] } });
    expect(kept.record?.numbers).toEqual([
      { key: LINE_A, field: null, number: A, display: '0171 3920011' },
      { key: 'internal:101', field: null, number: '101', display: '101' },
    ]);
    kept.correct({ numbers: { remove: ['+49 (0)171 3920011'], add: [B] } });
    expect(kept.lines).toEqual(['internal:101', LINE_B]);
    // Whoever is not there cannot be taken away, and nothing is remembered of it.
    kept.correct({ numbers: { remove: ['0171 39200-13'] } });
    kept.report('kunden', { mobil: '0171 39200-13' });
    expect(kept.lines).toContain('+491713920013');
  });

  test('[RE7] the number of the address itself cannot be taken away, and only numbers count', () => {
    const kept = new Kept();
    kept.report('kunden', {});
    expect(() => kept.correct({ numbers: { remove: ['+493023125100'] } })).toThrow(
      expect.objectContaining({ reason: 'conflict' }),
    );
    for (const numbers of [{ add: ['siehe Büro'] }, { remove: ['anonym'] }]) {
      expect(() => kept.correct({ numbers })).toThrow(
        expect.objectContaining({ reason: 'no_number' }),
      );
    }
    const many = Array.from({ length: 51 }, (_, i) => `${200 + i}`);
    expect(() => kept.correct({ numbers: { add: many } })).toThrow(
      expect.objectContaining({ reason: 'conflict' }),
    );
    kept.correct({ numbers: { add: [NUMBER] } });
    expect(kept.lines).toEqual([]);
  });

  test('[RE7] leave the field they stand in, and the others of it stay', () => {
    const kept = new Kept();
    kept.report('kunden', {
      mobil: A,
      tel: [A, '101', { type: 'privat', number: B }],
      handy: `${A} / ${B}`,
    });
    kept.correct({ numbers: { remove: [A] } });
    expect(kept.fields).toEqual({
      tel: ['101', { type: 'privat', number: B }],
      handy: '0171 3920012',
    });
    expect(kept.lines.toSorted()).toEqual([LINE_B, 'internal:101']);
    kept.correct({ numbers: { remove: [B, '101'] } });
    expect([kept.fields, kept.lines]).toEqual([{}, []]);
  });

  test('[RE9] stay away until the source sends them anew', () => {
    const kept = new Kept();
    kept.report('kunden', { mobil: A, tel: [A, '101'] });
    kept.correct({ numbers: { remove: [A] } });
    kept.report('kunden', { mobil: A, tel: ['101', A, '102'], ort: 'Bonn' });
    expect(kept.lines).toEqual(['internal:101', 'internal:102']);
    expect(kept.fields).toEqual({ tel: ['101', '102'], ort: 'Bonn' });
    kept.report('phone-book', { handy: A });
    expect(kept.lines).not.toContain(LINE_A);
    expect(kept.fields).not.toHaveProperty('handy');
    kept.report('kunden', { mobil: B });
    expect(kept.lines).not.toContain(LINE_A);
    kept.report('kunden', { mobil: A });
    expect(kept.lines).toContain(LINE_A);
    expect(kept.fields['mobil']).toBe(A);
  });

  test('[RE9] stay away when the address turns out to be the same courier as another', () => {
    const [kept, other] = [new Kept(), new Kept()];
    kept.report('kuriere', { name: 'Max Kern' });
    other.report('kunden', { mobil: A });
    other.correct({ numbers: { remove: [A] } });
    if (!kept.record || !other.record) throw new Error('nothing is kept');
    kept.record = absorbed(kept.record, other.record);
    kept.report('kuriere', { name: 'Max Kern', handy: A, tel: '101' });
    expect([kept.lines, kept.fields]).toEqual([['internal:101'], { tel: '101' }]);
  });

  test('[RE9] that a person adds stay, though a source has them too and clears its field', () => {
    const kept = new Kept();
    kept.report('kunden', {});
    kept.correct({ numbers: { add: [A] } });
    kept.report('kunden', { mobil: A });
    kept.report('kunden', { mobil: null });
    expect(kept.lines).toEqual([LINE_A]);
    for (let i = 100; i < 160; i++) kept.report('kunden', { tel: `${i}` });
    expect(kept.lines).toHaveLength(50);
    expect(kept.lines).toContain(LINE_A);
  });

  test('[RE9] a field that is set right by hand changes the numbers, for good', () => {
    const kept = new Kept();
    kept.report('kunden', { mobil: A });
    kept.correct({ fields: { mobil: B } });
    expect(kept.lines).toEqual([LINE_B]);
    kept.report('kunden', { mobil: A, ort: 'Bonn' });
    kept.report('phone-book', { tel: A });
    expect(kept.lines).toEqual([LINE_B]);
    expect(kept.fields).toEqual({ mobil: B, ort: 'Bonn' });
    kept.correct({ fields: { mobil: A } });
    expect(kept.lines).toEqual([LINE_A]);
  });
});

/** RE9 as it is written, for one field, without any of the means by which it is done. */
class Rule {
  value: string | undefined;
  #isCorrected = false;
  readonly #sent = new Map<AddressSource, string>();

  report(source: AddressSource, value: string | undefined, isRepeated: boolean): void {
    const before = this.#sent.get(source);
    if (value !== undefined) this.#sent.set(source, value);
    if (value === undefined || isRepeated) return;
    if (this.#isCorrected && (before === undefined || before === value)) return;
    this.#isCorrected = false;
    this.value = value;
  }

  correct(value: string): void {
    if (this.value === value) return;
    this.value = value;
    this.#isCorrected = true;
  }
}

test('[RE9] holds for every field, in any order of reports and corrections', () => {
  const FIELDS = ['name', 'ort', 'plz'] as const;
  const value = fc.constantFrom('a', 'b', 'c');
  const said = fc.record({ name: value, ort: value, plz: value }, { requiredKeys: [] });
  const source = fc.constantFrom<AddressSource>('kunden', 'kuriere', 'phone-book');
  const step = fc.oneof(
    fc.record({ by: source, said }),
    fc.record({ by: fc.constant('person' as const), said }),
  );
  const property = fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
    const kept = new Kept();
    const rules = new Map(FIELDS.map((field) => [field, new Rule()]));
    const last = new Map<string, string>();
    for (const { by, said } of [{ by: 'kunden' as const, said: {} }, ...steps]) {
      if (by === 'person') {
        const { name, ...fields } = said;
        kept.correct({ ...(name !== undefined && { name }), fields });
      } else kept.report(by, said);
      const text = JSON.stringify(Object.entries(said).toSorted());
      for (const [field, rule] of rules) {
        const one = said[field];
        if (by !== 'person') rule.report(by, one, last.get(by) === text);
        else if (one !== undefined) rule.correct(one);
      }
      if (by !== 'person') last.set(by, text);
      expect([kept.name ?? undefined, kept.fields['ort'], kept.fields['plz']]).toEqual(
        FIELDS.map((field) => rules.get(field)?.value),
      );
    }
  });
  fc.assert(property, { numRuns: 500 });
});

test('[RE9] a number that was taken away comes only from a field that had another one before', () => {
  const number = fc.constantFrom('101', '102', '103');
  const said = fc.record({ tel: number, mobil: number }, { requiredKeys: [] });
  const source = fc.constantFrom<AddressSource>('kunden', 'phone-book');
  const property = fc.property(
    fc.array(fc.record({ source, said }), { minLength: 1, maxLength: 12 }),
    fc.array(fc.record({ source, said }), { minLength: 1, maxLength: 12 }),
    (before, after) => {
      const kept = new Kept();
      const sent = new Map<string, string>();
      const note = ({ source: by, said: fields }: (typeof before)[number]) => {
        for (const [field, text] of Object.entries(fields)) sent.set(`${by} ${field}`, text);
      };
      kept.report('kunden', { tel: '101' });
      note({ source: 'kunden', said: { tel: '101' } });
      for (const one of before) {
        kept.report(one.source, one.said);
        note(one);
      }
      kept.correct({ numbers: { remove: ['101'] } });
      let isBack = false;
      for (const one of after) {
        kept.report(one.source, one.said);
        isBack ||= Object.entries(one.said).some(([field, text]) => {
          const earlier = sent.get(`${one.source} ${field}`);
          return text === '101' && earlier !== undefined && earlier !== '101';
        });
        note(one);
        expect(kept.lines.includes('internal:101')).toBe(isBack);
      }
    },
  );
  fc.assert(property, { numRuns: 500 });
});
