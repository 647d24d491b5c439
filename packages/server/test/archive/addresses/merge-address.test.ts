import { describe, expect, test } from 'vitest';
import { fieldTextsToJson } from '../../../src/archive/addresses/field-texts.ts';
import { Kept, NUMBER } from './kept-address.ts';

describe('merging a report into an address', () => {
  test('[AR6] newer fields win, missing and empty ones stay, null clears', () => {
    const kept = new Kept();
    expect(
      kept.report('kunden', { name: 'Süß', ort: 'Berlin', plz: '10115', mail: 'a@b.example' }),
    ).toBe('created');
    expect(kept.report('kunden', { name: 'Süß GmbH', ort: 'Bonn', plz: '', mail: null })).toBe(
      'updated',
    );
    expect(kept.record?.name).toBe('Süß GmbH');
    expect(kept.fields).toEqual({ ort: 'Bonn', plz: '10115' });
    kept.report('kunden', { name: '' });
    expect(kept.record?.name).toBe('Süß GmbH');
    kept.report('kunden', { name: null });
    expect(kept.record?.name).toBeNull();
  });

  test('[AR6] a report equal to the last one from the same source changes nothing', () => {
    const kept = new Kept();
    const fromPhoneBook = { name: 'Süß', ort: 'Berlin' };
    kept.report('phone-book', fromPhoneBook);
    kept.report('kunden', { name: 'Süß GmbH', ort: 'Bonn' });
    const fresh = kept.record;
    expect(kept.report('phone-book', fromPhoneBook)).toBe('unchanged');
    expect(kept.report('phone-book', { ort: 'Berlin', name: 'Süß' })).toBe('unchanged');
    expect(kept.record).toBe(fresh);
    expect(kept.fields).toEqual({ ort: 'Bonn' });
  });

  test('[AR6] the same source may go back to what it said before', () => {
    const kept = new Kept();
    kept.report('kunden', { ort: 'Berlin' });
    kept.report('kunden', { ort: 'Bonn' });
    expect(kept.report('kunden', { ort: 'Berlin' })).toBe('updated');
    expect(kept.fields).toEqual({ ort: 'Berlin' });
  });

  test('[AR6] what another source already said is noted, and no reader sees a change', () => {
    const kept = new Kept();
    kept.report('kunden', { ort: 'Berlin' });
    const { updatedAt } = kept.record ?? {};
    expect(kept.report('phone-book', { ort: 'Berlin' })).toBe('noted');
    expect(kept.record?.updatedAt).toBe(updatedAt);
    expect(kept.report('phone-book', { ort: 'Berlin' })).toBe('unchanged');
  });

  test('[AR4] one number may be customer and courier', () => {
    const kept = new Kept();
    kept.report('kunden', {});
    kept.report('kuriere', {});
    expect(kept.record?.roles).toEqual(['customer', 'courier']);
  });

  test('[AR6] created and updated tell when', () => {
    const kept = new Kept();
    kept.report('kunden', { ort: 'Berlin' });
    kept.report('kunden', { ort: 'Bonn' });
    expect(kept.record).toMatchObject({
      createdAt: '2026-03-01T08:00:00.000Z',
      updatedAt: '2026-03-01T08:00:00.001Z',
    });
  });

  test('[AR6] the number is kept as it was sent last', () => {
    const kept = new Kept();
    kept.report('kunden', {});
    expect(kept.report('kunden', { number: '+49 30 23125 100' })).toBe('updated');
    expect(kept.record?.phone).toMatchObject({ sent: '+49 30 23125 100', key: '+493023125100' });
  });

  test('[AR6] aliases accumulate, null takes away those of a field, and there is a bound', () => {
    const kept = new Kept();
    const keys = () => kept.lines;
    kept.report('kunden', { mobil: '0171 39200-11', tel: '101' });
    kept.report('kunden', { mobil: '0171 39200-12' });
    kept.report('kunden', { mobil: NUMBER });
    expect(keys()).toEqual(['internal:101', '+491713920011', '+491713920012']);
    kept.report('kunden', { mobil: null });
    expect(keys()).toEqual(['internal:101']);
    for (let i = 100; i < 200; i++) kept.report('kunden', { tel: `${i}` });
    expect(keys()).toHaveLength(50);
    expect(keys().at(-1)).toBe('internal:199');
  });

  test('[AR6] __proto__ is a field like any other', () => {
    const kept = new Kept();
    kept.report('kunden', JSON.parse('{"__proto__":{"polluted":1}}'));
    kept.report('kunden', { ort: 'Berlin' });
    expect(fieldTextsToJson(kept.record?.fields ?? new Map())).toBe(
      '{"__proto__":{"polluted":1},"ort":"Berlin"}',
    );
    expect({}).not.toHaveProperty('polluted');
  });
});
