import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { deskPhones, phoneLogins } from '../../src/config/kinds/desk-phones.ts';
import { loadConfig } from '../../src/config/load.ts';
import { type Config, secretsIn } from '../../src/config/properties.ts';
import { outcome } from '../commands/typed-command.ts';
import { PlayedPhone, PlayedSnom, PlayedYealink } from './desk-phones.ts';
import { IN, pushed } from './push-office.ts';
import { connectTo } from './telephony-client.ts';

const LOGIN = { user: PlayedPhone.user, password: PlayedPhone.password };

/** An office whose system takes no orders at all: desk 21 has a Snom, 22 a Yealink, 23 neither. */
async function office(config: Partial<Config> = {}) {
  const snom = await PlayedSnom.start();
  const yealink = await PlayedYealink.start();
  const all = await pushed('cti', {
    'app.telephony.desks': { '21': 'anna', '22': 'ben', '23': 'cleo' },
    'app.telephony.phones': {
      '21': { make: 'snom', url: snom.url },
      '22': { make: 'yealink', url: yealink.url },
    },
    'app.telephony.phone-secrets': { '21': LOGIN, '22': LOGIN },
    ...config,
  });
  const desk = (name: string) => connectTo(all.server.port, `/api/telephony/ws?desk=${name}`);
  const rings = async (callId = '1') => {
    await all.push({ event: 'newCall', callId, ...IN });
    return all.page.event('call.ringing', ({ from }) => from.number === '+493023125101');
  };
  return { ...all, snom, yealink, desk, rings };
}

test('[TS14] a Snom and a Yealink answer, reject and hang up, each by its own verbs, with a system that takes no orders', async () => {
  const { snom, yealink, desk, rings, push, page } = await office();
  const ben = await desk('22');
  const { callId, features } = await rings();
  expect(features).toEqual(['answer', 'reject']);
  expect((await page.ask('answer', { callId })).ok).toBe(true);
  expect((await ben.ask('reject', { callId })).ok).toBe(true);
  expect((await ben.ask('answer', { callId })).ok).toBe(true);

  await push({ event: 'answer', callId: '1', userId: 'anna', ...IN });
  const talk = await page.event('call.connected');
  expect([talk.extension, talk.features]).toEqual(['21', ['hangup', 'transfer']]);
  expect((await page.ask('transfer', { callId, to: '*22#' })).ok).toBe(true);
  expect((await page.ask('transfer', { callId, to: '+4930' })).error?.code).toBe('bad_request');
  expect((await page.ask('hold', { callId })).error?.code).toBe('unavailable');
  expect((await page.ask('hangup', { callId })).ok).toBe(true);
  expect((await ben.ask('hangup', { callId })).error?.code).toBe('invalid_state');
  expect(snom.done).toEqual(['ENTER', 'TRANSFER', '*', '2', '2', '%23', 'ENTER', 'CANCEL']);

  await push({ event: 'hangup', callId: '1', cause: 'normalClearing', direction: 'in' });
  await push({ event: 'newCall', callId: '2', ...IN });
  await push({ event: 'answer', callId: '2', userId: 'ben', ...IN });
  const second = await ben.event('call.connected', ({ extension }) => extension === '22');
  expect(second.features).toEqual(['hangup']);
  expect((await ben.ask('hangup', { callId: second.callId })).ok).toBe(true);
  expect(yealink.done).toEqual(['CANCEL', 'ASW', 'CALLEND']);
});

test('[TS14] both dial what can be dialled and nothing else; each desk is told what it can do', async () => {
  const { snom, yealink, desk, page } = await office();
  const [ben, cleo] = [await desk('22'), await desk('23')];
  const commands = [page, ben, cleo].map(({ frames: [hello] }) => hello?.data);
  expect(commands).toMatchObject([
    { commands: ['dial', 'answer', 'reject', 'hangup', 'transfer'] },
    { commands: ['dial', 'answer', 'reject', 'hangup'] },
    { commands: [] },
  ]);
  expect(await page.result('dial', { number: '+49 (30) 23125-101' })).toEqual({ callId: '' });
  expect(await ben.result('dial', { number: '*21#' })).toEqual({ callId: '' });
  expect((await cleo.ask('dial', { number: '030' })).error).toMatchObject({
    code: 'unavailable',
    reason: 'no_telephone',
    message: expect.stringContaining('app.telephony.phones'),
  });
  for (const number of ['030&key=X', '030\r\nX', '030;CANCEL', '../', '%2e']) {
    expect((await page.ask('dial', { number })).error?.code).toBe('bad_request');
  }
  expect(snom.done).toEqual(['dials +493023125101']);
  expect(yealink.done).toEqual(['dials *21#']);
});

test('[TS14] with several calls at a telephone nobody knows whom a key is about: it is not pressed', async () => {
  const { snom, rings, push, page } = await office();
  const { callId } = await rings();
  await push({ event: 'newCall', callId: '2', direction: 'in', from: '491713920012', to: IN.to });
  await page.event('call.ringing', (call) => call.callId !== callId);
  expect((await page.ask('answer', { callId })).error).toMatchObject({
    code: 'unavailable',
    reason: 'several_calls',
    message: expect.stringContaining('several calls'),
  });
  await push({ event: 'answer', callId: '2', userId: 'cleo', direction: 'in' });
  await page.event('call.connected');
  expect((await page.ask('answer', { callId })).ok).toBe(true);
  expect(snom.done).toEqual(['ENTER']);
});

test.each(['basic', 'digest', 'sha-256'] as const)(
  '[TS14] it is let in by %s, also after the telephone has started anew',
  async (door) => {
    const { snom, rings, page } = await office();
    snom.door = door;
    const { callId } = await rings();
    for (const command of ['answer', 'reject', 'answer']) {
      expect((await page.ask(command, { callId })).ok).toBe(true);
      if (command === 'reject') snom.forgetNonces();
    }
    expect(snom.done).toEqual(['ENTER', 'CANCEL', 'ENTER']);
    // Asked for a proof once, and once more after the start.
    expect(snom.asked).toBe(door === 'basic' ? 4 : 5);
  },
);

/** A second opinion on who is let in. @needs curl */
test('[TS14] the telephones that are played let in curl, too', async () => {
  const snom = await PlayedSnom.start();
  for (const [door, way] of [
    ['basic', '--basic'],
    ['digest', '--digest'],
  ] as const) {
    snom.door = door;
    const login = `${LOGIN.user}:${LOGIN.password}`;
    const words = ['-sf', way, '-u', login, `${snom.url}/command.htm?key=ENTER;NOKEY`];
    await promisify(execFile)('curl', words);
  }
  expect(snom.done).toEqual(['ENTER', 'ENTER']);
});

test('[TS14] what the telephone refuses is said as it is; nothing of it is followed or read to its end', async () => {
  const elsewhere = await PlayedSnom.start();
  const { snom, rings, page } = await office();
  const { callId } = await rings();
  const refusal = async () => (await page.ask('answer', { callId })).error?.message;
  snom.answers = (response) => response.writeHead(403, 'Not allowed').end();
  expect(await refusal()).toMatch(/^Your telephone answers 403 Not allowed: .*hidden tags/);
  snom.answers = (response) => response.writeHead(500, 'x'.repeat(5000)).end();
  expect((await refusal())?.length).toBeLessThan(150);
  snom.answers = (response) => response.writeHead(302, { location: elsewhere.url }).end();
  expect(await refusal()).toContain('sends elsewhere (302 Found), which is not followed');
  expect(elsewhere.asked).toBe(0);
  let isCut: Promise<unknown> | undefined;
  snom.answers = (response) => {
    isCut = new Promise((resolve) => response.once('close', resolve));
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.writeHead(200).on('drain', more);
    more();
  };
  expect(await refusal()).toBeUndefined();
  await isCut;
  snom.answers = (response) => response.destroy();
  expect(await refusal()).toBe(
    'Your telephone does not answer (the connection was cut); is its web server on (Advanced, Network)?',
  );
  snom.stop();
  expect(await refusal()).toContain('does not answer (connection refused)');
});

test('[TS14] a telephone is told one thing at a time', async () => {
  const { snom, rings, page } = await office();
  const { callId } = await rings();
  const { promise: isAsked, resolve } = Promise.withResolvers<() => void>();
  snom.answers = (response) => resolve(() => response.end());
  const first = page.ask('answer', { callId });
  const answer = await isAsked;
  expect((await page.ask('reject', { callId })).error?.message).toContain('being told');
  answer();
  expect((await first).ok).toBe(true);
});

test('[TS14] where other machines reach the server by any name, telephones take no orders either', async () => {
  const { rings, page } = await office({
    'app.access.open': true,
    'app.server.host': '0.0.0.0',
    'app.server.public-url': undefined,
  } as Partial<Config>);
  expect(page.frames[0]?.data).toMatchObject({ commands: [] });
  const { callId, features } = await rings();
  expect(features).toEqual([]);
  expect((await page.ask('answer', { callId })).error?.code).toBe('unavailable');
});

test('[TS14] telephones and their passwords are read by desk, told by place, and never shown', () => {
  expect(deskPhones.parse('21=snom:http://10.1.0.21, 22=yealink:https://[::1]:8443/')).toEqual({
    '21': { make: 'snom', url: 'http://10.1.0.21' },
    '22': { make: 'yealink', url: 'https://[::1]:8443' },
  });
  expect(phoneLogins.parse('21=admin:ge:heim%2C%25\n22=user:x')).toEqual({
    '21': { user: 'admin', password: 'ge:heim,%' },
    '22': { user: 'user', password: 'x' },
  });
  const faults = (kind: typeof deskPhones | typeof phoneLogins, text: string) =>
    kind.faults?.(text).join('\n');
  expect(faults(deskPhones, '21=cisco:http://x')).toContain('entry 1: what stands before');
  expect(faults(deskPhones, '21=snom:http://a:b@x')).toContain('address is none');
  expect(faults(deskPhones, '21=snom:file:///etc')).toContain('address is none');
  expect(faults(deskPhones, '21=snom:http://x,21=snom:http://y')).toContain('entry 2: its desk');
  for (const text of ['geheim', '21=geheim', '21=:geheim', '21=a:geheim%']) {
    expect(phoneLogins.parse(text)).toBeUndefined();
    expect(faults(phoneLogins, text)).toMatch(/^entry 1: (?!.*geheim)/);
  }
  const load = (...argv: string[]) => loadConfig(argv, {}, () => '');
  expect(load('--app.telephony.phones=21=snom:http://x')).toMatchObject({
    mistakes: [
      'app.telephony.phones: needs app.telephony.system as well',
      'app.telephony.phones: 21 is no desk of app.telephony.desks',
    ],
  });
  const config = { 'app.telephony.phone-secrets': { '21': LOGIN } } as unknown as Config;
  expect(secretsIn(config)).toContain(LOGIN.password);
});

test('[TS14] hookline check tries each telephone, rings at none, and names what is switched off', async () => {
  const snom = await PlayedSnom.start();
  const yealink = await PlayedYealink.start();
  const check = async (secrets = `21=${LOGIN.user}:geheim%2C für 21`) => {
    const { out } = await outcome([
      ...['check', '--app.server.port=0', '--app.archive.url=off', '--app.telephony.system=cti'],
      ...['--app.telephony.push.token=push-token-0123', '--app.telephony.desks=21=a,22=b'],
      `--app.telephony.phones=21=snom:${snom.url},22=yealink:${yealink.url}`,
      `--app.telephony.phone-secrets=${secrets}`,
    ]);
    expect(out).not.toContain('geheim');
    return Object.fromEntries(
      [...out.matchAll(/^(ok|wrong) +phone (2\d) +the (.+)$/gm)].map(([, state, desk, text]) => [
        desk,
        `${state} ${text}`,
      ]),
    );
  };
  snom.door = 'digest';
  expect(await check()).toEqual({
    '21': `ok Snom at ${snom.url} takes orders`,
    '22': `ok Yealink at ${yealink.url} takes orders`,
  });
  yealink.answers = (response) => response.writeHead(403).end();
  const found = await check('21=admin:geheim');
  expect(found['21']).toContain('wrong Snom at');
  expect(found['21']).toContain('refuses user and password (401 Unauthorized)');
  expect(found['22']).toMatch(/answers 403 Forbidden: .*Action URI Allow IP List/);
  expect([...snom.done, ...yealink.done]).toEqual([]);
});
