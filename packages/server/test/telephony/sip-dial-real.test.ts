import { expect, test } from 'vitest';
import { runServer } from '../support/running-server.ts';
import { SipOffice } from './sip-office.ts';
import { connectTo } from './telephony-client.ts';

async function runOffice() {
  const office = await SipOffice.open();
  const server = await runServer({
    'app.telephony.system': 'sip',
    'app.telephony.sip.accounts': [office.account()],
    'app.telephony.desks': { '21': '21', '29': '29' },
    'app.archive.url': 'off',
  });
  const status = async () => (await (await fetch(`${server.url}/readyz`)).json()).status;
  await expect.poll(status).toBe('ready');
  const page = (desk: string) => connectTo(server.port, `/api/telephony/ws?desk=${desk}`);
  return { office, server, page };
}

test('[TS13] at Kamailio the telephone of the desk is called, told whom to call, and calls them', async () => {
  const { office, page } = await runOffice();
  const desk = await office.colleague('21');
  const other = await office.colleague('outside');
  const client = await page('21');
  const { callId } = await client.result<{ callId: string }>('dial', { number: '030 23125-101' });
  const ended = await client.event('call.ended');
  expect(ended).toMatchObject({
    ...{ callId, direction: 'out', endCause: 'normal', extension: '21' },
    to: { number: '+493023125101' },
    durationSec: null,
  });
  expect(client.told()).toEqual(['dialing', 'ringing', 'ended']);
  const said = ({ program }: typeof desk) => expect.poll(() => program.stdout);
  await said(desk).toContain('answering call on line 1 from sip:620@office');
  await said(other).toContain('answering call on line 1 from sip:21@office');
});

test.each([
  ['is busy', 'busy'],
  ['rejects', 'rejected'],
  ['is not there', 'unreachable'],
] as const)(
  '[TS13] the desk’s own telephone %s: that is a refusal, in words',
  async (part, cause) => {
    const { office, page } = await runOffice();
    const played = office.telephone(part);
    const client = await page('29');
    const { ok, error } = await client.ask('dial', { number: '030 23125-101' });
    expect([ok, error?.code]).toEqual([false, 'unavailable']);
    expect(error?.message).toMatch(/^Your telephone /);
    expect(await client.event('call.ended')).toMatchObject({
      ...{ endCause: 'failed', deskCause: cause, durationSec: 0 },
    });
    await played;
  },
);

test.each(['knows no REFER', 'takes no REFER'] as const)(
  '[TS13] a telephone that %s is not asked again: pages have other means from then on',
  async (part) => {
    const { office, server, page } = await runOffice();
    const played = office.telephone(part);
    const client = await page('29');
    await client.result('dial', { number: '030 23125-101' });
    expect(await client.event('call.ended')).toMatchObject({
      ...{ endCause: 'failed', deskCause: 'unable' },
    });
    await played;
    const hello = await client.frame((frame) => {
      const { commands } = (frame.data ?? {}) as { commands?: string[] };
      return frame.event === 'hello' && commands?.length === 0;
    });
    expect(hello.data).toMatchObject({ extension: '29', commands: [] });
    expect((await client.ask('dial', { number: '1' })).error?.code).toBe('unavailable');
    expect(server.logLines.filter((line) => line.includes('REFER'))).toHaveLength(1);
  },
);
