import { TARGETS_OF as ALL, RECORD_TARGET } from '@hookline/contract';
import { expect, test } from 'vitest';
import { likelyTargets } from '../../src/pages/sources/reading/likely-targets.ts';
import { TARGETS_OF } from '../../src/pages/sources/reading/targets.ts';

test.each(['jobs', 'kunden', 'kuriere'] as const)(
  '%s: all that the server takes can be chosen, as far as it means something there',
  (channel) => {
    // A customer drives nothing, and is never free.
    const meant = (target: string) => channel !== 'kunden' || !/state|vehicle/.test(target);
    expect([RECORD_TARGET, ...TARGETS_OF[channel]]).toEqual(ALL[channel].filter(meant));
  },
);

test.each([
  ['order.code', 'FP-20431', 'reference'],
  ['data.x', 'A-1001', 'reference'],
  ['sender.tel', '030 23125 101', 'pickup.phone'],
  ['recipient.contact', '+49 30 23125 101', 'dropoff.phone'],
  ['fahrer.mobil', '0171 2312507', 'courier.phone'],
  ['abholung.bis', '2026-11-18T10:00:00Z', 'pickupBy'],
  ['delivery.latest', '2026-11-18T10:00:00Z', 'deliverBy'],
  ['delivery.eta', '14:30', 'deliverBy'],
  ['abholung.firma', 'Labor Dr. Weiß', 'pickup.name'],
  ['empfaenger.strasse', 'Torstraße 12', 'dropoff.address'],
  ['pickup.hinweis', 'Hintereingang', 'pickup.note'],
  ['order.state', '30', 'status'],
  ['colli', 3, 'parcels'],
  ['orders', [{ id: 1 }], 'record'],
  ['order', { id: 1 }, 'record'],
] as const)('%s = %j is first taken for %s', (path, value, target) => {
  expect(likelyTargets('jobs', path.split('.'), value)[0]).toBe(target);
});

test.each([
  ['kundennummer', 'K-771', 'ownId'],
  ['telefon', '030 23125 101', 'phone'],
  ['firma', 'Labor Dr. Weiß', 'name'],
  ['status', 'frei', 'state'],
] as const)('of a courier, %s = %j is first taken for %s', (name, value, target) => {
  expect(likelyTargets('kuriere', [name], value)[0]).toBe(target);
});

test('few are likely, none twice, and a time is offered as all three', () => {
  expect(likelyTargets('jobs', ['window', 'x'], '2026-11-18T10:00:00Z')).toEqual([
    'deliverBy',
    'pickupBy',
    'at',
  ]);
  const likely = likelyTargets('jobs', ['name'], 'Jana');
  expect(likely).toEqual([...new Set(likely)]);
  expect(likely.length).toBeLessThanOrEqual(4);
});
