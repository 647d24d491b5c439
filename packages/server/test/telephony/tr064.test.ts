import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { PhoneBookEntry } from '@hookline/contract';
import { expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../src/config/properties.ts';
import type { Overrides } from '../../src/parts.ts';
import { realTime } from '../../src/telephony/schedule.ts';
import { entriesIn, Tr064 } from '../../src/telephony/systems/fritzbox/tr064.ts';
import { runServer } from '../support/running-server.ts';
import { CallMonitor } from './call-monitor.ts';
import { connectTo } from './telephony-client.ts';
import { fritzboxConfig, Tr064Box } from './tr064-box.ts';

const BOOK = `<?xml version="1.0" encoding="utf-8"?>
<phonebooks><phonebook owner="1" name="Kunden"><timestamp>1772437269</timestamp>
 <contact><category>0</category><person><realName>Bäckerei &amp; Söhne</realName></person>
  <telephony nid="2"><number type="work" prio="1" id="0">030 23125-101</number>
   <number type="mobile" id="1">0171 3920001</number><number type="intern">**610</number></telephony>
  <services><email>info@baeckerei.example</email></services><uniqueid>1</uniqueid></contact>
 <contact><person><realName></realName></person><telephony><number type="home">66969200</number></telephony></contact>
 <contact><person><realName>Ohne Nummer</realName></person><telephony/></contact>
</phonebook></phonebooks>`;
const OWN = `<phonebooks><phonebook owner="255" name="Telefone"><contact><person><realName>DECT: Disposition</realName></person><telephony><number type="home">040123</number></telephony></contact></phonebook></phonebooks>`;

async function office(config: Partial<Config> = {}, overrides: Overrides = {}) {
  const monitor = await CallMonitor.start();
  const box = await Tr064Box.start();
  box.books.set('0', { name: 'Kunden', xml: BOOK });
  box.books.set('1', { name: 'Telefone', xml: OWN });
  const settings: Partial<Config> = {
    ...fritzboxConfig(monitor, box),
    'app.telephony.desks': { '21': '610' },
    'app.phone.area-code': '040',
    ...config,
  };
  const server = await runServer(settings, overrides);
  await monitor.followed();
  return { monitor, box, server, page: await connectTo(server.port, '/api/telephony/ws') };
}

test('[TS6] the phone book of the box names who calls, its own telephones are nobody', async () => {
  const { monitor, page } = await office();
  const { addresses } = await expect
    .poll(() => page.result<{ addresses: PhoneBookEntry[] }>('addressCache'))
    .toMatchObject({ state: 'filled' })
    .then(() => page.result<{ addresses: PhoneBookEntry[] }>('addressCache'));
  expect(addresses).toMatchObject([
    { number: '030 23125-101', name: 'Bäckerei & Söhne', type: 'work' },
    { number: '0171 3920001', name: 'Bäckerei & Söhne', type: 'mobile' },
    { number: '66969200', name: '66969200', line: '+494066969200' },
  ]);
  await monitor.lines('02.03.26 08:41:09;RING;0;03023125101;66969100;SIP0;');
  expect(await page.event('call.ringing')).toMatchObject({ from: { name: 'Bäckerei & Söhne' } });
});

test('[TS6] a dialled call is there at once, becomes the one that the box tells of, and can be called off', async () => {
  const { monitor, box, page } = await office({
    'app.telephony.fritzbox.dial-phones': { '21': 'DECT: Disposition' },
  });
  const { callId } = await page.result<{ callId: string }>('dial', { number: '030 23125-102' });
  expect(box.orders).toEqual(['phone DECT: Disposition', 'dial 03023125102']);
  expect(await page.event('call.dialing')).toMatchObject({ callId, features: ['hangup'] });
  await monitor.lines(
    '02.03.26 09:02:00;CALL;1;10;66969100;03023125102#;SIP1;',
    '02.03.26 09:02:09;CONNECT;1;10;03023125102;',
  );
  expect(await page.event('call.connected')).toMatchObject({ callId, features: [] });
  expect((await page.ask('hangup', { callId })).error?.code).toBe('invalid_state');
  await monitor.lines('02.03.26 09:03:00;DISCONNECT;1;51;');
  expect(await page.event('call.ended')).toMatchObject({ callId, durationSec: 51 });

  const again = await page.result<{ callId: string }>('dial', { number: '0171 3920001' });
  await page.result('hangup', { callId: again.callId });
  expect(box.orders.at(-1)).toBe('hang up');
  const end = await page.event('call.ended', (call) => call.callId === again.callId);
  expect(end.endCause).toBe('canceled');
});

test('[TS5] only what was dialled here can be hung up, not the next call that the box counts alike', async () => {
  const { monitor, page } = await office();
  const { callId } = await page.result<{ callId: string }>('dial', { number: '030 23125-102' });
  await monitor.lines(
    '02.03.26 09:02:00;CALL;1;10;66969100;03023125102#;SIP1;',
    '02.03.26 09:02:09;DISCONNECT;1;0;',
    '02.03.26 09:03:00;CALL;1;10;66969100;03023125103#;SIP1;',
  );
  const next = await page.event('call.dialing', (call) => call.callId !== callId);
  expect(next.features).toEqual([]);
});

test('[TS6] a call that the box tells of before it answers the order is the same call', async () => {
  const { monitor, box, page } = await office();
  box.meanwhile = async () => {
    await monitor.lines('02.03.26 09:02:00;CALL;0;10;66969100;03023125102#;SIP1;');
    await page.event('call.dialing');
  };
  const { callId } = await page.result<{ callId: string }>('dial', { number: '030 23125-102' });
  expect(await page.event('call.dialing')).toMatchObject({
    ...{ callId, extension: '21', features: ['hangup'] },
  });
  await monitor.lines('02.03.26 09:03:00;DISCONNECT;0;0;');
  expect(await page.event('call.ended')).toMatchObject({ callId, endCause: 'canceled' });
  expect(page.told()).toEqual(['dialing', 'ended']);
});

test('[TS5] what one desk dials no other desk hangs up, and who has none dials nothing', async () => {
  const { box, server, page } = await office({
    'app.telephony.desks': { '21': '610', '22': '611' },
  });
  const own = await connectTo(server.port, '/api/telephony/ws?desk=21');
  const other = await connectTo(server.port, '/api/telephony/ws?desk=22');
  expect((await page.ask('dial', { number: '110' })).error?.code).toBe('unavailable');
  const { callId } = await own.result<{ callId: string }>('dial', { number: '030 23125-102' });
  for (const stranger of [other, page]) {
    expect((await stranger.ask('hangup', { callId })).error?.code).toBe('invalid_state');
  }
  expect(box.orders).toEqual(['dial 03023125102']);
  await own.result('hangup', { callId });
});

test('[TS6] what the box refuses is said in words that tell what to do', async () => {
  const { box, page } = await office();
  const said = async () => (await page.ask('dial', { number: '03023125101' })).error;
  box.hasDialHelp = false;
  expect(await said()).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('Wählhilfe'),
  });
  box.hasDialHelp = true;
  box.forgetNonces();
  expect(await said()).toBeUndefined();
});

test('[TS5] two desks that dial at once do not take each other’s telephone', async () => {
  const { box, server } = await office({
    'app.telephony.desks': { '21': '610', '22': '611' },
    'app.telephony.fritzbox.dial-phones': { '21': 'DECT: Disposition', '22': 'DECT: Zwei' },
  });
  box.phones.add('DECT: Zwei');
  const pages = await Promise.all(
    ['21', '22'].map((desk) => connectTo(server.port, `/api/telephony/ws?desk=${desk}`)),
  );
  await Promise.all(pages.map((page) => page.result('dial', { number: '03023125101' })));
  expect(box.overlaps).toBe(0);
  for (const at of [0, 2]) {
    expect([box.orders[at], box.orders[at + 1]]).toEqual([
      expect.stringContaining('phone'),
      'dial 03023125101',
    ]);
  }
  const nobody = await connectTo(server.port, '/api/telephony/ws?desk=99');
  expect((await nobody.ask('dial', { number: '110' })).error?.code).toBe('unavailable');
});

test.each(['0301\r\n', '030<1>', 'abc', '', '1'.repeat(33), '+49 30;1', '030\u00001'])(
  '[TS11] %j is never dialled',
  async (number) => {
    const { box, page } = await office();
    const answer = await page.ask('dial', { number });
    expect(answer.ok && number.trim() !== '0301').toBe(false);
    expect(box.orders.filter((order) => !/^dial [0-9*#+]+$/.test(order))).toEqual([]);
  },
);

/** @needs curl */
test('[TS6] a wrong password is said, and curl gets in with the right one', async () => {
  const { box, page } = await office({ 'app.telephony.fritzbox.password': 'falsch' });
  const { error } = await page.ask('dial', { number: '03023125101' });
  expect(error).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('refuses user'),
  });
  const { stdout } = await promisify(execFile)('curl', [
    ...['-s', '--digest', '-u', `${Tr064Box.user}:${Tr064Box.password}`],
    ...['-H', 'SOAPAction: "urn:dslforum-org:service:X_AVM-DE_OnTel:1#GetPhonebookList"'],
    ...['-d', '<x/>', `${box.url}/upnp/control/x_contact`],
  ]);
  expect(stdout).toContain('<NewPhonebookList>0,1</NewPhonebookList>');
});

test('[TS11] a phone book that is no XML, or half of it, has the entries that can be read', () => {
  expect(entriesIn('')).toEqual([]);
  expect(entriesIn('{"json":1}')).toEqual([]);
  expect(entriesIn(BOOK.slice(0, BOOK.indexOf('Ohne Nummer')))).toHaveLength(3);
  expect(entriesIn(`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${BOOK}`)).toHaveLength(
    3,
  );
});

test('[TS10] a phone book that cannot be read is said once, and asked for less and less often', async () => {
  const waits: number[] = [];
  const { server } = await office(
    { 'app.telephony.fritzbox.password': 'falsch' },
    {
      schedule: {
        after(milliseconds, run) {
          if (milliseconds % 2000 !== 0 || milliseconds > 8000) {
            return realTime.after(milliseconds, run);
          }
          waits.push(milliseconds);
          return realTime.after(0, run);
        },
      },
    },
  );
  await expect.poll(() => waits).toEqual([2000, 4000, 8000]);
  const said = server.logLines.filter((line) => line.includes('the phone book cannot be read'));
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('refuses user and password');
  expect(said[0]).not.toContain('falsch');
});

test('[TS11] nobody but the box is asked, wherever it points to', async () => {
  const asked: string[] = [];
  const stranger = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(BOOK);
  }).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close());
  const { port } = stranger.address() as AddressInfo;
  const box = await Tr064Box.start();
  box.books.set('0', { name: 'Kunden', xml: BOOK });
  const { user, password } = Tr064Box;
  const orders = new Tr064({ url: box.url, user, password });
  expect(await orders.phoneBook(undefined)).toHaveLength(3);
  box.booksAt = `http://localhost:${port}`;
  expect(await orders.phoneBook(undefined)).toEqual([]);
  box.movedTo = `http://127.0.0.1:${port}`;
  await expect(orders.dial('0301')).rejects.toThrow('does not answer at');
  expect(asked).toEqual([]);
});
