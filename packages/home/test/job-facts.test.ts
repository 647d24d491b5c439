import { expect, test } from 'vitest';
import { statusText, statusWord } from '../src/format/payload-status.ts';
import { choiceText } from '../src/pages/jobs/job-filter.ts';
import { partyOf, partyText } from '../src/parts/jobs/job-facts.ts';

const NOBODY = { name: null, address: null, phone: null, note: null };
const NO_COURIER = { name: null, phone: null, ownId: null };

test('[HP5] [RE5] who and where, as the facts of a job tell it', () => {
  const dropoff = { ...NOBODY, name: 'Labor', address: 'Kehrwieder 117b, 20459 Hamburg' };
  expect(partyText(dropoff)).toBe('Labor, Kehrwieder 117b, 20459 Hamburg');
  expect(partyText({ ...NOBODY, address: 'Hof 7' })).toBe('Hof 7');
  expect(partyText({ ...NO_COURIER, phone: '0171 3920001' })).toBe('0171 3920001');
  expect(partyText({ ...NO_COURIER, ownId: 'K7' })).toBe('K7');
  expect([partyOf(null), partyOf(NOBODY), partyText(null)]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});

test('[SE5] what a foreign system puts into a job becomes no link and no wall of text', () => {
  expect(
    partyOf({ ...NO_COURIER, name: 'Jan', phone: 'javascript:alert(1)' })?.phone,
  ).toBeUndefined();
  expect(partyOf({ ...NO_COURIER, name: 'Jan', phone: '0171/39200-01' })?.phone).toBe(
    '0171/39200-01',
  );
  expect(partyOf({ ...NO_COURIER, name: 'x'.repeat(300) })?.name).toHaveLength(201);
  expect(partyOf({ ...NO_COURIER, name: 'a\u202Eb' })?.name).toBe('a‹U+202E›b');
});

test('[RE4] the class that the server has for a word decides how it looks', () => {
  expect(statusWord('in Prüfung', 'de', 'problem').tone).toBe('bad');
  expect(statusWord('in Prüfung', 'de', null).tone).toBe('neutral');
  expect(statusWord('in Prüfung', 'de').tone).toBe('neutral');
  expect(['Fehler', 'failed', 'nicht angetroffen', 'on_hold'].map(toneOf)).toEqual([
    ...['bad', 'bad', 'bad', 'bad'],
  ]);
  expect(['storniert', 'refunded', 'no_show', 'abgerechnet'].map(toneOf)).toEqual([
    ...['over', 'over', 'over', 'good'],
  ]);
  expect(statusText('Fehler', 'de')).toBe(statusText('failed', 'de'));
});

function toneOf(status: string): string {
  return statusWord(status, 'de').tone;
}

test('[HP5] a status is said in words; one that nobody knows, as it was sent', () => {
  expect(statusText('pickup_complete', 'de')).toBe('Abgeholt');
  expect(statusText('Picked Up', 'en')).toBe('Picked up');
  expect(statusText('in Klärung', 'en')).toBe('Being clarified');
  expect(statusText('in Prüfung', 'de')).toBe('in Prüfung');
  expect(statusText('x'.repeat(200), 'de')).toHaveLength(41);
  const choice = (status: string, count = '') => choiceText({ status, count }, 'de');
  expect(choice('zugestellt')).toBe('Zugestellt');
  expect(choice('delivered', '1.000+')).toBe('Zugestellt (delivered) · 1.000+');
  expect(choice('in Prüfung', '3')).toBe('in Prüfung · 3');
});
