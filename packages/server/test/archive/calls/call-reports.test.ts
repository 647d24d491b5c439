import { PhoneRules } from '@hookline/records/phone';
import { describe, expect, test } from 'vitest';
import { callReports, ownCallKey } from '../../../src/archive/calls/call-reports.ts';
import { instantOf } from '../../../src/archive/calls/call-words.ts';
import { callView, mergedCall } from '../../../src/archive/calls/merge-call.ts';

const rules = new PhoneRules({ country: 'DE' });

function read(payload: unknown) {
  return callReports(typeof payload === 'string' ? payload : JSON.stringify(payload), rules);
}
function only(payload: unknown) {
  const { reports } = read(payload);
  const [report] = reports;
  if (!report || reports.length > 1) throw new Error(`${reports.length} reports`);
  return report;
}
const view = (payload: unknown) => callView(mergedCall(undefined, only(payload)));

const CALL = {
  callId: 'c-7',
  direction: 'in',
  state: 'ringing',
  from: { raw: '03023125100', number: '+493023125100', name: 'Süß GmbH', anonymous: false },
  to: { raw: '21', number: '21', name: 'Leitstelle', anonymous: false },
  extension: '21',
  startedAt: '2026-03-01T08:00:00.000Z',
  answeredAt: null,
  endedAt: null,
  durationSec: 0,
  endCause: null,
  features: ['answer', 'reject'],
  note: '',
};

describe('reading a call report', () => {
  test('[AR9] understands the shape of the telephony interface', () => {
    expect(only(CALL)).toMatchObject({
      callId: 'c-7',
      startedAt: '2026-03-01T08:00:00.000Z',
      state: 'ringing',
      direction: 'in',
      from: { key: '+493023125100' },
      fromName: 'Süß GmbH',
      extension: '21',
      note: undefined,
      answered: false,
      payload: JSON.stringify(CALL),
    });
    expect(view(CALL)).toMatchObject({
      phone: { e164: '+493023125100', display: '030 23125100' },
      name: 'Süß GmbH',
      missed: false,
    });
  });

  test('[AR9] understands an event of the telephony interface', () => {
    const event = { event: 'call.held', seq: 42, timestamp: '2026-03-01T08:00:05Z', data: CALL };
    expect(only(event)).toMatchObject({
      callId: 'c-7',
      state: 'ringing',
      at: '2026-03-01T08:00:05.000Z',
      payload: JSON.stringify(event),
    });
    expect(only({ ...event, data: { callId: 'c-7' } })).toMatchObject({ state: 'held' });
  });

  test('[AR9] takes one report, a list, or a list of calls, and counts what is no object', () => {
    expect(read([CALL, { ...CALL, callId: 'c-8' }, 5])).toMatchObject({ accepted: 2, skipped: 1 });
    expect(read({ calls: [CALL, null] })).toMatchObject({ accepted: 1, skipped: 1 });
    expect(read({ calls: [] })).toEqual({ reports: [], accepted: 0, skipped: 0 });
    expect(read('7')).toEqual({ reports: [], accepted: 0, skipped: 1 });
    const text = '{"calls":[ {"callId":12345678901234567890,"state":"ended","x":1.0} ]}';
    expect(only(text)).toMatchObject({
      callId: '12345678901234567890',
      payload: '{"callId":12345678901234567890,"state":"ended","x":1.0}',
    });
  });

  test('[AR9] understands other words for the same', () => {
    const german = {
      anruf_id: 5,
      richtung: 'eingehend',
      zustand: 'Beendet',
      anrufer: '030 23125-100',
    };
    expect(only({ ...german, Beginn: '2026-03-01 09:00:00+01:00', dauer: '12' })).toMatchObject({
      callId: '5',
      direction: 'in',
      state: 'ended',
      from: { key: '+493023125100' },
      startedAt: '2026-03-01T08:00:00.000Z',
      durationSec: 12,
    });
    expect(only({ callId: 1, status: 'no-answer' })).toMatchObject({
      state: 'ended',
      endCause: 'missed',
    });
    expect(only({ callId: 1, missed: true })).toMatchObject({ state: 'ended', endCause: 'missed' });
    expect(only({ callId: 1, endCause: 'Besetzt' })).toMatchObject({ endCause: 'busy' });
    expect(only({ callId: 1, endCause: 'Q.850;34' })).toMatchObject({ endCause: 'Q.850;34' });
  });

  test.each([
    ['without a callId', { state: 'ringing', from: '030 23125-100' }],
    ['with none of the known fields', { callId: 'c-7', foo: { bar: 1 } }],
    ['of an unknown shape', { foo: { bar: [{ callId: 'c-7', state: 'ended' }] } }],
    ['with an endless callId', { callId: 'x'.repeat(1000), state: 'ended' }],
    ['empty', {}],
  ])('[AR9] a report %s is a call of its own and kept whole', (_, report) => {
    expect(only(report)).toMatchObject({ callId: null, payload: JSON.stringify(report) });
  });

  test('[AR9] a call of its own is known again by its time only', () => {
    expect(ownCallKey(only({ state: 'missed', number: '101' }))).toBeNull();
    const timed = { number: '101', startedAt: '2026-03-01T08:00:00Z' };
    expect(ownCallKey(only(timed))).toBe(ownCallKey(only(timed)));
    expect(ownCallKey(only({ ...timed, number: '102' }))).not.toBe(ownCallKey(only(timed)));
  });

  test('[AR9] hostile shapes are harmless', () => {
    expect(only('{"__proto__":{"callId":"c-1","state":"ended"},"x":1}').callId).toBe('c-1');
    expect(only('{"callId":"c-1","state":"constructor","direction":"__proto__"}')).toMatchObject({
      callId: null,
      state: undefined,
      direction: undefined,
    });
    expect(only({ callId: 'c-1', from: [[[]]], to: { number: {} }, state: [] }).callId).toBeNull();
  });
});

describe('the other party of a call', () => {
  const parties = {
    callId: 'c-7',
    from: '030 23125-100',
    to: { raw: '069 90009-200', name: 'Blitz' },
  };

  test.each([
    ['from of an incoming call', { ...parties, direction: 'in' }, '+493023125100', null],
    ['to of an outgoing call', { ...parties, direction: 'out' }, '+496990009200', 'Blitz'],
    [
      'number, if that is all',
      { callId: 1, direction: 'in', number: '101', name: 'Tor' },
      'internal:101',
      'Tor',
    ],
    [
      'the party that is not this desk',
      { callId: 1, direction: 'internal', from: '21', to: '22', extension: '21' },
      'internal:22',
      null,
    ],
    ['nobody without a direction', parties, undefined, null],
    ['the only one without a direction', { callId: 1, to: '101' }, 'internal:101', null],
    [
      'number instead of a withheld one',
      { callId: 1, direction: 'in', from: 'anonym', number: '101' },
      'internal:101',
      null,
    ],
  ])('[AR10] is %s', (_, report, key, name) => {
    expect(view(report).phone?.key).toBe(key);
    expect(view(report).name).toBe(name);
  });

  test('[AR10] may be withheld', () => {
    const from = { raw: '030 23125-100', number: null, name: null, anonymous: true };
    expect(view({ callId: 1, direction: 'in', from }).phone).toMatchObject({
      key: null,
      kind: 'anonymous',
    });
  });
});

describe('a missed call', () => {
  const incoming = { callId: 1, direction: 'in', state: 'ended' };

  test.each([
    [true, incoming],
    [true, { ...incoming, endCause: 'rejected', durationSec: 20 }],
    [true, { ...incoming, endCause: 'normal', durationSec: 0 }],
    [true, { ...incoming, endCause: 'voicemail', answeredAt: '2026-03-01T08:00:00Z' }],
    [false, { ...incoming, endCause: 'rejected', blocked: true }],
    [false, { ...incoming, state: 'ringing' }],
    [false, { ...incoming, direction: 'out' }],
    [false, { ...incoming, direction: 'internal' }],
    [false, { ...incoming, answeredAt: '2026-03-01T08:00:00Z' }],
    [false, { ...incoming, answered: true }],
    [false, { ...incoming, endCause: 'normal', durationSec: 20 }],
  ])('[AR9] %s: %j', (missed, report) => {
    expect(view(report).missed).toBe(missed);
  });
});

describe('the time in a report', () => {
  test.each([
    ['2026-03-01T08:00:00Z', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01 09:00:00,5 +0100', '2026-03-01T08:00:00.500Z'],
    ['2026-03-01t09:00+01', '2026-03-01T08:00:00.000Z'],
    ['1772352000', '2026-03-01T08:00:00.000Z'],
    ['1772352000.25', '2026-03-01T08:00:00.250Z'],
    ['1772352000250', '2026-03-01T08:00:00.250Z'],
    ['2026-03-01T08:00:00', new Date('2026-03-01T08:00:00').toISOString()],
  ])('[AR9] %s is %s', (text, instant) => {
    expect(instantOf(text)).toBe(instant);
  });

  test.each(['', '01.03.2026 08:00', '2026-13-01T00:00Z', '7', 'gestern', '999999999999999', '-1'])(
    '[AR9] "%s" is none',
    (text) => {
      expect(instantOf(text)).toBeUndefined();
    },
  );
});

describe('[AR9] calls as telephone services tell them', () => {
  const phone = { e164: '+493023125310' };

  test('in an envelope, with who it is in their books', () => {
    const data = {
      id: 812001,
      direction: 'inbound',
      status: 'done',
      missed_call_reason: 'agents_did_not_answer',
      raw_digits: '+49 30 23125310',
      number: { name: 'Disposition', digits: '+49 30 23125900' },
      contact: { first_name: 'Ada', last_name: 'Kern' },
    };
    const event = { event: 'call.ended', timestamp: 1795082501, data };
    expect(only(event)).toMatchObject({ callId: '812001', state: 'ended' });
    expect(view(event)).toMatchObject({ phone, direction: 'in', missed: true, name: 'Ada Kern' });
  });

  test('by its parties', () => {
    const party = {
      id: 'p-1',
      direction: 'Outbound',
      from: { phoneNumber: '+493023125900', name: 'Leitstelle' },
      to: { phoneNumber: '+49 30 23125310', name: 'Ada Kern' },
      status: { code: 'Answered' },
    };
    const event = { uuid: 'e-1', body: { telephonySessionId: 's-a0d1', parties: [party] } };
    expect(only(event)).toMatchObject({ callId: 's-a0d1', state: 'connected' });
    expect(view(event)).toMatchObject({ phone, direction: 'out', name: 'Ada Kern' });
  });

  test('after it was over', () => {
    const told = { direction: 'inbound', customer_phone_number: '+493023125310', duration: '21' };
    const was = (said: object) => view({ ...told, ...said });
    expect(was({ answered: true })).toMatchObject({ state: 'ended', missed: false, phone });
    expect(was({ answered: false, customer_name: 'Ada' })).toMatchObject({
      missed: true,
      name: 'Ada',
    });
    expect(was({ answered: true, voicemail: true }).missed).toBe(true);
    expect(was({ status: 'completed' }).missed).toBe(false);
    expect(was({ status: 'no-answer' }).missed).toBe(true);
  });

  test.each([
    [{ event: 'NOTIFY_START', called_did: '+493023125900' }, 'in', 'dialing'],
    [{ event: 'NOTIFY_OUT_END', destination: '+493023125310' }, 'out', 'ended'],
  ])('by words around what happened: %j', (said, direction, state) => {
    expect(only({ pbx_call_id: 'c-1', caller_id: '+493023125310', ...said })).toMatchObject({
      callId: 'c-1',
      direction,
      state,
    });
  });

  test('a time of every event is not when it began', () => {
    const at = '2026-11-19T09:43:05.101Z';
    const payload = { call_session_id: 's-1', from: '+493023125310', to: '+49302', start_time: at };
    const told = (event_type: string) => only({ data: { event_type, occurred_at: at, payload } });
    expect(told('call.hangup')).toMatchObject({ state: 'ended', startedAt: undefined });
    expect(told('call.initiated')).toMatchObject({ state: 'dialing', startedAt: at });
  });

  test('what is parked before anybody has answered is not answered', () => {
    const payload = { call_session_id: 's-1', direction: 'incoming', state: 'parked' };
    const event = { data: { event_type: 'call.initiated', payload } };
    expect(only(event)).toMatchObject({ state: 'dialing', answered: false });
  });

  test('by a flag, and by its times', () => {
    const told = {
      call_id: 'c-1',
      client_number: '03023125310',
      hangup_time: '2026-11-19T09:06:25Z',
    };
    const was = (agent_answer_time: string | null, is_outgoing: unknown) =>
      view({ ...told, agent_answer_time, is_outgoing });
    expect(was(null, 0)).toMatchObject({ state: 'ended', direction: 'in', missed: true });
    expect(was('2026-11-19T09:06:00Z', false)).toMatchObject({ direction: 'in', missed: false });
    expect(was(null, '1')).toMatchObject({ direction: 'out', missed: false });
    expect(was(null, 'maybe').direction).toBeNull();
  });

  test('by the uuid beside its parties', () => {
    const uuid = '3d5e736b-1344-a7e0-ae36-119fd9af192b';
    const told = { event_type: 'call_init', caller: '03023125310', callee: '03023125900' };
    expect(only({ ...told, uuid }).callId).toBe(uuid);
    expect(only({ ...told, uuid, call_id: 'c-1' }).callId).toBe('c-1');
    expect(only({ ...told, uuid: 'e-1' }).callId).toBeNull();
    expect(only({ uuid, caller: '03023125310' }).callId).toBeNull();
  });

  test('by whom it is with', () => {
    const call = { callId: 'c-1', personality: 'terminator', state: 'disconnected' };
    const remoteParty = { name: 'Süß GmbH', number: '03023125310' };
    const hook = { name: 'Dispo', resource: 'calls', status: 'active' };
    const told = { number: phone.e164, direction: 'in', name: 'Süß GmbH', missed: true };
    const read = view({ ...hook, data: { ...call, remoteParty } });
    expect({ ...read, number: read.phone?.e164 }).toMatchObject(told);
  });

  test('by who is in the house, and by a call that was missed', () => {
    const outside = { phone_number: '03023125310' };
    const inside = { extension_number: 12 };
    const way = (caller: object, callee: object) =>
      only({ call_id: 'c-1', caller, callee }).direction;
    expect(way(outside, inside)).toBe('in');
    expect(way(inside, outside)).toBe('out');
    expect(way(outside, outside)).toBeUndefined();
    const missed = { event: 'phone.callee_missed', object: { caller: outside, callee: outside } };
    expect(view(missed)).toMatchObject({ direction: 'in', missed: true });
  });

  test.each([
    ['21', '0171 3920011', 'out'],
    ['0171 3920011', '21', 'in'],
    ['anonymous', '21', 'in'],
    ['21', '22', 'internal'],
    ['0171 3920011', '03023125900', undefined],
    ['21', undefined, undefined],
  ])('by who has a number of few digits: from %s to %s', (from, to, direction) => {
    expect(only({ call_id: 'c-1', from, to, state: 'ringing' }).direction).toBe(direction);
    expect(only({ call_id: 'c-1', from, to, direction: 'inbound' }).direction).toBe('in');
  });

  test.each(['pbx_id', 'callGuid', 'session_id', 'sid', 'conversation_id', 'cdr_uuid'])(
    'by its %s',
    (name) => {
      const told = { [name]: 'x-17', from: '0171 3920011', to: '21', event: 'ringing' };
      expect(only(told).callId).toBe('x-17');
      expect(only({ ...told, call_id: 'c-1' }).callId).toBe('c-1');
    },
  );

  test('by its parties and its start, where it has no id', () => {
    const begun = { from: '0171 3920011', to: '21', start: '2026-11-19T08:00:00Z' };
    const ended = { ...begun, from: '+49 171 3920011', event: 'hangup', duration: 17 };
    const { callId } = only({ ...begun, event: 'ringing' });
    expect(callId).not.toBeNull();
    expect(only(ended).callId).toBe(callId);
    expect(only({ ...ended, start: '2026-11-19T08:01:00Z' }).callId).not.toBe(callId);
    expect(only({ ...ended, to: undefined }).callId).toBeNull();
  });

  test('by what is told when it is over', () => {
    const cdr = { answer_time: '2026-11-19T09:06:00Z', hangup_time: '2026-11-19T09:06:25Z' };
    const call = {
      event_type: 'call_hangup',
      caller: '03023125310',
      callee: '900',
      direction: 'IN',
    };
    expect(view({ ...call, cdr })).toMatchObject({ state: 'ended', missed: false });
    expect(view({ ...call, cdr: { ...cdr, answer_time: null } })).toMatchObject({ missed: true });
    const lasted = (duration: string) => only({ ...call, duration }).durationSec;
    expect([lasted('00:01:05'), lasted('1:2')]).toEqual([65, undefined]);
  });

  test('in a list of any name, if each of them is one', () => {
    const call = { callId: 'c-1', callerNumber: '03023125310', calleeNumber: '900' };
    expect(read({ value: [call, { ...call, callId: 'c-2' }] }).reports).toHaveLength(2);
    expect(read({ value: [call, { id: 7 }] }).reports).toHaveLength(1);
  });

  test('by a plain id, unless that is one of an event', () => {
    const id = '1c8b83a7c690084224ec3984515bc1a2';
    const begun = { id, datetime: '2026-11-19T08:56:24Z', to: '+4930901000', from: '+31612345678' };
    expect(only(begun)).toMatchObject({ callId: id, at: '2026-11-19T08:56:24.000Z' });
    const ended = { id, cause: 'UNANSWERED' };
    expect(only(ended)).toMatchObject({ callId: id, state: 'ended', endCause: 'missed' });
    expect(only({ ...begun, event: 'call.ended' }).callId).toBeNull();
    expect(only({ id: '7', cause: 'UNANSWERED' }).callId).toBeNull();
    expect(only({ id, note: 'x' }).callId).toBeNull();
  });

  test('where a destination is a way', () => {
    const call = { call_id: 7, destination: 'in', src: '493023125310', dst: '494055501080' };
    const named = { ...call, src_name: 'Süß GmbH', dst_name: 'Leitstelle' };
    const told = { direction: 'in', phone, name: 'Süß GmbH' };
    expect(view(named)).toMatchObject({ ...told, phone: { e164: phone.e164 } });
    expect(view({ ...named, destination: 'out' })).toMatchObject({ name: 'Leitstelle' });
    expect(only({ ...call, src_name: '"49" <49>' }).fromName).toBeUndefined();
  });

  test('where no zero is written, the country is', () => {
    const call = { conversation_uuid: 'CON-1', direction: 'inbound', to: '493023125900' };
    expect(view({ ...call, from: '442079460301' }).phone?.e164).toBe('+442079460301');
    expect(view({ ...call, from: '03023125310' }).phone?.e164).toBe(phone.e164);
  });
});

test('[AR9] a call that is written as a text in its message is read', () => {
  const call = { call_id: 'c-1', call_from: '03023125310', call_to: '1000', type: 'Inbound' };
  const told = (said: object) => only({ type: 30012, msg: JSON.stringify(said) });
  expect(told({ ...call, status: 'NO ANSWER', time_start: '2026-11-19 11:00:00' })).toMatchObject({
    callId: 'c-1',
    state: 'ended',
    endCause: 'missed',
    direction: 'in',
    from: { e164: '+493023125310' },
  });
  const inbound = { from: '03023125310', to: '1000', member_status: 'RING' };
  expect(told({ call_id: 'c-1', members: [{ inbound }] })).toMatchObject({ callId: 'c-1' });
  expect(only({ msg: '{no JSON' }).callId).toBeNull();
});
