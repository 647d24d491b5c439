import type { JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import type { Epochs } from '../../src/cluster/epochs.ts';
import { Follower } from '../../src/cluster/follower.ts';
import { HEADERS, Names } from '../../src/cluster/names.ts';
import { Redactions } from '../../src/cluster/redactions.ts';
import type { Outgoing } from '../../src/cluster/waiting.ts';
import { Hub } from '../../src/hub/hub.ts';
import { eventEncoder } from '../../src/stream/frames.ts';

const CREATED = '2026-03-01T12:00:00.000Z';

/** A stream whose answers a test decides on: what servers say in the seconds after an election. */
class Stream {
  last = 0;
  deleted: number[] = [];
  /** When each message was stored, as the leader tells. */
  readonly storedAt = new Map<number, number>();
  readonly begunAt: number[] = [];
  rewritten = 0;
  /** Up to where the next epoch has the same. */
  same: number | undefined;
  /** How long ago its leader has heard of the other two servers, in milliseconds. */
  silence: readonly number[] = [];
  leader: string | undefined = 'n1';
  /** Where NATS puts what reads it, the next times. */
  readOn: string[] = [];
  /** Which of the others have all that there is. */
  current = ['n2', 'n3'];
  /** Than the one that answers. */
  others = ['n2', 'n3'];
  epoch = 'first';
  /** When it was made, as the epoch says. */
  made = 0;
  /** Where it ends by the next answers. */
  ends: number[] = [];
  /** The line to NATS was lost, and is back. */
  readonly back = Promise.withResolvers<void>();
  #take: ((message: JsMsg) => void) | undefined;

  readonly jsm = {
    streams: {
      info: async () => {
        const last = this.ends.shift() ?? this.last;
        const active = this.silence.map((ms) => ms * 1_000_000);
        return {
          created: CREATED,
          cluster: {
            leader: this.leader,
            replicas: active.map((active, n) => {
              const name = this.others[n] ?? '';
              return { name, active, current: this.current.includes(name) };
            }),
          },
          state: { first_seq: 1, last_seq: last, messages: last, deleted: this.deleted },
        };
      },
      getMessage: async (_: string, { seq }: { seq: number }) => {
        const at = this.storedAt.get(seq);
        return at === undefined ? null : { time: new Date(at) };
      },
    },
  } as unknown as JetStreamManager;

  readonly js = {
    consumers: {
      get: async (stream_name: string, { opt_start_seq }: { opt_start_seq: number }) => ({
        info: async () => ({ stream_name, cluster: { leader: this.readOn.shift() } }),
        consume: async ({ callback }: { callback: (message: JsMsg) => void }) => {
          this.begunAt.push(opt_start_seq);
          this.#take = callback;
          return { status: async function* () {}, stop() {} };
        },
      }),
    },
  } as unknown as JetStreamClient;

  readonly epochs = {
    at: async () => ({ instance: this.epoch, created: this.made, continues: null }),
    rewritten: async (_: string, same: number) => {
      this.rewritten++;
      this.same = same;
      this.epoch = 'second';
    },
  } as unknown as Epochs;

  /** Delivers a message that was stored at this time. */
  deliver(id: number, at = 1_000 + id): void {
    this.storedAt.set(id, at);
    const told = headers();
    told.set(HEADERS.at, new Date(at).toISOString());
    this.#take?.({
      info: { streamSequence: id, timestampNanos: at * 1_000_000 },
      headers: told,
      subject: 'hookline.event.jobs',
      data: Buffer.from(String(id)),
      time: new Date(at),
    } as unknown as JsMsg);
  }
}

function follow(stream: Stream, redactions = new Redactions()) {
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  const failures: string[] = [];
  const sent = new Map<number, Outgoing>();
  /** The instances that it has begun with. */
  const begun: string[] = [];
  const status = async function* () {
    await stream.back.promise;
    yield { type: 'reconnect' };
  };
  const nc = { status } as unknown as NatsConnection;
  const follower = new Follower({
    nc,
    js: stream.js,
    jsm: stream.jsm,
    names: new Names('hookline'),
    epochs: stream.epochs,
    hub,
    redacted: (after, through) => redactions.of(hub.instance, after, through),
    sent: (id) => sent.get(id),
    onBegunAnew: () => begun.push(hub.instance),
    onRequest() {},
    onHead() {},
    onFailure: (error) => failures.push((error as Error).message),
  });
  onTestFinished(() => follower.close());
  return { hub, follower, failures, sent, begun };
}

const ids = (hub: Hub) => hub.log.history().map(({ id }) => id);

test('[CM4] a leader that lags behind for a while after an election is the same stream', async () => {
  const stream = new Stream();
  const { hub, follower, failures } = follow(stream);
  await follower.begin();
  for (const id of [1, 2, 3]) stream.deliver(id);
  stream.last = 1;
  follower.renew();
  await expect.poll(() => failures).toEqual(['the stream does not have all yet that it had']);
  // What was read before goes on meanwhile, and is read once.
  stream.deliver(4);
  stream.last = 4;
  await expect.poll(() => stream.begunAt).toEqual([1, 5]);
  stream.deliver(4);
  stream.deliver(5);
  expect([hub.instance, stream.rewritten, ids(hub)]).toEqual(['first', 0, [5, 4, 3, 2, 1]]);
});

test('[CM4] a stream that has another message where one was taken is in another epoch', async () => {
  const stream = new Stream();
  const { hub, follower, begun } = follow(stream);
  await follower.begin();
  for (const id of [1, 2, 3]) stream.deliver(id);
  // A power cut took the third one, and something else came in its place.
  stream.storedAt.set(3, 9_000);
  stream.last = 3;
  follower.renew();
  await expect.poll(() => hub.instance).toBe('second');
  await expect.poll(() => stream.begunAt).toEqual([1, 1]);
  expect([stream.rewritten, ids(hub), begun]).toEqual([1, [], ['first', 'second']]);
});

test('[CM4] what this node has sent is known by its id, unless that is of another event', async () => {
  const stream = new Stream();
  const { hub, follower, sent } = follow(stream);
  await follower.begin();
  const own = { channel: 'kunden', origin: { sender: 'shop', topic: null }, receivedAt: 'then' };
  for (const id of [1, 2]) sent.set(id, { ...own, payload: Buffer.from('1') } as Outgoing);
  for (const id of [1, 2]) stream.deliver(id);
  expect(hub.log.history()).toMatchObject([
    { id: 2, channel: 'jobs', sender: null, receivedAt: '1970-01-01T00:00:01.002Z' },
    { id: 1, channel: 'kunden', sender: 'shop', receivedAt: 'then' },
  ]);
});

test('[CM4] a stream that has less, and another message at its end, is in another epoch at once', async () => {
  const stream = new Stream();
  const { hub, follower } = follow(stream);
  await follower.begin();
  for (const id of [1, 2, 3, 4, 5, 6]) stream.deliver(id);
  // A power cut took all after the second, and two others have come in their place since.
  stream.storedAt.set(3, 9_000);
  stream.storedAt.set(4, 9_001);
  stream.last = 4;
  follower.renew();
  await expect.poll(() => hub.instance).toBe('second');
  // The archive goes on after what it has.
  expect([stream.rewritten, stream.same]).toEqual([1, 2]);
});

test('[CM4] [CM5] a leader that others have replaced says nothing about the stream, however long', async () => {
  const stream = new Stream();
  const { hub, follower, failures } = follow(stream);
  await follower.begin();
  for (const id of [1, 2, 3]) stream.deliver(id);
  stream.last = 1;
  stream.silence = [3_500, 60_000];
  follower.renew();
  const lost = 'the leader of the stream has lost the other servers';
  await expect.poll(() => failures).toEqual([lost]);
  await expect(follower.isIssued(9)).rejects.toThrow(lost);
  stream.silence = [60_000, 900];
  await expect(follower.isIssued(9)).rejects.toThrow('does not have all yet');
  stream.last = 3;
  await expect.poll(() => stream.begunAt).toEqual([1, 4]);
  expect([hub.instance, stream.rewritten]).toEqual(['first', 0]);
});

test('[CM5] what is taken while the end of the stream is asked for is not behind it', async () => {
  const stream = new Stream();
  const { follower } = follow(stream);
  await follower.begin();
  for (const id of [1, 2, 3]) stream.deliver(id);
  stream.last = 3;
  const asked = follower.isIssued(4);
  stream.deliver(4);
  expect(await asked).toBe(true);
});

test('[CM5] [ST3] an id beyond the end of the stream is asked for twice: its leader may be new', async () => {
  const stream = new Stream();
  const { follower } = follow(stream);
  await follower.begin();
  stream.ends = [7, 9, 8, 8];
  expect(await follower.isIssued(9)).toBe(true);
  expect(await follower.isIssued(9)).toBe(false);
  expect(stream.ends).toEqual([]);
});

test('[CM4] [CM5] while a stream has no leader, any copy answers, and says nothing about it', async () => {
  const stream = new Stream();
  const { hub, follower, failures } = follow(stream);
  await follower.begin();
  for (const id of [1, 2, 3]) stream.deliver(id);
  // A server that was cut off until now has votes of both others, and none of their events yet.
  stream.leader = undefined;
  stream.silence = [36_000, 133, 0];
  stream.last = 3;
  await expect(follower.isIssued(9)).rejects.toThrow('the stream has no leader');
  follower.renew();
  await expect.poll(() => failures).toEqual(['the stream has no leader']);
  // It hears who leads while it answers, and names that one among the others.
  stream.leader = 'n2';
  stream.others = ['n2', 'n3'];
  await expect(follower.isIssued(9)).rejects.toThrow('a copy has answered');
  stream.others = ['n1', 'n3'];
  stream.silence = [133, 0];
  stream.last = 9;
  expect(await follower.isIssued(9)).toBe(true);
  await expect.poll(() => stream.begunAt).toEqual([1, 4]);
  expect([hub.instance, stream.rewritten]).toEqual(['first', 0]);
});

test('[CM5] what NATS has put on a server that is behind is not read: it may have another stream of that name', async () => {
  const stream = new Stream();
  stream.silence = [0, 0];
  stream.current = ['n3'];
  stream.readOn = ['n2', 'n3'];
  const { follower, failures } = follow(stream);
  await follower.begin();
  expect([failures, stream.begunAt]).toEqual([
    ['NATS reads the stream on server n2, which is behind'],
    [1],
  ]);
});

test('[CM4] [ST3] ids are those of other events in another stream, and not where a bucket was lost', async () => {
  const stream = new Stream();
  const { hub, follower } = follow(stream);
  const told: boolean[] = [];
  const nothing = () => {};
  hub.listen({
    wake: nothing,
    cleared: nothing,
    redacted: nothing,
    begunAnew: (hasOtherIds) => told.push(hasOtherIds),
  });
  await follower.begin();
  for (const [epoch, made] of [
    ['second', 900],
    ['third', 60_000],
  ] as const) {
    Object.assign(stream, { epoch, made });
    follower.renew();
    await expect.poll(() => hub.instance).toBe(epoch);
  }
  expect(told).toEqual([false, false, true]);
});

test('[CM1] erased messages at the end are not waited for', async () => {
  const stream = new Stream();
  stream.last = 5;
  stream.deleted = [2, 4, 5];
  const { hub, follower } = follow(stream);
  const begun = follower.begin();
  await expect.poll(() => stream.begunAt).toEqual([1]);
  stream.deliver(1);
  expect(hub.log.head).toBe(1);
  stream.deliver(3);
  await begun;
  expect([hub.log.head, ids(hub)]).toEqual([5, [3, 1]]);
  stream.deliver(6);
  expect(ids(hub)).toEqual([6, 3, 1]);
});

test('[CM1] what was erased while it was on its way here is not held, but for what stays of it', async () => {
  const stream = new Stream();
  const redactions = new Redactions();
  const { hub, follower } = follow(stream, redactions);
  await follower.begin();
  const note = { receivedAt: CREATED, channel: 'jobs' } as const;
  redactions.add('first', { ...note, id: 1, text: null }, hub);
  redactions.add('first', { ...note, id: 2, text: '"rest"' }, hub);
  for (const id of [1, 2, 3]) stream.deliver(id);
  expect(hub.log.history().map(({ id, payload }) => [id, payload.toString()])).toEqual([
    [3, '3'],
    [2, '"rest"'],
  ]);
});

test('[CM4] what nobody answers is asked again: the leader that comes meanwhile has not heard it', async () => {
  const stream = new Stream();
  const { streams } = stream.jsm;
  const { info } = streams;
  let asked = 0;
  streams.info = async (...of) => (asked++ === 0 ? new Promise(() => {}) : info(...of));
  const { follower, failures } = follow(stream);
  await follower.begin();
  // Once more for where it is read.
  expect([asked, failures]).toEqual([3, []]);
});

test('[CM4] goes on with the stream while those who keep its epoch elect each other', async () => {
  const stream = new Stream();
  const { follower } = follow(stream);
  await follower.begin();
  stream.epochs.at = () => new Promise(() => {});
  stream.back.resolve();
  await expect.poll(() => stream.begunAt).toEqual([1, 1]);
});

test('[CM4] hears of another epoch that begins while it asks for the present one', async () => {
  const stream = new Stream();
  const { hub, follower } = follow(stream);
  const { at } = stream.epochs;
  const asked = Promise.withResolvers<void>();
  stream.epochs.at = async (created) => {
    const told = await at(created);
    asked.resolve();
    return told;
  };
  const begun = follower.begin();
  await asked.promise;
  stream.epoch = 'second';
  follower.renew();
  await begun;
  await expect.poll(() => hub.instance).toBe('second');
});
