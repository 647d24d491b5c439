import { expect, test } from 'vitest';
import { registeredPhone } from './sip-phone.ts';
import { answerTo, request, type SipRegistrar } from './sip-registrar.ts';

const DESKS = { desks: { '21': '601', '22': '602' } };

const header = (text: string, name: string) =>
  new RegExp(`^${name}: (.*)\\r$`, 'm').exec(text)?.[1] ?? '';

/** What the desk's telephone is told, and how it answers. */
async function dialled(number = '030 23125-101') {
  const phone = await registeredPhone(undefined, DESKS);
  const { registrar, system } = phone;
  const order = system.dial?.(number, '21') as Promise<string>;
  order.catch(() => {});
  const invite = await registrar.hears(/^INVITE /);
  const desk = new Desk(registrar, invite);
  return { ...phone, order, invite, desk };
}

/** The telephone at desk 21, once it is called. */
class Desk {
  readonly #registrar: SipRegistrar;
  readonly #invite: string;
  #cseq = 0;

  constructor(registrar: SipRegistrar, invite: string) {
    this.#registrar = registrar;
    this.#invite = invite;
  }

  says(status: string, ...more: string[]): void {
    this.#registrar.say([...answerTo(this.#invite, status, 'desk'), ...more, 'Content-Length: 0']);
  }

  /** Answers what it was asked in the talk. */
  async answers(method: string, status: string): Promise<string> {
    const asked = await this.#registrar.hears(new RegExp(`^${method} `));
    this.#registrar.say([...answerTo(asked, status), 'Content-Length: 0']);
    return asked;
  }

  async picksUp(): Promise<string> {
    this.says('200 OK', 'Contact: <sip:desk@127.0.0.1:9>', 'Record-Route: <sip:127.0.0.1;lr>');
    await this.#registrar.hears(/^ACK /);
    return this.answers('REFER', '202 Accepted');
  }

  /** Asks something in the talk. */
  asks(method: string, body = '', ...more: string[]): void {
    const lines = request(method, {
      id: header(this.#invite, 'Call-ID'),
      branch: `desk${++this.#cseq}`,
      from: header(this.#invite, 'To'),
      fromTag: 'desk',
      to: header(this.#invite, 'From'),
      cseq: this.#cseq,
      more,
    });
    this.#registrar.say([...lines.slice(0, -1), `Content-Length: ${body.length}`, '', body]);
  }

  notifies(status: string, state = 'active'): void {
    this.asks('NOTIFY', `SIP/2.0 ${status}\r\n`, 'Event: refer', `Subscription-State: ${state}`);
  }
}

test('[TS13] the desk is called without a word, sees what is dialled, and is told whom to call', async () => {
  const { registrar, order, invite, desk, words, told, system } =
    await dialled('+49 (30) 23125-101');
  expect(invite).toMatch(/^INVITE sip:601@127\.0\.0\.1 SIP\/2\.0\r$/m);
  const name = Buffer.from('Wählt +493023125101').toString('latin1');
  expect(invite).toContain(`From: "${name}" <sip:620@127.0.0.1>;tag=`);
  expect(invite).toContain('a=inactive\r\n');
  expect(invite).toContain('m=audio 9 RTP/AVP');
  desk.says('180 Ringing');
  const callId = await order;
  expect(system.live()).toMatchObject([{ callId, state: 'dialing', features: ['hangup'] }]);
  const refer = await desk.picksUp();
  // It goes to where the telephone is, by the way that it wants.
  expect(refer).toMatch(/^REFER sip:desk@127\.0\.0\.1:9 SIP\/2\.0\r$/m);
  expect(header(refer, 'Route')).toBe('<sip:127.0.0.1;lr>');
  expect(header(refer, 'Refer-To')).toBe('<sip:+493023125101@127.0.0.1>');
  expect(header(refer, 'Referred-By')).toBe('<sip:620@127.0.0.1>');
  expect(system.live()).toMatchObject([{ state: 'ringing', features: [] }]);
  desk.notifies('100 Trying');
  desk.notifies('180 Ringing');
  desk.notifies('200 OK', 'terminated;reason=noresource');
  await desk.answers('BYE', '200 OK');
  await registrar.settled();
  expect(
    registrar.heard.filter((text) => /^SIP\/2.0 200 .*CSeq: \d NOTIFY/s.test(text)),
  ).toHaveLength(3);
  expect(told.map(({ event }) => event.slice(5))).toEqual(['dialing', 'ringing', 'ended']);
  expect(words().at(-1)).toBe('ended 21 normal');
});

test.each([
  ['486 Busy Here', 'busy'],
  ['603 Decline', 'rejected'],
  ['404 Not Found', 'unreachable'],
  ['487 Cancelled', 'canceled'],
  ['503 Overloaded', 'failed'],
])('[TS13] %s from the other side ends the call as %s', async (status, endCause) => {
  const { registrar, desk, told } = await dialled();
  await desk.picksUp();
  desk.notifies(status, 'terminated');
  await desk.answers('BYE', '200 OK');
  await registrar.settled();
  expect(told.at(-1)).toMatchObject({ event: 'call.ended', call: { endCause, answeredAt: null } });
  expect(told.at(-1)?.call).not.toHaveProperty('deskCause');
});

test('[TS13] a desk that nobody picks up is given up after half a minute', async () => {
  const { registrar, time, order, invite, desk, told } = await dialled();
  desk.says('100 Trying');
  desk.says('180 Ringing');
  await registrar.settled();
  time.pass(30_000);
  const cancel = await registrar.hears(/^CANCEL /);
  // It ends just what was asked.
  for (const name of ['Via', 'Call-ID']) expect(header(cancel, name)).toBe(header(invite, name));
  expect(header(cancel, 'CSeq')).toBe(header(invite, 'CSeq').replace('INVITE', 'CANCEL'));
  expect(told.at(-1)?.call).toMatchObject({ endCause: 'failed', deskCause: 'unanswered' });
  await order;
  desk.says('487 Request Terminated');
  expect(header(await registrar.hears(/^ACK /), 'Via')).toBe(header(invite, 'Via'));
});

test('[TS13] who hangs up while their own telephone rings takes it back, even as it is picked up', async () => {
  const { registrar, system, order, invite, desk, told } = await dialled();
  desk.says('180 Ringing');
  const callId = await order;
  expect(() => system.command?.('hangup', callId, '22', '')).toThrow('at desk 21');
  await system.command?.('hangup', callId, '21', '');
  await registrar.hears(/^CANCEL /);
  expect(told.at(-1)?.call).toMatchObject({ endCause: 'canceled' });
  desk.says('200 OK', 'Contact: <sip:desk@127.0.0.1:9>');
  await registrar.hears(/^ACK sip:desk@127/);
  const bye = await desk.answers('BYE', '200 OK');
  expect(header(bye, 'Call-ID')).toBe(header(invite, 'Call-ID'));
  await registrar.settled();
  expect(registrar.heard.some((text) => text.startsWith('REFER '))).toBe(false);
  expect(told.filter(({ event }) => event === 'call.ended')).toHaveLength(1);
});

test('[TS13] before anything is heard of an INVITE, it is not taken back', async () => {
  const { registrar, system, desk } = await dialled();
  const [call] = system.live();
  await system.command?.('hangup', call?.callId ?? '', '21', '');
  await registrar.settled();
  expect(registrar.heard.some((text) => text.startsWith('CANCEL '))).toBe(false);
  desk.says('180 Ringing');
  await registrar.hears(/^CANCEL /);
});

test('[TS13] a telephone system that wants a proof for a call gets it', async () => {
  const { registrar, invite, desk, told } = await dialled();
  desk.says('407 Wanted', 'Proxy-Authenticate: Digest realm="gate", nonce="n", algorithm=SHA-256');
  const again = await registrar.hears(/^INVITE .*^Proxy-Authorization: /ms);
  expect(header(again, 'Call-ID')).toBe(header(invite, 'Call-ID'));
  expect(header(again, 'CSeq')).toBe('2 INVITE');
  const proven = new RegExp(`^ACK .*branch=${/branch=(\w+)/.exec(invite)?.[1]}`, 's');
  await registrar.hears(proven);
  await registrar.settled();
  expect(told.map(({ event }) => event)).toEqual(['call.dialing']);
});

test('[TS13] what becomes of a call of which nobody tells is not made up', async () => {
  const { registrar, time, desk, told } = await dialled();
  await desk.picksUp();
  desk.notifies('180 Ringing');
  desk.asks('BYE');
  await registrar.settled();
  time.pass(3000);
  expect(told.at(-1)).toMatchObject({ event: 'call.ended', call: { endCause: null } });
  desk.notifies('200 OK');
  await registrar.settled();
  expect(told.filter(({ event }) => event === 'call.ended')).toHaveLength(1);
});

test('[TS13] a desk dials one number at a time, and only what is a number', async () => {
  const { system, registrar } = await dialled();
  const again = () => system.dial?.('1', '21');
  expect(again).toThrow('being dialled');
  for (const [number, desk] of [
    ['1', ''],
    ['1', '99'],
    ['1\r\nEvil: 1', '22'],
    ['sip:a@b', '22'],
  ]) {
    expect(() => system.dial?.(number ?? '', desk ?? '')).toThrow();
  }
  void Promise.resolve(system.dial?.('*21#', '22')).catch(() => {});
  const second = await registrar.hears(/^INVITE sip:602@/);
  registrar.say([...answerTo(second, '200 OK', 'b'), 'Contact: <sip:b@127.0.0.1>']);
  expect(header(await registrar.hears(/^REFER /), 'Refer-To')).toBe('<sip:*21%23@127.0.0.1>');
});

test('[TS11] who does not know the tags of a call says nothing of it', async () => {
  const { registrar, invite, desk, told } = await dialled();
  await desk.picksUp();
  const id = header(invite, 'Call-ID');
  const body = 'SIP/2.0 200 OK\r\n';
  const forged = (said: object) =>
    registrar.say([
      ...request('NOTIFY', { id, branch: Math.random().toString(36), ...said }).slice(0, -1),
      `Content-Length: ${body.length}`,
      '',
      body,
    ]);
  const own = header(invite, 'From');
  forged({ to: own, fromTag: 'other' });
  forged({ to: own.replace(/;tag=\w+/, ';tag=other'), fromTag: 'desk' });
  forged({ id: 'other', to: own, fromTag: 'desk' });
  await registrar.settled();
  expect(registrar.heard.filter((text) => /^SIP\/2.0 481 .*NOTIFY/s.test(text))).toHaveLength(3);
  expect(told.at(-1)?.event).toBe('call.ringing');
  // A status that is none, and a body that is none, change nothing.
  for (const status of ['', '99', '2000000 x', '\0', 'x'.repeat(40_000)]) desk.notifies(status);
  await registrar.settled();
  expect(told.at(-1)?.event).toBe('call.ringing');
});
