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

describe('[RE12] what has happened is no deadline', () => {
  const at = '2026-03-02T10:00:00Z';

  test('beside the steps of a way', () => {
    const steps = { assigned_at: at, delivered_at: null, cancelled_at: null };
    expect(facts({ id: 7, ...steps, pickup_at: at })).toEqual({});
    expect(facts({ id: 7, cancelled_at: null, pickup_at: at })).toHaveProperty('pickupAt');
    expect(facts({ id: 7, ...steps, pickup_time: at })).toHaveProperty('pickupAt');
  });

  test.each(['milestones', 'milestone_date', 'timestamps', 'status_times', 'events'])(
    'under %s',
    (name) => {
      expect(facts({ id: 7, [name]: { pickup_date: at, delivery_date: at } })).toEqual({});
    },
  );

  test('before it was put off', () => {
    const slot = { fromDate: at, toDate: '2026-03-02T11:00:00Z' };
    const oldTimeslot = { fromDate: at, toDate: '2026-03-01T11:00:00Z' };
    expect(facts({ id: 7, oldTimeslot, timeSlot: slot })).toEqual({
      deliverBy: '2026-03-02T11:00:00.000Z',
    });
  });
});

test.each([
  [{ delivery: { date: '02.03.2026', date_iso: '2026-03-02T12:00:00+01:00' } }],
  [{ lieferung: { datum: '02.03.2026', uhrzeit: '12:00' } }],
  [{ dropoff: { time: '2026-03-02T12:00:00+01:00', ...BONN } }],
  [{ delivery_date_iso: '2026-03-02T12:00:00+01:00' }],
])('[RE5] when something is to be stands under its name: %j', (told) => {
  expect(facts({ id: 7, ...told }).deliverAt).toBe('2026-03-02T11:00:00.000Z');
});

test('[RE5] beside a status it is when that came to be', () => {
  expect(facts({ id: 7, delivery: { status: 'failed', date: '2026-03-02' } })).toEqual({});
});

describe('[RE5] what keeps a parcel is nobody who gets one', () => {
  const shop = { id: 95558, name: 'Kiosk Meyer', phone: '030 23125143', ...ULM };
  test.each(['locker', 'parcel_shop', 'servicePoint', 'paczkomat', 'point_relais'])(
    '%s',
    (name) => {
      const dropoff = { name: 'Ada Kern', phone: '0228 111', address: IN_ULM };
      const { address: _, ...ada } = dropoff;
      expect(facts({ id: 7, customer: ada, [name]: shop })).toEqual({ dropoff });
      expect(facts({ id: 7, recipient: { ...ada, ...BONN }, [name]: shop })).toEqual({
        dropoff: { ...dropoff, address: IN_BONN },
      });
      expect(facts({ id: 7, [name]: shop }).dropoff?.name).toBeUndefined();
    },
  );

  test('nor is its name', () => {
    const address = { lockerName: 'Hbf', firstName: 'Ada', lastName: 'Kern', ...ULM };
    expect(facts({ id: 7, recipient: address }).dropoff?.name).toBe('Ada Kern');
  });
});

test.each(['Home', 'work', 'Zuhause', 'N/A', '-'])('[RE5] %s is nobody', (name) => {
  expect(
    facts({ id: 7, customer: { name: 'Ada Kern' }, delivery_address: { name, ...ULM } }),
  ).toEqual({ dropoff: { name: 'Ada Kern', address: IN_ULM } });
});

test('[RE5] who is asked for stands beside where that is', () => {
  const told = { contact_name: 'Ada Kern', contact_phone: '0228 111', contact_address: IN_ULM };
  expect(facts({ id: 7, ...told })).toEqual({
    dropoff: { name: 'Ada Kern', phone: '0228 111', address: IN_ULM },
  });
});

test('[RE5] the code of a job is no postcode', () => {
  const { zip: _, ...place } = ULM;
  const read = (said: object) => facts({ code: '89073', ...place, ...said }).dropoff?.address;
  expect(read({})).toBe(IN_ULM);
  expect(read({ status: 'open' })).toBe('Marktstraße 7, Ulm');
});

test.each([
  'truck_driver',
  'deliveryHero',
  'kurir',
  'sopir',
  'kuljettaja',
  'futár',
  'șofer',
  'curier',
  'dostavljač',
])('[RE5] %s is the courier', (name) => {
  expect(facts({ id: 7, [name]: { name: 'Ida Kern', phone: '0228 111' } })).toEqual({
    courier: { name: 'Ida Kern', phone: '0228 111' },
  });
});

test.each([
  [{ status: 4, status_title: 'Out for delivery' }, 'Out for delivery'],
  [{ status: 4, statusDesc: 'Delivered' }, 'Delivered'],
  [{ status: 'success', shipment_status: 'out_for_delivery' }, 'out_for_delivery'],
  [{ status: 'success' }, 'success'],
  [{ Value: 7, UpdateCode: 'SH005', UpdateDescription: 'Delivered' }, 'Delivered'],
  [{ event: { type: 'ORDER_DELIVERED', message: 'Delivered to Ida' } }, 'ORDER_DELIVERED'],
  [{ traces: [{ scanTime: '2026-03-02T10:00:00Z', desc: 'On the way' }] }, 'On the way'],
])('[RE4] the status of %j is %s', (told, status) => {
  expect(jobs({ orderId: 'A-1', ...told })).toMatchObject([{ status }]);
});

test.each([
  [{ innerId: '20417', ...ULM, status: 'new' }, '20417'],
  [{ billCode: 'JT-1', txlogisticId: 'O-1' }, 'JT-1'],
  [{ when: 'now', load: { id: 'l-1', reference: 'LD-1' }, pickup: ULM }, 'LD-1'],
  [{ load: '1200 kg', pickup: ULM }, null],
])('[RE2] the number of %j is %s', (told, reference) => {
  expect(jobs(told)).toMatchObject([{ reference }]);
});

test('[RE3] a page of one in a message is that one', () => {
  const tracking = { resource: { id: 33981544, orderId: 545300917, tracking: '9261' } };
  const page = (items: readonly object[]) => ({
    topic: 'tracking.delivered',
    body: { status: 200, resource: { offset: 0, total: 1, items } },
  });
  const read = (items: readonly object[]) => jobs(page(items)).map(({ reference }) => reference);
  expect(read([tracking])).toEqual(['545300917']);
  expect(read([{ orderId: 5, sku: 'H-1', quantity: 1 }])).toEqual([null]);
});
