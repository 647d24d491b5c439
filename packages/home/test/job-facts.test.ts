import { expect, test } from 'vitest';
import { statusText, statusWord } from '../src/format/payload-status.ts';
import de from '../src/language/de-first.ts';
import en from '../src/language/en-first.ts';
import { choiceText, statusChoices } from '../src/pages/jobs/job-filter.ts';
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
  expect(statusWord('in Prüfung', de, 'problem').tone).toBe('bad');
  expect(statusWord('in Prüfung', de, null).tone).toBe('neutral');
  expect(statusWord('in Prüfung', de).tone).toBe('neutral');
  expect(['Fehler', 'failed', 'nicht angetroffen', 'on_hold'].map(toneOf)).toEqual([
    ...['bad', 'bad', 'bad', 'bad'],
  ]);
  expect(['storniert', 'refunded', 'no_show', 'abgerechnet'].map(toneOf)).toEqual([
    ...['over', 'over', 'over', 'good'],
  ]);
  expect(statusText('Fehler', de)).toBe(statusText('failed', de));
});

function toneOf(status: string): string {
  return statusWord(status, de).tone;
}

test('[HP5] a status is said in words; one that nobody knows, as it was sent', () => {
  expect(statusText('pickup_complete', de)).toBe('Abgeholt');
  expect(statusText('Picked Up', en)).toBe('Picked up');
  expect(statusText('in Klärung', en)).toBe('Being clarified');
  expect(statusText('in Prüfung', de)).toBe('in Prüfung');
  expect(statusText('x'.repeat(200), de)).toHaveLength(41);
  expect(choiceText('in Prüfung', '3')).toBe('in Prüfung · 3');
});

test('[HP18] what several senders call differently is one choice, their own words stand behind', () => {
  const one = (status: string, statusClass: 'assigned' | 'done' | null, more = {}) => ({
    status,
    statusClass,
    open: statusClass !== 'done',
    count: 2,
    isMore: false,
    ...more,
  });
  const all = [
    one('zugewiesen', 'assigned'),
    one('assigned', 'assigned', { count: 1000, isMore: true }),
    one('in Prüfung', null),
    one('geliefert', 'done'),
  ];
  const open = { scope: 'open', class: '', status: '' } as const;
  const choices = statusChoices(all, open, String);
  expect(choices.classes).toEqual([{ name: 'assigned', count: '1002+' }]);
  expect(choices.words.map(({ status }) => status)).toEqual([
    'assigned',
    'in Prüfung',
    'zugewiesen',
  ]);
  // What the list is narrowed to stays among them.
  const narrowed = statusChoices(all, { ...open, class: 'problem' }, String);
  expect(narrowed.classes.map(({ name }) => name)).toEqual(['assigned', 'problem']);
});
