import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Program } from '../../e2e/support/service.ts';
import { natsServer } from '../../scripts/nats-for-tests.ts';

/**
 * Three machines in network namespaces, each with a nats-server, two of them with a node: what they
 * tell each other goes over one network, what clients ask over another. The first one is cut, so that
 * nothing arrives and nobody is told, while clients reach both nodes. As root.
 */
const MACHINES = [1, 2, 3];
const NODES = [1, 2];
/** One event each a second: a node holds fifty, and readers are away for some seconds. */
const SENDERS = 6;
/** Longer than servers and nodes need to notice anything. */
const CUT_FOR = 20_000;
const ROUNDS = [1, 2, 3];
/** So many that some ask the node that was cut off in the two seconds before it has a leader again. */
const READERS = 10;

const urlOf = (machine: number) => `http://10.9.7.${machine}:8080`;
const otherThan = (node: number) => (node === 1 ? 2 : 1);

class Lab {
  readonly #id = `hl${process.pid}`;
  readonly #folder = mkdtempSync(join(tmpdir(), 'hookline-lab-'));

  constructor() {
    onTestFinished(() => this.#remove());
    const hub = `${this.#id}-hub`;
    ip(`netns add ${hub}`);
    for (const net of ['back', 'front']) ip(`-n ${hub} link add ${net} type bridge`);
    for (const net of ['back', 'front']) ip(`-n ${hub} link set ${net} up`);
    for (const n of MACHINES) {
      const machine = this.#machine(n);
      ip(`netns add ${machine}`);
      ip(`-n ${machine} link set lo up`);
      for (const [net, address] of [
        ['back', `10.9.8.${n}`],
        ['front', `10.9.7.${n}`],
      ]) {
        ip(`link add ${net}${n} netns ${hub} type veth peer name ${net} netns ${machine}`);
        ip(`-n ${machine} address add ${address}/24 dev ${net}`);
        ip(`-n ${machine} link set ${net} up`);
        ip(`-n ${hub} link set ${net}${n} master ${net} up`);
      }
    }
    ip(`link add ${this.#id} type veth peer name clients netns ${hub}`);
    ip(`-n ${hub} link set clients master front up`);
    ip(`address add 10.9.7.9/24 dev ${this.#id}`);
    ip(`link set ${this.#id} up`);
  }

  async start(): Promise<void> {
    const routes = MACHINES.map((n) => `nats://10.9.8.${n}:6222`).join(', ');
    for (const n of MACHINES) {
      const config = join(this.#folder, `${n}.conf`);
      writeFileSync(
        config,
        `server_name: n${n}\nlisten: "0.0.0.0:4222"\nhttp: "0.0.0.0:8222"\nmax_payload: 2MB
jetstream { store_dir: "${this.#folder}/${n}", sync_interval: always }
cluster { name: lab, listen: "0.0.0.0:6222", routes: [${routes}] }\n`,
      );
      this.#run(n, [natsServer(), '-c', config]);
    }
    const nodes = NODES.map((n) =>
      this.#run(n, ['node', 'packages/server/src/main.ts'], {
        APP_SERVER_HOST: '0.0.0.0',
        APP_ACCESS_OPEN: 'true',
        APP_ARCHIVE_URL: 'off',
        APP_ARCHIVE_SPOOL_DIR: join(this.#folder, `spool-${n}`),
        APP_ACCESS_ENDED_SESSIONS: join(this.#folder, `ended-${n}`),
        APP_CLUSTER_URL: MACHINES.map((m) => `nats://10.9.8.${m}:4222`).join(','),
        APP_CLUSTER_KEEP_BYTES: String(64 * 1024 * 1024),
      }),
    );
    await Promise.all(nodes.map((node) => node.line(/Hookline listens on/)));
    for (const n of NODES) {
      await expect
        .poll(async () => (await fetch(`${urlOf(n)}/readyz`).catch(() => undefined))?.status)
        .toBe(200);
    }
  }

  /** Its frames go nowhere; its line looks as it did. */
  cut(machine: number): void {
    ip(`-n ${this.#id}-hub link set back${machine} nomaster`);
  }

  heal(machine: number): void {
    ip(`-n ${this.#id}-hub link set back${machine} master back`);
  }

  async leader(): Promise<number> {
    for (const n of MACHINES) {
      const words = ['netns', 'exec', this.#machine(n), 'node', '-e', WHO_LEADS];
      if (execFileSync('ip', words, { encoding: 'utf8' }).includes(`n${n}`)) return n;
    }
    throw new Error('nobody leads');
  }

  #machine(n: number): string {
    return `${this.#id}-${n}`;
  }

  #run(machine: number, words: readonly string[], env: Record<string, string> = {}): Program {
    return new Program('ip', ['netns', 'exec', this.#machine(machine), ...words], env);
  }

  #remove(): void {
    for (const n of [...MACHINES.map((m) => this.#machine(m)), `${this.#id}-hub`]) {
      ip(`netns delete ${n}`);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const WHO_LEADS = `fetch('http://127.0.0.1:8222/jsz?streams=true').then((answer) => answer.json()).then(
  ({ account_details }) => console.log(account_details?.flatMap(({ stream_detail }) => stream_detail ?? [])
    .find(({ name }) => name === 'hookline')?.cluster?.leader))`;

function ip(words: string): void {
  execFileSync('ip', words.split(' '));
}

/** Sends until it is accepted, each time to the other node, always with the same key. */
class Senders {
  readonly ids: number[] = [];
  longestPause = 0;
  #isOver = false;
  #last = performance.now();
  readonly #done = Array.from({ length: SENDERS }, (_, n) => this.#send(n));

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#done);
  }

  async #send(sender: number): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const key = `${sender}-${turn}`;
      for (let node = NODES[sender % 2] ?? 1; !(await this.#post(key, node)); ) {
        node = otherThan(node);
        await pause(50);
      }
      this.longestPause = Math.max(this.longestPause, performance.now() - this.#last);
      this.#last = performance.now();
      await pause(1000);
    }
  }

  async #post(key: string, node: number): Promise<boolean> {
    try {
      const answer = await fetch(`${urlOf(node)}/api/webhook`, {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: JSON.stringify(key),
      });
      const { id } = await answer.json();
      if (answer.status === 202) this.ids.push(id);
      return answer.status === 202;
    } catch {
      return false;
    }
  }
}

/** Goes to the other node every few seconds, and whenever its stream ends. */
class Reader {
  readonly seen = new Set<number>();
  doubled = 0;
  disordered = 0;
  longestPause = 0;
  #lastId = 0;
  #last = performance.now();
  #instance: string | undefined;
  readonly #saysInstance: boolean;
  readonly #over = new AbortController();

  constructor(saysInstance: boolean, node: number) {
    this.#saysInstance = saysInstance;
    onTestFinished(() => this.#over.abort());
    void this.#read(node);
  }

  async #read(first: number): Promise<void> {
    for (let node = first; !this.#over.signal.aborted; node = otherThan(node)) {
      const own = this.#saysInstance && this.#instance ? `?instance=${this.#instance}` : '';
      const hop = AbortSignal.any([this.#over.signal, AbortSignal.timeout(3000)]);
      try {
        const headers = { 'last-event-id': String(this.#lastId) };
        const answer = await fetch(`${urlOf(node)}/api/webhook/events${own}`, {
          headers,
          signal: hop,
        });
        let text = '';
        for await (const chunk of answer.body ?? []) {
          const blocks = (text + Buffer.from(chunk).toString()).split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) this.#take(block);
        }
      } catch {
        await pause(20);
      }
    }
  }

  #take(block: string): void {
    this.#instance =
      /^event: hello\ndata: .*"instance":"([^"]+)"/m.exec(block)?.[1] ?? this.#instance;
    const id = Number(/^id: (\d+)$/m.exec(block)?.[1] ?? Number.NaN);
    if (Number.isNaN(id)) return;
    if (this.seen.has(id)) this.doubled++;
    else if (id < this.#lastId) this.disordered++;
    this.seen.add(id);
    this.#lastId = id;
    this.longestPause = Math.max(this.longestPause, performance.now() - this.#last);
    this.#last = performance.now();
  }
}

const faults: readonly [string, (leader: number) => number][] = [
  ['the machine of a node is cut off', () => 1],
  ['the machine of the leader is cut off', (leader) => leader],
  ['the machine without a node is cut off', () => 3],
];

/** @needs nats */
test.each(ROUNDS.flatMap((round) => faults.map(([name, which]) => ({ round, name, which }))))(
  '[CM3] [CM5] $name, round $round: nothing lost, doubled or out of order',
  async ({ round, name, which }) => {
    const lab = new Lab();
    await lab.start();
    const senders = new Senders();
    const readers = Array.from({ length: READERS }, (_, n) => new Reader(n < 4, (n % 2) + 1));
    await expect.poll(() => senders.ids.length).toBeGreaterThan(30);
    for (const each of [senders, ...readers]) each.longestPause = 0;
    const machine = which(await lab.leader());
    lab.cut(machine);
    await pause(CUT_FOR);
    lab.heal(machine);
    const before = senders.ids.length;
    await expect.poll(() => senders.ids.length).toBeGreaterThan(before + 60);
    await senders.stop();
    const head = Math.max(...senders.ids);
    const lost = (seen: ReadonlySet<number>) => senders.ids.filter((id) => !seen.has(id)).length;
    for (const { seen } of readers) await expect.poll(() => seen.has(head)).toBe(true);
    const pauses = readers.map(({ longestPause }) => Math.round(longestPause));
    const sum = (of: (reader: Reader) => number) => readers.reduce((all, one) => all + of(one), 0);
    const found = {
      lost: sum(({ seen }) => lost(seen)),
      doubled: sum(({ doubled }) => doubled) + senders.ids.length - new Set(senders.ids).size,
      disordered: sum(({ disordered }) => disordered),
    };
    process.stdout.write(
      `${name}, round ${round}: ${senders.ids.length} accepted, ${JSON.stringify(found)}, longest pause of intake ${Math.round(senders.longestPause)} ms, of readers ${pauses.join(', ')} ms\n`,
    );
    expect(found).toEqual({ lost: 0, doubled: 0, disordered: 0 });
  },
);
