import { expect, test } from 'vitest';
import { CALL, CALLER, dest, office, phone, rings, TRUNK, words } from './asterisk-office.ts';
import type { ManagerInterface } from './manager-interface.ts';

type Told = Awaited<ReturnType<Awaited<ReturnType<typeof office>>['told']>>;

const ASKED = '1772437290.50';
const own = phone('21', 43);
/** The second call of desk 21, to ask whether 22 takes the first one. */
const asking = { Channel: 'PJSIP/21-00000050', Uniqueid: ASKED, Linkedid: ASKED };
const asked = { Channel: 'PJSIP/22-00000051', Uniqueid: '1772437290.51', Linkedid: ASKED };
const transfer = {
  Result: 'Success',
  OrigTransfererChannel: own.Channel,
  OrigTransfererUniqueid: own.Uniqueid,
  OrigTransfererLinkedid: CALL,
  SecondTransfererChannel: asking.Channel,
  SecondTransfererUniqueid: asking.Uniqueid,
  SecondTransfererLinkedid: ASKED,
  DestType: 'Bridge',
};

async function answered(pbx: ManagerInterface) {
  await rings(pbx, own);
  await pbx.tell('BridgeEnter', { ...own, BridgeUniqueid: 'a' });
  await pbx.tell('BridgeEnter', { ...TRUNK, BridgeUniqueid: 'a' });
  await pbx.tell('Hold', own);
}

async function asks(pbx: ManagerInterface) {
  await pbx.tell('Newchannel', { ...asking, Exten: '22', ChannelState: '4' });
  await pbx.tell('Newchannel', { ...asked, Exten: '', ChannelState: '0' });
  await pbx.tell('DialBegin', { ...asking, CallerIDNum: '21', ...dest(asked), Exten: '22' });
  await pbx.tell('Newstate', { ...asked, ChannelState: '5' });
}

async function talks(pbx: ManagerInterface) {
  await pbx.tell('DialEnd', { ...asking, ...dest(asked), DialStatus: 'ANSWER' });
  await pbx.tell('BridgeEnter', { ...asked, BridgeUniqueid: 'b' });
  await pbx.tell('BridgeEnter', { ...asking, BridgeUniqueid: 'b' });
}

/** The story of each call, the one with somebody outside first. */
function stories(calls: Told): string[][] {
  const ids = [...new Set(calls.map(({ callId }) => callId))];
  return ids.map((id) => words(calls.filter(({ callId }) => callId === id)));
}

const OUTSIDE = ['ringing 21', 'connected 21', 'held 21'];
const INSIDE = ['ringing 21', 'ringing 22', 'connected 22', 'ended 22 normal'];

test('[TS8] an attended transfer is one call that goes on at the other desk, and ends once', async () => {
  const { pbx, told, server } = await office();
  await answered(pbx);
  await asks(pbx);
  await talks(pbx);
  await pbx.tell('BridgeLeave', { ...own, BridgeUniqueid: 'a' });
  await pbx.tell('BridgeLeave', { ...TRUNK, BridgeUniqueid: 'a' });
  await pbx.tell('BridgeEnter', { ...TRUNK, BridgeUniqueid: 'b' });
  await pbx.tell('AttendedTransfer', transfer);
  await pbx.tell('Hangup', { ...own, Cause: '16' });
  await pbx.tell('Hangup', { ...asking, Cause: '16' });
  const moved = await told();
  expect(stories(moved)).toEqual([[...OUTSIDE, 'transferred 22', 'resumed 22'], INSIDE]);
  expect(moved.at(-1)).toMatchObject({ state: 'connected', from: { number: '+493023125101' } });

  // By now all that talk share the id of the older call.
  await pbx.tell('Hangup', { ...TRUNK, Cause: '16' });
  await pbx.tell('Hangup', { ...asked, Linkedid: CALL, Cause: '16' });
  expect(words(await told())).toEqual(['ended 22 normal']);
  const ends = server.archive.reports
    .map(({ json }) => JSON.parse(json))
    .filter(({ event, to }) => event === 'call.ended' && to.raw !== '01520000000');
  expect(ends.map(({ direction, extension }) => [direction, extension])).toEqual([
    ['internal', '22'],
    ['in', '22'],
  ]);
});

test('[TS8] the same, told in another order or without a word of the transfer', async () => {
  const { pbx, told } = await office();
  await answered(pbx);
  await asks(pbx);
  await talks(pbx);
  await pbx.tell('AttendedTransfer', transfer);
  await pbx.tell('BridgeLeave', { ...asked, BridgeUniqueid: 'b' });
  await pbx.tell('BridgeEnter', { ...asked, Linkedid: CALL, BridgeUniqueid: 'a' });
  await pbx.tell('Hangup', { ...asking, Cause: '16' });
  await pbx.tell('Hangup', { ...own, Cause: '16' });
  await pbx.tell('Hangup', { ...asked, Linkedid: CALL, Cause: '16' });
  await pbx.tell('Hangup', { ...TRUNK, Cause: '16' });
  const whole = [...OUTSIDE, 'transferred 22', 'resumed 22', 'ended 22 normal'];
  expect(stories(await told())).toEqual([whole, INSIDE]);

  await answered(pbx);
  await asks(pbx);
  await talks(pbx);
  await pbx.tell('BridgeEnter', { ...asked, Linkedid: CALL, BridgeUniqueid: 'a' });
  await pbx.tell('Hangup', { ...asking, Cause: '16' });
  await pbx.tell('Hangup', { ...own, Cause: '16' });
  await pbx.tell('Hangup', { ...TRUNK, Cause: '16' });
  await pbx.tell('Hangup', { ...asked, Linkedid: CALL, Cause: '16' });
  expect(stories(await told())).toEqual([whole, INSIDE]);
});

test('[TS8] passed on while the other telephone still rings', async () => {
  const { pbx, told } = await office();
  await answered(pbx);
  await asks(pbx);
  await pbx.tell('AttendedTransfer', { ...transfer, DestType: 'App', DestApp: 'Dial' });
  await pbx.tell('Hangup', { ...own, Cause: '16' });
  await pbx.tell('Hangup', { ...asking, Cause: '16' });
  await pbx.tell('BridgeEnter', { ...asked, Linkedid: CALL, BridgeUniqueid: 'b' });
  await pbx.tell('Hangup', { ...TRUNK, Cause: '16' });
  await pbx.tell('Hangup', { ...asked, Linkedid: CALL, Cause: '16' });
  expect(stories(await told())).toEqual([
    [...OUTSIDE, 'transferred', 'resumed', 'transferred 22', 'ended 22 normal'],
    ['ringing 21', 'ringing 22', 'ended 22 forwarded'],
  ]);
});

test('[TS8] a transfer by keys goes through channels of Asterisk’s own, all of one call', async () => {
  const { pbx, told } = await office();
  const other = { ...asked, Linkedid: CALL };
  const local = (end: 1 | 2) => ({
    Channel: `Local/22@from-internal-00000001;${end}`,
    Uniqueid: `1772437290.6${end}`,
    Linkedid: CALL,
  });
  await rings(pbx, own);
  await pbx.tell('BridgeEnter', { ...own, BridgeUniqueid: 'a' });
  await pbx.tell('BridgeLeave', { ...own, BridgeUniqueid: 'a' });
  for (const end of [1, 2] as const) await pbx.tell('Newchannel', { ...local(end), Exten: '22' });
  await pbx.tell('DialBegin', { ...local(2), CallerIDNum: '21', ...dest(other) });
  await pbx.tell('BridgeEnter', { ...other, BridgeUniqueid: 'c' });
  await pbx.tell('BridgeEnter', { ...own, BridgeUniqueid: 'b' });
  await pbx.tell('AttendedTransfer', {
    ...transfer,
    SecondTransfererChannel: own.Channel,
    SecondTransfererUniqueid: own.Uniqueid,
    SecondTransfererLinkedid: CALL,
  });
  await pbx.tell('Hangup', { ...own, Cause: '16' });
  for (const end of [1, 2] as const) await pbx.tell('Hangup', { ...local(end), Cause: '16' });
  await pbx.tell('Hangup', { ...TRUNK, Cause: '16' });
  await pbx.tell('Hangup', { ...other, Cause: '16' });
  const calls = await told();
  expect(new Set(calls.map(({ callId }) => callId)).size).toBe(1);
  expect(words(calls).slice(-2)).toEqual(['transferred 22', 'ended 22 normal']);
});

test('[TS8] a transfer that did not come about changes nothing', async () => {
  const { pbx, told } = await office();
  await answered(pbx);
  await asks(pbx);
  await talks(pbx);
  await pbx.tell('AttendedTransfer', { ...transfer, Result: 'Fail' });
  await pbx.tell('BlindTransfer', { TransfererLinkedid: CALL, Result: 'Fail', Extension: '22' });
  await pbx.tell('Hangup', { ...asked, Cause: '16' });
  await pbx.tell('Hangup', { ...asking, Cause: '16' });
  await pbx.tell('Unhold', own);
  await pbx.tell('Hangup', { ...own, Cause: '16' });
  await pbx.tell('Hangup', { ...TRUNK, Cause: '16' });
  expect(stories(await told())).toEqual([[...OUTSIDE, 'resumed 21', 'ended 21 normal'], INSIDE]);
});

test('[TS8] passed on from hold nobody holds it, and whom a desk has called stays the other side', async () => {
  const { pbx, told } = await office();
  const caller = { Channel: 'PJSIP/21-00000001', Uniqueid: CALL, Linkedid: CALL };
  const far = { Channel: 'PJSIP/trunk-00000002', Uniqueid: 'far', Linkedid: CALL };
  const next = phone('22', 44);
  await pbx.tell('Newchannel', { ...caller, Exten: '03023125101', ChannelState: '4' });
  await pbx.tell('DialBegin', { ...caller, ...dest(far) });
  await pbx.tell('BridgeEnter', { ...caller, BridgeUniqueid: 'a' });
  await pbx.tell('Hold', caller);
  await pbx.tell('BlindTransfer', {
    ...{ TransfererChannel: caller.Channel, TransfererLinkedid: CALL },
    ...{ Result: 'Success', Extension: '22' },
  });
  await pbx.tell('Hangup', { ...caller, Cause: '16' });
  await pbx.tell('DialBegin', { ...far, ...CALLER, ...dest(next) });
  await pbx.tell('BridgeEnter', { ...next, BridgeUniqueid: 'b' });
  await pbx.tell('Hangup', { ...far, Cause: '16' });
  await pbx.tell('Hangup', { ...next, Cause: '16' });
  const calls = await told();
  expect(words(calls)).toEqual([
    ...['dialing 21', 'connected 21', 'held 21'],
    ...['transferred', 'resumed', 'transferred 22', 'ended 22 normal'],
  ]);
  expect(calls.at(-1)).toMatchObject({
    direction: 'out',
    from: { raw: '22' },
    to: { number: '+493023125101' },
  });
});
