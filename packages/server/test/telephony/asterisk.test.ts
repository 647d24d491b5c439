import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../src/config/properties.ts';
import { Ami } from '../../src/telephony/systems/asterisk/ami.ts';
import { runServer } from '../support/running-server.ts';
import {
  CALL,
  CALLER,
  dest,
  loginTo,
  office,
  phone,
  rings,
  TRUNK,
  words,
} from './asterisk-office.ts';
import { CallMonitor } from './call-monitor.ts';
import { ManagerInterface } from './manager-interface.ts';
import { connectTo } from './telephony-client.ts';

test('[TS8] a call rings at all phones, is answered at one, held, and ends', async () => {
  const { pbx, told } = await office();
  const [one, two] = [phone('21', 43), phone('22', 44)];
  await rings(pbx, one, two);
  await pbx.tell('DialEnd', { ...TRUNK, ...dest(one), DialStatus: 'ANSWER' });
  await pbx.tell('DialEnd', { ...TRUNK, ...dest(two), DialStatus: 'CANCEL' });
  await pbx.tell('Hangup', { ...two, Cause: '26' });
  await pbx.tell('BridgeEnter', { ...one, BridgeUniqueid: 'b' });
  await pbx.tell('BridgeEnter', { ...TRUNK, BridgeUniqueid: 'b' });
  await pbx.tell('Hold', one);
  await pbx.tell('Unhold', one);
  await pbx.tell('Hangup', { ...one, Cause: '16' });
  await pbx.tell('Hangup', { ...TRUNK, Cause: '16' });
  const calls = await told();
  expect(words(calls)).toEqual([
    'ringing 21',
    'ringing',
    'connected 21',
    'held 21',
    'resumed 21',
    'ended 21 normal',
  ]);
  expect(calls[0]).toMatchObject({
    direction: 'in',
    from: { number: '+493023125101', name: 'Bäckerei' },
    to: { number: '+494066969100' },
    features: ['reject'],
  });
  expect(calls[2]?.features).toEqual(['hangup', 'transfer']);
});

test('[TS8] menu, queue and voicemail answer too: without a desk in a bridge a call is missed', async () => {
  const { pbx, told } = await office();
  const leg = phone('21');
  await pbx.tell('Newstate', { ...TRUNK, ChannelState: '6' });
  await rings(pbx, leg);
  await pbx.tell('DialEnd', { ...TRUNK, ...dest(leg), DialStatus: 'NOANSWER' });
  await pbx.tell('Hangup', { ...leg, Cause: '19' });
  await pbx.tell('BridgeEnter', { ...TRUNK, BridgeUniqueid: 'voicemail' });
  await pbx.tell('Hangup', { ...TRUNK, Cause: '16' });
  expect(words(await told())).toEqual(['ringing 21', 'ended 21 missed']);
});

test('[TS8] channels of Asterisk’s own are nobody, and vanish without any change for people', async () => {
  const { pbx, told } = await office();
  const leg = phone('21', 45);
  const local = (end: 1 | 2) => ({
    Channel: `Local/21@from-queue-00000001;${end}`,
    Uniqueid: `1772437269.6${end}`,
    Linkedid: CALL,
  });
  await pbx.tell('Newchannel', { ...TRUNK, ...CALLER, Exten: '600', ChannelState: '4' });
  await pbx.tell('Newchannel', { ...local(1), ChannelState: '0' });
  await pbx.tell('Newchannel', { ...local(2), ChannelState: '4' });
  await pbx.tell('DialBegin', { ...TRUNK, ...CALLER, ...dest(local(1)) });
  await pbx.tell('Newstate', { ...local(1), ChannelState: '5' });
  await pbx.tell('DialBegin', { ...local(2), ...CALLER, ...dest(leg) });
  await pbx.tell('BridgeEnter', { ...leg, BridgeUniqueid: 'a' });
  await pbx.tell('BridgeEnter', { ...local(2), BridgeUniqueid: 'a' });
  for (const end of [1, 2] as const) {
    await pbx.tell('BridgeLeave', { ...local(end), BridgeUniqueid: 'a' });
    await pbx.tell('Hangup', { ...local(end), Cause: '16' });
  }
  await pbx.tell('Hangup', { ...TRUNK, Cause: '16' });
  await pbx.tell('Hangup', { ...leg, Cause: '16' });
  expect(words(await told())).toEqual(['ringing 21', 'connected 21', 'ended 21 normal']);
});

test.each([
  ['17', 'busy'],
  ['21', 'rejected'],
  ['1', 'unreachable'],
  ['34', 'failed'],
  ['16', 'canceled'],
])('[TS8] an outgoing call that ends with cause %s is %s', async (cause, endCause) => {
  const { pbx, told } = await office();
  const own = { Channel: 'PJSIP/21-00000001', Uniqueid: CALL, Linkedid: CALL };
  const far = { Channel: 'PJSIP/trunk-00000002', Uniqueid: 'far', Linkedid: CALL };
  await pbx.tell('Newchannel', { ...own, Exten: '03023125101', ChannelState: '4' });
  await pbx.tell('DialBegin', { ...own, ...dest(far) });
  await pbx.tell('Newstate', { ...far, ChannelState: '5' });
  await pbx.tell('Hangup', { ...far, Cause: cause });
  await pbx.tell('Hangup', { ...own, Cause: '16' });
  expect(words(await told())).toEqual(['dialing 21', 'ringing 21', `ended 21 ${endCause}`]);
});

test('[TS8] a transferred call goes on at the other desk', async () => {
  const { pbx, told } = await office();
  const [one, two] = [phone('21', 43), phone('22', 44)];
  await rings(pbx, one);
  await pbx.tell('BridgeEnter', { ...one, BridgeUniqueid: 'b' });
  await pbx.tell('BlindTransfer', {
    ...{ Result: 'Success', TransfererChannel: one.Channel, TransfererLinkedid: CALL },
    Extension: '22',
  });
  await pbx.tell('Hangup', { ...one, Cause: '16' });
  await pbx.tell('DialBegin', { ...TRUNK, ...CALLER, ...dest(two) });
  await pbx.tell('BridgeEnter', { ...two, BridgeUniqueid: 'c' });
  await pbx.tell('Hangup', { ...TRUNK, Cause: '16' });
  await pbx.tell('Hangup', { ...two, Cause: '16' });
  expect(words(await told())).toEqual([
    'ringing 21',
    'connected 21',
    'transferred',
    'transferred 22',
    'ended 22 normal',
  ]);
});

test('[TS8] dialled, turned away, hung up and transferred by order, each by the desk that has the call', async () => {
  const { pbx, page, server } = await office();
  const { callId } = await page.result<{ callId: string }>('dial', { number: '030 23125-101' });
  const [originate] = pbx.actions;
  expect(originate).toMatchObject({
    ...{ action: 'Originate', channel: 'PJSIP/21', exten: '03023125101', async: 'true' },
    context: 'from-internal',
  });
  const id = originate?.['channelid'] ?? '';
  await pbx.tell('Newchannel', { Channel: 'PJSIP/21-1', Uniqueid: id, Linkedid: id, Exten: 's' });
  await pbx.tell('BridgeEnter', { Channel: 'PJSIP/21-1', Uniqueid: id, Linkedid: id });
  await page.event('call.connected', (call) => call.callId === callId);
  await page.result('transfer', { callId, to: '22' });
  await page.result('hangup', { callId });

  const leg = phone('21');
  await rings(pbx, leg);
  const ringing = await page.event('call.ringing', ({ direction }) => direction === 'in');
  const other = await connectTo(server.port, '/api/telephony/ws?desk=22');
  const refused = await other.ask('reject', { callId: ringing.callId });
  expect(refused.error?.code).toBe('invalid_state');
  await page.result('reject', { callId: ringing.callId });
  expect((await page.ask('answer', { callId: ringing.callId })).error?.code).toBe('unavailable');
  expect((await page.ask('dial', { number: '1\r\nAction: Command' })).error?.code).toBe(
    'bad_request',
  );
  expect(pbx.actions.slice(1)).toMatchObject([
    { action: 'BlindTransfer', channel: 'PJSIP/21-1', exten: '22' },
    { action: 'Hangup', channel: 'PJSIP/21-1', cause: '16' },
    { action: 'Hangup', channel: leg.Channel, cause: '21' },
  ]);
});

test('[TS8] after a lost line the calls that are still on stay, and the others end unknown', async () => {
  const { pbx, server, page } = await office();
  const leg = phone('21');
  await rings(pbx, leg);
  await pbx.tell('BridgeEnter', { ...leg, BridgeUniqueid: 'b' });
  const { callId } = await page.event('call.connected');
  const second = { Channel: 'PJSIP/22-00000009', Uniqueid: 'x', Linkedid: 'x' };
  await pbx.tell('Newchannel', { ...second, Exten: '03023125102', ChannelState: '4' });
  await page.event('call.dialing');
  pbx.channels = [
    {
      ...leg,
      ChannelState: '6',
      BridgeId: 'b',
      ConnectedLineNum: '03023125101',
      Duration: '00:01:00',
    },
    { ...TRUNK, ChannelState: '6', BridgeId: 'b', Duration: '00:01:00' },
  ];
  const { port } = pbx;
  await pbx.stop();
  await expect
    .poll(async () => (await (await fetch(`${server.url}/readyz`)).json()).status)
    .toBe('degraded');
  await pbx.listen(port);
  await pbx.followed();
  await expect
    .poll(() => JSON.parse(server.archive.reports.at(-1)?.json ?? '{}'))
    .toMatchObject({ event: 'call.ended', endCause: null, to: { raw: '03023125102' } });
  const again = await connectTo(server.port, '/api/telephony/ws?desk=21');
  expect(again.frames[0]?.data).toMatchObject({ calls: [{ callId, state: 'connected' }] });
});

test('[TS10] a refused login and a right that is missing are said in words', async () => {
  const reasons = async (change: (pbx: ManagerInterface) => void, config: Partial<Config>) => {
    const pbx = await ManagerInterface.start();
    change(pbx);
    const server = await runServer({
      ...loginTo(pbx),
      'app.telephony.desks': { '21': '21' },
      ...config,
    });
    const asked = async () =>
      (await (await fetch(`${server.url}/readyz`)).json()).reasons.join() as string;
    await expect.poll(asked).not.toMatch(/^$|yet/);
    const warned = server.logLines.filter((line) => line.includes('"level":"warn"'));
    expect(warned.join('')).toMatch(/telephony: (?:no line to Asterisk|Asterisk does not let)/);
    return asked();
  };
  const nothing = () => {};
  expect(await reasons(nothing, { 'app.telephony.asterisk.secret': 'wrong' })).toContain(
    'login refused: Authentication failed',
  );
  expect(await reasons((pbx) => pbx.refused.add('coreshowchannels'), {})).toContain('reporting');
  const telnet = (pbx: ManagerInterface) => {
    pbx.banner = 'SSH-2.0-OpenSSH_9.2';
  };
  expect(await reasons(telnet, {})).toContain('no Asterisk');
});

test('[TS8] a manager interface without challenges is logged in to, too', async () => {
  const { page } = await office({}, (pbx) => {
    pbx.knowsChallenge = false;
  });
  expect(page.frames[0]?.data).toMatchObject({
    commands: ['dial', 'reject', 'hangup', 'transfer'],
  });
});

test('[TS11] whatever Asterisk tells, in whatever packets: every call ends once', async () => {
  const { pbx, server, page } = await office();
  const leg = fc.constantFrom(
    TRUNK,
    phone('21', 43),
    phone('22', 44),
    { Channel: 'Local/1@x-1;1', Uniqueid: 'l', Linkedid: CALL },
    { Channel: 'PJSIP/21-9', Uniqueid: '9', Linkedid: '9' },
  );
  const event = fc.record({
    name: fc.constantFrom(
      'Newchannel',
      'DialBegin',
      'Newstate',
      'BridgeEnter',
      'Hold',
      'Hangup',
      'x',
    ),
    leg,
    to: leg,
    state: fc.constantFrom('4', '5', '6'),
    exten: fc.constantFrom('', 's', '0301', '22'),
    bytes: fc.constantFrom(1, 7, 1000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
      for (const { name, leg: one, to, state, exten, bytes } of events) {
        const more = { ...dest(to as ReturnType<typeof phone>), ChannelState: state, Exten: exten };
        await pbx.tell(name, { ...one, ...more, Cause: '16' }, bytes);
      }
    }),
    { numRuns: 20 },
  );
  await expect.poll(async () => (await page.ask('calls')).ok).toBe(true);
  await server.server.stop();
  const over = new Set<string>();
  const begun = new Set<string>();
  for (const { json } of server.archive.reports) {
    const { callId, event: name } = JSON.parse(json) as { callId: string; event: string };
    expect(over.has(callId)).toBe(false);
    begun.add(callId);
    if (name === 'call.ended') over.add(callId);
  }
  expect(over).toEqual(begun);
});

/** @needs panoramisk */
test('[TS8] another client of the manager interface logs in and hears the events', async () => {
  const pbx = await ManagerInterface.start();
  const program = `
import asyncio
from panoramisk import Manager
async def main():
    manager = Manager(host='127.0.0.1', port=${pbx.port}, username='${ManagerInterface.user}', secret='${ManagerInterface.secret}')
    heard = asyncio.Event()
    @manager.register_event('DialBegin')
    def dial(manager, message):
        print(message.Channel, message.DestChannel, message.CallerIDNum, flush=True)
        heard.set()
    await manager.connect()
    await manager.send_action({'Action': 'CoreShowChannels'})
    await heard.wait()
    manager.close()
asyncio.run(main())
`;
  const heard = promisify(execFile)('/usr/bin/python3', ['-c', program]);
  await pbx.followed();
  await pbx.tell('DialBegin', { ...TRUNK, ...CALLER, ...dest(phone('21')) });
  expect((await heard).stdout.trim()).toBe(`${TRUNK.Channel} ${phone('21').Channel} 03023125101`);
});

test('[TS10] a port that takes the line and says nothing is given up, and tried again', async () => {
  const mute = await CallMonitor.start();
  const waits: { milliseconds: number; run: () => void }[] = [];
  const down: string[] = [];
  const ami = new Ami({
    ...{ host: '127.0.0.1', port: mute.port, tls: false, user: 'hookline', secret: 's3cret' },
    schedule: {
      after(milliseconds, run) {
        const wait = { milliseconds, run };
        waits.push(wait);
        return () => void waits.splice(waits.indexOf(wait) >>> 0, 1);
      },
    },
    onUp: () => down.push('up'),
    onEvent() {},
    onDown: (reason) => down.push(reason),
  });
  onTestFinished(() => ami.close());
  ami.open();
  const [connecting] = waits;
  // The wait for the connection is over, and one for the first word has begun.
  const silence = () =>
    waits.find((wait) => wait !== connecting && wait.milliseconds === connecting?.milliseconds);
  await expect.poll(silence).toBeDefined();
  silence()?.run();
  await expect.poll(() => down).toEqual(['it does not say that it is an Asterisk']);
  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([500]);
});
