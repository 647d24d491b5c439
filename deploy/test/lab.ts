import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { Program, temporaryFolder } from '../../e2e/support/service.ts';
import { jetStreamOf, natsServer, startTogether } from '../../scripts/nats-for-tests.ts';
import { startPostgres, type TestPostgres } from '../../scripts/postgres-for-tests.ts';

export const MACHINES = [1, 2, 3];
export const NODES = [1, 2];
/** Above what the stream may take, in bytes: it is filled to the brim. */
const DISK = 96 * 1024 * 1024;
/** Of the machine that has PostgreSQL, and of the clients. */
const OTHER = 9;

export const urlOf = (machine: number) => `http://10.9.7.${machine}:8080`;
const monitorOf = (machine: number) => `http://10.9.7.${machine}:8222`;

/**
 * Three machines in network namespaces, each with a nats-server, two of them with a node, and
 * PostgreSQL: what they tell each other goes over one network (`back`), what clients ask over another
 * (`front`). As root. @needs nats postgres
 */
export class Lab {
  readonly #id = `hl${process.pid}`;
  readonly #folder = temporaryFolder();
  readonly #disks = new Map<number, Program>();
  readonly #servers = new Map<number, Program>();
  readonly #nodes = new Map<number, Program>();
  #postgres: TestPostgres | undefined;

  constructor() {
    removeLeftovers();
    onTestFinished(() => removeNetworks((run) => run === String(process.pid)));
    const hub = `${this.#id}-hub`;
    ip(`netns add ${hub}`);
    for (const [net, subnet] of Object.entries({ back: '10.9.8', front: '10.9.7' })) {
      ip(`-n ${hub} link add ${net} type bridge`);
      ip(`-n ${hub} link set ${net} up`);
      for (const n of MACHINES) {
        const machine = this.#machine(n);
        if (net === 'back') ip(`netns add ${machine}`);
        ip(`link add ${net}${n} netns ${hub} type veth peer name ${net} netns ${machine}`);
        ip(`-n ${machine} address add ${subnet}.${n}/24 dev ${net}`);
        for (const device of ['lo', net]) ip(`-n ${machine} link set ${device} up`);
        ip(`-n ${hub} link set ${net}${n} master ${net} up`);
      }
      const here = `${this.#id}${net}`;
      ip(`link add ${here} type veth peer name ${net}${OTHER} netns ${hub}`);
      ip(`-n ${hub} link set ${net}${OTHER} master ${net} up`);
      ip(`address add ${subnet}.${OTHER}/24 dev ${here}`);
      ip(`link set ${here} up`);
    }
  }

  async start(): Promise<void> {
    const postgres = await startPostgres({ address: `10.9.8.${OTHER}` });
    onTestFinished(() => postgres.remove());
    this.#postgres = postgres;
    const routes = MACHINES.map((n) => `nats://10.9.8.${n}:6222`).join(', ');
    for (const n of MACHINES) {
      const config = join(this.#folder, `${n}.conf`);
      writeFileSync(
        config,
        `server_name: n${n}\nlisten: "0.0.0.0:4222"\nhttp: "0.0.0.0:8222"\nmax_payload: 2MB
jetstream { store_dir: "${this.#folder}/${n}", sync_interval: always, max_file_store: 1GB }
cluster { name: lab, listen: "0.0.0.0:6222", routes: [${routes}], ping_interval: "2s", ping_max: 2 }\n`,
      );
      // A disk that goes with this process, also when the run is killed.
      const place = join(this.#folder, String(n));
      mkdirSync(place);
      const mount = `mount -t tmpfs -o size=${DISK} none ${place} && echo mounted && exec sleep inf`;
      const disk = this.#run(n, ['unshare', '--mount', 'sh', '-c', mount]);
      await disk.line(/mounted/);
      this.#disks.set(n, disk);
    }
    await this.#startServers();
    await Promise.all(NODES.map((n) => this.startNode(n)));
  }

  startServer(n: number): void {
    const { pid } = programOf(this.#disks, n).child;
    const words = [natsServer(), '-c', join(this.#folder, `${n}.conf`)];
    this.#servers.set(n, this.#run(n, ['nsenter', `--mount=/proc/${pid}/ns/mnt`, ...words]));
  }

  async restartServer(n: number): Promise<void> {
    await this.#stopServer(n);
    this.startServer(n);
  }

  get postgres(): TestPostgres {
    if (!this.#postgres) throw new Error('the lab is not started');
    return this.#postgres;
  }

  node(n: number): Program {
    return programOf(this.#nodes, n);
  }

  /** Done when it takes webhooks. */
  async startNode(n: number, env: Record<string, string> = {}): Promise<void> {
    const node = this.#run(n, ['node', 'packages/server/src/main.ts'], {
      APP_SERVER_HOST: '0.0.0.0',
      APP_ACCESS_OPEN: 'true',
      APP_ARCHIVE_URL: this.postgres.url,
      APP_ARCHIVE_SPOOL_DIR: join(this.#folder, `spool-${n}`),
      APP_ACCESS_ENDED_SESSIONS: join(this.#folder, `ended-${n}`),
      APP_CLUSTER_URL: MACHINES.map((m) => `nats://10.9.8.${m}:4222`).join(','),
      APP_CLUSTER_KEEP_BYTES: String(64 * 1024 * 1024),
      APP_TIME_ZONE: 'Europe/Berlin',
      ...env,
    });
    this.#nodes.set(n, node);
    await node.line(/Hookline listens on/);
    await expect.poll(async () => (await fetch(`${urlOf(n)}/readyz`)).status).toBe(200);
  }

  async endNode(n: number, signal: NodeJS.Signals): Promise<void> {
    await ended(this.node(n), signal);
  }

  /** A session of this machine is in the midst of storing, and would be for ever. */
  async beginStoring(machine: number): Promise<void> {
    const store = './packages/server/src/archive/engine/store';
    const script = `import { sql } from 'kysely';
      import { openPostgres } from '${store}/postgres.ts';
      import { inTransaction } from '${store}/transaction.ts';
      const { db } = openPostgres('${this.postgres.url}', 1);
      await inTransaction({ kind: 'postgres', db }, async (db) => {
        await sql\`set local idle_in_transaction_session_timeout = 0\`.execute(db);
        console.log('it stores');
        await new Promise(() => setInterval(() => {}, 1000));
      });`;
    await this.#run(machine, ['node', '--input-type=module', '-e', script]).line(/it stores/);
  }

  /** Its frames go nowhere; its line looks as it did. */
  cut(machine: number): void {
    ip(`-n ${this.#id}-hub link set back${machine} nomaster`);
  }

  heal(machine: number): void {
    ip(`-n ${this.#id}-hub link set back${machine} master back`);
  }

  /** It is told that its network is gone. */
  unplug(machine: number): void {
    ip(`-n ${this.#machine(machine)} link set back down`);
  }

  plugIn(machine: number): void {
    ip(`-n ${this.#machine(machine)} link set back up`);
  }

  /** Not a byte is left on the disk of a nats-server. */
  fillDisk(machine: number): void {
    const file = openSync(this.#ballast(machine), 'w');
    try {
      for (const block = Buffer.alloc(4096); ; ) writeSync(file, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  makeRoom(machine: number): void {
    rmSync(this.#ballast(machine));
  }

  /** The machine whose server leads the stream. */
  async leader(): Promise<number> {
    for (const n of MACHINES) {
      const { account_details = [] } = await jetStreamOf(monitorOf(n));
      const streams = account_details.flatMap(({ stream_detail = [] }) => stream_detail);
      const found = streams.find(({ name }) => name === 'hookline');
      if (found?.cluster?.leader === `n${n}`) return n;
    }
    throw new Error('nobody leads');
  }

  /** Which server comes after one that steps down, NATS chooses. */
  async letLead(machine: number): Promise<void> {
    const stepDown = 'CONNECT {}\r\nPUB $JS.API.STREAM.LEADER.STEPDOWN.hookline 0\r\n\r\n';
    const leader = async () => {
      const leading = await this.leader();
      if (leading !== machine) connect(4222, '10.9.8.1').end(stepDown).resume();
      return leading;
    };
    await expect.poll(leader, { interval: 1000 }).toBe(machine);
  }

  /** All of them, at one moment. */
  async restartServers(): Promise<void> {
    await Promise.all(MACHINES.map((n) => this.#stopServer(n)));
    await this.#startServers();
  }

  #startServers(): Promise<void> {
    return startTogether(
      MACHINES.map((n) => ({
        monitor: monitorOf(n),
        start: () => this.startServer(n),
        stop: () => this.#stopServer(n),
      })),
    );
  }

  #stopServer(machine: number): Promise<void> {
    return ended(programOf(this.#servers, machine), 'SIGTERM');
  }

  #ballast(machine: number): string {
    const { pid } = programOf(this.#disks, machine).child;
    return `/proc/${pid}/root${this.#folder}/${machine}/ballast`;
  }

  #machine(n: number): string {
    return `${this.#id}-${n}`;
  }

  #run(machine: number, words: readonly string[], env: Record<string, string> = {}): Program {
    return new Program('ip', ['netns', 'exec', this.#machine(machine), ...words], env);
  }
}

function programOf(all: ReadonlyMap<number, Program>, machine: number): Program {
  const program = all.get(machine);
  if (!program) throw new Error(`there is none on machine ${machine}`);
  return program;
}

async function ended(program: Program, signal: NodeJS.Signals): Promise<void> {
  program.child.kill(signal);
  await program.outcome;
}

function ip(words: string): string {
  return execFileSync('ip', words.split(' '), { encoding: 'utf8' });
}

/** A run that was killed has ended its processes, and left the names of their networks. */
function removeLeftovers(): void {
  removeNetworks((run) => !existsSync(`/proc/${run}`));
}

function removeNetworks(isOver: (run: string) => boolean): void {
  // Their other ends go with the networks, but some time after.
  for (const [, name, run = ''] of ip('-o link').matchAll(/ (hl(\d+)(?:back|front))@/g)) {
    if (isOver(run)) ip(`link delete ${name}`);
  }
  for (const [, name, run = ''] of ip('netns list').matchAll(/^(hl(\d+)-\S+)/gm)) {
    if (isOver(run)) ip(`netns delete ${name}`);
  }
}
