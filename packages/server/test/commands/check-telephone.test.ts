import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CallMonitor } from '../telephony/call-monitor.ts';
import { ManagerInterface } from '../telephony/manager-interface.ts';
import { Notifier } from '../telephony/sip-notifier.ts';
import { SipRegistrar } from '../telephony/sip-registrar.ts';
import { Tr064Box } from '../telephony/tr064-box.ts';
import { outcome } from './typed-command.ts';

const SECRETS = [SipRegistrar.password, 'push-token-0123', 'geheim "&ü', 's3cret', 'sipgate-token'];

/** What `hookline check` says of the telephone, by what it is about. */
async function check(properties: Record<string, string>) {
  const all = { 'app.server.port': '0', 'app.archive.url': 'off', ...properties };
  const words = Object.entries(all).map(([name, value]) => `--app.telephony.${name}=${value}`);
  const { code, out } = await outcome([
    'check',
    ...words.map((word) => word.replace('--app.telephony.app.', '--app.')),
  ]);
  for (const secret of SECRETS) expect(out).not.toContain(secret);
  const rows = out.matchAll(/^(ok|note|wrong) +((?:phone|dial) \w+) +(.+)$/gm);
  const found = [...rows].map(([, state, about, text]) => [about, `${state} ${text}`]);
  return { code, out, found: Object.fromEntries(found) as Record<string, string> };
}

async function fritzbox() {
  const monitor = await CallMonitor.start();
  const box = await Tr064Box.start();
  const contact =
    '<contact><person><realName>A</realName></person><telephony><number>0301</number></telephony></contact>';
  box.books.set('0', { name: 'Kunden', xml: `<phonebook>${contact}</phonebook>` });
  box.books.set('1', { name: 'Privat', xml: `<phonebook>${contact}${contact}</phonebook>` });
  const properties = {
    system: 'fritzbox',
    'fritzbox.host': '127.0.0.1',
    'fritzbox.port': String(monitor.port),
    'fritzbox.tr064': box.url,
    'fritzbox.user': Tr064Box.user,
    'fritzbox.password': Tr064Box.password,
    'fritzbox.dial-phones': '21=DECT: Disposition',
    desks: '21=610',
  };
  return { monitor, box, properties };
}

test('[TS6] a FRITZ!Box that is well: line, login, rights, phone book, telephones; nothing rings', async () => {
  const { box, properties } = await fritzbox();
  const { found } = await check(properties);
  expect(found).toEqual({
    'phone line': `ok the call monitor at 127.0.0.1:${properties['fritzbox.port']} is on`,
    'phone login': `ok hookline at ${box.url}`,
    'phone rights':
      'ok hookline can read phone books and dial help; whether it may dial shows only by dialling',
    'phone book': 'ok 3 entries in "Kunden", "Privat"',
    'dial phones': 'ok 21=DECT: Disposition',
    'phone desks': 'ok 21=610; the next call shows whether they are so called',
  });
  expect(box.orders).toEqual([]);
  const one = await check({ ...properties, 'fritzbox.phone-books': 'Kunden' });
  expect(one.found['phone book']).toBe('ok 1 entry in "Kunden"');
});

test('[TS6] a call monitor that is off says what to dial', async () => {
  const { monitor, properties } = await fritzbox();
  await monitor.stop();
  const { code, found } = await check(properties);
  expect(code).toBe(1);
  expect(found['phone line']).toMatch(
    /^wrong no call monitor at 127\.0\.0\.1:\d+ \(connection refused\): dial #96\*5\* on a telephone/,
  );
  expect(found['phone login']).toMatch(/^ok/);
});

test('[TS6] wrong password, missing right, unknown book and unknown telephone are told apart', async () => {
  const { box, properties } = await fritzbox();
  const said = async (about: string, change: Record<string, string> = {}) =>
    (await check({ ...properties, ...change })).found[about];
  const refused = await check({ ...properties, 'fritzbox.password': 'falsch' });
  expect(refused.found['phone login']).toMatch(/^wrong The FRITZ!Box refuses user and password/);
  expect(refused.found).not.toHaveProperty('phone rights');
  expect(await said('phone login', { 'fritzbox.tr064': 'http://127.0.0.1:9' })).toMatch(
    /^wrong The FRITZ!Box does not answer at http:\/\/127\.0\.0\.1:9; is access .* allowed there/,
  );
  expect(await said('phone book', { 'fritzbox.phone-books': 'Kuriere' })).toBe(
    'wrong the box has no "Kuriere", it has "Kunden", "Privat"; app.telephony.fritzbox.phone-books',
  );
  expect(await said('dial phones', { 'fritzbox.dial-phones': '21=DECT: Lager' })).toBe(
    'wrong the box has no telephone "DECT: Lager", it has "DECT: Disposition"; app.telephony.fritzbox.dial-phones',
  );
  expect(await said('dial phones', { desks: '22=611' })).toBe(
    'wrong app.telephony.fritzbox.dial-phones: "21" is no desk of app.telephony.desks',
  );
  expect(await said('phone desks', { desks: '21=**610' })).toMatch(/^wrong 21=\*\*610 in app/);
  const { 'fritzbox.dial-phones': _, ...unchosen } = properties;
  expect((await check(unchosen)).found['dial phones']).toMatch(/^note none: choose one at the box/);
  box.dialPhone = 'DECT: \u009bLager';
  expect((await check(unchosen)).found['dial phones']).toBe(
    'ok "DECT:  Lager" for every desk, as chosen at the box',
  );
  for (const action of ['X_AVM-DE_DialGetConfig', 'GetPhonebookList']) {
    box.refused.add(action);
    const { found } = await check(properties);
    expect(found['phone login']).toMatch(/^ok/);
    expect(found['phone rights']).toMatch(/^wrong .*does not give this user the right/);
    box.refused.clear();
  }
});

test('[TS6] without a user it is said what is missing', async () => {
  const { properties } = await fritzbox();
  const { system, 'fritzbox.host': host, 'fritzbox.port': port } = properties;
  const { code, out, found } = await check({
    ...{ system, 'fritzbox.host': host, 'fritzbox.port': port, 'phone-book': 'system' },
  });
  expect(found['phone login']).toMatch(/^note none: calls are watched/);
  expect(found['phone book']).toBe(
    'wrong app.telephony.phone-book: system needs app.telephony.fritzbox.user and .password',
  );
  expect(found['phone desks']).toMatch(/^note none: set app\.telephony\.desks/);
  expect(code).toBe(1);
  expect(out).not.toContain('dial phones');
});

async function asterisk() {
  const pbx = await ManagerInterface.start();
  const properties = {
    system: 'asterisk',
    'asterisk.url': `tcp://127.0.0.1:${pbx.port}`,
    'asterisk.user': ManagerInterface.user,
    'asterisk.secret': ManagerInterface.secret,
    desks: '21=PJSIP/21',
  };
  return { pbx, properties };
}

test('[TS8] an Asterisk that is well: banner, login, rights; nothing rings', async () => {
  const { pbx, properties } = await asterisk();
  const { found } = await check(properties);
  expect(found).toEqual({
    'phone line': `ok Asterisk Call Manager/8.0.2 at 127.0.0.1:${pbx.port}`,
    'phone login': 'ok hookline',
    'phone rights':
      'ok hookline may list calls, dial, hang up and transfer; whether the context from-internal leads somewhere shows only by dialling',
    'phone book': 'note none: there is no archive, and app.telephony.phone-book is not set',
    'phone desks': 'ok 21=PJSIP/21; the next call shows whether they are so called',
  });
  expect(pbx.actions).toEqual([]);
});

test('[TS8] what keeps it from Asterisk is said', async () => {
  const { pbx, properties } = await asterisk();
  const said = async (about: string, change: Record<string, string> = {}) =>
    (await check({ ...properties, ...change })).found[about];
  expect(await said('phone login', { 'asterisk.secret': 'falsch' })).toBe(
    'wrong login refused: Authentication failed; app.telephony.asterisk.user and .secret',
  );
  pbx.refused.add('originate');
  expect(await said('phone rights')).toBe(
    'wrong hookline may not dial; in manager.conf it needs read = call and write = call,originate,reporting',
  );
  pbx.refused.add('coreshowchannels');
  expect(await said('phone rights')).toMatch(
    /^wrong hookline may not list calls \(Permission denied\); in manager\.conf/,
  );
  pbx.refused.clear();
  pbx.refused.add('listcommands');
  expect(await said('phone rights')).toMatch(/^note hookline may list calls; whether it may dial/);
  pbx.banner = 'SSH-2.0-OpenSSH';
  expect(await said('phone line')).toMatch(/^wrong no Asterisk at .* \(this is no Asterisk\)/);
  await pbx.stop();
  expect(await said('phone line')).toMatch(/^wrong no Asterisk at .* \(connection refused\)/);
});

/** The part of sipgate that takes orders; answers everything with this status. */
async function sipgate(status: number) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"data":[]}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const properties = {
    system: 'sipgate',
    'push.token': 'push-token-0123',
    'app.server.public-url': 'https://hooks.office.example',
    'sipgate.api': url,
    'sipgate.token-id': 'token-AB12',
    'sipgate.token': 'sipgate-token',
    desks: '21=w0/e0',
  };
  return { asked, url, properties };
}

test('[TS7] sipgate: the address to enter, without the token, and whether orders are taken', async () => {
  const { asked, url, properties } = await sipgate(200);
  const { found } = await check(properties);
  expect(found).toMatchObject({
    'phone address':
      'ok to be entered there: https://hooks.office.example/api/telephony/push?token=TOKEN, TOKEN being app.telephony.push.token',
    'phone login': `ok token-AB12 at ${url}`,
    'phone rights': expect.stringMatching(/^ok it may list calls; whether it may dial/),
  });
  const basic = Buffer.from('token-AB12:sipgate-token').toString('base64');
  expect(asked).toEqual([`GET /calls Basic ${basic}`]);
});

test.each([
  [401, 'phone login', /^wrong token-AB12 is refused/],
  [403, 'phone rights', /^note it may not list calls/],
  [502, 'phone login', /^wrong http:\S+ answers 502/],
] as const)('[TS7] sipgate answers %i: %s says so', async (status, about, text) => {
  const { properties } = await sipgate(status);
  expect((await check(properties)).found[about]).toMatch(text);
});

test('[TS7] an address that cannot be pushed to safely is wrong', async () => {
  const { properties } = await sipgate(200);
  const said = async (change: Record<string, string>) =>
    (await check({ ...properties, ...change })).found['phone address'];
  expect(await said({ 'app.server.public-url': 'http://hooks.office.example' })).toMatch(
    /^wrong http:\/\/hooks\.office\.example: without https the token/,
  );
  expect(await said({ 'app.server.public-url': 'https://localhost' })).toMatch(
    /^wrong https:\/\/localhost cannot be reached from outside/,
  );
  expect(await said({ 'sipgate.api': 'http://127.0.0.1:9' })).toMatch(/^ok/);
  const away = await check({ ...properties, 'sipgate.api': 'http://127.0.0.1:9' });
  expect(away.found['phone login']).toBe('wrong nobody answers at http://127.0.0.1:9');
});

test('[TS7] generic CTI and Placetel: the address to enter, and whether pushes are signed', async () => {
  const token = { 'push.token': 'push-token-0123' };
  const cti = await check({ system: 'cti', ...token });
  expect(cti.found['phone address']).toBe(
    'note to be entered there: the address of this server with /api/telephony/push?token=TOKEN, TOKEN being app.telephony.push.token',
  );
  const inside = { 'app.server.public-url': 'http://office-pc:8080' };
  expect((await check({ system: 'cti', ...token, ...inside })).found['phone address']).toMatch(
    /^note to be entered there: http:\/\/office-pc:8080\/api.*; without https/,
  );
  const open = await check({ system: 'placetel', ...token });
  expect(open.found['phone signature']).toMatch(/^note none: set app\.telephony\.placetel\.secret/);
  const signed = await check({ system: 'placetel', ...token, 'placetel.secret': 's3cret' });
  expect(signed.found['phone signature']).toMatch(/^ok/);
});

test('[TS9] a registrar is registered at for a moment, and what keeps one out is said', async () => {
  const registrar = await SipRegistrar.start();
  const properties = {
    system: 'sip',
    'sip.registrar': `127.0.0.1:${registrar.port}`,
    'sip.user': SipRegistrar.user,
    'sip.password': SipRegistrar.password,
  };
  expect((await check(properties)).found).toMatchObject({
    'phone line': `ok the registrar at 127.0.0.1:${registrar.port} answers`,
    'phone login': 'ok 620; whether it rings with the others shows only by a call',
  });
  expect(registrar.heard.at(-1)).toMatch(/^Expires: 0\r$/m);
  const calls = async (status: string) => {
    const from = registrar.heard.length;
    const checked = check({ ...properties, desks: '21=601,22=602' });
    const asked = await registrar.hears(/^SUBSCRIBE sip:601@/, from);
    new Notifier(registrar, asked).answers(status);
    expect(asked).toMatch(/^Expires: 0\r$/m);
    return (await checked).found['phone calls'];
  };
  expect(await calls('200 OK')).toBe('ok it tells the calls at the telephone of desk 21');
  expect(await calls('489 Bad Event')).toMatch(/^note it does not tell .* \(489\): .*BLF/);
  registrar.verdict = () => ['403 Forbidden'];
  const refused = (await check(properties)).found;
  expect(refused['phone line']).toMatch(/^ok/);
  expect(refused['phone login']).toMatch(/^wrong the registrar at .*; app\.telephony\.sip\.user/);
  await registrar.stop();
  const away = (await check(properties)).found;
  expect(away['phone line']).toMatch(/^wrong no line to the registrar at .*nobody is there/);
  expect(away).not.toHaveProperty('phone login');
});

test('[TS1] the phone book of a telephone system may be a file or the archive', async () => {
  const data = mkdtempSync(join(tmpdir(), 'hookline-check-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const path = join(data, 'book.csv');
  writeFileSync(path, 'number,name\n030 23125-111,A\n');
  const cti = { system: 'cti', 'push.token': 'push-token-0123' };
  const said = async (change: Record<string, string>) =>
    (await check({ ...cti, ...change })).found['phone book'];
  expect(await said({ 'phone-book': path })).toBe(`ok 1 entries in ${path}`);
  expect(await said({ 'phone-book': join(data, 'none.csv') })).toMatch(
    /^wrong .*none\.csv does not exist; see app\.telephony\.phone-book$/,
  );
  expect(await said({ 'phone-book': 'archive' })).toMatch(/^wrong .*app\.archive\.url is off$/);
  expect(await said({ 'phone-book': 'system' })).toMatch(/^wrong .*has none that can be read/);
  const archive = { 'app.archive.url': `sqlite:${data}/hookline.db` };
  expect(await said(archive)).toBe('ok the addresses of the archive');
});

test('[TE1] without a telephone system nothing is said of one', async () => {
  expect((await check({})).found).toEqual({});
});
