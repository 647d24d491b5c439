import type { PhoneCall } from '@hookline/contract';
import { expect, test } from 'vitest';
import { outcome } from '../commands/typed-command.ts';
import { runServer } from '../support/running-server.ts';
import { GROUP, PASSWORD, SipOffice } from './sip-office.ts';
import { connectTo, type TelephonyClient } from './telephony-client.ts';

/** An office with Kamailio that tells of the calls at its telephones, and pages at two desks. */
async function followedOffice() {
  const office = await SipOffice.open('udp', undefined, { tellsOfCalls: true });
  const server = await runServer({
    'app.telephony.system': 'sip',
    'app.telephony.sip.accounts': [office.account()],
    'app.telephony.desks': { '21': '21', '22': '22', '6': '621' },
    'app.archive.url': 'off',
  });
  const status = async () => (await (await fetch(`${server.url}/readyz`)).json()).status;
  await expect.poll(status).toBe('ready');
  const page = await connectTo(server.port, '/api/telephony/ws?desk=21');
  return { office, server, page };
}

/** The calls that were told, each by what was told of it. */
function stories({ frames }: TelephonyClient): string[][] {
  const calls = new Map<string, string[]>();
  for (const { event, data } of frames) {
    if (!event?.startsWith('call.')) continue;
    const { callId } = data as PhoneCall;
    calls.set(callId, [...(calls.get(callId) ?? []), event.slice('call.'.length)]);
  }
  return [...calls.values()];
}

test('[TS13] Kamailio tells what a desk dials: whom, answered, and over', async () => {
  const { office, page } = await followedOffice();
  const desk = await office.colleague('21');
  await office.colleague('outside');
  await desk.does('dial', 'sip:03023125101@office');
  const talk = await page.event('call.connected');
  expect(talk).toMatchObject({
    ...{ direction: 'out', extension: '21', state: 'connected' },
    to: { number: '+493023125101' },
  });
  await desk.does('hangup');
  const ended = await page.event('call.ended');
  expect(ended).toMatchObject({ callId: talk.callId, endCause: 'normal' });
  expect(ended.durationSec).not.toBeNull();
});

test('[TS13] who is called in the group is seen, and who of them has answered and for how long', async () => {
  const { office, page } = await followedOffice();
  const caller = await office.colleague('outside');
  await office.colleague('621');
  await caller.does('dial', `sip:${GROUP}@office`);
  const talk = await page.event('call.connected');
  expect(talk).toMatchObject({ direction: 'in', extension: '6', to: { raw: GROUP } });
  await caller.does('hangup');
  const ended = await page.event('call.ended');
  expect(ended).toMatchObject({ callId: talk.callId, endCause: 'normal', extension: '6' });
  expect(ended.durationSec).not.toBeNull();
  await page.ask('calls');
  expect(stories(page)).toHaveLength(1);
});

test('[TS13] a call of two desks is one call, and both are told', async () => {
  const { office, page } = await followedOffice();
  const desk = await office.colleague('21');
  await office.colleague('22');
  await desk.does('dial', 'sip:22@office');
  expect(await page.event('call.connected')).toMatchObject({
    ...{ direction: 'internal', extension: '22' },
    ...{ from: { raw: '21' }, to: { raw: '22' } },
  });
  await desk.does('hangup');
  expect(await page.event('call.ended')).toMatchObject({ endCause: 'normal' });
  await page.ask('calls');
  expect(stories(page)).toHaveLength(1);
});

test('[TS13] what is dialled here is followed to its end, and is one call', async () => {
  const { office, page } = await followedOffice();
  const desk = await office.colleague('21');
  const other = await office.colleague('outside');
  const { callId } = await page.result<{ callId: string }>('dial', { number: '030 23125-101' });
  expect(await page.event('call.connected')).toMatchObject({ callId, extension: '21' });
  await expect.poll(() => desk.program.stdout).toContain('answering call on line 1');
  await other.does('hangup');
  expect(await page.event('call.ended')).toMatchObject({ callId, endCause: 'normal' });
  await page.ask('calls');
  expect(stories(page)).toEqual([['dialing', 'ringing', 'connected', 'ended']]);
});

test.each([
  [true, /^ok +phone calls +it tells the calls at the telephone of desk 21$/m],
  [false, /^note +phone calls +it does not tell .* \(489\)/m],
])('[TS13] hookline check says whether Kamailio tells of calls: %s', async (tellsOfCalls, said) => {
  const office = await SipOffice.open('udp', undefined, { tellsOfCalls });
  const account = `Zentrale=620:${PASSWORD}@127.0.0.1:${office.port};domain=office`;
  const { out } = await outcome([
    ...['check', '--app.server.port=0', '--app.archive.url=off', '--app.telephony.system=sip'],
    ...['--app.telephony.desks=21=21', `--app.telephony.sip.accounts=${account}`],
  ]);
  expect(out).toMatch(said);
});
