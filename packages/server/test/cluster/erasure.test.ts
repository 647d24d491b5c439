import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { expect, test } from 'vitest';
import { eraseFromStream } from '../../src/cluster/erasure.ts';
import { Names } from '../../src/cluster/names.ts';
import type { SharedState } from '../../src/cluster/shared-state.ts';
import { Hub } from '../../src/hub/hub.ts';
import { eventEncoder } from '../../src/stream/frames.ts';

const LEADER = { leader: 'n1', replicas: [{ name: 'n2', active: 0, current: false }] };

/** A stream of which servers that are read one after another have so much; the leader has all of it. */
function newStream(ids: readonly number[], heldBy: number[], places: string[] = []) {
  const state = () => {
    const deleted = Array.from({ length: 9 }, (_, n) => n + 1).filter((id) => !ids.includes(id));
    return { first_seq: 1, last_seq: 9, messages: ids.length, deleted };
  };
  const consumers = {
    get: async (stream_name: string, { opt_start_seq }: { opt_start_seq: number }) => {
      const through = heldBy.shift() ?? 9;
      const found = ids.filter((id) => id >= opt_start_seq && id <= through);
      const leader = places.shift();
      return {
        info: async () => ({ stream_name, cluster: { leader } }),
        async *fetch() {
          for (const [n, seq] of found.entries()) {
            const info = { streamSequence: seq, pending: found.length - n - 1 };
            const data = Buffer.from(`"${seq}"`);
            yield { seq, info, data, subject: '', time: new Date(0), string: () => `"${seq}"` };
          }
        },
      };
    },
  };
  const erased: number[] = [];
  const streams = {
    info: async () => ({ cluster: LEADER, state: state() }),
    deleteMessage: async (_: string, seq: number) => erased.push(seq),
  };
  return {
    js: { consumers } as unknown as JetStreamClient,
    jsm: { streams } as unknown as JetStreamManager,
    erased,
    places,
  };
}

const PARTS = {
  names: new Names('hookline'),
  hub: new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now }),
  state: { redact: async () => {} } as unknown as SharedState,
  stored: async () => {},
};
const always = async () => ({ outcome: 'removed' as const });

test('[AR13] [CM5] a server that was cut off gives out as much as it has: the rest is read from another', async () => {
  // The eighth and the ninth are erased, and nobody waits for them.
  const stream = newStream([1, 2, 3, 5, 6, 7], [3, 0, 6]);
  await eraseFromStream({ ...PARTS, ...stream }, always, 120_000);
  expect(stream.erased).toEqual([1, 2, 3, 5, 6, 7]);
});

test('[AR13] nothing is read on a server that is behind: its ids may be those of other events', async () => {
  const stream = newStream([4, 5], [5, 9], ['n2', 'n1']);
  await eraseFromStream({ ...PARTS, ...stream }, always, 120_000);
  expect([stream.erased, stream.places]).toEqual([[4, 5], []]);
});

test('[AR13] what no server gives out is not said to be erased', async () => {
  const behind = Array.from({ length: 1000 }, () => 6);
  const stream = newStream([5, 6, 7], behind);
  await expect(eraseFromStream({ ...PARTS, ...stream }, always, 300)).rejects.toThrow(
    'does not give out what is in it',
  );
});
