import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageOf } from '../src/envelope.ts';
import { isJsonObject } from '../src/fields.ts';
import { statusIn } from '../src/job-status.ts';
import { isOpenClass, StatusWords } from '../src/status.ts';
import { STATUS_TABLE } from '../src/status-words.ts';

const words = new StatusWords();
const read = (payload: unknown) => {
  if (!isJsonObject(payload)) throw new Error('no object');
  return statusIn(messageOf(payload), words);
};

describe('[RE4] one table of status words', () => {
  test.each([
    ['problem', 'problem, exception, failed, error, Fehler, failed attempt, nicht angetroffen'],
    ['problem', 'Annahme verweigert, unzustellbar, on_hold, in Klärung, delayed, verspätet'],
    ['canceled', 'returned, expired, refunded, no_show, rejected, storniert, CANCELLED'],
    ['done', 'abgerechnet, delivered, Zugestellt, completed, erledigt, delivered_to_recipient'],
    ['underway', 'IN_PROGRESS, inProgress, in-progress, Driver en route, OUT FOR DELIVERY'],
    ['problem', 'SHIPMENT_NOT_DELIVERED, Delivery attempt failed, NOTDELIVERED, AttemptFail_002'],
    ['new', 'InfoReceived, DATA_PROCESSED, PRE-TRANSIT, angelegt'],
    ['free', 'frei, verfügbar, verfuegbar, AVAILABLE'],
    ['off', 'offline, Feierabend'],
    ['underway', 'being_delivered, POB, on site, traveling'],
    ['problem', 'returning, rto_initiated, requires_action'],
  ])('%s: %s', (statusClass, list) => {
    for (const word of list.split(', ')) expect(words.classOf(word), word).toBe(statusClass);
  });

  test('a word that nobody knows stays as sent and open', () => {
    const unsure = ['noch nicht zugestellt', 'to be delivered', 'can be changed', 'del barrio'];
    for (const word of ['in Prüfung', ...unsure, '7', '']) {
      expect(words.classOf(word), word).toBeNull();
      expect(words.nameOf(word), word).toBeUndefined();
    }
    expect([isOpenClass(null), isOpenClass('problem'), isOpenClass('new')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isOpenClass('done'), isOpenClass('canceled')]).toEqual([false, false]);
  });

  test('no word stands for two things', () => {
    const all = STATUS_TABLE.flatMap(([, , list]) => list.split(', '));
    const joined = all.map((word) => word.replaceAll(' ', ''));
    const twice = all.filter((_, i) => joined.indexOf(joined[i] ?? '') !== i);
    // `outfordelivery` may be listed beside `out for delivery`, never in another row.
    for (const word of twice) {
      const rows = STATUS_TABLE.filter(([, , list]) =>
        list.split(', ').some((one) => one.replaceAll(' ', '') === word.replaceAll(' ', '')),
      );
      expect(rows.length, word).toBe(1);
    }
  });

  test('a word among others is not shown in their place', () => {
    expect(words.nameOf('order.delivered')).toBe('delivered');
    for (const sent of ['Driver delivered to neighbour', '<img src=x onerror=alert(1)> done']) {
      expect(words.classOf(sent), sent).toBe('done');
      expect(words.nameOf(sent), sent).toBeUndefined();
    }
  });

  test.each([
    ['problem', 'The receiver was not available at the time of the first delivery attempt.'],
    ['problem', 'Your parcel could not be delivered today because nobody was at home then.'],
    ['done', 'Die Sendung wurde dem Empfänger per vereinfachter Firmenzustellung zugestellt.'],
    ['done', 'The parcel was delivered to a neighbour as the recipient was not at home then.'],
    ['canceled', 'The item has been returned to sender, as nobody has come to collect it.'],
    [null, 'Die Sendung wurde bearbeitet und wird voraussichtlich bis morgen Abend zugestellt.'],
    [null, 'Your parcel has not been delivered to us yet, we are waiting for its sender now.'],
    [null, 'The shop is open, and there is a new entrance which is free to be used by all.'],
  ])('a sentence is %s: %s', (statusClass, sentence) => {
    expect(words.classOf(sentence)).toBe(statusClass);
    expect(words.isToldBy(sentence)).toBe(false);
  });

  test('a house adds its own words, and the version tells that the table changed', () => {
    const own = new StatusWords({ 'in Prüfung': 'problem', delivered: 'open' });
    expect([own.classOf('IN_PRUEFUNG'), own.classOf('delivered')]).toEqual(['problem', 'open']);
    expect(own.nameOf('in Prüfung')).toBeUndefined();
    expect(own.version).not.toBe(words.version);
    expect(new StatusWords().version).toBe(words.version);
    expect(() => new StatusWords({ x: 'nonsense' })).toThrow(RangeError);
  });

  test('any text has a class or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect(STATUS_TABLE.map(([of]) => of as string)).toContain(words.classOf(text) ?? 'new');
      }),
    );
  });
});

describe('[RE3] [RE4] the status in a message', () => {
  test.each([
    [{ status: 'x', state: 'y' }, 'x', null],
    [{ status: { id: 92, message: 'Driver en route' } }, 'Driver en route', 'underway'],
    [
      { state: { code: 'SHIPMENT_NOT_DELIVERED', currentOwner: { name: 'a' } } },
      'SHIPMENT_NOT_DELIVERED',
      'problem',
    ],
    [{ job_status: 7, task_status: 'Accepted' }, 'Accepted', 'assigned'],
    [{ event: 'order.dispatched', data: { id: 1 } }, 'order.dispatched', 'underway'],
    [
      { triggerName: 'taskCompleted', data: { task: { id: 1, state: 3 } } },
      'taskCompleted',
      'done',
    ],
    [{ event: 'order.updated', data: { id: 1 } }, null, null],
    [{ event: 'payment.completed', data: { id: 1 } }, null, null],
    [{ type: 'pickup', id: 1 }, null, null],
    [{ id: 1, driver: { status: 'busy' } }, null, null],
    [
      { id: 1, deliveryInfo: { state: 'delivered_to_recipient' } },
      'delivered_to_recipient',
      'done',
    ],
    [{ id: 1, tag: 'AttemptFail' }, 'AttemptFail', 'problem'],
    [{ id: 1, tag: 'gelb' }, null, null],
    [{ id: 1, State: 4, ShippedAt: '2026-03-02T10:05:11' }, '4', 'underway'],
    [{ id: 1, cancelled_at: '2026-03-02T10:05:11' }, null, 'canceled'],
    [{ id: 1, cancelled_at: null }, null, null],
    [{ status_code: 'AT', status_description: 'Delivery attempt' }, 'Delivery attempt', 'problem'],
    [{ status: 'zur Prüfung', status_description: 'Delivered' }, 'zur Prüfung', null],
    [{ id: 1, drops: [{ status: 'PICKED_UP' }] }, 'PICKED_UP', 'underway'],
    [{ id: 1, drops: [{ status: 'PICKED_UP' }, { status: 'PENDING' }] }, null, null],
    [{ event_type: 'trip', meta: { id: 1, status: 'completed' } }, 'completed', 'done'],
    [{ order: { id: 1 }, event: { statusCode: '210', label: 'Abgeholt' } }, 'Abgeholt', 'underway'],
    [{ id: 1, status: 'active' }, 'active', 'underway'],
    [{ id: 1, status: 'available' }, 'available', 'open'],
    [{ id: 1, events: [{ status: 'in transit' }] }, 'in transit', 'underway'],
    [{ id: 1, events: [{ status: 'in transit' }, { status: 'delivered' }] }, null, null],
    [
      {
        id: 1,
        shipment: { reference: 'a' },
        events: [
          { time: '2026-03-02T10:00:00Z', status: 'in transit' },
          { time: '2026-03-03T10:00:00Z', description: 'Delivered' },
          { time: '2026-03-01T10:00:00Z', status: 'created' },
        ],
      },
      'Delivered',
      'done',
    ],
  ])('%j is %j, %j', (payload, status, statusClass) => {
    expect(read(payload)).toEqual({ status, statusClass });
  });
});
