import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordList } from '../src/fields.ts';
import type { FactsReading } from '../src/job-facts.ts';
import { factsAfter, NO_FACTS, withVersion } from '../src/job-facts.ts';
import { mergedFacts, facts as read } from './reading.ts';

const FROM = { name: 'Labor Weise', street: 'Marktstraße', hausnr: '7a', plz: '70372', ort: 'Ulm' };
const LABOR = { name: 'Labor Weise', address: 'Marktstraße 7a, 70372 Ulm' };

describe('[RE5] who and where', () => {
  test.each(
    wordList(`
      pickup abholung absender sender from origin shipper ladestelle pickup_location
      pickupAddress address_from collection Abholadresse
    `),
  )('%s is the pick-up', (name) => {
    expect(read({ id: 1, [name]: FROM }).pickup).toMatchObject(LABOR);
  });

  test.each(
    wordList(`
      dropoff zustellung empfaenger Empfänger recipient to destination consignee ship_to
      shippingAddress entladestelle delivery_address receiver lieferadresse address_to
      delivery customer kunde
    `),
  )('%s is the drop-off', (name) => {
    expect(read({ id: 1, [name]: FROM }).dropoff).toMatchObject(LABOR);
  });

  test.each(['courier', 'kurier', 'driver', 'fahrer', 'rider', 'worker', 'driver_assigned'])(
    '%s is the courier',
    (name) => {
      const person = { vorname: 'Heike', nachname: 'Amsel', handy: '0171 39201-41' };
      const courier = { name: 'Heike Amsel', phone: '0171 39201-41' };
      expect(read({ id: 1, [name]: person }).courier).toEqual(courier);
      expect(read({ id: 1, data: { route: { [name]: person } } }).courier).toEqual(courier);
      expect(
        read({ id: 1, [name]: 'Heike Amsel', [`${name}_phone`]: '0171 39201-41' }).courier,
      ).toEqual(courier);
    },
  );

  test('a number under the name of a courier is a phone', () => {
    const courier = { name: 'Emre Korkmaz', phone: '+49 171 3920111' };
    const flat = { rider_name: 'Emre Korkmaz', rider_contact: '+49 171 3920111' };
    expect(read({ id: 1, ...flat }).courier).toEqual(courier);
    expect(read({ id: 1, driver: 'D-00471' }).courier?.phone).toBeUndefined();
  });

  test('of what stands in the margin, the courier counts', () => {
    const metadata = { workerName: 'Kuno', workerPhone: '+491713920061', customerName: 'Ada' };
    expect(read({ orderId: 'O-1', metadata })).toEqual({
      courier: { name: 'Kuno', phone: '+491713920061' },
    });
  });

  test('beside earlier steps, the time of the delivery is when it happened', () => {
    const delivery_time = '2026-03-02T17:36:00Z';
    expect(read({ id: 1, delivery_time }).deliverAt).toBe('2026-03-02T17:36:00.000Z');
    const dispatch_time = '2026-03-02T17:18:00Z';
    expect(read({ id: 1, delivery_time, dispatch_time })).toEqual({});
    const deliver_by = '2026-03-02T18:00:00Z';
    expect(read({ id: 1, deliver_by, dispatch_time }).deliverBy).toBe('2026-03-02T18:00:00.000Z');
  });

  test('fields that are named after their side', () => {
    const flat = { pickup_contact_name: 'A', pickup_street: 'Weg 1', pickupCity: 'Ulm' };
    expect(read({ id: 1, ...flat, PICKUP_PHONE: '0731 22' }).pickup).toEqual({
      name: 'A',
      address: 'Weg 1, Ulm',
      phone: '0731 22',
    });
  });

  test('who pays, who got it before and what is in it are nobody on the way', () => {
    const other = { name: 'X', street: 'Rechnungsweg 1', city: 'Ulm', phone: '0731 22' };
    expect(
      read({
        id: 1,
        billing_address: other,
        invoice: other,
        return_address: other,
        previous_attributes: { dropoff: other },
        items: [{ recipient: other }],
        payment: other,
      }),
    ).toEqual({});
  });

  test('a shop is a pick-up if nothing says it better, a carrier a courier only with a phone', () => {
    expect(read({ id: 1, seller: { name: 'S' }, carrier: { name: 'DHL' } })).toEqual({
      pickup: { name: 'S' },
    });
    const pickup = { name: 'Rampe', street: 'Weg 1', city: 'Ulm' };
    expect(read({ id: 1, seller: { name: 'S' }, pickup }).pickup?.name).toBe('Rampe');
    const carrier = { name: 'Rolf Kiel', phone: '+491713920312' };
    expect(read({ id: 1, restaurant: FROM, carrier })).toMatchObject({
      pickup: LABOR,
      courier: carrier,
    });
  });

  test('how it is sent, a country, a host and an id are nobody', () => {
    for (const text of [
      'STANDARD',
      'Same Day',
      'express delivery',
      'DE',
      'shop.example',
      'yAM*3u',
    ]) {
      const told = { pickup: text, delivery: text, recipient: text, merchant: text };
      expect(read({ id: 1, ...told }), text).toEqual({});
    }
    for (const name of ['Express Reinigung Ott', 'Ada', 'Ulm']) {
      expect(read({ id: 1, recipient: name }).dropoff).toEqual({ name });
    }
  });

  test('a phone of the job itself is that of the one it goes to', () => {
    const place = { deliveryname: 'Ada', deliveryaddress: 'Weg 1', deliverycity: 'Ulm' };
    expect(read({ id: 1, ...place, telephone: '0731 22' }).dropoff?.phone).toBe('0731 22');
    const own = { ...place, deliveryphone: '0731 33' };
    expect(read({ id: 1, ...own, telephone: '0731 22' }).dropoff?.phone).toBe('0731 33');
    expect(read({ id: 1, ...place, number: '0731 22' }).dropoff?.phone).toBeUndefined();
  });

  test.each([
    [{ recipient_number: '0171 39200-31' }, { dropoff: { phone: '0171 39200-31' } }],
    [{ pickup: { pickupNumber: '06999998133' } }, { pickup: { phone: '06999998133' } }],
    [{ recipient_number: '00340434161094027318' }, {}],
    [{ recipient_number: '4711' }, {}],
    [{ delivery_number: '0180012345' }, {}],
    [{ customer_number: '0180012345' }, {}],
  ])('%j: a number of somebody is a phone if it looks like one', (told, facts) => {
    expect(read({ id: 1, ...told })).toEqual(facts);
  });

  test('a place is no name, and a number is none', () => {
    const address = { fullname: 'Ulm, Weg, 1a', street: 'Weg', building: '1a', city: 'Ulm' };
    const stop = { type: 'source', address, contact: { name: 'Ada' } };
    expect(read({ id: 1, route_points: [stop] }).pickup).toMatchObject({
      name: 'Ada',
      address: 'Weg 1a, Ulm',
    });
    const user = { username: '+491713920099', person: { firstName: 'Mats', lastName: 'Iversen' } };
    expect(read({ id: 1, driver: { id: 7, user } }).courier).toEqual({
      id: '7',
      name: 'Mats Iversen',
    });
  });

  test('the customer fills in what the drop-off does not say, but no phone of another one', () => {
    const customer = { name: 'Ada', phone: '0731 22' };
    const place = { street: 'Weg 1', city: 'Ulm' };
    expect(read({ id: 1, customer, shipping_address: place }).dropoff).toMatchObject(customer);
    const eva = { ...place, name: 'Eva' };
    expect(read({ id: 1, customer, shipping_address: eva }).dropoff).toEqual({
      name: 'Eva',
      address: 'Weg 1, Ulm',
    });
  });

  test("a record's own place is where it goes, or where it is picked up", () => {
    const own = { id: 1, ...FROM, tel: '0731 22' };
    expect(read(own)).toEqual({ dropoff: { ...LABOR, phone: '0731 22' } });
    expect(read({ ...own, type: 'pickup' })).toEqual({ pickup: { ...LABOR, phone: '0731 22' } });
    expect(read({ id: 1, name: '#1001', number: 1001 })).toEqual({});
  });

  test('stops by their types, or from here to there', () => {
    const a = { address: 'Weg 1, 89073 Ulm' };
    const b = { address: 'Gasse 2, 89073 Ulm' };
    const both = { pickup: a, dropoff: b };
    expect(read({ id: 1, stops: [a, b] })).toEqual(both);
    const turned = [
      { ...b, position: 2 },
      { ...a, position: 1 },
    ];
    expect(read({ id: 1, way_points: turned })).toEqual(both);
    const typed = [
      { ...b, type: 'DELIVERY' },
      { ...a, type: 'PICKUP' },
    ];
    expect(read({ id: 1, addresses: typed })).toEqual(both);
    expect(read({ id: 1, addresses: [a, b] })).toEqual({});
    const c = { address: 'Weg 3, 20095 Hamburg' };
    const way = { pickup: { address: a.address }, dropoff: { address: c.address } };
    expect(read({ id: 1, stops: [a, b, c] })).toMatchObject(way);
    const types = ['pickup', 'dropoff', 'dropoff'];
    const told = [a, b, c].map((stop, i) => ({ ...stop, type: types[i] }));
    expect(read({ id: 1, stops: told })).toMatchObject(way);
  });
});

describe('[RE5] until when', () => {
  const at = '2026-03-02T10:00:00Z';
  const moment = '2026-03-02T10:00:00.000Z';

  test.each(
    wordList(`
      deliverBy delivery_deadline dropoff_deadline dueDate completeBefore no_later_than
      deliveryWindowEnd zustelltermin_bis liefern_bis termin_bis
    `),
  )('%s is a deadline', (name) => {
    expect(read({ id: 1, [name]: at })).toEqual({ deliverBy: moment });
  });

  test.each(['pickupBy', 'pickup_deadline', 'abholung_bis', 'ladetermin_bis', 'CollectBy'])(
    '%s is one of the pick-up',
    (name) => {
      expect(read({ id: 1, [name]: at })).toEqual({ pickupBy: moment });
    },
  );

  test.each(
    wordList(`
      eta estimated_delivery_time dropoff_eta expected_delivery pickup_ready
      zustelltermin_von deliveryWindowStart delivered_at created_at actualArrival
      voraussichtlicheZustellung shipment_pickup_date timestamp date
    `),
  )('%s is none', (name) => {
    expect(read({ id: 1, [name]: at })).toEqual({});
  });

  test('windows end', () => {
    expect(read({ id: 1, time_window: { start: 1, end: at } })).toEqual({ deliverBy: moment });
    expect(read({ id: 1, zeitfenster: { von: '1', bis: at } })).toEqual({ deliverBy: moment });
    expect(read({ id: 1, pickup: { ort: 'Ulm', slots: [{ from: 'x', to: at }] } }).pickupBy).toBe(
      moment,
    );
    expect(read({ id: 1, date: '2026-03-02', time_window: '08:00 - 11:00' }).deliverBy).toBe(
      moment,
    );
  });

  test('a deadline beats a time that is only planned, in whichever version', () => {
    const planned = read({ id: 1, scheduled_at: '2026-03-02T09:00:00Z' });
    const due = read({ id: 1, no_later_than: at });
    expect(mergedFacts([planned]).deliverBy).toBe('2026-03-02T09:00:00.000Z');
    expect(mergedFacts([due, planned]).deliverBy).toBe(moment);
  });
});

describe('[RE5] merging versions', () => {
  const merged = (...payloads: unknown[]) => mergedFacts(payloads.map(read));
  const first = {
    id: 1,
    pickup: FROM,
    courier: { name: 'Heike', phone: '0171 1' },
    dropoff: { name: 'Eva', address: 'Weg 1, 89073 Ulm', phone: '0731 22', note: 'Tor' },
    deliverBy: '2026-03-02T10:00:00Z',
  };

  test('a message that carries nothing but a status leaves the rest as it was', () => {
    expect(merged(first, { id: 1, status: 'delivered' })).toEqual(merged(first));
  });

  test('a newer value wins, null clears, blank says nothing', () => {
    const later = { id: 1, dropoff: { phone: '0731 33', note: null, name: '' }, deliverBy: null };
    expect(merged(first, later)).toMatchObject({
      dropoff: { name: 'Eva', address: 'Weg 1, 89073 Ulm', phone: '0731 33', note: null },
      deliverBy: null,
    });
    expect(merged(first, { id: 1, courier: null }).courier).toBeNull();
  });

  test("no courier gets another one's phone, no address another one's note", () => {
    expect(merged(first, { id: 1, courier: { name: 'Bodo' } }).courier).toMatchObject({
      name: 'Bodo',
      phone: null,
    });
    expect(merged(first, { id: 1, dropoff: { address: 'Gasse 9, 89075 Ulm' } }).dropoff).toEqual({
      name: null,
      address: 'Gasse 9, 89075 Ulm',
      phone: null,
      note: null,
    });
  });

  test('what only says less is the same person and the same place', () => {
    const later = { id: 1, dropoff: { address: 'WEG 1', name: 'Eva Süß' } };
    expect(merged(first, later).dropoff).toEqual({
      name: 'Eva Süß',
      address: 'Weg 1, 89073 Ulm',
      phone: '0731 22',
      note: 'Tor',
    });
  });

  test('any batches of the same versions give the same facts', () => {
    const text = fc.constantFrom('Eva', 'Eva Süß', 'Bodo', 'Weg 1, Ulm', 'Gasse 2, Ulm', null);
    const party = fc.option(
      fc.record({ name: text, address: text, phone: text, note: text }, { requiredKeys: [] }),
    );
    const version: fc.Arbitrary<FactsReading> = fc.record(
      { pickup: party, dropoff: party, courier: party, deliverBy: text, deliverAt: text },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(version), fc.nat(), (versions, cut) => {
        const before = versions.slice(0, cut).reduce(withVersion, NO_FACTS);
        // As it is kept in a database between two batches.
        const kept = JSON.parse(JSON.stringify(before));
        const after = versions.slice(cut).reduce(withVersion, kept);
        expect(factsAfter(after)).toEqual(mergedFacts(versions));
      }),
    );
  });
});

describe('[RE5] pieces', () => {
  test.each([
    [{ parcels: 3 }, 3],
    [{ Anzahl_Packstücke: '12' }, 12],
    [{ shipment: { numberOfPieces: 2 } }, 2],
    [{ packages: [{ weight: 1 }, { weight: 2 }] }, 2],
    [{ colli: 0 }, 0],
    [{ colli: null }, null],
    [{ pieces: 'viele' }, undefined],
    [{ pieces: 1.5 }, undefined],
    [{ pieces: -1 }, undefined],
    [{ pieces: 4_000_000 }, undefined],
    [{ parcels: [] }, undefined],
    [{ items: [{ pieces: 7 }], status: 'new' }, undefined],
  ])('%j', (payload, count) => {
    expect(read({ id: 1, ...payload }).parcels).toBe(count);
  });

  test('the newest count is the one, and what a version lacks stays', () => {
    const versions = [{ colli: 3 }, { status: 'new' }, { colli: 2 }, { note: 'x' }].map(read);
    expect(mergedFacts(versions).parcels).toBe(2);
  });
});
