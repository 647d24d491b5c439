import { describe, expect, test } from 'vitest';
import { BONN, facts, IN_BONN, IN_ULM, jobs, ULM } from './reading.ts';

const KOELN = { street: 'Domweg 1', zip: '50667', city: 'Köln' };

describe('[RE5] places that say by a code what they are', () => {
  test.each([
    ['stops', 'stop_type', 'PU', 'SO'],
    ['parties', 'qualifier', 'SF', 'ST'],
    ['nad', 'partyFunctionCodeQualifier', 'CZ', 'CN'],
    ['E1ADRM1', 'PARTNER_Q', 'OSP', 'WE'],
    ['entities', 'entityIdentifierCode', 'SH', 'CN'],
    ['addresses', 'type', 'SE', 'ST'],
    ['places', 'AddressType', 'ConsignorPickupDeliveryAddress', 'ConsigneePickupDeliveryAddress'],
    ['addresses', 'type', 'SHIPPER', 'CONSIGNEE'],
  ])('%s with %s %s and %s', (list, type, from, to) => {
    const payload = {
      id: 7,
      [list]: [
        { [type]: 'BT', ...KOELN },
        { [type]: to, ...BONN },
        { [type]: from, ...ULM },
      ],
    };
    expect(facts(payload)).toEqual({ pickup: { address: IN_ULM }, dropoff: { address: IN_BONN } });
  });

  test('where it is sent from comes before who sells it', () => {
    const parties = [
      { qualifier: 'SE', ...KOELN },
      { qualifier: 'SF', ...ULM },
      { qualifier: 'ST', ...BONN },
    ];
    expect(facts({ id: 7, parties }).pickup).toEqual({ address: IN_ULM });
  });

  test('a code elsewhere is none', () => {
    expect(facts({ id: 7, type: 'SF', ...BONN })).toEqual({ dropoff: { address: IN_BONN } });
    expect(facts({ id: 7, parties: [{ state: 'SO', ...ULM }] })).toEqual({});
  });

  test('who is there may be told beside where it is', () => {
    const stops = [
      {
        type: 'Pickup',
        outfit: { consignor: { company: 'Kern AG', phone: '+493023125143' }, location: ULM },
        arrivalWindow: { from: '2026-03-02T08:00:00Z', to: '2026-03-02T09:00:00Z' },
      },
      {
        type: 'Delivery',
        outfit: { consignee: { company: 'Rast KG' }, location: BONN },
        arrivalWindow: { from: '2026-03-02T10:00:00Z', to: '2026-03-02T11:00:00Z' },
      },
    ];
    expect(facts({ id: 7, stops })).toEqual({
      pickup: { name: 'Kern AG', address: IN_ULM, phone: '+493023125143' },
      dropoff: { name: 'Rast KG', address: IN_BONN },
      pickupBy: '2026-03-02T09:00:00.000Z',
      deliverBy: '2026-03-02T11:00:00.000Z',
    });
  });
});

describe('[RE5] times of stops', () => {
  test('day and hour apart, but not beside a status', () => {
    const at = { date: '2026-03-02', time: '14:00' };
    expect(facts({ id: 7, delivery: { ...BONN, ...at } }).deliverAt).toBe(
      '2026-03-02T13:00:00.000Z',
    );
    const done = { ...BONN, ...at, status: 'delivered' };
    expect(facts({ id: 7, delivery: done }).deliverAt).toBeUndefined();
    expect(facts({ id: 7, ...BONN, ...at }).deliverAt).toBeUndefined();
  });

  test('early and late, as compact as they may be', () => {
    const stops = [
      { stop_type: 'PU', ...ULM },
      {
        stop_type: 'SO',
        ...BONN,
        sched_arrive_early: '20260302150000-0600',
        sched_arrive_late: '20260302170000-0600',
      },
    ];
    expect(facts({ id: 7, stops }).deliverBy).toBe('2026-03-02T23:00:00.000Z');
  });

  test('a window on the day of the trip', () => {
    const trip = { TripDate: '2026-03-02T00:00:00', TimeWindowEnd: '12:00' };
    expect(facts({ id: 7, ...BONN, ...trip }).deliverBy).toBe('2026-03-02T11:00:00.000Z');
  });

  test('from when to when a job is planned, and not how long a voucher is good', () => {
    const planned = {
      start_datetime: '2026-03-02T14:00:00Z',
      end_datetime: '2026-03-02T16:00:00Z',
    };
    expect(facts({ id: 7, ...planned }).deliverAt).toBe('2026-03-02T16:00:00.000Z');
    expect(facts({ id: 7, voucher: planned })).toEqual({});
  });

  test('beside a list of one job they are those of the job', () => {
    const collectionDate = '2026-03-02T16:00:00Z';
    const only = [{ consignmentNumber: 'C-1' }];
    expect(jobs({ collectionDate, consignment: only })).toMatchObject([
      { reference: 'C-1', facts: { pickupAt: '2026-03-02T16:00:00.000Z' } },
    ]);
    const two = [...only, { consignmentNumber: 'C-2' }];
    expect(jobs({ collectionDate, consignment: two }).map((one) => one.facts)).toEqual([{}, {}]);
  });
});

describe('[RE5] who drives, whatever a house calls them', () => {
  const flyer = { name: 'Ida Kern', phone: '+491713920049', plate_number: 'UL-K 7' };

  test('one with a vehicle or a position who can be called', () => {
    const courier = { name: 'Ida Kern', phone: '+491713920049' };
    expect(facts({ id: 7, flyers: [flyer] }).courier).toEqual(courier);
    expect(facts({ id: 7, hero: { ...courier, current_lat: 48.4 } }).courier).toEqual(courier);
    expect(facts({ id: 7, hero: courier }).courier).toBeUndefined();
    expect(facts({ id: 7, site: { ...courier, ...ULM, lat: 48.4 } }).courier).toBeUndefined();
    expect(facts({ id: 7, driver: { name: 'Otto' }, hero: flyer }).courier?.name).toBe('Otto');
  });

  test('and not the company that he drives for', () => {
    const frachtfuehrer = { name: 'Kern AG', fahrer: 'Otto Rast', kennzeichen: 'UL-K 7' };
    expect(facts({ id: 7, frachtfuehrer }).courier).toEqual({ name: 'Otto Rast' });
  });
});

describe('[RE2] [RE3] which job it is', () => {
  test('a load is a record if it has a number, and a weight otherwise', () => {
    const load = { reference: 'JHB-1', allocation: { driver: { name: 'Ida' } } };
    const consignments = [{ id: 'CO', consignee: { name: 'Ada Kern' } }];
    expect(jobs({ event: 'load.attempted', load, consignments })).toMatchObject([
      { reference: 'JHB-1', statusClass: 'problem', facts: { dropoff: { name: 'Ada Kern' } } },
    ]);
    expect(jobs({ type: 'x', id: 'A-1', load: { weight: 3 } })).toMatchObject([
      { reference: 'A-1' },
    ]);
  });

  test('the parcels of a job without any other number', () => {
    const job = { recipient: { name: 'Ada Kern' }, parcels: [{ shipper_reference: 'B-900' }] };
    expect(jobs({ data: job })).toMatchObject([
      { reference: 'B-900', facts: { dropoff: { name: 'Ada Kern' } } },
    ]);
    const parcels = [{ barcode: 'P-1' }, { barcode: 'P-2' }];
    expect(jobs({ external_id: 'A-1', delivery_address: ULM, parcels })).toMatchObject([
      { reference: 'A-1', facts: { dropoff: { address: IN_ULM } } },
    ]);
  });

  test('a code is a postcode beside a town, if it looks like one', () => {
    const address = { street: 'Lois Avenue 116', city: 'Pretoria' };
    expect(facts({ id: 7, dropoff: { ...address, code: '0181' } }).dropoff).toEqual({
      address: 'Lois Avenue 116, 0181 Pretoria',
    });
    expect(facts({ id: 7, dropoff: { ...address, code: 'PTA' } }).dropoff).toEqual({
      address: 'Lois Avenue 116, Pretoria',
    });
  });

  test('a short number of its own is the same in all messages', () => {
    const named = { id: 771204, short_tracking_reference: 'G9G' };
    expect(jobs({ ...named, customer_reference: 'O-1' })[0]?.reference).toBe('G9G');
    expect(jobs({ ...named, shipment_id: 771204 })[0]?.reference).toBe('G9G');
  });

  test('a list behind links', () => {
    const items = [{ id: 5512, status: 'new' }];
    expect(jobs({ page: 1, _links: { self: { href: '/x' } }, _embedded: { items } })).toMatchObject(
      [{ reference: '5512', status: 'new' }],
    );
  });

  test('a code is the status where the message is about nothing else', () => {
    const attributes = { number: 'N-1', code: 'NOT_DELIVERED' };
    expect(jobs({ type: 'ORDER_STATUS', uuid: 'u-1', attributes })).toMatchObject([
      { status: 'NOT_DELIVERED', statusClass: 'problem' },
    ]);
    expect(jobs({ type: 'ORDER_PRINTED', uuid: 'u-1', attributes })).toMatchObject([
      { status: null },
    ]);
  });

  test('fields that somebody added', () => {
    const added = { EXT_FIELD_phone: '+493023125143', x_studio_city: 'Ulm', Zip__c: '89073' };
    expect(facts({ id: 7, name: 'Ada', address_1: 'Marktstraße 7', ...added }).dropoff).toEqual({
      name: 'Ada',
      address: IN_ULM,
      phone: '+493023125143',
    });
  });

  test('whom Odoo means is a number and a name', () => {
    expect(facts({ id: 7, partner_id: [52, 'Café Kern'], driver: [3, 'Ida'] })).toEqual({
      dropoff: { name: 'Café Kern' },
      courier: { name: 'Ida' },
    });
  });

  test('a person on the record goes with a place beside it', () => {
    const location = { location_name: 'Grill' };
    const order = { id: 7, first_name: 'Ada', last_name: 'Kern', location, address: ULM };
    expect(facts(order).dropoff).toEqual({ name: 'Ada Kern', address: IN_ULM });
  });
});
