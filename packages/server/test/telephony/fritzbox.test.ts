import type { PhoneCall } from '@hookline/contract';
import { CallMonitor as SecondOpinion } from 'fritz-callmonitor';
import { expect, test } from 'vitest';
import type { Config } from '../../src/config/properties.ts';
import { runServer } from '../support/running-server.ts';
import { CallMonitor } from './call-monitor.ts';
import { connectTo } from './telephony-client.ts';

const CALLER = '03023125101';
const OWN = '66969100';

/** A server that follows the call monitor, and a page of it. */
async function followed(config: Partial<Config> = {}) {
  const monitor = await CallMonitor.start();
  const server = await runServer({
    'app.telephony.system': 'fritzbox',
    'app.telephony.fritzbox.host': '127.0.0.1',
    'app.telephony.fritzbox.port': monitor.port,
    'app.telephony.desks': { '21': '610', '22': '611' },
    'app.phone.area-code': '040',
    'app.archive.url': 'off',
    ...config,
  });
  await monitor.followed();
  const page = await connectTo(server.port, '/api/telephony/ws?desk=21');
  /** Until the box's last word has arrived: it is told of in the order that it came. */
  let marks = 0;
  const settled = async () => {
    const number = `0171392${String(++marks).padStart(4, '0')}`;
    await monitor.lines(`02.03.26 10:00:00;CALL;99;11;${OWN};${number};SIP0;`);
    await page.event('call.dialing', ({ to }) => to.raw === number);
    await monitor.lines('02.03.26 10:00:01;DISCONNECT;99;0;');
    await page.event('call.ended', ({ to }) => to.raw === number);
  };
  /** What was told of calls, those of `settled` left out. */
  const told = () =>
    page.frames.flatMap(({ event, data }) => {
      const call = data as PhoneCall;
      return event?.startsWith('call.') && !call.to.raw.startsWith('0171392')
        ? [{ event: event.slice('call.'.length), ...call }]
        : [];
    });
  return { monitor, server, page, settled, told };
}

test('[TS6] a call rings on the page, is answered at a desk and ends with the time that the box says', async () => {
  const { monitor, page } = await followed();
  await monitor.lines(`02.03.26 08:41:09;RING;0;${CALLER};${OWN};SIP0;`);
  expect(await page.event('call.ringing')).toMatchObject({
    direction: 'in',
    state: 'ringing',
    extension: '',
    from: { raw: CALLER, number: '+493023125101', anonymous: false },
    to: { raw: OWN, number: '+494066969100' },
    features: [],
  });
  await monitor.lines(`02.03.26 08:41:14;CONNECT;0;10;${CALLER};`);
  expect(await page.event('call.connected')).toMatchObject({ extension: '21' });
  await monitor.lines('02.03.26 08:44:20;DISCONNECT;0;180;');
  expect(await page.event('call.ended')).toMatchObject({ durationSec: 180, endCause: 'normal' });
});

test('[TS4] a box without a user only watches: nothing can be ordered', async () => {
  const { page } = await followed();
  expect(page.frames[0]?.data).toMatchObject({ commands: [], extension: '21' });
  const answer = await page.ask('dial', { number: '110' });
  expect(answer.error?.code).toBe('unavailable');
});

test('[TS3] the archive has every event without a page that reports it', async () => {
  const { monitor, server, page } = await followed();
  page.socket.terminate();
  await monitor.lines(
    `02.03.26 22:41:09;RING;0;${CALLER};${OWN};SIP0;`,
    '02.03.26 22:41:30;DISCONNECT;0;0;',
  );
  await expect.poll(() => server.archive.reports.length).toBe(2);
  const reports = server.archive.reports.map(({ json }) => JSON.parse(json));
  expect(reports).toMatchObject([
    { event: 'call.ringing', state: 'ringing', timestamp: expect.any(String) },
    { event: 'call.ended', state: 'ended', endCause: 'missed', durationSec: 0 },
  ]);
  expect(new Set(reports.map(({ callId }) => callId)).size).toBe(1);
});

test('[TS12] an answering machine that takes a call leaves it missed, and its end says nothing more', async () => {
  const { monitor, settled, told } = await followed();
  await monitor.lines(
    `02.03.26 08:41:09;RING;0;${CALLER};${OWN};SIP0;`,
    `02.03.26 08:41:29;CONNECT;0;40;${CALLER};`,
    '02.03.26 08:41:59;DISCONNECT;0;30;',
  );
  await settled();
  expect(told()).toMatchObject([
    { event: 'ringing' },
    { event: 'ended', endCause: 'voicemail', answeredAt: null, durationSec: 0 },
  ]);
});

test('[TS12] a number that the box blocks is turned away and not missed', async () => {
  const { monitor, settled, told } = await followed();
  await monitor.lines(
    `02.03.26 08:41:09;RING;0;${CALLER};${OWN};SIP0;`,
    '02.03.26 08:41:09;DISCONNECT;0;0;',
    `02.03.26 08:42:09;RING;0;${CALLER};${OWN};SIP0;`,
    '02.03.26 08:42:10;DISCONNECT;0;0;',
  );
  await settled();
  expect(told().map(({ event, endCause, blocked }) => [event, endCause, blocked])).toEqual([
    ['ringing', null, undefined],
    ['ended', 'rejected', true],
    ['ringing', null, undefined],
    ['ended', 'missed', undefined],
  ]);
});

test('[TS2] a slot that is used again ends the call that had it, and each has an id of its own', async () => {
  const { monitor, settled, told } = await followed();
  await monitor.lines(
    `02.03.26 08:41:09;RING;0;${CALLER};${OWN};SIP0;`,
    `02.03.26 08:41:14;CONNECT;0;10;${CALLER};`,
    `02.03.26 08:50:00;RING;0;03023125102;${OWN};SIP0;`,
    '02.03.26 08:50:20;DISCONNECT;0;0;',
    '02.03.26 08:50:21;DISCONNECT;0;12;',
  );
  await settled();
  expect(told().map(({ event, endCause }) => [event, endCause])).toEqual([
    ['ringing', null],
    ['connected', null],
    ['ended', null],
    ['ringing', null],
    ['ended', 'missed'],
  ]);
  expect(new Set(told().map(({ callId }) => callId)).size).toBe(2);
});

test('[TS6] withheld numbers, dialled ones with a #, diversion and calls from one own number to another', async () => {
  const { monitor, settled, told } = await followed();
  await monitor.lines(
    `02.03.26 08:41:09;RING;0;;${OWN};SIP0;`,
    '02.03.26 08:41:12;CONNECT;0;4;;',
    '02.03.26 08:41:20;DISCONNECT;0;8;',
    `02.03.26 09:02:00;CALL;1;11;${OWN};01713920012#;SIP1;`,
    '02.03.26 09:02:30;DISCONNECT;1;0;',
    `02.03.26 09:10:00;RING;2;${CALLER};${OWN};SIP0;`,
    `02.03.26 09:10:01;CALL;2;;${CALLER};01713920012;SIP0;`,
    '02.03.26 09:10:40;DISCONNECT;2;0;',
  );
  await settled();
  const calls = told();
  expect(calls[0]).toMatchObject({ from: { raw: '', number: null, anonymous: true } });
  expect(calls[1]).toMatchObject({ event: 'connected', extension: '4' });
  const ends = calls.filter(({ event }) => event === 'ended');
  expect(ends.map(({ direction, endCause }) => [direction, endCause])).toEqual([
    ['in', 'normal'],
    ['in', 'forwarded'],
  ]);
  expect(ends[0]?.durationSec).toBe(8);
});

test('[TS2] odd packets and garbage tell the same as whole lines', async () => {
  const transcript = [
    `02.03.26 08:41:09;RING;0;${CALLER};${OWN};SIP0;`,
    'nonsense',
    '02.03.26 08:41:09;STATUS;0;x;',
    ';;;;',
    `02.03.26 08:41:14;CONNECT;0;10;${CALLER};`,
    '02.03.26 08:41:15;DISCONNECT;7;3;',
    '02.03.26 08:44:20;DISCONNECT;0;180;',
    '',
  ].join('\r\n');
  const events: string[][] = [];
  for (const bytes of [1, 7, transcript.length]) {
    const { monitor, settled, told } = await followed();
    await monitor.say(transcript, bytes);
    await settled();
    events.push(told().map(({ event, durationSec }) => `${event} ${durationSec}`));
  }
  expect(events[0]).toEqual(['ringing null', 'connected null', 'ended 180']);
  expect(events[1]).toEqual(events[0]);
  expect(events[2]).toEqual(events[0]);
});

test('[TS10] a box that is off is told to operator and page, is tried again, and what was on ends unknown', async () => {
  const { monitor, server, page } = await followed();
  const isUp = async () =>
    /^hookline_telephony_up (\d)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1];
  expect(await isUp()).toBe('1');
  await monitor.lines(`02.03.26 08:41:09;RING;0;${CALLER};${OWN};SIP0;`);
  await page.event('call.ringing');
  const closed = new Promise((resolve) => page.socket.once('close', resolve));
  const { port } = monitor;
  await monitor.stop();
  await closed;
  const ready = await (await fetch(`${server.url}/readyz`)).json();
  expect(ready).toMatchObject({ status: 'degraded' });
  expect(ready.reasons.join()).toContain('#96*5*');
  expect(await isUp()).toBe('0');
  const refused = await fetch(`${server.url}/api/telephony/ws`);
  expect(refused.status).toBe(426);

  await monitor.listen(port);
  await monitor.followed();
  await expect
    .poll(async () => (await (await fetch(`${server.url}/readyz`)).json()).status)
    .toBe('ready');
  expect(await isUp()).toBe('1');
  const again = await connectTo(server.port, '/api/telephony/ws?desk=21');
  expect(again.frames[0]?.data).toMatchObject({ calls: [] });
  const reports = server.archive.reports.map(({ json }) => JSON.parse(json));
  expect(reports.at(-1)).toMatchObject({ event: 'call.ended', endCause: null });
});

test('[TS10] calls that ended are counted by direction and end', async () => {
  const { monitor, server, page, settled } = await followed();
  await monitor.lines(
    `02.03.26 08:41:09;RING;0;${CALLER};${OWN};SIP0;`,
    '02.03.26 08:41:20;DISCONNECT;0;0;',
    `02.03.26 08:42:09;RING;0;${CALLER};${OWN};SIP0;`,
    '02.03.26 08:42:20;DISCONNECT;0;0;',
    // Its end is never told: the next call has its slot.
    `02.03.26 08:43:09;RING;0;${CALLER};${OWN};SIP0;`,
    `02.03.26 08:44:09;RING;0;${CALLER};${OWN};SIP0;`,
  );
  await page.event('call.ended', ({ endCause }) => endCause === null);
  await settled();
  const text = await (await fetch(`${server.url}/metrics`)).text();
  expect(text.match(/^hookline_telephony_calls_total.*$/gm)?.sort()).toEqual([
    'hookline_telephony_calls_total{direction="in",end="missed"} 2',
    'hookline_telephony_calls_total{direction="in",end="unknown"} 1',
    'hookline_telephony_calls_total{direction="out",end="canceled"} 1',
  ]);
});

test('[TS12] what is still on when the service ends has an end in the archive', async () => {
  const { monitor, server, page } = await followed();
  await monitor.lines(`02.03.26 08:41:09;RING;0;${CALLER};${OWN};SIP0;`);
  await page.event('call.ringing');
  await server.server.stop();
  const reports = server.archive.reports.map(({ json }) => JSON.parse(json));
  expect(reports.map(({ event, endCause }) => [event, endCause])).toEqual([
    ['call.ringing', null],
    ['call.ended', null],
  ]);
});

test('[TS6] another reader of the call monitor understands what the simulator says', async () => {
  const monitor = await CallMonitor.start();
  const other = new SecondOpinion('127.0.0.1', monitor.port);
  const heard: string[] = [];
  other.on('phone', ({ kind }: { kind: string }) => heard.push(kind));
  other.connect();
  await monitor.lines(
    `02.03.26 08:41:09;RING;0;${CALLER};${OWN};SIP0;`,
    `02.03.26 08:41:14;CONNECT;0;10;${CALLER};`,
    '02.03.26 08:44:20;DISCONNECT;0;180;',
  );
  await expect.poll(() => heard).toEqual(['ring', 'pickUp', 'hangUp']);
  other.end();
});
