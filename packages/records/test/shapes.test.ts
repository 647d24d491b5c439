import { describe, expect, test } from 'vitest';
import { BONN, facts, IN_BONN, IN_ULM, jobs, ULM } from './reading.ts';

describe('[RE5] places, however a system arranges them', () => {
  test.each([
    ['shipmentStops', 'stopType', 'ORIGIN', 'DESTINATION'],
    [
      'globalRoute',
      'stopType',
      { key: '1500', value: 'Pickup' },
      { key: '1501', value: 'Delivery' },
    ],
    ['parties', 'partyType', 'SHIPPER', 'CONSIGNEE'],
  ])('a list of them under any name: %s', (list, type, from, to) => {
    const payload = {
      id: 7,
      [list]: [
        { [type]: to, ...BONN },
        { [type]: from, ...ULM },
      ],
    };
    expect(facts(payload)).toMatchObject({
      pickup: { address: IN_ULM },
      dropoff: { address: IN_BONN },
    });
  });

  test('what has happened was at places too, and what has no street is none', () => {
    const at = [{ type: 'PICKUP', ...ULM }];
    expect(facts({ id: 7, events: at }).pickup).toBeUndefined();
    expect(facts({ id: 7, scanEvents: at }).pickup).toBeUndefined();
    expect(facts({ id: 7, lists: [{ type: 'PICKUP', city: 'Ulm' }] }).pickup).toBeUndefined();
  });

  test('one further in, under whatever name', () => {
    const venue = { name: 'Auktionsplatz', contact_phone: '+493023125143', ...ULM };
    expect(facts({ id: 7, pickup: { notes: 'Tor 3', venue } }).pickup).toEqual({
      name: 'Auktionsplatz',
      address: IN_ULM,
      phone: '+493023125143',
      note: 'Tor 3',
    });
    expect(facts({ id: 7, pickup: { driver: { name: 'Ida', ...ULM } } }).pickup).toBeUndefined();
  });

  test('that of a customer need not be where he wants it', () => {
    const customer = { name: 'Ada Kern', shipping_address: { name: 'Otto Kern', ...BONN } };
    expect(facts({ id: 7, customer }).dropoff).toEqual({ name: 'Otto Kern', address: IN_BONN });
    const shippingAddress = { name: 'Ida Kern', ...ULM };
    expect(facts({ id: 7, customer, shippingAddress }).dropoff).toMatchObject({
      name: 'Ida Kern',
      address: IN_ULM,
    });
  });

  test('the name is that of the one who is found there', () => {
    const stops = [
      { type: 'pickup', name: 'Werk Süd', ...ULM },
      { type: 'delivery', ...BONN },
    ];
    expect(facts({ id: 7, shipper: { legal_name: 'Kern AG' }, stops }).pickup).toEqual({
      name: 'Werk Süd',
      address: IN_ULM,
    });
    const unnamed = [{ type: 'pickup', ...ULM }, stops[1]];
    expect(facts({ id: 7, shipper: { legal_name: 'Kern AG' }, stops: unnamed }).pickup).toEqual({
      name: 'Kern AG',
      address: IN_ULM,
    });
  });

  test.each([
    { street_address_line_one: 'Marktstraße 7', postal_code: '89073', city: 'Ulm' },
    { firstLine: 'Marktstraße', buildingNumber: '7', zip: '89073', city: { id: 3, name: 'Ulm' } },
    { strasse: 'Marktstraße', nr: '7', plz_ort: '89073 Ulm' },
    { addr_line_1: 'Marktstraße 7', zip_city: '89073 Ulm' },
    { addressStreet: 'Marktstraße', addressHouse: '7', postalCode: '89073', city: 'Ulm' },
    { locality: 'Marktstraße 7', city: 'Ulm', area_code: '89073' },
    { lat: 48.4, lng: 10, formatted: 'Marktstraße 7, 89073 Ulm' },
  ])('the lines of an address: %o', (address) => {
    expect(facts({ id: 7, dropoff: address }).dropoff).toEqual({ address: IN_ULM });
  });

  test('a carrier does not live there, and remarks name nobody', () => {
    const remark = { pickup: 'Tor 3', dropoff: 'nobody at home' };
    const said = facts({ id: 7, shipping_company: 'GLS', remark, customer: { name: 'Ada Kern' } });
    expect(said).toEqual({
      pickup: { note: 'Tor 3' },
      dropoff: { name: 'Ada Kern', note: 'nobody at home' },
    });
    const flat = { shipping_company: 'Kern AG', shipping_address_1: 'Marktstraße 7' };
    expect(facts({ id: 7, ...flat }).dropoff?.name).toBe('Kern AG');
  });

  test('the two ends of a way, where they have a place', () => {
    const start = { person: { name: 'Ida Kern' }, location: { address: ULM } };
    expect(facts({ id: 7, start, end: { location: { address: BONN } } })).toEqual({
      pickup: { name: 'Ida Kern', address: IN_ULM },
      dropoff: { address: IN_BONN },
    });
    expect(facts({ id: 7, start: { lat: 48.4, lng: 10 }, end: 'soon' })).toEqual({});
    expect(facts({ id: 7, loading_address: ULM, unloading_address: BONN })).toEqual({
      pickup: { address: IN_ULM },
      dropoff: { address: IN_BONN },
    });
  });

  test('a map of them by their sides, and the names of accounts', () => {
    const told = { pickup: { address: IN_ULM }, dropoff: { address: IN_BONN } };
    expect(facts({ id: 7, addresses: { pickup: ULM, dropoff: BONN } })).toEqual(told);
    expect(facts({ id: 7, deliverAccountName: 'Ida Kern', deliverCity: 'Ulm' }).dropoff).toEqual({
      name: 'Ida Kern',
      address: 'Ulm',
    });
  });

  test('of several legs, the first begins and the last ends the way', () => {
    const courier = { courierName: 'Bodo Rast', courierPhone: '+491713920012' };
    const legs = [
      { pickupLocation: ULM, dropoffLocation: { street: 'Depot 1' } },
      { pickupLocation: { street: 'Depot 1' }, dropoffLocation: BONN, delivery: courier },
    ];
    const told = {
      pickup: { address: IN_ULM },
      dropoff: { address: IN_BONN },
      courier: { name: 'Bodo Rast', phone: '+491713920012' },
    };
    expect(facts({ id: 7, legs })).toMatchObject(told);
    const only = { pickupLocation: ULM, dropoffLocation: BONN, delivery: courier };
    expect(facts({ id: 7, tasks: [only] })).toEqual(told);
  });

  test('who signed for it is nobody on the way', () => {
    expect(facts({ id: 7, signature: { recipientName: 'Simon' } })).toEqual({});
  });

  test('a contact beside nothing but a pick-up is there', () => {
    const contactPerson = { name: 'Ida Kern', phone: '+493023125191' };
    const customerDetails = { accountNumber: '2222222222' };
    const pickupLocation = { pickupAddress: ULM };
    expect(facts({ id: 7, customerDetails, pickupLocation, contactPerson })).toEqual({
      pickup: { name: 'Ida Kern', address: IN_ULM, phone: '+493023125191' },
    });
    expect(
      facts({ id: 7, customer: { name: 'Ada' }, pickupLocation, contactPerson }),
    ).toMatchObject({
      dropoff: { name: 'Ida Kern' },
    });
  });

  test('a party inside of its side, and names in lists', () => {
    const party = { nameIdentification: { name: 'Ida Kern' }, address: ULM };
    expect(facts({ id: 7, parties: { consignor: { party } } }).pickup).toEqual({
      name: 'Ida Kern',
      address: IN_ULM,
    });
    const addressInformation = { streets: ['Sternstraße 4'], city: 'Bonn', postalCode: '53111' };
    const consignee = { names: ['Kern AG', 'Wareneingang'], addressInformation };
    expect(facts({ id: 7, consignee }).dropoff).toEqual({ name: 'Kern AG', address: IN_BONN });
  });

  test('a name in parts', () => {
    const eater = { name: { first: 'Ida', last: 'Kern' }, phone: '+493023125143' };
    expect(facts({ id: 7, eater }).dropoff).toEqual({ name: 'Ida Kern', phone: '+493023125143' });
  });
});

describe('[RE5] times, however a system writes them', () => {
  const AT = '2026-03-02T13:00:00.000Z';

  test.each([
    { dropoff_latest_ts: AT, dropoff_earliest_ts: '2026-03-02T10:00:00Z' },
    { deliveryDeadline: { dateTime: '2026-03-02T14:00:00', timeZone: 'Europe/Berlin' } },
    { deliveryDeadline: { date: '2026-03-02', time: '14:00' } },
    {
      dateAndTimes: [
        { type: 'SHIP', dateTime: '2026-03-01' },
        { type: 'COMMITMENT', dateTime: AT },
      ],
    },
    {
      delivery: { ...ULM, appointment: { date: AT, timezone: 'Europe/Berlin', flex: 0 } },
      endDate: { date: '2026-03-05' },
    },
    { delivery: { ...ULM, early_date: '2026-03-02T10:00:00Z', late_date: AT } },
    { delivery: { ...ULM, time: { range: { start: '2026-03-02T10:00:00Z', end: AT } } } },
    { unloading_date: '2026-03-02', unloading_time: '14:00' },
    { dropoff: { ...ULM, time_windows: [['2026-03-02T10:00:00Z', AT]] } },
    { delivery_slot: { date: '2026-03-02', start: '12:00', end: '14:00' } },
    { Liefertermin: { Datum: '02.03.2026', von: '12:00', bis: '14:00' } },
    { schedule: { pickup: '2026-03-02T08:00:00Z', delivery: AT } },
    { dates: { delivery: { from: '2026-03-02T10:00:00Z', to: AT } } },
  ])('%o', (payload) => {
    const { deliverBy, deliverAt } = facts({ id: 7, ...payload });
    expect(deliverBy ?? deliverAt).toBe(AT);
  });

  test('a stop with a day and a window is no time', () => {
    const time_window = { start_time: '13:00', end_time: '14:00' };
    const delivery_stop = { date: '2026-03-02', time_window, ...ULM };
    expect(facts({ id: 7, delivery_stop }).deliverBy).toBe(AT);
  });
});

describe('[RE3] [RE4] answers, posted on as they are', () => {
  test('how the call went is not how far the job is', () => {
    const details = { id: 111484, status: { code: { key: '2105', value: 'En route' } } };
    expect(jobs({ Status: 'SUCCESS', details })).toMatchObject([
      { reference: '111484', status: 'En route', statusClass: 'underway' },
    ]);
    expect(jobs({ orderId: 'A-1', status: 'success', data: { weight: 3 } })).toMatchObject([
      { reference: 'A-1', status: 'success', statusClass: 'done' },
    ]);
  });

  test('the status further in, or beside what the message is about', () => {
    const result = { latestStatusDetail: { code: 'DE', description: 'Delivery exception' } };
    const output = { completeTrackResults: [{ trackingNumber: '7949', trackResults: [result] }] };
    expect(jobs({ transactionId: 'x', output })).toMatchObject([
      { reference: '7949', status: 'Delivery exception', statusClass: 'problem' },
    ]);
    const latestStatusUpdate = { statusCode: 'IN_TRANSIT', stopNumber: 1 };
    expect(jobs({ shipment: { id: 2200991 }, latestStatusUpdate })).toMatchObject([
      { reference: '2200991', status: 'IN_TRANSIT', statusClass: 'underway' },
    ]);
  });

  test('what was before is not what is', () => {
    const before = { id: 771234, status: 'new' };
    const after = { id: 771234, status: 'delivered' };
    expect(jobs({ entity: 'order', action: 'update', before, after })).toMatchObject([
      { reference: '771234', status: 'delivered', statusClass: 'done' },
    ]);
  });

  test('what a message is about names its number', () => {
    const object = { list_item_id: 'd3f6-a801', account_buid: '4022', status: 'NEW' };
    expect(jobs({ type: 'ITEM', action: 'UPDATE', object })).toMatchObject([
      { reference: 'd3f6-a801', status: 'NEW' },
    ]);
    expect(jobs({ type: 'PING', object: { merchant_id: '7' } })).toMatchObject([
      { reference: null },
    ]);
  });

  test('numbers with words before them, of another system, or inside of a tracking', () => {
    expect(jobs({ Id: 77, SalesOrderNumber: 'AU-1' })[0]?.reference).toBe('AU-1');
    expect(jobs({ packetId: 'Z1234', statusCode: 7 })[0]?.reference).toBe('Z1234');
    expect(jobs({ status: 'new', external_id: 'A-1' })[0]?.reference).toBe('A-1');
    expect(jobs({ id: 7, external_id: 'A-1' })[0]?.reference).toBe('7');
    expect(jobs({ ecmr_identifier: 'HR-1', tenant_identifier: 'x' })[0]?.reference).toBe('HR-1');
    expect(jobs({ Reference_Number_1: 'PQ-1', status: 'new' })[0]?.reference).toBe('PQ-1');
    const shipment = [{ shipmentIdentification: { shipmentId: 'ORDER-7' }, parties: {} }];
    expect(jobs({ application: 'x', shipment })[0]?.reference).toBe('ORDER-7');
    const tracking = { code: 'PK-1' };
    expect(jobs({ status: 'new', tracking, weight: 3 })[0]?.reference).toBe('PK-1');
  });

  test('the name of an event is the status, and the text beside a number', () => {
    const event = { event_name: 'delivered', event_code: 'DEL' };
    expect(jobs({ event, order: { external_id: 'A-1' } })).toMatchObject([
      { reference: 'A-1', status: 'delivered', statusClass: 'done' },
    ]);
    expect(jobs({ orderid: 'W-1', orderstate: 201, orderstate_msg: 'Accepted' })).toMatchObject([
      { status: 'Accepted', statusClass: 'assigned' },
    ]);
  });

  test('a status may be nothing but a number', () => {
    expect(jobs({ orderNumber: 'A-1', orderStatus: { number: 450 } })).toMatchObject([
      { status: '450', statusClass: null },
    ]);
    expect(jobs({ orderNumber: 'A-1', orderStatus: { number: 450, text: 'Sent' } })).toMatchObject([
      { status: 'Sent', statusClass: 'underway' },
    ]);
  });

  test('a status may be told by its id, unless a word tells it', () => {
    const since = { date_in_status: '1772440842' };
    const order = { orderId: 'A-1', order_status_id: '6624', pack_state: '0', ...since };
    expect(jobs(order)).toMatchObject([{ status: '6624', statusClass: null }]);
    expect(jobs({ ...order, state_name: 'Packed' })[0]?.status).toBe('Packed');
    expect(jobs({ orderId: 'A-1', payment_status_id: 3 })[0]?.status).toBeNull();
  });

  test('whoever sends is a customer of the carrier', () => {
    const shipper = { customerName: 'Kern AG', customerAddress1: 'Marktstraße 7' };
    const town = { customerPincode: '89073', customerAddress3: 'Ulm' };
    expect(facts({ id: 7, shipper: { ...shipper, ...town } }).pickup).toEqual({
      name: 'Kern AG',
      address: 'Marktstraße 7, Ulm, 89073',
    });
    const own = { address_line_1: 'Sternstraße 4', ...town, zip: '53111', city: 'Bonn' };
    expect(facts({ id: 7, pickup: own }).pickup?.address).toBe(IN_BONN);
  });

  test('of two fields that are one, the one that says something', () => {
    const order = { delivery_address: 'Marktstraße 7', delivery_postcode: '89073' };
    const point = { delivery_point_address: '', delivery_point_city: null };
    expect(facts({ id: 7, ...order, delivery_city: 'Ulm', ...point }).dropoff).toEqual({
      address: IN_ULM,
    });
  });

  test('who gets it may be named between its side and its field', () => {
    const order = { shipping_recipient_first_name: 'Ida', shipping_recipient_last_name: 'Kern' };
    const place = { shipping_street: 'Marktstraße 7', shipping_zip: '89073', shipping_city: 'Ulm' };
    expect(facts({ id: 7, ...order, ...place }).dropoff).toEqual({
      name: 'Ida Kern',
      address: IN_ULM,
    });
  });

  test('until when it leaves and arrives', () => {
    const leaves = { departure_date_to: '2026-03-03', departure_time_to: '11:00:00' };
    expect(facts({ id: 7, ...leaves, arrival_date_to: '2026-03-06' })).toEqual({
      pickupBy: '2026-03-03T10:00:00.000Z',
      deliverBy: '2026-03-06',
    });
  });

  test('where something is may be told by an id, which is no address', () => {
    expect(facts({ id: 7, location: '5bf02f38c6489f' }).dropoff).toBeUndefined();
    expect(facts({ id: 7, location: 'Weg 1, Ulm' }).dropoff).toEqual({ address: 'Weg 1, Ulm' });
  });

  test('when an invoice is due, nothing has to be brought', () => {
    const due = { id: 7, dueDate: '2026-03-16' };
    expect(facts(due).deliverBy).toBe('2026-03-16');
    expect(facts({ ...due, invoiceDate: '2026-03-02' }).deliverBy).toBeUndefined();
    const date = { Rechnungsdatum: '02.03.2026', deadline: '2026-03-16' };
    expect(facts({ id: 7, ...date }).deliverBy).toBe('2026-03-16');
  });

  test('an order with a place of its own is one, whatever it lists', () => {
    const order = { receipt_id: 3021745515, name: 'Ida Kern', ...ULM, status: 'Paid' };
    expect(jobs({ ...order, shipments: [] })).toMatchObject([{ reference: '3021745515' }]);
    expect(jobs({ ...order, shipments: [{ tracking_code: '0034' }] })).toHaveLength(1);
  });

  test('who drives is said once for all jobs of a tour', () => {
    const driver = { name: 'Ida Kern', phone: '+491713920049' };
    const other = { name: 'Otto Kern' };
    const orders = [{ orderId: 'A-1' }, { orderId: 'A-2', driver: other }];
    expect(jobs({ operation: 'CREATE', payload: { driver, orders } })).toMatchObject([
      { reference: 'A-1', facts: { courier: driver } },
      { reference: 'A-2', facts: { courier: other } },
    ]);
  });

  test('what belongs to a resource of JSON:API stands beside it', () => {
    const of = (type: string, id: string, attributes: object) => ({ type, id, attributes });
    const to = (type: string, id: string) => ({ data: { type, id } });
    const data = {
      ...of('orders', '77', { number: 'R-1001', status: 'delivered' }),
      relationships: { dropoff: to('places', '9'), courier: to('people', '5') },
    };
    const included = [of('people', '5', { name: 'Bodo Rast' }), of('places', '9', { ...ULM })];
    expect(jobs({ event: 'order.changed', data, included })).toMatchObject([
      {
        reference: 'R-1001',
        statusClass: 'done',
        facts: { dropoff: { address: IN_ULM }, courier: { id: '5', name: 'Bodo Rast' } },
      },
    ]);
  });

  test('where an order came in is no place', () => {
    expect(facts({ id: 7, origin: 'API', status: 'new' }).pickup).toBeUndefined();
    expect(facts({ id: 7, location: { ...ULM, origin: 'GEOCODER' } }).pickup).toBeUndefined();
  });

  test('whoever has ordered is no job', () => {
    const token = '635a5a58-6298-4e7b-a6a4-17228f4421a2';
    const content = { token, status: 'Shipped', user: { id: 'u-24631', status: 'Confirmed' } };
    expect(jobs({ eventName: 'order.changed', content })).toMatchObject([{ reference: token }]);
  });

  test('what an office has added to an order stands in a list', () => {
    const of = (key: string, ...values: string[]) =>
      ['Abholadresse', 'Lieferadresse', 'Liefern bis'].map((name, id) => ({
        id,
        [key]: name,
        value: values[id],
      }));
    const told = [IN_BONN, IN_ULM, '2026-03-10T11:00:00Z'];
    for (const lists of [
      { custom_fields: of('name', ...told) },
      { note_attributes: of('name', ...told) },
      { meta_data: of('key', ...told) },
    ]) {
      expect(jobs({ event: 'ticket.updated', ticket: { id: 4711, ...lists } })).toMatchObject([
        {
          reference: '4711',
          facts: {
            pickup: { address: IN_BONN },
            dropoff: { address: IN_ULM },
            deliverBy: '2026-03-10T11:00:00.000Z',
          },
        },
      ]);
    }
    // What somebody has ordered is none of it.
    const goods = { id: 1, items: [{ name: 'Lieferadresse', value: IN_BONN }] };
    expect(facts({ ...goods, status: 'new' }).dropoff).toBeUndefined();
  });

  test('an id around nothing but what it is about is that of the message', () => {
    const move = { id: 513081, reference_id: 'WST-70315', status: 'pickup successful' };
    const data = { pickup_location: ULM, delivery_location: BONN, move };
    for (const id of ['3f0d9eb3', '3f1a9eb3']) {
      expect(jobs({ id, data })).toMatchObject([
        { reference: 'WST-70315', statusClass: 'underway', facts: { pickup: { address: IN_ULM } } },
      ]);
    }
    const task = { OBJECT_TYPE: 'TASK', OBJECT_ID: 58924, EVENT_ID: 6063 };
    for (const EVENT_TYPE of ['TASK_CREATED', 'CREW_ASSIGNED', 'TASK_STATUS']) {
      expect(jobs({ EVENT_TYPE, ...task })).toMatchObject([{ reference: '58924' }]);
    }
  });

  test('who drives may be told where it goes to, and nobody is called so at the door', () => {
    const delivery = { status: 'dropoff_complete', courierName: 'Bodo Rast' };
    const job = { id: 1, tasks: [{ id: 't-1', delivery }] };
    expect(facts(job)).toMatchObject({ courier: { name: 'Bodo Rast' } });
    expect(facts(job).dropoff).toBeUndefined();
  });

  test('the name at a place is that of who is there, and not of who has ordered', () => {
    const workorder = {
      id: 1177024,
      company: { id: 183, name: 'Nordkasse GmbH' },
      location: { display_name: 'Backhaus Altona', ...ULM },
    };
    const event = { name: 'workorder.status.work_done', params: { status_id: 4 } };
    expect(jobs({ event, workorder })).toMatchObject([
      {
        reference: '1177024',
        statusClass: 'done',
        facts: { dropoff: { name: 'Backhaus Altona', address: IN_ULM } },
      },
    ]);
  });

  test('a number stands in the details of an order, or is that of a stop', () => {
    const order = {
      details: { id: 90417733, state: 'Placed' },
      store: { id: 1712, name: 'Grill' },
    };
    expect(jobs({ customer: { name: 'Ida Kern' }, order })[0]?.reference).toBe('90417733');
    const stop = { stopRef: 'L2026H4ZE', newStatus: 'Complete', assignedTo: { name: 'Oda Kern' } };
    expect(jobs(stop)).toMatchObject([
      { reference: 'L2026H4ZE', statusClass: 'done', facts: { courier: { name: 'Oda Kern' } } },
    ]);
    expect(jobs({ id: 7, current_stop: { stop_id: 5 } })[0]?.reference).toBe('7');
  });

  test('the id of an order may stand around what has happened to it', () => {
    const told = (type: string, data: object) => ({
      id: '653b6be8-2ff7',
      type,
      resource: { id: '5cb87a8cd490', type: 'order', data },
    });
    const shipped = { carrier: { code: 'USPS', tracking_number: '94001102008' } };
    expect(jobs(told('order:created', { shop_id: 815, reason: null }))).toMatchObject([
      { reference: '5cb87a8cd490' },
    ]);
    const [job] = jobs(told('order:shipment:delivered', shipped));
    expect([job?.reference, ...(job?.aliases ?? [])]).toContain('5cb87a8cd490');
  });

  test('what is put together has every stop once', () => {
    const stops = [ULM, BONN, ULM].map((place, n) => ({
      type: n ? 'dropoff' : 'pickup',
      ...place,
    }));
    const custom_fields = [{ name: 'Farbe', value: 'rot' }];
    const data = { type: 'orders', id: '9', attributes: { stops } };
    for (const job of [
      { id: 7, stops, custom_fields },
      { event: 'order.created', data },
    ]) {
      expect(jobs(job)[0]?.facts.stops).toHaveLength(3);
    }
  });

  test('a street called by its town does not tell that town', () => {
    const at = (street: string, city: string) =>
      jobs({ id: 7, dropoff: { name: 'Ida Kern', street, zip: '10115', city } })[0]?.facts.dropoff;
    expect(at('Berliner Straße 5', 'Berlin')?.address).toBe('Berliner Straße 5, 10115 Berlin');
    expect(at('Via Roma 1', 'Roma')?.address).toBe('Via Roma 1, 10115 Roma');
    expect(at('Marktstraße 7, 10115 Bad Berlin', 'Berlin')?.address).toBe(
      'Marktstraße 7, 10115 Bad Berlin',
    );
  });

  test('an order is no message about its delivery, and a picture is no job', () => {
    const order = { id: 55123, delivery: { id: 99120, status: 'PICKED_UP' } };
    expect(jobs({ event: 'delivery_status', order })).toMatchObject([
      { reference: '55123', statusClass: 'underway' },
    ]);
    const picture = { type: 'proof.created', data: { id: 'prf_1', delivery: 'del_8Hq2' } };
    expect(jobs(picture)).toMatchObject([{ reference: 'del_8Hq2', statusClass: null }]);
    expect(jobs({ type: 'message.delivered', data: { id: 'SM-1' } })[0]?.status).toBeNull();
  });

  test('the subject of a CloudEvent is the job, and what carries it may be numbered', () => {
    const event = { specversion: '1.0', id: 'c2', type: 'x.shipment.delivered' };
    expect(
      jobs({ ...event, subject: 'shipments/SH-200', data: { signedBy: 'Rehm' } }),
    ).toMatchObject([{ reference: 'SH-200', statusClass: 'done' }]);
    expect(jobs({ lot_id: 'L-1', brand_id: 'B-7', status: 'dispatched' })[0]?.reference).toBe(
      'L-1',
    );
    for (const id of ['brand_id', 'kurierId', 'Filialnummer', 'chauffeurId'])
      expect(jobs({ [id]: 'B-7', status: 'dispatched' })[0]?.reference, id).toBeNull();
    const [job_uuid, order_uuid] = ['b3ab0c85d681', '6992dc85d7f0'];
    expect(jobs({ job_uuid, order_uuid, status: 'collected' })).toMatchObject([
      { reference: job_uuid, aliases: [order_uuid] },
    ]);
    const requestId = '9f1dd2b0-4a2e-4fd1-8a51-6c2b7d8e0f33';
    expect(jobs({ requestId, status: 'triage' })[0]?.reference).toBe(requestId);
    expect(jobs({ requestId, details: { tracking_number: '1Z0R28E8' } })).toMatchObject([
      { reference: '1Z0R28E8', aliases: [requestId] },
    ]);
  });

  test('of what has changed, how it is now', () => {
    const changed = (changes: unknown) => jobs({ event: 'job.updated', job_id: 'J-1', changes })[0];
    const assigned = { statusClass: 'assigned', facts: { courier: { name: 'Rolf Tamm' } } };
    expect(changed({ status: ['new', 'assigned'], driver: [null, 'Rolf Tamm'] })).toMatchObject(
      assigned,
    );
    const listed = [
      { field: 'status', old: 'new', new: 'assigned' },
      { field: 'driver', old: null, new: 'Rolf Tamm' },
    ];
    expect(changed(listed)).toMatchObject(assigned);
    expect(changed({ status: { from: 'assigned', to: 'new' } })?.statusClass).toBe('new');
  });

  test('an address may be the value of a list, or stand in the margin of its change', () => {
    const addresses = [{ value: 'Marktstraße 7\n89073 Ulm', type: 'home' }];
    const to = { name: 'Ida Kern', addresses };
    expect(jobs({ id: 7, recipient: to })[0]?.facts.dropoff?.address).toContain('Marktstraße 7');
    const change = { orderId: 'O-1', fullCode: 'ADDRESS_CHANGED', metadata: { address: ULM } };
    expect(jobs(change)[0]?.facts.dropoff).toEqual({ address: IN_ULM });
    expect(jobs({ type: 'ItemShipped', order: 'O-1234', item: '1' })[0]?.statusClass).toBe(
      'underway',
    );
  });

  test('an id is no name, a change of a date no status, and a street may be called its number', () => {
    const driver = {
      company: '8d9fd929-436c-4fd4-a48b-0c61f68d6178',
      first_name: 'Ida',
      last_name: 'Kern',
    };
    expect(jobs({ id: 7, driver })[0]?.facts.courier?.name).toBe('Ida Kern');
    const changed = { EventType: 'WorkOrderScheduledDateChanged', Object: { Number: '182191991' } };
    expect(jobs(changed)[0]?.statusClass).toBeNull();
    const Status = { Primary: 'IN PROGRESS', Extended: 'ON SITE' };
    expect(jobs({ ...changed, Object: { ...changed.Object, Status } })).toMatchObject([
      { status: 'IN PROGRESS', statusClass: 'underway' },
    ]);
    const pickup_address = { street_number: 'Rue de Lyon', postal_code: '23233', city: 'Mekka' };
    expect(jobs({ id: 7, pickup_address })[0]?.facts.pickup?.address).toBe(
      'Rue de Lyon, 23233 Mekka',
    );
  });

  test('an order may stay as it was while somebody brings it', () => {
    const read = (job: object) => jobs({ event: 'order.updated', data: { id: 'O-1234', ...job } });
    const status = { status: 'ready', deliveryStatus: 'EN_ROUTE_TO_CUSTOMER' };
    expect(read(status)).toMatchObject([
      { status: 'EN_ROUTE_TO_CUSTOMER', statusClass: 'underway' },
    ]);
    const trackings = [{ tracking_number: 'T-12345', tracking_status: 'delivered' }];
    expect(read({ status: 'shipped', trackings })[0]?.statusClass).toBe('done');
    expect(read({ status: 'canceled', deliveryStatus: 'assigned' })[0]?.statusClass).toBe(
      'canceled',
    );
    expect(read({ status: 'in transit', shipping_status: 'created' })[0]?.status).toBe(
      'in transit',
    );
  });

  test('what may be chosen is not chosen, and goods are to be picked up until they are dispatched', () => {
    const accept_options = { pickup_location: [{ id: 'Y', label: 'Marktstraße 7, 89073 Ulm' }] };
    const order = { code: 'K-12', dispatch_until: '2026-03-04T18:00:00+02:00', accept_options };
    expect(jobs({ event_type: 'new_order', order })[0]?.facts).toEqual({
      pickupBy: '2026-03-04T16:00:00.000Z',
    });
  });

  test('a job stands where there is nothing else, and beside lists of nothing', () => {
    const told = {
      NotificationLevel: 'OrderLevel',
      AcmeOrderId: '028-4417720',
      Summary: { OrderStatus: 'Shipped' },
    };
    const payload = {
      NotificationType: 'ORDER_CHANGE',
      Payload: { OrderChangeNotification: told },
    };
    expect(jobs(payload)).toMatchObject([{ reference: '028-4417720', statusClass: 'underway' }]);
    const dispatch_guide = {
      guide: 'NV-77',
      identifier: 'NV-77',
      contact_name: 'Ida Kern',
      contact_address: IN_ULM,
    };
    expect(
      jobs({ resource: 'dispatch_guide', event: 'create', dispatch_guide, tags: [], items: [] }),
    ).toMatchObject([{ reference: 'NV-77', facts: { dropoff: { name: 'Ida Kern' } } }]);
    const event_type = { id: 'letter.in_transit', resource: 'letters' };
    expect(jobs({ id: 'evt_1', body: { id: 'ltr_4868' }, event_type })[0]?.statusClass).toBe(
      'underway',
    );
    expect(
      jobs({ order: { id: 'O-1234', status: 'approved', fulfillment_status: 'fulfilled' } }),
    ).toMatchObject([{ statusClass: 'done' }]);
  });

  test('[RE5] who is silent about both ends of a way takes neither of them back', () => {
    const job = { deliveryID: 'IN-2-0B', status: 'IN_DELIVERY', sender: null, recipient: null };
    expect(jobs(job)[0]?.facts).toEqual({});
    expect(jobs({ ...job, sender: { name: 'Ida Kern' } })[0]?.facts.dropoff).toBeNull();
    const to = { name: 'Privat', description: 'Marktstraße 7, 89073 Ulm' };
    expect(jobs({ id: 'O-1', customer: { name: 'Ida Kern' }, customer_address: to })).toMatchObject(
      [{ facts: { dropoff: { name: 'Ida Kern', address: IN_ULM } } }],
    );
  });
});
