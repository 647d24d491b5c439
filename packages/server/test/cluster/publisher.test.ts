import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection, Status } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { Availability } from '../../src/cluster/availability.ts';
import { Line } from '../../src/cluster/line.ts';
import { Names } from '../../src/cluster/names.ts';
import { Publisher } from '../../src/cluster/publisher.ts';

/** A publisher whose JetStream answers when the test says so. */
function publisher(patience = 60_000) {
  const news: ((status: Status) => void)[] = [];
  const nc = {
    info: { max_payload: 1_000_000 },
    async *status() {
      for (;;) yield await new Promise<Status>((resolve) => news.push(resolve));
    },
  } as unknown as NatsConnection;
  const line = new Line(nc, () => {});
  const attempts: ((seq: number) => void)[] = [];
  const js = {
    publish: () =>
      new Promise((resolve) => attempts.push((seq) => resolve({ seq, duplicate: false }))),
  } as unknown as JetStreamClient;
  const availability = new Availability({ probe: async () => {}, patience, onChange() {} });
  onTestFinished(() => availability.close());
  const carry = (payload: string) =>
    subject.carry(null, Buffer.from(payload), null) as Promise<{ id: number }>;
  const subject = new Publisher({
    nc,
    js,
    jsm: {} as JetStreamManager,
    line,
    names: new Names('hookline'),
    availability,
    patience,
    now: Date.now,
    newest: () => 0,
    listenersOf: () => 0,
    redacted: () => undefined,
    onTooLarge() {},
    onStored() {},
  });
  const tell = (type: 'disconnect' | 'reconnect') =>
    news.shift()?.({ type, server: 'n1' } as Status);
  return { carry, attempts, line, tell, availability };
}

test('[CM3] what waits for a line that is lost is sent again as soon as it is back, and leaves nothing behind', async () => {
  const { carry, attempts, line, tell } = publisher();
  const first = carry('1');
  await expect.poll(() => attempts.length).toBe(1);
  expect(line.watchers).toBe(1);
  tell('disconnect');
  await expect.poll(() => line.watchers).toBe(0);
  // Nothing is sent into the void.
  expect(attempts).toHaveLength(1);
  await expect.poll(() => tell('reconnect') ?? line.isUp).toBe(true);
  await expect.poll(() => attempts.length).toBe(2);
  attempts[1]?.(7);
  expect((await first).id).toBe(7);
  expect(line.watchers).toBe(0);
});

test('[CM3] more than a thousand do not wait: the next one is refused at once', async () => {
  const { carry, attempts, availability } = publisher();
  const waiting = Array.from({ length: 1000 }, (_, n) => carry(String(n)));
  await expect.poll(() => attempts.length).toBe(1000);
  await expect(carry('one too many')).rejects.toMatchObject({ code: 'cluster_unavailable' });
  // That is no sign that JetStream is away.
  expect(availability.isAway).toBe(false);
  for (const [index, answer] of attempts.entries()) answer(index + 1);
  expect((await Promise.all(waiting)).map(({ id }) => id)).toEqual(
    Array.from({ length: 1000 }, (_, index) => index + 1),
  );
  const large = Array.from({ length: 17 }, () =>
    carry('x'.repeat(1_000_000)).catch(() => 'refused'),
  );
  // Sixteen MiB of them may wait.
  await expect(large[16]).resolves.toBe('refused');
  await expect.poll(() => attempts.length).toBe(1016);
  for (const answer of attempts.slice(1000)) answer(2000);
  await Promise.all(large);
});
