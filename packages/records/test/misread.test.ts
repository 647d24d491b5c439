import { describe, expect, test } from 'vitest';
import { NameList } from '../src/fields.ts';
import { jobMessages } from '../src/job-messages.ts';
import { isFormer } from '../src/sides.ts';
import { StatusWords } from '../src/status.ts';
import { BONN, facts, IN_BONN, IN_ULM, jobs, mergedFacts, ULM } from './reading.ts';

const one = (payload: object) => {
  const [message, ...others] = jobs(payload);
  if (!message || others.length > 0) throw new Error('not one job');
  return message;
};

describe('[RE12] what was, and what is to be', () => {
  test.each(['pickupTime', 'pickup_date', 'collection_time', 'startTime', 'deliveryDate'])(
    'a job that has only just come is not under way because of its %s',
    (name) => {
      const job = one({ id: 'J-1', [name]: '2026-11-20T10:00:00Z', pickup: ULM, delivery: BONN });
      expect(job.statusClass).toBeNull();
    },
  );

  test.each([
    ['shipped_at', 'underway'],
    ['zugestellt_am', 'done'],
    ['CancelledAt', 'canceled'],
  ])('%s still tells what has happened', (name, statusClass) => {
    expect(one({ id: 'J-1', [name]: '2026-11-20T10:00:00Z' }).statusClass).toBe(statusClass);
  });

  test('when something happened is not when it was to be', () => {
    const planned = {
      id: 'J-1',
      pickup_time: '2026-11-20T09:00Z',
      delivery_time: '2026-11-20T10:00Z',
    };
    const actual = {
      id: 'J-1',
      pickup_time: '2026-11-20T09:30Z',
      delivery_time: '2026-11-20T11:00Z',
    };
    const told = [
      { ...planned, status: 'new' },
      { ...planned, status: 'collected', pickup_time: actual.pickup_time },
      { ...actual, status: 'delivered' },
    ];
    expect(mergedFacts(told.map((message) => one(message).facts))).toMatchObject({
      pickupBy: '2026-11-20T09:00:00.000Z',
      deliverBy: '2026-11-20T10:00:00.000Z',
    });
  });

  test('a priority was not before', () => {
    expect(['previous', 'priorAddress', 'old_value', 'vorher'].filter(isFormer)).toHaveLength(4);
    expect(['priority', 'golden', 'before_noon', 'current'].filter(isFormer)).toEqual([]);
  });

  test('of what has changed only how it is now counts', () => {
    const changed = {
      orderNumber: 'A-1',
      status: 'in transit',
      changes: { status: { from: 'new', to: 'in transit' } },
      original: { dropoff: { name: 'Alt', ...ULM } },
      vorher: { courier: { name: 'Alt' } },
      dropoff: { name: 'Neu', ...BONN },
    };
    expect(one(changed)).toMatchObject({ status: 'in transit', reference: 'A-1' });
    expect(facts(changed)).toEqual({ dropoff: { name: 'Neu', address: IN_BONN } });
  });
});

test.each([
  [{ op: 'u', before: { id: 'J-1', status: 'new' } }, 'after'],
  [{ old: null }, 'new'],
  [{ previous: { status: 'new' }, meta: { id: 'm-1' } }, 'current'],
])('[RE12] beside how it was, %j, the job is how it is now', (beside, name) => {
  const now = { id: 'J-1', status: 'delivered', recipient: { name: 'Ada Kern', ...BONN } };
  const expected = {
    reference: 'J-1',
    statusClass: 'done',
    facts: { dropoff: { address: IN_BONN } },
  };
  expect(one({ ...beside, [name]: now })).toMatchObject(expected);
  const event = { id: 'e-1', event: { op: 'UPDATE', data: { ...beside, [name]: now } } };
  expect(one(event)).toMatchObject(expected);
});

test('[RE4] what is called off is, whatever its status', () => {
  const told = (said: object) => one({ id: 'J-1', status: 'PENDING', ...said }).statusClass;
  expect(told({ voided: true })).toBe('canceled');
  expect(told({ isCancelled: true })).toBe('canceled');
  expect(told({ voided: false, delivered: true })).toBe('open');
});

test('[RE5] a window is one by what is in it', () => {
  const window = { startsAt: 1795096800000, endsAt: 1795098600000 };
  const at = new Date(window.endsAt).toISOString();
  expect(facts({ id: 1, pickupTime: window })).toEqual({ pickupBy: at });
  expect(facts({ id: 1, scheduled_delivery: window })).toEqual({ deliverBy: at });
  expect(facts({ id: 1, estimatedDeliveryTime: window })).toEqual({});
});

test('[RE2] fields of a form may have brackets', () => {
  const form = { 'order[id]': 'F-1', 'order[status]': 'delivered', 'recipient[name]': 'Ada Kern' };
  expect(one(form)).toMatchObject({ reference: 'F-1', statusClass: 'done' });
  expect(facts(form)).toEqual({ dropoff: { name: 'Ada Kern' } });
});

describe('[RE12] who', () => {
  test.each([
    [{ name: 'Uwe', surname: 'Lorenz' }, 'Uwe Lorenz'],
    [{ firstname: 'Uwe', name: 'Lorenz' }, 'Uwe Lorenz'],
    [{ name: 'Lorenz', vorname: 'Uwe' }, 'Uwe Lorenz'],
    [{ name: 'Uwe Lorenz', surname: 'Lorenz' }, 'Uwe Lorenz'],
    [{ name: 'Trans Nord GmbH', surname: 'Lorenz' }, 'Trans Nord GmbH'],
    [{ name: 'Siemens', name2: 'Einkauf' }, 'Siemens'],
    [{ name_1: 'Lorenz', name_2: 'Uwe' }, 'Lorenz Uwe'],
    [{ name1: 'Kern AG', name2: 'Wareneingang' }, 'Kern AG'],
  ])('%j is %s', (person, name) => {
    expect(facts({ id: 1, recipient: { ...person, ...BONN } })).toMatchObject({
      dropoff: { name },
    });
  });

  test('a number is no name of a courier, but who it is in the books of the sender', () => {
    for (const courier of [
      { driver: { name: '12345' } },
      { driver_name: '12345' },
      { courier: '12345' },
    ]) {
      expect(facts({ id: 1, ...courier })).toEqual({ courier: { id: '12345' } });
    }
    const reachable = { driver: { name: '12345', phone: '+49 171 3920011' } };
    const phone = '+49 171 3920011';
    expect(facts({ id: 1, ...reachable })).toEqual({ courier: { id: '12345', phone } });
  });

  test('a carrier may have a name of three letters, as a country has', () => {
    expect(facts({ id: 1, courier: 'ACS', origin: 'DEU' })).toEqual({ courier: { name: 'ACS' } });
  });

  test.each(['assign_to', 'assignTo', 'assigned_to'])('%s is the courier', (name) => {
    expect(facts({ id: 1, [name]: 'Uwe Lorenz' })).toEqual({ courier: { name: 'Uwe Lorenz' } });
    expect(facts({ id: 1, [name]: { id: 7, name: 'Uwe Lorenz' } })).toEqual({
      courier: { id: '7', name: 'Uwe Lorenz' },
    });
  });
});

describe('[RE12] what is no job', () => {
  const token = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxMjM0NTY3ODkwIn0'}.${'S'.repeat(43)}`;

  test('a signed token tells of none, and names none', () => {
    expect(jobs({ token })).toEqual([]);
    expect(one({ token, status: 'new', pickup: ULM })).toMatchObject({
      reference: null,
      facts: { pickup: { address: IN_ULM } },
    });
  });

  test('whatever else is sent is one', () => {
    expect(jobs({})).toHaveLength(1);
    expect(jobs({ note: 'Rampe 3' })).toHaveLength(1);
  });
});

test.each([
  ['Dispatched', 'underway'],
  ['Pickup Scan', 'underway'],
  ['Origin Scan', 'underway'],
  ['Destination Scan', 'underway'],
])('[RE4] %s is %s', (status, statusClass) => {
  expect(one({ orderNumber: 'A-1', status })).toMatchObject({ status, statusClass });
});

test('[RE4] a number is a status where the office has said what it means', () => {
  const statusWords = new StatusWords({ '90': 'done' });
  const options = { referenceNames: new NameList(), statusWords, timeZone: 'UTC' };
  const read = (status: unknown) => jobMessages({ orderNumber: 'A-1', status }, options).messages;
  expect(read(90)).toMatchObject([{ status: '90', statusClass: 'done' }]);
  expect(read('91')).toMatchObject([{ status: '91', statusClass: null }]);
});

test('[RE12] a value in a wrapper is that value', () => {
  const wrapped = {
    orderNumber: { value: 'A-1', label: 'Auftrag' },
    status: { value: 'delivered' },
    recipient: { name: { value: 'Frau Klein' }, address: { value: IN_BONN } },
  };
  expect(one(wrapped)).toMatchObject({ reference: 'A-1', status: 'delivered' });
  expect(facts(wrapped)).toEqual({ dropoff: { name: 'Frau Klein', address: IN_BONN } });
});

describe('[RE12] what unseen senders have taught', () => {
  test('who drives for a courier company is the courier, not the company', () => {
    const told = {
      courier_company: 'gojek',
      courier_driver_name: 'Bambang',
      courier_driver_phone: '0812900477',
    };
    expect(facts({ order_id: 7, ...told }).courier).toMatchObject({ name: 'Bambang' });
  });

  test.each([
    ['CONSUMER_PICKED_UP_FROM_LOCKER', 'done'],
    ['near_destination', 'underway'],
    ['Approaching customer', 'underway'],
  ])('%s is %s', (status, statusClass) => {
    expect(one({ id: 'J-1', status }).statusClass).toBe(statusClass);
  });

  test('a word that nobody knows is told by the category beside it', () => {
    const status = { id: 28, name: 'İşleniyor', notes: '' };
    const job = { id: 7, status_category_slug: 'in_progress', status };
    expect(one(job)).toMatchObject({ status: 'in_progress', statusClass: 'underway' });
    // What describes it may say anything.
    const described = { id: 7, status: 'zur Prüfung', status_description: 'Delivered' };
    expect(one(described).statusClass).toBeNull();
  });

  test("a carrier's own text does not beat a standard word beside it", () => {
    const job = { id: 7, tag: 'OutForDelivery', carrier_status: 'Sendung im Depot erfasst' };
    expect(one(job)).toMatchObject({ status: 'OutForDelivery', statusClass: 'underway' });
    expect(one({ id: 7, carrier_status: 'Delivered' }).statusClass).toBe('done');
  });

  test('a record that says to be a stop has its own name there', () => {
    const stop = { companyName: 'Skovby ApS', phone: { number: 27551840, prefix: 45 } };
    expect(facts({ orderNumber: 'A-1', type: 'destination', ...stop }).dropoff).toEqual({
      name: 'Skovby ApS',
      phone: '+45 27551840',
    });
  });

  test('from one status to another is no way', () => {
    const changed = { eventName: 'order.status.changed', from: 'Shipped', to: 'Delivered' };
    expect(facts({ ...changed, content: { invoiceNumber: 'A-1', status: 'Delivered' } })).toEqual(
      {},
    );
    expect(facts({ id: 7, from: 'Labor', to: 'Praxis' })).toMatchObject({
      dropoff: { name: 'Praxis' },
    });
  });

  test.each<[string, object]>([
    ['of a job without places', { orderId: 7, scheduleAt: '2026-03-02T09:30Z' }],
    ['of one that begins somewhere', { id: 7, scheduled_at: '2026-03-02T09:30Z', pickup: ULM }],
  ])('a bare schedule %s is no deadline of its delivery', (_, job) => {
    expect(facts(job)).not.toHaveProperty('deliverAt');
  });

  test('where something happened is not where it goes', () => {
    const customer = { name: 'Ada Kern', phone: '030 23125100' };
    const eventLocation = { displayName: 'Locker Nord', postalCode: '11521' };
    expect(facts({ orderNumber: 'A-1', eventLocation, customer }).dropoff).toMatchObject(customer);
  });

  test('a history that is one event tells the status', () => {
    const history = { shipment_volume_state: 'DELIVERED', provider_state: 'ENT' };
    expect(one({ order_number: 'A-1', history }).statusClass).toBe('done');
  });

  test('a word that nobody knows is told by another one for it elsewhere', () => {
    const order = { reference_id: 4103, status: { name: 'تم التوصيل', slug: 'delivered' } };
    const job = { event: 'order.updated', data: { id: 198, status: 'تم التوصيل', order } };
    expect(one(job)).toMatchObject({ reference: '4103', statusClass: 'done' });
  });

  test('the id of an event is not that of its job', () => {
    const entity = { id: '5f6ba6a0', status: 'on_route', type: 'task' };
    const sender = { firstName: 'Wesley', username: 'wesley' };
    const job = one({ _id: '69a5a1f0', eventType: 'action', entity, sender, status: 'on_route' });
    expect(job.reference).toBe('5f6ba6a0');
    expect(job.facts).not.toHaveProperty('pickup');
  });

  test.each<[string, object, object]>([
    [
      'addressShippingStreet',
      {
        addressShippingStreet: 'Weg 1',
        addressShippingZipcode: '89073',
        addressShippingCity: 'Ulm',
      },
      { address: 'Weg 1, 89073 Ulm' },
    ],
    [
      'townOrCity',
      { recipient: { address: { line1: 'Weg 1', postalOrZipCode: '89073', townOrCity: 'Ulm' } } },
      { address: 'Weg 1, 89073 Ulm' },
    ],
  ])('%s is a part of an address', (_, fields, dropoff) => {
    expect(facts({ id: 7, ...fields }).dropoff).toEqual(dropoff);
  });

  test('when it was asked for is no deadline', () => {
    expect(facts({ ride_id: 7, requested_at: '2026-03-02T17:02Z' })).toEqual({});
  });

  test('JSON that is written as a text is read', () => {
    const message = JSON.stringify({ orderId: '80712644', state: 'exception' });
    const job = one({ appId: 62, type: 60, message, timestamp: 1795058281120 });
    expect(job).toMatchObject({ reference: '80712644', statusClass: 'problem' });
    expect(one({ id: 7, message: '{"not JSON' }).reference).toBe('7');
  });

  test('an event in a list is told by its name, and not by its id', () => {
    const events = [
      { event: 'delivered', date: '2026-11-18T16:45Z', id: '6755ebe2' },
      { event: 'shipped', date: '2026-11-17T06:12Z', id: '6755ebe1' },
    ];
    expect(one({ orderID: 'KM-1', tracking: { events } }).statusClass).toBe('done');
  });

  test('where it is dispatched from is where it is picked up', () => {
    expect(facts({ id: 7, dispatchAddress: { name: 'Lager', ...ULM } }).pickup).toMatchObject({
      name: 'Lager',
      address: IN_ULM,
    });
  });

  test('what is told of an attempt is told of its side', () => {
    const attempts = {
      pickup_attempt: { address: IN_ULM },
      delivery_attempt: { address: IN_BONN },
    };
    expect(facts({ id: 7, state: 'undelivered', ...attempts })).toMatchObject({
      pickup: { address: IN_ULM },
      dropoff: { address: IN_BONN },
    });
  });

  test('a job that stands in the margin of its message is one', () => {
    const payload = { deliveryReferenceId: '5b0e71a2', pickupAddress: ULM, dropoffAddress: BONN };
    const metadata = { storeId: 'x', payload };
    const job = one({ eventId: 'c75d', eventType: 'delivery.accept', metadata });
    expect(job).toMatchObject({ reference: '5b0e71a2', facts: { pickup: { address: IN_ULM } } });
  });
});

describe('[RE3] an event has a status of its own', () => {
  const job = { id: 'J-7', status: 'picked_up', pickup: ULM };

  test.each([
    ['by its kind', { type: 'delivery.updated', status: 'processed', delivery: job }],
    ['by its id', { eventId: 'e-1', status: 'sent', data: job }],
    ['by what it is called', { id: 'evt_1', object: 'event', status: 'pending', data: job }],
    ['a word for jobs, too', { type: 'ORDER_STATUS', status: 'DELIVERED', order: job }],
  ])('%s', (_, event) => {
    expect(one(event)).toMatchObject({ reference: 'J-7', status: 'picked_up' });
  });

  test('a job does not, whatever it holds', () => {
    const order = { id: 'O-1', status: 'paid' };
    const told = { type: 'delivery.updated', orderId: 'J-7', status: 'delivered', order };
    expect(one(told)).toMatchObject({ reference: 'J-7', status: 'delivered' });
  });
});

describe('[RE12] times in a window', () => {
  const at = '2026-11-20T10:00:00.000Z';

  test.each([
    ['abholfenster', 'tag', 'ab', 'spaetestens', 'pickupBy'],
    ['lieferfenster', 'tag', 'von', 'bis', 'deliverBy'],
    ['pickup_window', 'day', 'from', 'latest', 'pickupBy'],
  ])('%s is of its side', (name, day, from, end, fact) => {
    const told = facts({ id: 7, [name]: { [day]: '2026-11-20', [from]: '09:00', [end]: '11:00' } });
    expect(told).toEqual({ [fact]: at });
  });
});

describe('[RE4] [RE12] an order that a kitchen has ready', () => {
  test.each([
    ['pickup', { kitchen: { name: 'Küche', ...ULM }, name: 'Klein', address: BONN }],
    ['PICKUP', { restaurant_name: 'Küche', restaurant_address: IN_ULM, address: IN_BONN }],
  ])('goes to the guest, though it is of type %s', (type, places) => {
    expect(facts({ id: 7, type, status: 'ready', ...places })).toMatchObject({
      pickup: { name: 'Küche', address: IN_ULM },
      dropoff: { address: IN_BONN },
    });
  });

  test('a task of that type alone is where it is', () => {
    expect(facts({ id: 7, type: 'pickup', ...ULM })).toEqual({ pickup: { address: IN_ULM } });
  });

  test.each(['essen fertig', 'Fertig zur Abholung', 'zubereitet', 'KITCHEN_READY'])(
    '%s is not done',
    (status) => {
      expect(one({ orderNumber: 'A-1', status }).statusClass).toBe('open');
    },
  );
});

describe('[RE12] lists whose entries have names', () => {
  const jobsByName = { 'J-1': { status: 'new', pickup: ULM }, 'J-2': { status: 'done' } };

  test.each([
    ['alone', { jobs: jobsByName }],
    ['beside others', { day: '2026-11-20', jobs: jobsByName }],
    ['further in', { event: 'sync', data: { jobs: jobsByName } }],
    ['with numbers of their own', { at: 1, items: { a: { id: 'J-1' }, b: { id: 'J-2' } } }],
  ])('%s are jobs', (_, payload) => {
    expect(jobs(payload).map(({ reference }) => reference)).toEqual(['J-1', 'J-2']);
  });

  test.each([
    ['a list', [{ id: 1, name: 'Pizza', quantity: 2 }]],
    ['by name', { a: { id: 1, name: 'Pizza', price: 9 }, b: { id: 2, name: 'Cola', price: 2 } }],
  ])('goods are none: %s', (_, items) => {
    expect(one({ customer: { name: 'Klein', ...BONN }, items })).toMatchObject({
      reference: null,
      facts: { dropoff: { name: 'Klein' } },
    });
  });

  test('the parts of one job are none', () => {
    const data = { customer: { name: 'Klein', ...BONN }, delivery: { id: 7, status: 'new' } };
    expect(jobs({ event: 'x', data })).toHaveLength(1);
  });

  test('stops and events are read', () => {
    const stops = { stop_2: { name: 'Kern AG', ...BONN }, stop_10: { name: 'Praxis', ...ULM } };
    const history = {
      a: { status: 'new', time: '2026-03-04T08:00Z' },
      b: { status: 'delivered', time: '2026-03-04T10:00Z' },
    };
    expect(one({ id: 7, stops, history })).toMatchObject({
      statusClass: 'done',
      facts: { pickup: { name: 'Kern AG' }, dropoff: { name: 'Praxis' } },
    });
  });
});

test.each([
  ['dropoffs', { pickup: { name: 'Lager', ...ULM } }],
  ['deliveries', { pickups: [{ name: 'Lager', ...ULM }] }],
])('[RE12] several %s are a way with its stops', (name, pickup) => {
  const ends = [
    { name: 'Zwischen', address: 'Ring 1, 70173 Stuttgart' },
    { name: 'Praxis', ...BONN },
  ];
  const { facts: told } = one({ id: 7, ...pickup, [name]: ends });
  expect(told).toMatchObject({ pickup: { address: IN_ULM }, dropoff: { address: IN_BONN } });
  expect(told.stops?.map((stop) => stop.name)).toEqual(['Lager', 'Zwischen', 'Praxis']);
});

test.each([
  { status: 'Sendung im ZSP bearbeitet', statusCode: 'OUT_FOR_DELIVERY' },
  { status: 'Zugestellt an Fahrer', standard_status: 'out_for_delivery' },
  { carrier: { status: 'Delivered' }, milestone: 'out_for_delivery' },
])('[RE12] a standard status beats the text of a carrier: %j', (told) => {
  expect(one({ trackingNumber: 'A-1', ...told })).toMatchObject({ statusClass: 'underway' });
});

test('[RE12] an id of any kind is no name of a courier', () => {
  const id = 'b71cbb9e-0a31-4bd3-8f8e-f2a0b5a8d4a9';
  expect(facts({ id: 1, driver_name: id })).toEqual({ courier: { id } });
});

test.each([
  { event: 'order.updated', data: { token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.abc' } },
  { event: 'order.updated', data: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.abc' },
  { token: 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..c3VwZXI.dGVzdA.AAAA' },
  { iv: 'abcd1234', encrypted: `U2FsdGVkX1+${'vupppZksvRf5pq5g5XjFRlipRkwB0K1Y'.repeat(2)}` },
])('[RE12] what only another can read is no job: %j', (payload) => {
  expect(jobs(payload)).toEqual([]);
});

test('[RE3] a job may be an issue or a ticket, and is found by its key', () => {
  const fields = { status: { name: 'In Progress' }, assignee: { displayName: 'Uwe Lorenz' } };
  const issue = { id: '20115', key: 'KUR-115', fields };
  expect(one({ webhookEvent: 'jira:issue_updated', issue })).toMatchObject({
    reference: '20115',
    leads: ['KUR-115'],
    statusClass: 'underway',
    facts: { courier: { name: 'Uwe Lorenz' } },
  });
});

test('[RE12] the object that a message names by its kind is the job', () => {
  const told = (OBJECT_ID: number, EVENT_TYPE: string, OBJECT_TYPE = 'TASK') => ({
    EVENT_ID: 6301000000000001 + OBJECT_ID,
    EVENT_TYPE,
    OBJECT_ID,
    OBJECT_TYPE,
    OBJECT_EXTERNAL_ID: 'MZ-5501',
  });
  expect(one(told(46886732, 'TASK_CREATED'))).toMatchObject({
    reference: '46886732',
    leads: ['MZ-5501'],
  });
  expect(one(told(46886732, 'CUSTOMER_CREATED', 'CUSTOMER')).reference).toBeNull();
});

test('[RE12] a status object is told by its code and not by its own id', () => {
  const id = '3b8ecf37-4e9d-4b73-aed5-13abcdc427e0';
  const trackingStatus = { id, trackingStatusCode: 'DELIVERED', statusDetails: 'Teslim Edildi' };
  const tells = (told: object) =>
    one({ trackingNumber: '7340', trackingStatus: { ...trackingStatus, ...told } });
  expect(tells({}).statusClass).toBe('done');
  expect(tells({ trackingStatusCode: 'QUEUED_AT_X' }).status).toBe('QUEUED_AT_X');
});

test('[RE12] a countdown that has started is no job that is underway', () => {
  expect(one({ event: 'order.countdown_started', order: { uid: 'k3J' } }).statusClass).toBeNull();
  expect(one({ event: 'order.started', order: { uid: 'k3J' } }).statusClass).toBe('underway');
});
