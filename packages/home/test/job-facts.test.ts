import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statusText } from '../src/format/payload-status.ts';
import { jobFacts, partyText } from '../src/pages/jobs/job-facts.ts';
import { statusChoice } from '../src/pages/jobs/status-text.ts';

const short = (payload: unknown) => {
  const { pickup, dropoff, courier } = jobFacts(payload);
  return [partyText(pickup), partyText(dropoff), partyText(courier)];
};

test.each([
  [
    'our own shape',
    {
      abholung: { name: 'Klinik', telefon: '030 23125-101', strasse: 'Torstr. 1' },
      zustellung: { name: 'Labor' },
      kurier: { name: 'Jan', mobil: '0171 3920001' },
    },
    ['Klinik', 'Labor', 'Jan'],
  ],
  [
    'wrapped',
    {
      kind: 'event.delivery_status',
      data: { pickup: { name: 'A' }, dropoff: { address: 'B 2' }, courier: null },
    },
    ['A', 'B 2', undefined],
  ],
  [
    'wrapped twice',
    {
      data: {
        payload: { pickup: { name: 'A' }, dropoff: { name: 'B' } },
        driver_assigned: { phone: '0171', mobile: 'javascript:alert(1)' },
      },
    },
    ['A', 'B', '0171'],
  ],
  [
    'lists',
    {
      pickups: [{ address: 'A 1' }],
      deliveries: [{ address: 'B 2' }, { address: 'C 3' }],
      fahrer: { vorname: 'Ida', nachname: 'Noack' },
    },
    ['A 1', 'B 2', 'Ida Noack'],
  ],
  ['plain texts', { von: 'Mitte', nach: 'Wedding', Fahrer: 7 }, ['Mitte', 'Wedding', undefined]],
  ['nothing of it', { wetter: 'Regen', to: {}, from: '  ' }, [undefined, undefined, undefined]],
])('[HP5] where a job goes from and to, and who drives: %s', (_what, payload, expected) => {
  expect(short(payload)).toEqual(expected);
});

test('[HP5] any payload is gone through in bounds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (payload) => {
      expect(short(payload)).toHaveLength(3);
    }),
  );
  expect(
    jobFacts({ courier: { name: 'Jan', phone: '<b>1234</b>', mobil: '0171/39200-01' } }).courier,
  ).toEqual({ name: 'Jan', address: undefined, phone: '0171/39200-01' });
  expect(
    jobFacts({ courier: { name: 'Jan', phone: 'tel:1;rm 2' } }).courier?.phone,
  ).toBeUndefined();
  const [long = ''] = short({ from: 'x'.repeat(250) });
  expect(long).toHaveLength(121);
  let deep: unknown = { from: 'too far down' };
  for (let i = 0; i < 200; i++) deep = { data: deep };
  expect(short(deep)[0]).toBeUndefined();
});

test('[HP5] a status is said in words; one that nobody knows, as it was sent', () => {
  expect(statusText('pickup_complete', 'de')).toBe('Abgeholt');
  expect(statusText('Picked Up', 'en')).toBe('Picked up');
  expect(statusText('in Klärung', 'en')).toBe('Being clarified');
  expect(statusText('in Prüfung', 'de')).toBe('in Prüfung');
  expect(statusText('x'.repeat(200), 'de')).toHaveLength(41);
  expect(statusChoice('zugestellt', 'de')).toBe('Zugestellt');
  expect(statusChoice('delivered', 'de')).toBe('Zugestellt (delivered)');
  expect(statusChoice('in Prüfung', 'de')).toBe('in Prüfung');
});
