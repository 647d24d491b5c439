import { describe, expect, test } from 'vitest';
import { jobs as read } from './reading.ts';

describe('[AR7] [RE3] the jobs in a payload', () => {
  test('a list of jobs inside of what a message is about', () => {
    const jobs = [{ shipment_id: 71 }, { shipment_id: 72 }];
    for (const payload of [{ data: { hooks: jobs } }, { event: 'x', data: { hooks: jobs } }]) {
      expect(read(payload).map(({ reference }) => reference)).toEqual(['71', '72']);
      expect(read(payload).map(({ path }) => path)).toEqual([
        ['data', 'hooks', 0],
        ['data', 'hooks', 1],
      ]);
    }
  });

  test('a job with a list of what is no job is one', () => {
    expect(read({ data: { id: 7, scans: [{ shipment_id: 71 }] } })).toHaveLength(1);
    expect(read({ data: { lines: [{ sku: 'a' }, { sku: 'b' }] } })).toHaveLength(1);
    expect(read({ code: 'n0s3', products: [{ id: '1' }, { id: '2' }] })).toMatchObject([
      { reference: 'n0s3' },
    ]);
    expect(read({ identifier: 'EXP003', status: 2, items: [] })).toMatchObject([
      { reference: 'EXP003' },
    ]);
  });

  test('the kind of a message is the status of every job in its list that has none', () => {
    const data = [{ order_id: 'A' }, { order_id: 'B', status: 'canceled' }];
    for (const payload of [
      { event: 'order.dispatched', data },
      { event: 'order.dispatched', data: { orders: data } },
    ]) {
      expect(read(payload)).toMatchObject([
        { reference: 'A', status: 'order.dispatched', statusClass: 'underway' },
        { reference: 'B', status: 'canceled', statusClass: 'canceled' },
      ]);
    }
    expect(read({ event: 'list', data })[0]?.status).toBeNull();
  });

  test('beside what is told of the message there is only what it is about', () => {
    const metadata = { eventId: 'e-1', eventType: 'invoice.updated', version: 1 };
    const invoice = { id: 'i-1', status: 'OPEN', invoiceDate: '2026-03-02', dueDate: '2026-03-16' };
    expect(read({ metadata, invoice })).toMatchObject([
      { reference: 'i-1', status: 'OPEN', path: ['invoice'] },
    ]);
    const customer = { id: 7, name: 'Ada' };
    expect(read({ metadata: { orderNumber: 'A-1' }, customer })).toMatchObject([
      { reference: 'A-1', path: [] },
    ]);
  });

  test('what kind of message it is may stand in its header', () => {
    const header = { eventType: 'delivery.completed', id: 'e-1' };
    for (const payload of [
      { header, delivery: { id: 'A-1' } },
      { metadata: header, orders: [{ orderId: 'A-1' }] },
    ]) {
      expect(read(payload)).toMatchObject([
        { reference: 'A-1', status: 'delivery.completed', statusClass: 'done' },
      ]);
    }
    expect(read({ header, delivery: { id: 'A-1', status: 'failed' } })[0]?.status).toBe('failed');
  });

  test('a job without a number and without items is one; an empty list is none', () => {
    expect(read({ status: 'new', customer: { name: 'Ada' }, items: [] })).toHaveLength(1);
    expect(read({ status: 'ok', jobs: [] })).toHaveLength(0);
    const items = [{ sku: 'a' }, { sku: 'b' }];
    expect(read({ externalReferenceNumber: 'AX-1', shipTo: { name: 'Ada' }, items })).toMatchObject(
      [{ reference: 'AX-1', facts: { dropoff: { name: 'Ada' } } }],
    );
    const orders = [{ orderId: 'A' }, { orderId: 'B' }];
    expect(read({ pickup: { name: 'Ada' }, orders })).toHaveLength(2);
  });

  test('an envelope may not know how far its job is', () => {
    const order = { orderId: 'A', status: 'UNDELIVERABLE' };
    expect(read({ eventType: 'alert', status: 'unknown', order })).toMatchObject([
      { reference: 'A', status: 'UNDELIVERABLE', statusClass: 'problem' },
    ]);
  });

  test('a date and the time beside it are one moment', () => {
    for (const times of [
      { endDate: '04.03.2026', endTime: '14:00' },
      { end_date: '25/03/2026', end_time: '2:00 PM' },
    ]) {
      const [job] = read({ jobId: 'J-1', delivery: { city: 'Ulm', ...times } });
      expect(job?.facts.deliverBy).toMatch(/T13:00:00\.000Z$/);
    }
    const day = { deliveryDate: '2026-03-04', deliveryTime: '08:00 - 14:00' };
    expect(read({ jobId: 'J-1', ...day })[0]?.facts.deliverAt).toBe('2026-03-04T13:00:00.000Z');
  });

  test('a flag says that a job is over; a wish or a setting does not', () => {
    const classOf = (said: object) => read({ jobId: 'J-1', ...said })[0]?.statusClass;
    expect(classOf({ isCancelled: true })).toBe('canceled');
    expect(classOf({ status: '', header: { isDelivered: true } })).toBe('done');
    expect(classOf({ isCancelled: false })).toBeNull();
    for (const wish of [{ return: true }, { active: true }, { cancellable: true }]) {
      expect(classOf({ ...wish, options: wish }), JSON.stringify(wish)).toBeNull();
    }
  });

  test('a stop says by what is done there which one it is, and until when', () => {
    const stop = (city: string, type: string, hour: string) => ({
      place: { street: 'Weg 1', city },
      operations: [{ type, timespans: { begin: '2026-03-02T01:00Z', end: `2026-03-02T${hour}Z` } }],
    });
    const spots = [stop('Ulm', 'unloading', '15:00'), stop('Hof', 'loading', '09:00')];
    const [job] = read({ jobId: 'J-1', freight: { spots } });
    expect(job?.facts).toMatchObject({
      pickup: { address: 'Weg 1, Hof' },
      dropoff: { address: 'Weg 1, Ulm' },
      pickupBy: '2026-03-02T09:00:00.000Z',
      deliverBy: '2026-03-02T15:00:00.000Z',
    });
  });

  test('of what is planned for a job, the one that says so drives', () => {
    const resources = [
      { resource: { name: 'Sprinter 07', resource_type: 'VAN' } },
      { resource: { name: 'Isa Lind', resource_type: 'DRIVER', phone_number: '+491713920049' } },
    ];
    expect(read({ jobId: 'J-1', resources })[0]?.facts.courier).toEqual({
      name: 'Isa Lind',
      phone: '+491713920049',
    });
  });

  test('a number that a customer gave to a shipment is one of the job', () => {
    expect(read({ shipment_custom_reference: 'eBay_119' })[0]?.reference).toBe('eBay_119');
  });

  test('an event that is all of a message tells who and where', () => {
    const origin = { address: 'Weg 1, Ulm' };
    const [job] = read({ event_type: 'ride.updated', event: { ride_id: 'R-1', origin } });
    expect(job).toMatchObject({ reference: 'R-1', facts: { pickup: { address: 'Weg 1, Ulm' } } });
    const order = { id: 'A-1', pickup: { address: 'Weg 2, Ulm' } };
    const [other] = read({ order, event: { origin } });
    expect(other?.facts.pickup?.address).toBe('Weg 2, Ulm');
  });

  test('a contact of the job and the property it is at are where it goes', () => {
    const address = { street: 'Weg 5', plz: '89073', ort: 'Ulm' };
    for (const told of [{ contact_address: 'Weg 5, 89073 Ulm' }, { property: { address } }]) {
      const [job] = read({ jobId: 'J-1', ...told });
      expect(job?.facts.dropoff?.address).toBe('Weg 5, 89073 Ulm');
    }
  });
});
