import { describe, expect, test } from 'vitest';
import { courierClassOf, courierOf } from '../src/courier.ts';
import { factsAfter, NO_FACTS, withVersion } from '../src/job-facts.ts';
import { StatusWords } from '../src/status.ts';
import { facts } from './reading.ts';

describe('[RE4] how a courier is', () => {
  const words = new StatusWords({ 'auf Tour': 'busy' });

  test.each([
    ['frei', 'free'],
    ['AVAILABLE', 'free'],
    ['unterwegs', 'busy'],
    ['en route to pickup', 'busy'],
    ['Auf Tour', 'busy'],
    ['Pause', 'break'],
    ['off_duty', 'off'],
    ['abgemeldet', 'off'],
    ['zugestellt', null],
    ['Zapfenstreich', null],
  ])('%s is %s', (status, state) => {
    expect(courierClassOf(status, words)).toBe(state);
  });

  test.each([
    [{ status: 'frei' }, 'frei'],
    [{ fahrer_status: 'Pause', status: '' }, 'Pause'],
    [{ state: { code: 3, name: 'on job' } }, 'on job'],
    [{ online: false }, 'unavailable'],
    [{ verfügbar: true }, 'available'],
    [{ status: 4 }, null],
    [{ status: 'x'.repeat(1000) }, null],
    [{ status: null }, null],
  ])('%j says %s', (record, status) => {
    expect(courierOf(record).status).toBe(status);
  });
});

test.each([
  [{ fahrzeug: 'Rad 4' }, 'Rad 4'],
  [{ vehicle: { id: 99, type: 'Bulli' }, kennzeichen: 'HH-KU 12' }, 'Bulli HH-KU 12'],
  [{ vehicle: ['a'], plate: '' }, null],
  [{ vehicle: 'x'.repeat(1_000_000) }, null],
])('[DI3] the vehicle in %j', (record, vehicle) => {
  expect(courierOf(record).vehicle).toBe(vehicle);
});

describe('[DI3] the own number of the one who drives a job', () => {
  const after = (...payloads: object[]) =>
    payloads.map((payload) => facts(payload)).reduce(withVersion, NO_FACTS);

  test.each([
    { kurierId: 'K7' },
    { fahrer_nr: 'K7' },
    { courier: { id: 'K7' } },
    { fahrer: 'K7' },
    { event: 'order.updated', data: { id: 1, driver: { driverId: 'K7' } } },
  ])('%j', (payload) => {
    expect(after({ jobId: 'A-1', ...payload }).courier).toMatchObject({ id: 'K7' });
  });

  test('is that of one on the way, unless somebody else is called the courier', () => {
    const mover = { id: 'K7', name: 'Max Kern', phone: '0171 3920001', current_lat: 50.9 };
    const job = { jobId: 'A-1', gogetters: [mover] };
    expect(after(job).courier).toMatchObject({ id: 'K7', name: 'Max Kern' });
    const other = after({ ...job, kurier: { name: 'Eva Lund' } }).courier;
    expect(other?.name).toBe('Eva Lund');
    expect(other).not.toHaveProperty('id');
  });

  test('[RE12] is not his name', () => {
    const known = after({ jobId: 'A-1', kurierId: 'K7' });
    expect(factsAfter(known).courier).toEqual({ name: null, phone: null, ownId: 'K7' });
    const named = withVersion(known, facts({ kurierId: 'K7', kurier: 'Max Kern' }));
    expect(factsAfter(named).courier).toEqual({ name: 'Max Kern', phone: null, ownId: 'K7' });
  });

  test('tells who is the same under two names, and who is another under one', () => {
    const first = { kurier: { id: 'K7', name: 'Max Kern', handy: '0171 3920001' } };
    expect(after(first, { kurier: { id: 'K7', name: 'Kern, M.' } }).courier).toEqual({
      id: 'K7',
      name: 'Kern, M.',
      phone: '0171 3920001',
    });
    expect(after(first, { kurier: { id: 'K9', name: 'Max Kern' } }).courier).toEqual({
      id: 'K9',
      name: 'Max Kern',
      phone: null,
    });
    expect(after(first, { kurier: 'Eva Lund' }).courier).toEqual({ name: 'Eva Lund', phone: null });
    expect(after(first, { kurierId: null }).courier).toBeNull();
  });
});
