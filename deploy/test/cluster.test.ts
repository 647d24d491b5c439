import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { rowsOf } from '../../e2e/support/archive.ts';
import { Program } from '../../e2e/support/service.ts';
import { connectTo } from '../../packages/server/src/cluster/connection.ts';
import { SseReader } from '../../packages/server/test/support/sse-reader.ts';
import { startNatsCluster, type TestNats } from '../../scripts/nats-for-tests.ts';
import { startPostgres, type TestPostgres } from '../../scripts/postgres-for-tests.ts';

/**
 * Three nodes, three nats-servers, PostgreSQL, each a process of its own, and failures under load.
 * `sync_interval: always` is left out: the nats-server of Debian 12 does not know it.
 */
const NODES = 3;
/** Webhooks per second, over all senders. */
const RATE = 200;
const SENDERS = 20;

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

interface Member {
  readonly program: Program;
  readonly url: string;
  readonly port: number;
}

async function newDatabase(): Promise<string> {
  const name = `cluster_${randomUUID().replaceAll('-', '')}`;
  await rowsOf(postgres.url, `create database ${name}`);
  return postgres.url.replace(/\/postgres$/, `/${name}`);
}

async function startMember(
  servers: readonly TestNats[],
  database: string,
  env: Record<string, string> = {},
): Promise<Member> {
  const folder = `${process.env['TMPDIR'] ?? '/tmp'}/hookline-member-${randomUUID()}`;
  const program = new Program('node', ['packages/server/src/main.ts'], {
    APP_SERVER_PORT: '0',
    APP_ARCHIVE_URL: database,
    APP_ARCHIVE_SPOOL_DIR: `${folder}/spool`,
    APP_ACCESS_ENDED_SESSIONS: `${folder}/ended`,
    APP_CLUSTER_URL: servers.map(({ url }) => url).join(','),
    APP_CLUSTER_KEEP_BYTES: String(64 * 1024 * 1024),
    APP_TIME_ZONE: 'Europe/Berlin',
    ...env,
  });
  const [, url = ''] = await program.line(/Hookline listens on (\S+)/);
  const member = { program, url, port: Number(new URL(url).port) };
  await expect.poll(() => statusOf(member)).toBe(200);
  return member;
}

async function statusOf({ url }: { readonly url: string }): Promise<number> {
  try {
    return (await fetch(`${url}/readyz`)).status;
  } catch {
    return 0;
  }
}

/** Senders that go on whatever is answered, and repeat with the same key until it is 202. */
class Load {
  readonly accepted = new Map<string, number>();
  refused = 0;
  longestPause = 0;
  #isOver = false;
  #last = performance.now();
  readonly #senders: Promise<void>[];
  readonly #members: readonly { readonly url: string }[];

  constructor(members: readonly { readonly url: string }[]) {
    this.#members = members;
    this.#senders = Array.from({ length: SENDERS }, (_, n) => this.#send(n));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#senders);
  }

  async #send(sender: number): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const key = `${sender}-${turn}`;
      // Every one of them is accepted in the end, by whichever node.
      for (let attempt = 0; ; attempt++) {
        const id = await this.#post(key, attempt + sender);
        if (id !== undefined) {
          this.accepted.set(key, id);
          break;
        }
        this.refused++;
        await pause(100);
      }
      const now = performance.now();
      this.longestPause = Math.max(this.longestPause, now - this.#last);
      this.#last = now;
      await pause((1000 * SENDERS) / RATE);
    }
  }

  async #post(key: string, turn: number): Promise<number | undefined> {
    const { url = '' } = this.#members[turn % this.#members.length] ?? {};
    try {
      const answer = await fetch(`${url}/api/webhook`, {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: JSON.stringify({ key }),
      });
      const text = await answer.text();
      return answer.status === 202 ? JSON.parse(text).id : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Every event once and in order, at every node, and every accepted one among them. */
async function expectExact(
  load: Load,
  readers: readonly SseReader[],
  database: string,
): Promise<void> {
  await load.stop();
  const ids = [...load.accepted.values()];
  const head = Math.max(...ids);
  expect(new Set(ids).size, 'two receipts with one id').toBe(ids.length);
  for (const reader of readers) {
    await reader.until(() => (reader.ids.at(-1) ?? 0) >= head);
    const seen = reader.ids.filter((id) => id <= head);
    expect(seen).toEqual(Array.from({ length: head }, (_, index) => index + 1));
    // A key that was sent several times is one event.
    const keys = reader.events.map(({ data }) => JSON.parse(data).payload.key);
    expect(new Set(keys).size).toBe(keys.length);
  }
  await expect
    .poll(async () => Number((await rowsOf(database, 'select count(*) from events'))[0]?.['count']))
    .toBeGreaterThanOrEqual(head);
  const rows = await rowsOf(database, 'select event_id from events order by received_at, id');
  const stored = rows.map((row) => Number(row['event_id'])).filter((id) => id <= head);
  expect(stored.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: head }, (_, index) => index + 1),
  );
}

async function leaderOf(servers: readonly TestNats[]): Promise<number> {
  for (const [index, server] of servers.entries()) {
    if ((await server.leads('hookline')) === true) return index;
  }
  return -1;
}

describe('[CM1] [CM3] three nodes, three nats-servers, 200 webhooks a second', () => {
  const failures: readonly [string, (servers: readonly TestNats[]) => Promise<void>][] = [
    [
      'a server dies that does not lead',
      async (servers) => {
        const other = ((await leaderOf(servers)) + 1) % servers.length;
        await servers[other]?.kill();
        await pause(5000);
        await servers[other]?.start();
      },
    ],
    [
      'the leader dies',
      async (servers) => {
        const leader = await leaderOf(servers);
        await servers[leader]?.kill();
        await pause(10_000);
        await servers[leader]?.start();
      },
    ],
    [
      'the leader freezes for ten seconds',
      async (servers) => {
        const leader = servers[await leaderOf(servers)];
        await leader?.freeze();
        await pause(10_000);
        leader?.thaw();
      },
    ],
    [
      'all servers are dead for twenty seconds',
      async (servers) => {
        await Promise.all(servers.map((server) => server.kill()));
        await pause(20_000);
        await Promise.all(servers.map((server) => server.start()));
      },
    ],
    [
      'one server after another is started anew',
      async (servers) => {
        for (const server of servers) {
          await server.stop();
          await server.start();
          await pause(4000);
        }
      },
    ],
  ];

  test.each(failures)('%s: nothing lost, doubled or out of order', async (name, fail) => {
    const servers = await startNatsCluster(3);
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.remove()));
    });
    const database = await newDatabase();
    const members: Member[] = [];
    for (let n = 0; n < NODES; n++) members.push(await startMember(servers, database));
    const readers = members.map(({ port }) => new SseReader(port));
    await Promise.all(readers.map((reader) => reader.first('hello')));
    const load = new Load(members);
    await expect.poll(() => load.accepted.size).toBeGreaterThan(400);
    load.longestPause = 0;
    await fail(servers);
    const before = load.accepted.size;
    await expect.poll(() => load.accepted.size).toBeGreaterThan(before + 600);
    await expectExact(load, readers, database);
    for (const reader of readers) expect(reader.closed).toBe(false);
    process.stdout.write(
      `${name}: ${load.accepted.size} accepted, ${load.refused} refused and repeated, longest pause of intake ${Math.round(load.longestPause)} ms\n`,
    );
  });

  test('a leader that has lost the others, and leads again: what it could not store is taken once', async () => {
    const servers = await startNatsCluster(3);
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.remove()));
    });
    const member = await startMember(servers, await newDatabase());
    const post = (key: string) =>
      fetch(`${member.url}/api/webhook`, {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: JSON.stringify(key),
      });
    expect((await post('first')).status).toBe(202);
    const leader = await leaderOf(servers);
    const alone = servers[leader];
    const others = servers.filter((server) => server !== alone);
    await Promise.all(others.map((server) => server.kill()));
    expect((await post('kept')).status).toBe(503);
    await alone?.freeze();
    await Promise.all(others.map((server) => server.start()));
    await expect.poll(() => leaderOf(others)).toBeGreaterThanOrEqual(0);
    alone?.thaw();
    await expect.poll(() => alone?.leads('hookline')).toBe(false);
    const nc = await connectTo({ servers: servers.map(({ url }) => url) }, 'operator');
    onTestFinished(() => nc.close());
    for (let leads = -1; leads !== leader; leads = await leaderOf(servers)) {
      await nc.request('$JS.API.STREAM.LEADER.STEPDOWN.hookline').catch(() => {});
      await pause(2000);
    }
    await expect.poll(async () => (await post('kept')).status).toBe(202);
    expect(member.program.stdout).toContain('keeps a name without its event');
    const again = await (await post('kept')).json();
    const history = async () => (await fetch(`${member.url}/api/webhook/history`)).json();
    await expect
      .poll(async () => (await history()).map((event: { payload: string }) => event.payload))
      .toEqual(['kept', 'first']);
    expect((await history())[0].id).toBe(again.id);
  });

  test('nodes that feed are killed or frozen, NATS and PostgreSQL killed: every row once', async () => {
    const servers = await startNatsCluster(3);
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.remove()));
    });
    const database = await newDatabase();
    const steady = await startMember(servers, database);
    const readers = [new SseReader(steady.port)];
    await readers[0]?.first('hello');
    const load = new Load([steady]);
    const feeder = async (members: readonly Member[]) => {
      for (const member of members) {
        const text = await (await fetch(`${member.url}/metrics`)).text().catch(() => '');
        if (/^hookline_feed_feeding 1$/m.test(text)) return member;
      }
      return undefined;
    };
    for (let round = 0; round < 4; round++) {
      const other = await startMember(servers, database);
      await pause(3000);
      const who = await feeder([other, steady]);
      if (who === other) other.program.child.kill('SIGKILL');
      else {
        steady.program.child.kill('SIGSTOP');
        // Its session is ended by PostgreSQL, and the other one feeds.
        await expect.poll(async () => (await feeder([other])) === other).toBe(true);
        steady.program.child.kill('SIGCONT');
        await pause(2000);
        other.program.child.kill('SIGKILL');
      }
    }
    postgres.stop();
    await pause(3000);
    postgres.start();
    await servers[0]?.kill();
    await servers[0]?.start();
    const before = load.accepted.size;
    await expect.poll(() => load.accepted.size).toBeGreaterThan(before + 400);
    await expectExact(load, readers, database);
  });
});

describe('[CM4] what an operator does to the stream', () => {
  async function post({ url }: Member): Promise<{ status: number; id: number | undefined }> {
    const answer = await fetch(`${url}/api/webhook`, { method: 'POST', body: '1' });
    return { status: answer.status, id: (await answer.json()).id };
  }

  async function instanceAt({ url }: Member): Promise<string | null> {
    return (await fetch(`${url}/api/webhook/history`)).headers.get('x-hookline-instance');
  }

  async function managed(servers: readonly TestNats[]): Promise<JetStreamManager> {
    const nc = await connectTo({ servers: servers.map(({ url }) => url) }, 'operator');
    onTestFinished(() => nc.close());
    return jetstreamManager(nc);
  }

  test('from one copy to three: ids and instance stay', async () => {
    const servers = await startNatsCluster(3);
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.remove()));
    });
    const database = await newDatabase();
    const first = await startMember(servers, database, { APP_CLUSTER_REPLICAS: '1' });
    for (let n = 0; n < 5; n++) await post(first);
    const jsm = await managed(servers);
    const copies = async () => {
      const names = ['hookline', 'KV_hookline', 'KV_hookline-passing'];
      const infos = await Promise.all(names.map((name) => jsm.streams.info(name)));
      return infos.map(({ config }) => config.num_replicas);
    };
    expect(await copies()).toEqual([1, 1, 1]);
    const instance = await instanceAt(first);
    const second = await startMember(servers, database);
    expect(await copies()).toEqual([3, 3, 3]);
    expect(await instanceAt(second)).toBe(instance);
    await expect.poll(() => post(second)).toMatchObject({ status: 202 });
    expect(await instanceAt(first)).toBe(instance);
    expect((await post(first)).id).toBeGreaterThan(6);
  });

  test('a stream that was removed is made anew by itself: another instance, from 1, and all of it archived', async () => {
    const servers = await startNatsCluster(3);
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.remove()));
    });
    const database = await newDatabase();
    const members = [await startMember(servers, database), await startMember(servers, database)];
    const [first, second] = members as [Member, Member];
    for (let n = 0; n < 5; n++) await post(first);
    const instance = await instanceAt(first);
    const count = async () =>
      Number((await rowsOf(database, 'select count(*) from events'))[0]?.['count']);
    await expect.poll(count).toBe(5);
    await (await managed(servers)).streams.delete('hookline');
    await expect.poll(() => post(second)).toEqual({ status: 202, id: 1 });
    for (const member of members) {
      await expect.poll(() => instanceAt(member)).not.toBe(instance);
    }
    expect(await instanceAt(first)).toBe(await instanceAt(second));
    await expect.poll(count).toBe(6);
  });
});
