import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Program } from '../../e2e/support/service.ts';
import { natsServer } from '../../scripts/nats-for-tests.ts';
import { Reader, Senders, tally } from './hopping.ts';

/**
 * Three machines in network namespaces, each with a nats-server, two of them with a node: what they
 * tell each other goes over one network, what clients ask over another. The first one is cut, so that
 * nothing arrives and nobody is told, while clients reach both nodes. As root.
 */
const MACHINES = [1, 2, 3];
const NODES = [1, 2];
const SENDERS = 6;
/** Longer than servers and nodes need to notice anything. */
const CUT_FOR = 20_000;
const ROUNDS = [1, 2, 3];
/** So many that some ask the node that was cut off in the two seconds before it has a leader again. */
const READERS = 10;

const urlOf = (machine: number) => `http://10.9.7.${machine}:8080`;

class Lab {
  readonly #id = `hl${process.pid}`;
  readonly #folder = mkdtempSync(join(tmpdir(), 'hookline-lab-'));

  constructor() {
    removeLeftovers();
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

function ip(words: string): string {
  return execFileSync('ip', words.split(' '), { encoding: 'utf8' });
}

/** A run that was killed has ended its processes, and left the names of their networks. */
function removeLeftovers(): void {
  for (const [, name, run] of ip('netns list').matchAll(/^(hl(\d+)-\S+)/gm)) {
    if (!existsSync(`/proc/${run}`)) ip(`netns delete ${name}`);
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
    const urls = NODES.map(urlOf);
    const senders = new Senders(urls, SENDERS);
    const readers = Array.from({ length: READERS }, (_, n) => new Reader(urls, n < 4, n));
    await senders.more(30);
    for (const each of [senders, ...readers]) each.longestPause = 0;
    const machine = which(await lab.leader());
    lab.cut(machine);
    await pause(CUT_FOR);
    lab.heal(machine);
    await senders.more(60);
    const found = await tally(senders, readers);
    const pauses = readers.map(({ longestPause }) => Math.round(longestPause));
    process.stdout.write(
      `${name}, round ${round}: ${senders.accepted.size} accepted, ${JSON.stringify(found)}, longest pause of intake ${Math.round(senders.longestPause)} ms, of readers ${pauses.join(', ')} ms\n`,
    );
    expect(found).toEqual({ lost: 0, doubled: 0, disordered: 0 });
  },
);
