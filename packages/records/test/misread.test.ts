import { describe, expect, test } from 'vitest';
import { NameList } from '../src/fields.ts';
import { jobMessages } from '../src/job-messages.ts';
import { mergedFacts } from '../src/merge-facts.ts';
import { isFormer } from '../src/sides.ts';
import { StatusWords } from '../src/status.ts';
import { BONN, facts, IN_BONN, IN_ULM, jobs, ULM } from './reading.ts';

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

describe('[RE12] who', () => {
  test.each([
    [{ name: 'Uwe', surname: 'Lorenz' }, 'Uwe Lorenz'],
    [{ firstname: 'Uwe', name: 'Lorenz' }, 'Uwe Lorenz'],
    [{ name: 'Lorenz', vorname: 'Uwe' }, 'Uwe Lorenz'],
    [{ name: 'Uwe Lorenz', surname: 'Lorenz' }, 'Uwe Lorenz'],
    [{ name: 'Trans Nord GmbH', surname: 'Lorenz' }, 'Trans Nord GmbH'],
    [{ name: 'Siemens', name2: 'Einkauf' }, 'Siemens'],
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
