import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordList } from '../src/fields.ts';
import { jobs, references as read } from './reading.ts';

const reference = (payload: unknown, houseNames?: readonly string[]) =>
  read(payload, houseNames).reference;

describe("[RE2] a job's reference", () => {
  test.each(
    wordList(`
      deliveryId jobId jobReference clientReference auftragsnummer auftragsnr auftragId
      sendungsnummer sendungsnr trackingNumber trackingCode orderNumber orderId
      bestellnummer shipmentId parcelId taskId shortId
    `),
  )('%s, however it is spelled and however deep', (name) => {
    const snake = name.replace(/[A-Z]/g, (letter) => `_${letter}`);
    for (const spelled of [name, snake, name.toUpperCase(), snake.replaceAll('_', '-')]) {
      expect(reference({ id: 'own', [spelled]: 'X-1' }), spelled).toBe('X-1');
      expect(reference({ id: 'own', a: { b: { c: { [spelled]: 'X-1' } } } })).toBe('X-1');
      expect(reference({ id: 'own', a: { b: { c: { d: { [spelled]: 'X' } } } } })).toBe('own');
      expect(reference({ id: 'own', a: [{ [spelled]: 'X' }] })).toBe('own');
    }
  });

  test('the order of the list beats depth', () => {
    expect(reference({ orderId: 'O', data: { order: { jobId: 'J' } } })).toBe('J');
  });

  test('a house number is no reference', () => {
    expect(reference({ id: 7, absender: { nummer: '12' } })).toBe('7');
    expect(reference({ id: 7, nummer: 'N-12' })).toBe('N-12');
  });

  test('a number is one on the record only, and after all that say whose', () => {
    expect(reference({ event: 'x', data: { number: 'RR1', tag: 'T' } })).toBe('RR1');
    expect(reference({ id: 7, number: '22', order_number: 'A-1' })).toBe('A-1');
    expect(reference({ id: 7, address: { street: 'Weg', number: '22' } })).toBe('7');
    expect(reference({ id: 7, street: 'Weg', number: '22' })).toBe('7');
    expect(reference({ id: 7, name: 'Ada', number: '+49 731 22' })).toBe('7');
  });

  test('of a record without a name, the only part with a status is the job', () => {
    const move = { id: 13081, status: 'started' };
    expect(reference({ data: { move, pickup_location: { id: 5 } } })).toBe('13081');
    expect(reference({ data: { move, ride: move } })).toBeNull();
    expect(reference({ data: { id: 7, move } })).toBe('7');
    expect(reference({ event_type: 'x', meta: { resource_id: 'r-1', status: 's' } })).toBe('r-1');
  });

  test('what a record is called, and at last whatever is called a reference', () => {
    expect(reference({ record_id: '66428048', fields: { ort: 'Ulm' } })).toBe('66428048');
    expect(reference({ id: 'A-1', record_id: '66428048' })).toBe('A-1');
    const Services = { CreditReferenceNo: 'CR-7', InvoiceReferenceNo: 'I-1', ProductCode: 'A1' };
    expect(reference({ Services })).toBe('CR-7');
    expect(reference({ code: 'K-1', Services })).toBe('K-1');
    expect(read({ id: 'A-1', Services }).aliases).toEqual([]);
    const yourReferences = { yourReference1: '1807250084' };
    expect(reference({ ort: 'Ulm', yourReferences })).toBe('1807250084');
    expect(reference({ label_id: 'S1.A1.17', partner_id: '1234567' })).toBe('S1.A1.17');
    expect(reference({ id: 'A-1', label_id: 3 })).toBe('A-1');
    expect(reference({ Services: { CustomerReferenceNo: 'K-1' } })).toBeNull();
  });

  test('an order is known by the number of its only parcel too', () => {
    const parcel = { trackingNumber: '0034', parcel_custom_reference: 'eBay_119' };
    for (const list of ['parcels', 'deliveries', 'shipment']) {
      expect(read({ order_number: 'A-1', [list]: [parcel] })).toEqual({
        reference: 'A-1',
        aliases: ['0034'],
      });
    }
    expect(read({ order_number: 'A-1', parcels: [parcel, parcel] }).aliases).toEqual([]);
  });

  test('a job may be named by the word for it', () => {
    expect(reference({ auftrag: 'A-2203', ort: 'Ulm' })).toBe('A-2203');
    expect(reference({ id: 7, auftrag: 'A-2203' })).toBe('7');
    expect(reference({ order: 2, delivery: 'express' })).toBeNull();
  });

  test("a system's own number is one, that of many jobs is none", () => {
    expect(reference({ event_id: 'e-1', acme_reference: 'S3ND73' })).toBe('S3ND73');
    expect(read({ order_id: 'f5233746', acme_reference: 'S3ND73' }).aliases).toContain('S3ND73');
    for (const name of ['batch_reference', 'payment_reference', 'customer_reference']) {
      expect(read({ order_id: 'f5233746', [name]: 'B-4711' }).aliases, name).toEqual([]);
    }
  });

  test('an order keeps its number, however short, once its parcel has one', () => {
    const parcel = { trackingNumber: '00340434161094042557' };
    expect(read({ orderNumber: 20, ...parcel }).aliases).toContain('20');
    expect(read({ packageNumber: 1, ...parcel }).aliases).toEqual([]);
    expect(read({ part: { orderNumber: 20 }, ...parcel }).aliases).toEqual([]);
  });

  test('a job with its people is no envelope of its delivery', () => {
    const order = { code: 'n0s3', customer: { name: 'Ada' }, delivery: { address: 'Weg 1, Ulm' } };
    expect(reference(order)).toBe('n0s3');
  });

  test('the code of the only package names the job, that of one among others does not', () => {
    const packages = [{ code: 'H-1-TIP-43432' }];
    expect(reference({ type: 'package_delivered', packages })).toBe('H-1-TIP-43432');
    expect(reference({ packages: [...packages, { code: 'H-2' }] })).toBeNull();
    expect(reference({ discounts: packages })).toBeNull();
  });

  test('the names of the house come first, on the job and on what it comes in', () => {
    expect(reference({ jobId: 'J', Vorgang: 'V1' }, ['vorgang'])).toBe('V1');
    const inside = { event: 'order.updated', data: { jobId: 'J', Vorgang: 'V1' } };
    expect(reference(inside, ['vorgang'])).toBe('V1');
    const around = { event: 'order.updated', Vorgang: 'V1', data: { jobId: 'J' } };
    expect(reference(around, ['vorgang'])).toBe('V1');
    // What another sender has under that name further in is something else.
    const others = { jobId: 'J', orderStatus: { number: 5 }, customer: { number: 'K-1' } };
    expect(reference(others, ['number'])).toBe('J');
  });

  test('a barcode names a job that has no number of its own', () => {
    const first = read({ orderNumber: 'A-1', barcode: '4006381333931' });
    expect(first).toEqual({ reference: 'A-1', aliases: [] });
    expect(reference({ barcode: '4006381333931', status: 'new' })).toBe('4006381333931');
  });

  test('digits beyond 2^53 and long texts', () => {
    expect(reference({ jobId: 'x'.repeat(1000), id: 7 })).toBe('7');
  });
});

describe('[RE3] envelopes', () => {
  test('the id of a message is none of its job', () => {
    const message = { id: 'evt_1', event: 'order.updated', data: { id: 'order_1' } };
    expect(reference(message)).toBe('order_1');
    expect(reference({ id: 'evt', type: 'x', data: { object: { id: 'ch_1' } } })).toBe('ch_1');
    expect(reference({ ErrorCode: 0, Data: { Id: '3020-8817' } })).toBe('3020-8817');
    expect(reference({ webhook_type: 'task_done', task: { id: 28 } })).toBe('28');
  });

  test('a job number on it still counts', () => {
    expect(reference({ id: 'e', event: 'x', task_id: 'T', data: { id: 'D' } })).toBe('T');
  });

  test('an object with a status or a place of its own is no envelope', () => {
    expect(reference({ id: 'j', type: 'x', status: 'neu', order: { id: 'o' } })).toBe('j');
    const stop = { id: 's', type: 'stop', address: { street: 'Weg 1', city: 'Ulm' } };
    expect(reference({ ...stop, route: { id: 'r' } })).toBe('s');
  });

  test('a link to the record names it, if nothing else does', () => {
    expect(reference({ data: { object: '/api/deliveries/8412', event: 'x' } })).toBe(
      '/api/deliveries/8412',
    );
  });
});

test('[RE2] what is unique by its name is a further name of the same job', () => {
  const first = read({ guid: 'KA3185120', auftragsnr: 'SO1173959' });
  expect(first).toEqual({ reference: 'SO1173959', aliases: ['KA3185120'] });
  expect(read({ guid: 'KA3185120' })).toEqual({ reference: 'KA3185120', aliases: [] });
  const shipped = read({ id: 17, orderNumber: 'A-2203', shipment: { trackingNumber: 'T-9001' } });
  expect(shipped).toEqual({ reference: 'T-9001', aliases: ['A-2203'] });
  // Two systems count from one.
  expect(read({ id: 17, orderNumber: 'A' }).aliases).toEqual([]);
});

test('[RE2] the order of keys does not matter', () => {
  const name = fc.constantFrom('jobId', 'order_id', 'id', 'guid', 'x', 'data', 'reference');
  fc.assert(
    fc.property(fc.dictionary(name, fc.jsonValue()), (record) => {
      const reversed = Object.fromEntries(Object.entries(record).toReversed());
      expect(read(reversed)).toEqual(read(record));
    }),
  );
});

describe('[RE2] numbers that lead to a job', () => {
  const leads = (payload: object) => jobs(payload)[0]?.leads;

  test('are those of others, on it and around it', () => {
    const data = { id: 'del_Uq1hZl', external_id: 'REZ-7714', manifest: { reference: 'M-2201' } };
    expect(leads({ event: 'delivery.updated', data })).toEqual(['REZ-7714', 'M-2201']);
    expect(leads({ trackingId: 'T-1', shipper_order_ref_no: 'KR-88231' })).toEqual(['KR-88231']);
    expect(leads({ jobId: 'A-1', invoice_number: '2871' })).toEqual(['2871']);
    expect(leads({ consignment_id: 1424107, invoice: 'INV-67890' })).toEqual(['INV-67890']);
    expect(leads({ TrackingId: '21396', InternalKey: 'PED-5521' })).toEqual(['PED-5521']);
    const order = { reference: 'CB-48213', customerId: '104477', customerOrderCode: 'LS-88120' };
    expect(leads({ order, event: { statusCode: 'COLLECTED' } })).toEqual(['LS-88120']);
  });

  test('are what people call it, in whatever way they are told', () => {
    expect(leads({ orderId: 'A-1', externalOrderId: 'id-2837' })).toEqual(['id-2837']);
    expect(leads({ orderNumber: 'A-1', id: 100071, serial_no: 22461 })).toEqual([
      '100071',
      '22461',
    ]);
    expect(leads({ _id: 'xabAso2p3pKk', code: '15244' })).toEqual(['15244']);
    const shipmentIdentifiers = [
      { type: 'ORDER', value: 'AU-20931' },
      { type: 'BILL_OF_LADING', value: 'BOL-449120' },
    ];
    const lists = { shipmentIdentifiers, courier_tracking_codes: ['7045219836', null] };
    const told = ['7045219836', 'AU-20931', 'BOL-449120'];
    expect(leads({ jobId: 'A-1', ...lists })).toEqual(told);
    const vehicles = { equipmentIdentifiers: [{ type: 'PLATE', value: 'B-HL 4410' }] };
    expect(leads({ jobId: 'A-1', ...vehicles, codes: ['X-1001'] })).toEqual([]);
  });

  test('are none of its people, its money or its goods', () => {
    const customer = { id: 7, external_id: 'K-1001', private_ref: 'P-1001' };
    const payment = { payment_reference: 'PAY-1001', store_reference: 'S-1001' };
    const items = [{ external_id: 'SKU-1001' }];
    expect(leads({ jobId: 'A-1', customer, items, ...payment, ref: 'kurz' })).toEqual([]);
  });
});

test('[RE2] a number that is filled in later is one more name of a job that went by its key', () => {
  const token = '93c4604e-35ac-4db7-b3f1-2871476e9e6a';
  expect(reference({ token, status: 'new' })).toBe(token);
  expect(read({ token, status: 'new', trackingNumber: 'H1000' })).toEqual({
    reference: 'H1000',
    aliases: [token],
  });
});
