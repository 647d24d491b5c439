import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HeldMemory } from '../src/http/held-memory.ts';
import { Hub } from '../src/hub/hub.ts';
import { ALL_CHANNELS } from '../src/hub/relay-event.ts';
import { eventEncoder } from '../src/stream/frames.ts';
import { awaitedId } from '../src/stream/replay.ts';
import { Streams } from '../src/stream/streams.ts';
import { SseReader } from './support/sse-reader.ts';

const AT = '2026-03-01T12:00:00.000Z';

function newHub(): Hub {
  return new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
}

const ids = (hub: Hub) => hub.log.history().map(({ id }) => id);

test('[CM1] what got its id elsewhere stands in its place, with nothing where something is missing', () => {
  const hub = newHub();
  hub.beginAnew('life', 950);
  expect([hub.instance, hub.log.head, ids(hub)]).toEqual(['life', 950, []]);
  // Nothing before it can be asked for that is not there.
  expect(hub.log.firstInRing).toBeLessThanOrEqual(hub.log.firstInHistory);
  for (const id of [951, 954, 955]) hub.take(id, AT, 'jobs', Buffer.from(String(id)));
  expect(ids(hub)).toEqual([955, 954, 951]);
  expect([hub.log.at(952), hub.log.at(953)]).toEqual([undefined, undefined]);
  expect(hub.log.history()[0]?.json.toString()).toBe(
    `{"id":955,"receivedAt":"${AT}","channel":"jobs","payload":955}`,
  );
  expect(hub.log.idsAfter(0)['jobs']).toEqual([951, 954, 955]);
  hub.log.skip(960);
  expect([hub.log.head, ids(hub)]).toEqual([960, [955, 954, 951]]);
  // The latest fifty, of which most are gone.
  hub.log.skip(1003);
  expect(ids(hub)).toEqual([955, 954]);
});

test('[CM1] a gap of millions is not filled in', () => {
  const hub = newHub();
  hub.take(1, AT, null, Buffer.from('1'));
  hub.take(5_000_000_000, AT, null, Buffer.from('2'));
  expect([hub.log.head, ids(hub)]).toEqual([5_000_000_000, [5_000_000_000]]);
  expect(hub.log.head - hub.log.firstInRing).toBeLessThan(100);
  expect(hub.log.firstInRing).toBeLessThanOrEqual(hub.log.firstInHistory);
});

test('[CM4] another epoch has nothing of the one before: no event, no clearing, no ids', () => {
  const hub = newHub();
  const told: string[] = [];
  hub.listen({
    wake: () => {},
    cleared: () => told.push('cleared'),
    redacted: () => told.push('redacted'),
    begunAnew: () => told.push('anew'),
  });
  for (let n = 1; n <= 5; n++) hub.append('kunden', Buffer.from(String(n)));
  hub.clear(3);
  expect([hub.log.clearedThrough, ids(hub)]).toEqual([3, [5, 4]]);
  hub.beginAnew('next', 0);
  expect([hub.log.head, hub.log.clearedThrough, ids(hub)]).toEqual([0, 0, []]);
  expect(hub.log.idsAfter(0)['kunden']).toEqual([]);
  hub.take(1, AT, 'kunden', Buffer.from('1'));
  hub.replace(1, '"left"');
  expect(hub.log.at(1)?.payload.toString()).toBe('"left"');
  hub.replace(1, undefined);
  // What is not there any more, or not yet, is nobody's concern.
  hub.replace(7, undefined);
  expect(ids(hub)).toEqual([]);
  expect(told).toEqual(['cleared', 'anew', 'redacted', 'redacted']);
});

test('[CM4] [ST1] a stream of another epoch is given nothing that was joined for readers of the one before', async () => {
  const hub = newHub();
  const held = new HeldMemory(Number.POSITIVE_INFINITY);
  const limits = { heartbeat: 60_000, maxClients: 10, stallTimeout: 60_000 };
  const streams = new Streams({ hub, held, now: Date.now, ...limits });
  onTestFinished(() => streams.close());
  const { batches } = streams;
  for (const life of ['one', 'other']) {
    hub.beginAnew(life, 0);
    hub.take(1, AT, null, Buffer.from(`"${life}"`));
    // From the same place on, and as far.
    expect(String(batches.read(1, 1, ALL_CHANNELS).bytes)).toContain(`"payload":"${life}"`);
  }
});

test('[AR13] [CM4] who is suppressed is so in another epoch too, though its ids begin anew', async () => {
  const hub = newHub();
  hub.suppress((payload) => ({ outcome: payload.includes('secret') ? 'removed' : 'untouched' }));
  for (let n = 1; n <= 5; n++) hub.append(null, Buffer.from('"secret"'));
  await expect.poll(() => ids(hub)).toEqual([]);
  hub.beginAnew('next', 0);
  // Lower ids than those that were judged before: they are not judged yet.
  hub.take(1, AT, null, Buffer.from('"secret"'));
  hub.take(2, AT, null, Buffer.from('"b"'));
  await expect.poll(() => ids(hub)).toEqual([2]);
});

test('[CM1] which readers have seen more than this node has', () => {
  const log = { head: 10, firstInHistory: 1, clearedThrough: 0 };
  const of = (lastEventId: string | undefined, instance?: string) =>
    awaitedId({ lastEventId, instance }, log, 'ours');
  expect(of('13')).toBe(13);
  expect(of('13', 'ours')).toBe(13);
  expect(of('13', 'another')).toBeUndefined();
  expect([of('10'), of('0'), of(undefined), of('x'), of(undefined, 'ours')]).toEqual(
    Array(5).fill(undefined),
  );
});

test('[CM5] [ST3] a reader that names no epoch and has seen more than this node has', async () => {
  const hub = newHub();
  const held = new HeldMemory(Number.POSITIVE_INFINITY);
  const limits = { heartbeat: 60_000, maxClients: 10, stallTimeout: 60_000 };
  let isIssued: (id: number) => Promise<boolean> = async () => true;
  const shared = { isFollowing: true, isIssued: (id: number) => isIssued(id) };
  const streams = new Streams({ hub, held, now: Date.now, shared, ...limits });
  onTestFinished(() => streams.close());
  const server = createServer((socket) => {
    const resume = { lastEventId: '8', instance: undefined };
    const head = 'HTTP/1.1 200 OK\r\n\r\n';
    socket.once('data', () => streams.take(socket, head, ALL_CHANNELS, resume));
  }).listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const read = () => new SseReader((server.address() as AddressInfo).port);
  const take = (id: number) => hub.take(id, AT, null, Buffer.from(String(id)));
  hub.beginAnew('life', 0);
  for (let id = 1; id <= 5; id++) take(id);

  // The stream has given it out: nothing that it has had comes again, and what is new does.
  const behind = read();
  await behind.first('hello');
  for (let id = 6; id <= 9; id++) take(id);
  await behind.until(() => behind.ids.length > 0);
  expect(behind.ids).toEqual([9]);

  // It comes back after the stream was lost: what soon has the same id is another event.
  hub.beginAnew('next', 0, [], true);
  for (let id = 1; id <= 3; id++) take(id);
  const back = read();
  await back.first('hello');
  for (let id = 4; id <= 9; id++) take(id);
  await back.until(() => back.ids.length === 9);
  expect(back.ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);

  // It never was given out: the whole history, as at a single node.
  hub.beginAnew('third', 0);
  for (let id = 1; id <= 3; id++) take(id);
  const { now } = performance;
  const later = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => now.call(performance) + 10_000);
  onTestFinished(() => later.mockRestore());
  isIssued = async () => false;
  const earlier = read();
  await earlier.until(() => earlier.ids.length === 3);
  expect(earlier.ids).toEqual([1, 2, 3]);

  // Nobody can say: it is to come again.
  isIssued = () => Promise.reject(new Error('no leader'));
  const unknown = read();
  await unknown.untilClosed();
  expect(unknown.messages.map(({ retry }) => Number(retry))).toEqual([expect.any(Number)]);

  // The stream begins anew while it is asked: what it knows of says nothing any more.
  isIssued = async () => {
    hub.beginAnew('fourth', 0);
    take(1);
    return true;
  };
  const late = read();
  await late.until(() => late.ids.length > 0);
  expect(late.ids).toEqual([1]);
});
