import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** A nats-server of a test, on a port and in a folder of its own. @needs nats */
export interface TestNats {
  readonly url: string;
  /** Where it says how it is. */
  readonly monitor: string;
  /** Where it keeps its streams. */
  readonly folder: string;
  /** Done when it answers. */
  start(): Promise<void>;
  /** At once, as a power cut would. */
  kill(): Promise<void>;
  /** As an operator does. */
  stop(): Promise<void>;
  /** Whether it is the one that all writes to this stream go to. */
  leads(stream: string): Promise<boolean>;
  /** Done when none of its threads does anything any more. */
  freeze(): Promise<void>;
  thaw(): void;
  remove(): Promise<void>;
}

/** Where one is that Hookline takes part with, or an old one that it refuses. */
export function natsServer(old?: 'old'): string {
  const script = join(import.meta.dirname, 'nats-server.sh');
  return execFileSync('sh', [script, ...(old ? [old] : [])], { encoding: 'utf8' }).trim();
}

export async function startNats(
  extra = '',
  hasJetStream = true,
  program?: string,
): Promise<TestNats> {
  const server = await newNats('alone', extra, hasJetStream, program);
  await server.start();
  return server;
}

/** As many as are asked for, which know each other. */
export async function startNatsCluster(size: number): Promise<readonly TestNats[]> {
  const routes = await Promise.all(Array.from({ length: size }, freePort));
  // Of another one that is being ended a server may still ask at a port that was its neighbour's.
  const own = `test-${routes[0]}-${process.pid}`;
  const addresses = routes.map((port) => `nats://127.0.0.1:${port}`).join(', ');
  const servers = await Promise.all(
    routes.map((port, index) =>
      newNats(
        `n${index}`,
        `cluster { name: ${own}, listen: "127.0.0.1:${port}", routes: [${addresses}] }`,
      ),
    ),
  );
  await startTogether(servers);
  return servers;
}

/**
 * Done when each takes part. Of servers that begin at one moment, one does not hear another now and then,
 * for good: it is left out, or none leads (nats-server 2.10.27, 20 of 330 beginnings). Started anew, it does.
 */
export async function startTogether(
  servers: readonly (Pick<TestNats, 'monitor' | 'stop'> & { start(): unknown })[],
): Promise<void> {
  await Promise.all(servers.map((server) => server.start()));
  for (let turn = 0; !(await areTogether(servers)); turn++) {
    const server = servers[turn % servers.length];
    await server?.stop();
    await server?.start();
  }
}

/** It takes them less than a second, and more where machines have much to do. */
async function areTogether(servers: readonly Pick<TestNats, 'monitor'>[]): Promise<boolean> {
  for (let looks = 0; looks < 100; looks++) {
    for (const { monitor } of servers) {
      const { meta_cluster } = await jetStreamOf(monitor).catch((): JetStreamState => ({}));
      if (meta_cluster?.replicas?.length === servers.length - 1) return true;
    }
    await pause(100);
  }
  return false;
}

export async function jetStreamOf(monitor: string): Promise<JetStreamState> {
  const answer = await fetch(`${monitor}/jsz?streams=true`);
  return (await answer.json()) as JetStreamState;
}

async function newNats(
  name: string,
  extra: string,
  hasJetStream = true,
  program = natsServer(),
): Promise<TestNats> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-nats-'));
  const [port, monitorPort] = [await freePort(), await freePort()];
  const monitor = `http://127.0.0.1:${monitorPort}`;
  const config = join(folder, 'nats.conf');
  const store = hasJetStream ? `jetstream { store_dir: "${folder}/data" }` : '';
  writeFileSync(
    config,
    `server_name: ${name}\nlisten: "127.0.0.1:${port}"\nhttp: "127.0.0.1:${monitorPort}"\n${store}\nmax_payload: 2MB\n${extra}\n`,
  );
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();

  async function end(signal: NodeJS.Signals): Promise<void> {
    child?.kill(signal);
    // Frozen, it would not hear of it.
    child?.kill('SIGCONT');
    await ended;
    child = undefined;
  }

  const server: TestNats = {
    url: `nats://127.0.0.1:${port}`,
    monitor,
    folder,
    async start() {
      child = spawn(program, ['-c', config, '-l', join(folder, 'log')], { stdio: 'ignore' });
      ended = once(child, 'exit');
      while (!(await isThere(port, monitor))) {
        if (child.exitCode !== null) throw new Error('nats-server does not start');
        await pause(20);
      }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async leads(stream) {
      try {
        const { account_details = [] } = await jetStreamOf(monitor);
        const found = account_details
          .flatMap(({ stream_detail = [] }) => stream_detail)
          .find(({ name: each }) => each === stream);
        return found?.cluster?.leader === name;
      } catch {
        return false;
      }
    },
    async freeze() {
      child?.kill('SIGSTOP');
      // On a busy machine a thread goes on until it gets to know of it.
      while (child?.pid !== undefined && !isFrozen(child.pid)) await pause(5);
    },
    thaw: () => void child?.kill('SIGCONT'),
    async remove() {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
}

function isFrozen(pid: number): boolean {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.every((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) === 'T';
  });
}

interface JetStreamState {
  /** Only who leads names the others. */
  readonly meta_cluster?: { readonly replicas?: readonly unknown[] };
  readonly account_details?: readonly {
    readonly stream_detail?: readonly {
      readonly name: string;
      readonly cluster?: { readonly leader?: string };
    }[];
  }[];
}

async function isThere(port: number, monitor: string): Promise<boolean> {
  try {
    const line = connect(port, '127.0.0.1');
    await once(line, 'connect').finally(() => line.destroy());
    // Whether its streams are there is another question, which the service has to ask itself.
    return (await fetch(`${monitor}/varz`)).ok;
  } catch {
    return false;
  }
}
