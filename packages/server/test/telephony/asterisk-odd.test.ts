import { expect, test } from 'vitest';
import { CALL, CALLER, dest, office, phone, rings, TRUNK, words } from './asterisk-office.ts';
import { connectTo } from './telephony-client.ts';

test('[TS8] a call that is picked up for somebody else is at the desk that took it', async () => {
  const { pbx, told } = await office();
  const leg = phone('21', 43);
  await rings(pbx, leg);
  const taken = { ...leg, Channel: 'PJSIP/22-00000077' };
  await pbx.tell('Rename', { ...leg, Newname: taken.Channel });
  await pbx.tell('BridgeEnter', { ...taken, BridgeUniqueid: 'a' });
  await pbx.tell('Hangup', { ...taken, Cause: '16' });
  await pbx.tell('Hangup', { ...TRUNK, Cause: '16' });
  expect(words(await told())).toEqual(['ringing 21', 'connected 22', 'ended 22 normal']);
});

test('[TS2] what is told of a leg after its end does not keep the call on', async () => {
  const { pbx, told } = await office();
  const [one, two] = [phone('21', 43), phone('22', 44)];
  await rings(pbx, one, two);
  await pbx.tell('Hangup', { ...two, Cause: '26' });
  await pbx.tell('DialEnd', { ...TRUNK, ...dest(two), DialStatus: 'CANCEL' });
  await pbx.tell('BridgeEnter', { ...one, BridgeUniqueid: 'a' });
  await pbx.tell('Hangup', { ...one, Cause: '16' });
  await pbx.tell('BridgeLeave', { ...one, BridgeUniqueid: 'a' });
  await pbx.tell('Hangup', { ...TRUNK, Cause: '16' });
  expect(words(await told())).toEqual([
    ...['ringing 21', 'ringing', 'connected 21', 'ended 21 normal'],
  ]);
});

test('[TS8] legs that hung up while the line was lost do not keep their call on', async () => {
  const { pbx, server, page } = await office();
  const [one, two] = [phone('21', 43), phone('22', 44)];
  await rings(pbx, one, two);
  const { callId } = await page.event('call.ringing');
  const { port } = pbx;
  // Meanwhile 22 has answered, and 21 rings no more.
  pbx.channels = [
    { ...two, ChannelState: '6', BridgeId: 'b', ConnectedLineNum: '03023125101' },
    { ...TRUNK, ChannelState: '6', BridgeId: 'b' },
  ];
  await pbx.stop();
  await pbx.listen(port);
  await pbx.followed();
  const last = () => JSON.parse(server.archive.reports.at(-1)?.json ?? '{}');
  await expect.poll(last).toMatchObject({ event: 'call.connected', callId, extension: '22' });
  await pbx.tell('Hangup', { ...two, Cause: '16' });
  await pbx.tell('Hangup', { ...TRUNK, Cause: '16' });
  await expect.poll(last).toMatchObject({ event: 'call.ended', callId, endCause: 'normal' });
});

test('[TS8] a call that a desk was just making when the service came is followed, too', async () => {
  const own = { Channel: 'PJSIP/21-00000001', Uniqueid: CALL, Linkedid: CALL };
  const { pbx, page } = await office({}, (started) => {
    started.channels = [{ ...own, ChannelState: '4', Exten: '03023125101' }];
  });
  await pbx.tell('BridgeEnter', { ...own, BridgeUniqueid: 'a' });
  expect(await page.event('call.connected')).toMatchObject({
    ...{ direction: 'out', extension: '21', to: { number: '+493023125101' } },
  });
});

test('[TS8] to dial, the own telephone rings first, with its own number; what fails ends at once', async () => {
  const { pbx, page, told } = await office();
  const { callId } = await page.result<{ callId: string }>('dial', { number: '030 23125-101' });
  const [originate] = pbx.actions;
  // It would be what the other side sees as the caller.
  expect(originate).not.toHaveProperty('callerid');
  const id = originate?.['channelid'] ?? '';
  const own = { Channel: 'PJSIP/21-00000001', Uniqueid: id, Linkedid: id };
  await pbx.tell('Newchannel', { ...own, Exten: 's', ChannelState: '0' });
  await pbx.tell('DialBegin', dest(own));
  await pbx.tell('Newstate', { ...own, ChannelState: '5' });
  await pbx.tell('Newstate', { ...own, ChannelState: '6' });
  expect(words(await told())).toEqual(['dialing 21']);
  await pbx.tell('Hangup', { ...own, Cause: '16' });
  await told();

  await page.result('dial', { number: '030 23125-102' });
  await pbx.tell('OriginateResponse', {
    ...{ ActionID: pbx.actions[1]?.['actionid'] ?? '', Response: 'Failure', Reason: '0' },
    ...{ Channel: 'PJSIP/21', Uniqueid: '<null>' },
  });
  const failed = await told();
  expect(words(failed)).toEqual(['dialing 21', 'ended 21 failed']);
  expect(failed[0]?.callId).not.toBe(callId);
});

test('[TS8] a telephone that says its number later, and one that another program dials for', async () => {
  const { pbx, told } = await office();
  const analog = { Channel: 'PJSIP/22-00000001', Uniqueid: 'u', Linkedid: 'u' };
  const far = { Channel: 'PJSIP/trunk-00000002', Uniqueid: 'v', Linkedid: 'u' };
  for (const numbers of [
    { Exten: '03023125101' },
    { Exten: 's', DestCallerIDNum: '03023125101' },
    { Exten: 's', DestCallerIDNum: '<unknown>', DialString: '03023125101@trunk' },
  ]) {
    await pbx.tell('Newchannel', { ...analog, Exten: 's', ChannelState: '0' });
    await pbx.tell('DialBegin', dest(analog));
    await pbx.tell('Newstate', { ...analog, ChannelState: '5', ConnectedLineNum: '03023125101' });
    await pbx.tell('DialBegin', { ...analog, ...dest(far), ...numbers });
    await pbx.tell('Newstate', { ...far, ChannelState: '5' });
    await pbx.tell('BridgeEnter', { ...analog, BridgeUniqueid: 'a' });
    await pbx.tell('Hangup', { ...far, Cause: '16' });
    await pbx.tell('Hangup', { ...analog, Cause: '16' });
    const calls = await told();
    expect(words(calls)).toEqual([
      ...['dialing 22', 'ringing 22', 'connected 22', 'ended 22 normal'],
    ]);
    expect(calls[0]).toMatchObject({ direction: 'out', to: { number: '+493023125101' } });
  }
});

test('[TS11] events and causes with names of JavaScript’s own are nothing', async () => {
  const { pbx, told } = await office();
  for (const name of ['__proto__', '__defineGetter__', 'constructor', 'hasOwnProperty']) {
    await pbx.tell(name, TRUNK);
  }
  const own = { Channel: 'PJSIP/21-00000001', Uniqueid: CALL, Linkedid: CALL };
  await pbx.tell('Newchannel', { ...own, Exten: '03023125101', ChannelState: '4' });
  await pbx.tell('Hangup', { ...own, Cause: 'constructor' });
  expect(words(await told())).toEqual(['dialing 21', 'ended 21 canceled']);
});

test('[TS5] a page that has chosen no desk only watches', async () => {
  const { pbx, server, page } = await office();
  await rings(pbx, phone('21', 43));
  const { callId } = await page.event('call.ringing');
  const nobody = await connectTo(server.port, '/api/telephony/ws');
  expect((await nobody.ask('reject', { callId })).error?.code).toBe('invalid_state');
  expect((await nobody.ask('dial', { number: '030 1' })).error?.code).toBe('unavailable');
  expect(pbx.actions).toEqual([]);
  await page.result('reject', { callId });
  await pbx.tell('Newstate', { ...TRUNK, ...CALLER, ChannelState: '6' });
});
