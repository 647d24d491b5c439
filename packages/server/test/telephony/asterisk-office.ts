import type { PhoneCall } from '@hookline/contract';
import { expect } from 'vitest';
import type { Config } from '../../src/config/properties.ts';
import { runServer } from '../support/running-server.ts';
import { ManagerInterface } from './manager-interface.ts';
import { connectTo } from './telephony-client.ts';

export const CALL = '1772437269.42';
export const TRUNK = { Channel: 'PJSIP/trunk-0000002a', Uniqueid: CALL, Linkedid: CALL };
export const phone = (desk: string, n = 43) => ({
  Channel: `PJSIP/${desk}-0000002${n % 10}`,
  Uniqueid: `1772437269.${n}`,
  Linkedid: CALL,
});
export const dest = (leg: ReturnType<typeof phone>) => ({
  DestChannel: leg.Channel,
  DestUniqueid: leg.Uniqueid,
  DestLinkedid: leg.Linkedid,
});
export const CALLER = { CallerIDNum: '03023125101', CallerIDName: 'Bäckerei' };

export const loginTo = ({ port }: ManagerInterface) =>
  ({
    'app.telephony.system': 'asterisk',
    'app.telephony.asterisk.url': `tcp://127.0.0.1:${port}`,
    'app.telephony.asterisk.user': ManagerInterface.user,
    'app.telephony.asterisk.secret': ManagerInterface.secret,
  }) as const;

/** A server that follows an Asterisk, and a page of desk 21. */
export async function office(
  config: Partial<Config> = {},
  change: (pbx: ManagerInterface) => void = () => {},
) {
  const pbx = await ManagerInterface.start();
  change(pbx);
  const server = await runServer({
    ...loginTo(pbx),
    'app.telephony.desks': { '21': '21', '22': 'PJSIP/22' },
    'app.archive.url': 'off',
    ...config,
  });
  await pbx.followed();
  const ready = async () => (await (await fetch(`${server.url}/readyz`)).json()).status;
  await expect.poll(ready).toBe('ready');
  const page = await connectTo(server.port, '/api/telephony/ws?desk=21');
  let marks = 0;
  /** All events so far have been heard: after them a mark of our own is told. */
  const told = async () => {
    const mark = `mark-${++marks}`;
    const leg = { Channel: 'PJSIP/22-000000ff', Uniqueid: mark, Linkedid: mark };
    await pbx.tell('Newchannel', { ...leg, Exten: '01520000000', ChannelState: '0' });
    await pbx.tell('Hangup', { ...leg, Cause: '16' });
    await page.event('call.ended', ({ to }) => to.raw === '01520000000');
    const all = page.frames.flatMap(({ event, data }) =>
      event?.startsWith('call.') ? [{ event: event.slice(5), ...(data as PhoneCall) }] : [],
    );
    page.frames.splice(0, page.frames.length);
    return all.filter(({ to }) => to.raw !== '01520000000');
  };
  return { pbx, server, page, told };
}

export const words = (
  calls: readonly { event: string; extension: string; endCause: string | null }[],
) =>
  calls.map(({ event, extension, endCause }) => `${event} ${extension} ${endCause ?? ''}`.trim());

export async function rings(pbx: ManagerInterface, ...legs: ReturnType<typeof phone>[]) {
  await pbx.tell('Newchannel', { ...TRUNK, ...CALLER, Exten: '04066969100', ChannelState: '4' });
  for (const leg of legs) {
    await pbx.tell('Newchannel', { ...leg, CallerIDNum: '21', Exten: '', ChannelState: '0' });
    await pbx.tell('DialBegin', { ...TRUNK, ...CALLER, ...dest(leg), Exten: '04066969100' });
    await pbx.tell('Newstate', { ...leg, ChannelState: '5', CallerIDNum: '21' });
  }
}
