import { expect, onTestFinished, test } from 'vitest';
import { numberJudge } from '../src/archive/threads/number-judge.ts';
import { presetConfig } from '../src/config/load.ts';
import { Hub } from '../src/hub/hub.ts';
import { ALL_CHANNELS } from '../src/hub/relay-event.ts';
import { createServer } from '../src/server.ts';
import { Batches } from '../src/stream/batches.ts';
import { eventEncoder } from '../src/stream/frames.ts';
import { SseReader } from './support/sse-reader.ts';
import { turnsDuring } from './support/turns-during.ts';
import { temporaryFolder } from './support/written-archive.ts';

test('[AR13] what is erased is gone from history and ring, and the ids of the rest stay', async () => {
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  for (const payload of ['"a"', '"secret"', '["secret","b"]', '"c"']) {
    hub.append(null, Buffer.from(payload));
  }
  await hub.redact((payload) => {
    if (payload === '"secret"') return { outcome: 'removed' };
    return payload.includes('secret')
      ? { outcome: 'cut', text: '["b"]' }
      : { outcome: 'untouched' };
  });
  expect(hub.log.history().map(({ id, payload }) => [id, payload.toString()])).toEqual([
    [4, '"c"'],
    [3, '["b"]'],
    [1, '"a"'],
  ]);
  hub.append(null, Buffer.from('"d"'));
  expect(hub.log.head).toBe(5);
  // Nobody counts on seeing it.
  expect(hub.log.idsAfter(0)['generic']).toEqual([1, 3, 4, 5]);
});

test('[HI4] the first event of a channel is not counted either once it is erased', async () => {
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  for (const payload of ['"secret"', '"a"']) hub.append('jobs', Buffer.from(payload));
  await hub.redact((payload) => ({ outcome: payload === '"a"' ? 'untouched' : 'removed' }));
  expect(hub.log.idsAfter(0)['jobs']).toEqual([2]);
});

test('[AR13] a ring full of payloads is judged in turns, whatever comes and goes between', async () => {
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  const batches = new Batches(hub.log);
  hub.listen({
    wake: () => {},
    cleared: () => {},
    redacted: () => batches.forget(),
    begunAnew: () => {},
  });
  const padding = 'x'.repeat(10_000);
  for (let i = 0; i < 700; i++) hub.append(null, Buffer.from(`"secret ${i} other ${padding}"`));
  const first = hub.log.firstInRing;
  const held = hub.log.head;
  // Remembered by the streams that read them before.
  for (let id = first; id <= held; ) id = batches.read(id, held, ALL_CHANNELS).next;

  let turns = 0;
  let isOver = false;
  const judged = new Set<string>();
  const eachTurn = () => {
    if (isOver) return;
    turns++;
    hub.append(null, Buffer.from(`"late ${turns} ${padding}${padding}"`));
    setImmediate(eachTurn);
  };
  setImmediate(eachTurn);
  const without = (word: string) => (payload: string) => {
    if (!payload.includes(word)) return { outcome: 'untouched' } as const;
    judged.add(payload);
    return { outcome: 'cut', text: payload.replace(word, '') } as const;
  };
  await Promise.all([hub.redact(without('secret')), hub.redact(without('other'))]);
  isOver = true;

  expect(turns).toBeGreaterThan(20);
  expect(hub.log.firstInRing).toBeGreaterThan(first);
  expect(judged.size).toBeGreaterThan(500);
  for (let id = hub.log.firstInRing; id <= hub.log.head; ) {
    const { bytes, next } = batches.read(id, hub.log.head, ALL_CHANNELS);
    expect(bytes?.toString()).not.toMatch(/secret|other/);
    id = next;
  }
});

test('[AR13] others are served while a large payload is judged', async () => {
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  const others = Array.from({ length: 2000 }, (_, i) => ({ [`k${i}`]: '5001' }));
  hub.append(null, Buffer.from(JSON.stringify([...others, { tel: '030 23125-001' }])));
  const judge = await numberJudge({ country: 'DE' }, { number: '030 23125-001' });
  expect(await turnsDuring(() => hub.redact(judge))).toBeGreaterThan(20);
  expect(hub.log.at(1)?.payload.toString()).toBe(JSON.stringify(others));
});

test('[AR13] what another erasure leaves of a payload meanwhile is judged again', async () => {
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  for (const payload of ['"a secret"', '"b secret"', '"c secret"']) {
    hub.append(null, Buffer.from(payload));
  }
  const judged: string[] = [];
  await hub.redact(async (payload) => {
    judged.push(payload);
    if (payload === '"a secret"') hub.replace(1, '"other secret"');
    if (payload === '"b secret"') hub.replace(2, undefined);
    return { outcome: 'cut', text: payload.replace('secret', '') };
  });
  expect(judged).toEqual(['"a secret"', '"other secret"', '"b secret"', '"c secret"']);
  expect(hub.log.history().map(({ payload }) => payload.toString())).toEqual(['"c "', '"other "']);
});

test('[AR13] what is erased makes room for what comes after it', async () => {
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  const large = Buffer.from(JSON.stringify('x'.repeat(170 * 1024)));
  for (let i = 0; i < 50; i++) hub.append(null, large);
  await hub.redact(() => ({ outcome: 'removed' }));
  for (let i = 0; i < 100; i++) hub.append(null, Buffer.from('1'));
  expect(hub.log.firstInRing).toBe(1);
});

test('[AR13] a stream that begins after an erasure is given nothing of the number', async () => {
  const folder = temporaryFolder();
  const server = createServer(
    presetConfig({
      'app.server.port': 0,
      'app.log.level': 'error',
      'app.archive.url': `sqlite:${folder}/hookline.db`,
      'app.archive.spool-dir': `${folder}/spool`,
    }),
  );
  const url = await server.start();
  onTestFinished(() => server.stop());
  const post = (path: string, body: string) => fetch(url + path, { method: 'POST', body });
  await post('/api/webhook', '{"tel":"030 23125-002"}');
  await post('/api/webhook', '{"tel":"030 23125-001"}');
  await post('/api/webhook', '[{"tel":"+49 30 23125 001"},{"tel":"030 23125-003"}]');
  const fromTheStart = () =>
    new SseReader(Number(new URL(url).port), undefined, { 'Last-Event-ID': '0' });
  // The bytes that it is given are kept for others who begin at the same place.
  const before = fromTheStart();
  await before.until(() => before.ids.length === 3);

  const erased = await post('/api/privacy/erase', '{"number":"030 23125-001"}');
  expect(erased.status).toBe(200);
  const after = fromTheStart();
  await after.until(() => after.ids.at(-1) === 3);
  expect(after.events.map(({ id, data }) => [Number(id), JSON.parse(data).payload])).toEqual([
    [1, { tel: '030 23125-002' }],
    [3, [{ tel: '030 23125-003' }]],
  ]);
  expect(after.messages.map(({ data }) => data).join('')).not.toMatch(/23125.001/);
});
