import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PhoneCall } from '@hookline/contract';
import { expect, test } from 'vitest';
import type { Config } from '../../src/config/properties.ts';
import { SYSTEM_NAMES, type SystemName } from '../../src/telephony/systems/properties.ts';
import { runServer } from '../support/running-server.ts';
import { office, phone, rings, TRUNK } from './asterisk-office.ts';
import { CallMonitor } from './call-monitor.ts';
import { PlayedSnom } from './desk-phones.ts';
import { IN, pushed } from './push-office.ts';
import { Notifier } from './sip-notifier.ts';
import { request, SipRegistrar } from './sip-registrar.ts';
import { connectTo, type TelephonyClient } from './telephony-client.ts';
import { fritzboxConfig, Tr064Box } from './tr064-box.ts';

/** A page at desk 21 of an office with a system, and how somebody rings and is answered there. */
interface Office {
  readonly page: TelephonyClient;
  rings(): unknown;
  answers(): unknown;
}

const pushes =
  (system: 'sipgate' | 'cti', more: Partial<Config> = {}) =>
  async (config: Partial<Config>): Promise<Office> => {
    const { page, push } = await pushed(system, { ...more, ...config });
    return {
      page,
      rings: () => push({ event: 'newCall', callId: '1', ...IN }),
      answers: () => push({ event: 'answer', callId: '1', userId: 'w0', ...IN }),
    };
  };

const OFFICES: Readonly<Record<SystemName, (config: Partial<Config>) => Promise<Office>>> = {
  sipgate: pushes('sipgate', {
    'app.telephony.sipgate.token-id': 'token-ID',
    'app.telephony.sipgate.token': 'geheim',
  }),
  cti: pushes('cti'),
  async placetel(config) {
    const { page, push } = await pushed('placetel', config);
    const call = { call_id: 'a'.repeat(64), from: '03023125101', to: '04066969100' };
    return {
      page,
      rings: () => push({ event: 'IncomingCall', direction: 'in', ...call }),
      answers: () => push({ event: 'CallAccepted', direction: 'in', peer: 'w0', ...call }),
    };
  },
  async fritzbox(config) {
    const monitor = await CallMonitor.start();
    const box = await Tr064Box.start();
    const server = await runServer({
      ...fritzboxConfig(monitor, box),
      'app.telephony.desks': { '21': '610', '22': '611' },
      'app.archive.url': 'off',
      ...config,
    });
    await monitor.followed();
    return {
      page: await connectTo(server.port, '/api/telephony/ws?desk=21'),
      rings: () => monitor.lines('02.03.26 08:41:09;RING;0;03023125101;66969100;SIP0;'),
      answers: () => monitor.lines('02.03.26 08:41:14;CONNECT;0;10;03023125101;'),
    };
  },
  async asterisk(config) {
    const { pbx, page } = await office(config);
    return {
      page,
      rings: () => rings(pbx, phone('21')),
      async answers() {
        await pbx.tell('BridgeEnter', { ...phone('21'), BridgeUniqueid: 'b' });
        await pbx.tell('BridgeEnter', { ...TRUNK, BridgeUniqueid: 'b' });
      },
    };
  },
  async sip(config) {
    const registrar = await SipRegistrar.start();
    const server = await runServer({
      'app.telephony.system': 'sip',
      'app.telephony.sip.accounts': [registrar.account()],
      'app.telephony.desks': { '21': '601', '22': '602' },
      'app.archive.url': 'off',
      ...config,
    });
    const asked = await registrar.hears(/^SUBSCRIBE sip:601@/);
    const notifier = new Notifier(registrar, asked);
    notifier.answers('200 OK', 'Expires: 120');
    const call = { direction: 'recipient', callId: 'c1', remote: 'sip:03023125101@office' };
    return {
      page: await connectTo(server.port, '/api/telephony/ws?desk=21'),
      rings: () => registrar.say(request('INVITE', { id: 'c1' })),
      answers: () => notifier.tells([{ ...call, state: 'confirmed' }]),
    };
  },
};

/** What a page is told that can be done: at all, while it rings, and while they talk. */
async function told(system: SystemName, config: Partial<Config> = {}) {
  const { page, rings: ring, answers } = await OFFICES[system](config);
  await ring();
  const ringing = await page.event('call.ringing');
  await answers();
  const talk = await page.event('call.connected');
  const [hello] = page.frames;
  const { commands = [] } = (hello?.data ?? {}) as { commands?: readonly string[] };
  const isTold = (call: PhoneCall, command: PhoneCall['features'][number]) =>
    commands.includes(command) && call.features.includes(command);
  return {
    dial: commands.includes('dial'),
    answer: isTold(ringing, 'answer'),
    reject: isTold(ringing, 'reject'),
    hangup: isTold(talk, 'hangup'),
    hold: isTold(talk, 'hold'),
    transfer: isTold(talk, 'transfer'),
    talks: talk.extension === '21',
    hangsUpWhileItDials: commands.includes('hangup'),
  };
}

const manual = readFileSync(join(import.meta.dirname, '../../../../docs/telephony.md'), 'utf8');
const [, table = ''] = /<!-- verbs -->\n(.*?)<!-- \/verbs -->/s.exec(manual) ?? [];

test.each(SYSTEM_NAMES)('[TS4] [TS14] the manual says what can be done with %s', async (system) => {
  const snom = await PlayedSnom.start();
  const alone = await told(system);
  const phones = { 'app.telephony.phones': { '21': { make: 'snom', url: snom.url } as const } };
  const both = await told(system, phones);
  const cell = (verb: keyof typeof alone) => (alone[verb] ? 'yes' : both[verb] ? 'phone' : '–');
  const hangup =
    alone.hangsUpWhileItDials && !alone.hangup
      ? `while it dials, else ${cell('hangup')}`
      : cell('hangup');
  const cells = [
    ...[`\`${system}\``, cell('dial'), cell('answer'), cell('reject'), hangup],
    ...[cell('hold'), cell('transfer'), cell('talks')],
  ];
  expect(table.split('\n')).toContain(`| ${cells.join(' | ')} |`);
  expect(table.trim().split('\n')).toHaveLength(2 + SYSTEM_NAMES.length);
});
