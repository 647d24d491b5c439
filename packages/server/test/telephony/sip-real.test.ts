import { expect, test } from 'vitest';
import type { Config } from '../../src/config/properties.ts';
import { runServer } from '../support/running-server.ts';
import { GROUP, PASSWORD, ROUNDS, SipOffice } from './sip-office.ts';
import { connectTo } from './telephony-client.ts';

async function runPhone(office: SipOffice, config: Partial<Config> = {}) {
  const server = await runServer({
    'app.telephony.system': 'sip',
    'app.telephony.sip.registrar': { host: '127.0.0.1', port: office.port },
    'app.telephony.sip.user': '620',
    'app.telephony.sip.password': PASSWORD,
    'app.archive.url': 'off',
    ...config,
  });
  const readiness = async () => (await fetch(`${server.url}/readyz`)).json();
  return { server, readiness };
}

test('[TS9] registers at Kamailio and rings with the others: given up is missed, answered elsewhere is not', async () => {
  const office = await SipOffice.open();
  const { server, readiness } = await runPhone(office);
  await expect.poll(async () => (await readiness()).status).toBe('ready');
  const page = await connectTo(server.port, '/api/telephony/ws');
  expect(page.frames[0]?.data).toMatchObject({ commands: [], calls: [] });

  await office.caller('gives up');
  const missed = await page.event('call.ended');
  expect(await page.event('call.ringing')).toMatchObject({
    callId: missed.callId,
    direction: 'in',
    extension: '',
    features: [],
    from: { number: '+493023125101', name: 'Bäckerei' },
    to: { raw: GROUP },
  });
  expect(missed).toMatchObject({ endCause: 'missed', answeredAt: null });

  await office.colleague('621');
  await office.caller('talks');
  const answered = await page.event('call.ended', ({ callId }) => callId !== missed.callId);
  expect(answered).toMatchObject({
    endCause: 'normal',
    answeredAt: expect.any(String),
    durationSec: null,
  });
  expect(page.told()).toEqual(['ringing', 'ended', 'ringing', 'ended']);
  expect(server.archive.reports.map(({ json }) => JSON.parse(json).event)).toEqual(
    page.told().map((name) => `call.${name}`),
  );

  await server.server.stop();
  await office.says('unregistered 620');
});

test('[TS15] a call that Kamailio rings in two rounds is one call', async () => {
  const office = await SipOffice.open();
  const { server, readiness } = await runPhone(office);
  await expect.poll(async () => (await readiness()).status).toBe('ready');
  const page = await connectTo(server.port, '/api/telephony/ws');
  await office.caller('gives up in the second round');
  expect(await page.event('call.ended')).toMatchObject({ endCause: 'missed', to: { raw: ROUNDS } });
  await page.ask('calls');
  expect(page.told()).toEqual(['ringing', 'ended']);
});

test('[TS10] Kamailio refuses a wrong password and an unknown user, which is said in words', async () => {
  const office = await SipOffice.open();
  const reasons = async (config: Partial<Config>) => {
    const { readiness } = await runPhone(office, config);
    const said = async () => (await readiness()).reasons?.join() as string;
    await expect.poll(said).not.toMatch(/^$|yet/);
    expect((await readiness()).status).toBe('degraded');
    return said();
  };
  expect(await reasons({ 'app.telephony.sip.password': 'wrong' })).toBe(
    `the registrar at 127.0.0.1:${office.port} refuses user and password of app.telephony.sip`,
  );
  expect(await reasons({ 'app.telephony.sip.user': '630' })).toContain('knows no user 630');
});
