import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Attack } from './attack.ts';
import { many } from './raw-client.ts';

/** What the service has to be started with. */
export const PUSH_SETTINGS = {
  APP_TELEPHONY_SYSTEM: 'cti',
  APP_TELEPHONY_PUSH_TOKEN: 'attack-token-0123456789',
} as const;

/** More are begun here, whatever the scale. */
const MOST_LIVE = 200;
const KILOBYTE = 1024;
/** Room for one id, and for all that goes beside it. */
const LONG = 'x'.repeat(48 * KILOBYTE);

async function push(port: number, body: string, wanted: number, token?: string): Promise<void> {
  const said = token ?? PUSH_SETTINGS.APP_TELEPHONY_PUSH_TOKEN;
  const answer = await fetch(`http://127.0.0.1:${port}/api/telephony/push?token=${said}`, {
    method: 'POST',
    body,
  });
  await answer.arrayBuffer();
  if (answer.status !== wanted) throw new Error(`a push was answered ${answer.status}`);
}

/** Each of another caller: several ids for one who begins to ring are one call. */
const ring = (fields: string, i = 0) =>
  `event=newCall&direction=in&from=4930${23_125_101 + i}&to=494066969100&${fields}`;

/** Calls that never end, one with legs without end, ids and texts as long as they may be. */
export const floodingPushes: Attack = {
  name: 'pushes of a telephone system that makes up calls',
  async run({ port, scale, settled }) {
    const count = scale(20_000);
    const kinds: ((i: number) => Promise<void>)[] = [
      (i) => push(port, ring(`callId=call-${i}`, i), 204),
      (i) => push(port, ring(`origCallId=one&callId=leg-${i}`), 204),
      (i) => push(port, `event=hangup&callId=nobody-${i}&cause=cancel`, 204),
      (i) => push(port, ring('callId=1'), 401, `wrong-${i}`),
      (i) => push(port, `\u0000%zz&=&{[${i}`.repeat(200), 204),
    ];
    await many(count, (i) => kinds[i % kinds.length]?.(i) ?? Promise.resolve());
    const large = [
      (i: number) => push(port, ring(`callId=${LONG}${i}`), 204),
      (i: number) => push(port, ring(`callId=padded-with-much-${i}&more=${LONG}`, i), 204),
      (i: number) => push(port, ring(`callId=${i}`).replace('493023125101', LONG), 204),
    ];
    await many(scale(3000), (i) => large[i % large.length]?.(i) ?? Promise.resolve());
    await settled();
    const live = await callsThatAreOn(port);
    if (live !== MOST_LIVE) throw new Error(`${live} calls are on`);
  },
};

/** A page is greeted with the calls that are on. */
async function callsThatAreOn(port: number): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/telephony/ws`);
  const [hello] = await once(socket, 'message');
  socket.terminate();
  return JSON.parse(String(hello)).data.calls.length;
}
