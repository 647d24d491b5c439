import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Hub } from '../src/hub/hub.ts';
import { eventEncoder } from '../src/stream/frames.ts';

/** What the process does besides: small buffers that are soon forgotten. */
function otherWork(): void {
  for (let turn = 0; turn < 4; turn++) Buffer.allocUnsafe(20_000);
}

test('[ST6] events that are held keep no more memory than the log counts', () => {
  const hub = new Hub({ encode: eventEncoder('named'), maxEventBytes: 1000, now: Date.now });
  const payloads = ['1', '{\n"a":\r\n2}', JSON.stringify('x'.repeat(9000))];
  const count = 600;
  for (let turn = 0; turn < count; turn++) {
    hub.append(null, Buffer.from(payloads[turn % payloads.length] ?? ''));
    otherWork();
  }
  const events = Array.from({ length: count }, (_, turn) => hub.log.at(turn + 1));
  const views = events.flatMap((event) => (event ? [event.frame, event.json, event.payload] : []));
  expect(views).toHaveLength(3 * count);
  const blocks = new Set(views.map(({ buffer }) => buffer));
  const held = Array.from(blocks).reduce((sum, { byteLength }) => sum + byteLength, 0);
  const counted = events.reduce((sum, event) => sum + (event?.frame.length ?? 0), 0);
  expect(held).toBeLessThan(1.2 * counted);
});

test('[IN3] events that share a block do not write into each other', () => {
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  const texts = Array.from({ length: 2000 }, (_, turn) => JSON.stringify('ä\n'.repeat(turn % 70)));
  for (const text of texts) hub.append('jobs', Buffer.from(` ${text}\n`).subarray(1, -1));
  for (const [turn, text] of texts.entries()) {
    const event = hub.log.at(turn + 1);
    expect(event?.payload.toString()).toBe(text);
    expect(JSON.parse(event?.json.toString() ?? '')).toMatchObject({
      id: turn + 1,
      payload: JSON.parse(text),
    });
    expect(event?.frame.toString()).toMatch(new RegExp(`^id: ${turn + 1}\ndata: .*}\n\n$`));
  }
});

test('[ST6] an event that is no longer held is let go at once', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  const payload = Buffer.from(JSON.stringify('x'.repeat(200_000)));
  const first = new WeakRef(hub.append(null, payload));
  for (let turn = 0; turn < 60; turn++) hub.append(null, payload);
  expect(hub.log.firstInRing).toBeGreaterThan(1);
  // A WeakRef holds what it was asked for until the turn is over.
  await new Promise(setImmediate);
  collectGarbage();
  expect(first.deref()).toBeUndefined();
});
