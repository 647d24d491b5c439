import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { expect, onTestFinished, test } from 'vitest';
import { Availability } from '../../src/cluster/availability.ts';
import { connectTo } from '../../src/cluster/connection.ts';
import { Line } from '../../src/cluster/line.ts';
import { prepare, streamSettings } from '../../src/cluster/prepare.ts';
import { Publisher } from '../../src/cluster/publisher.ts';
import { presetConfig } from '../../src/config/load.ts';
import { natsServers } from '../../src/config/nats-servers.ts';
import { nats, range } from './nodes.ts';

/** Longer than any machine takes: nothing is given up here. */
const PATIENCE = 600_000;

/** A publisher with a NATS of its own. */
async function publisher() {
  const server = await nats();
  const address = natsServers.parse(server.url);
  if (!address) throw new Error(`not an address: ${server.url}`);
  const nc = await connectTo(address, 'a publisher');
  onTestFinished(() => nc.close());
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  const settings = streamSettings(presetConfig({ 'app.cluster.keep-bytes': 64 * 1024 * 1024 }));
  await prepare(nc, jsm, settings);
  const line = new Line(nc, () => {});
  const availability = new Availability({
    probe: async () => {},
    patience: PATIENCE,
    onChange() {},
  });
  onTestFinished(() => availability.close());
  const { names } = settings;
  const subject = new Publisher({
    nc,
    js: jetstream(nc),
    jsm,
    line,
    names,
    availability,
    patience: PATIENCE,
    now: Date.now,
    listenersOf: () => 0,
    redacted: () => undefined,
    onTooLarge() {},
    onStored() {},
  });
  return {
    server,
    line,
    availability,
    carry: async (payload: string) => (await subject.carry(null, Buffer.from(payload), null)).id,
    stored: async () => (await jsm.streams.info(names.stream)).state.messages,
  };
}

test('[CM3] what waits for a line that is lost is sent again once it is back, counts once, and leaves nothing behind', async () => {
  const { server, line, carry, stored } = await publisher();
  await server.freeze();
  const first = carry('1');
  await expect.poll(() => line.watchers).toBe(1);
  await server.kill();
  await expect.poll(() => line.isUp).toBe(false);
  await expect.poll(() => line.watchers).toBe(0);
  await server.start();
  expect(await first).toBe(1);
  expect(await stored()).toBe(1);
  expect(line.watchers).toBe(0);
});

test('[CM3] more than a thousand do not wait: the next one is refused at once', async () => {
  const { server, carry, availability, stored } = await publisher();
  await server.freeze();
  const waiting = range(1, 1000).map((n) => carry(String(n)));
  await expect(carry('one too many')).rejects.toMatchObject({ code: 'cluster_unavailable' });
  // That is no sign that JetStream is away.
  expect(availability.isAway).toBe(false);
  server.thaw();
  expect((await Promise.all(waiting)).toSorted((a, b) => a - b)).toEqual(range(1, 1000));

  await server.freeze();
  // Sixteen MiB of them may wait.
  const large = range(1, 16).map(() => carry('x'.repeat(1_000_000)));
  await expect(carry('x'.repeat(1_000_000))).rejects.toMatchObject({
    code: 'cluster_unavailable',
  });
  server.thaw();
  expect((await Promise.all(large)).toSorted((a, b) => a - b)).toEqual(range(1001, 1016));
  expect(await stored()).toBe(1016);
});
