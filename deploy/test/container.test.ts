import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { EventSource } from 'eventsource';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { type BuiltImage, buildImage } from './image.ts';

const MOST_BYTES = 45_000_000;

let image: BuiltImage;
beforeAll(() => {
  image = buildImage();
}, 900_000);
afterAll(() => image?.remove());

interface Container {
  readonly url: string;
  /** The first process in it, as this machine counts. */
  pid(): number;
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  log(): string;
}

function volume(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-volume-'));
  chownSync(folder, 1000, 1000);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** What stands before a command of the image to run it as an engine would. */
function inContainer(data: string): [command: string, parameters: string[]] {
  const [uid = '', gid = ''] = image.config.User.split(':');
  const place = [image.root, data, uid, gid, image.config.WorkingDir];
  const script = join(import.meta.dirname, 'run-image.sh');
  return ['unshare', ['--fork', '--pid', '--mount', 'sh', script, ...place]];
}

function environment(more: Record<string, string>): Record<string, string> {
  const own = Object.fromEntries(image.config.Env.map((line) => line.split(/=(.*)/s, 2)));
  return { ...own, ...more };
}

async function run(data: string): Promise<Container> {
  const port = await freePort();
  const [command, before] = inContainer(data);
  const { Entrypoint, Cmd } = image.config;
  const child = spawn(command, [...before, ...Entrypoint, ...(Cmd ?? [])], {
    env: environment({ APP_SERVER_PORT: String(port), APP_ACCESS_TOKEN: 'a-token-for-reading' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  child.stdout?.on('data', (bytes) => {
    log += bytes;
  });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const pid = () =>
    Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')[0]);
  onTestFinished(async () => {
    if (child.exitCode === null) process.kill(pid(), 'SIGKILL');
    await exit;
  });
  await vi.waitFor(() => expect(log).toContain('Hookline listens on'), { timeout: 300_000 });
  return { url: `http://127.0.0.1:${port}`, pid, child, exit, log: () => log };
}

const headers = { authorization: 'Bearer a-token-for-reading', connection: 'close' };

test('[TE1] [seed 7] the image sets no profile, and names an ordinary user', () => {
  const { Env, User, Entrypoint, Cmd, Volumes, Labels, StopSignal } = image.config;
  expect(Env.filter((line) => line.startsWith('APP_'))).toEqual(['APP_SERVER_HOST=0.0.0.0']);
  expect(User).toBe('1000:1000');
  // No shell and no npm between the engine and Node.
  expect(Entrypoint).toEqual(['node', '/app/packages/server/dist/main.mjs']);
  expect(Cmd ?? []).toEqual([]);
  expect(Volumes).toEqual({ '/data': {} });
  expect(StopSignal).toBe('SIGTERM');
  expect(Labels['org.opencontainers.image.licenses']).toBe('MIT');
});

test('the image brings little beside Node', () => {
  process.stdout.write(
    `the image weighs ${(image.ownBytes / 1e6).toFixed(1)} MB without its base\n`,
  );
  expect(image.ownBytes).toBeLessThan(MOST_BYTES);
});

test('[seed 1] [seed 2] [seed 6] [seed 7] the image relays, archives, and ends on SIGTERM', async () => {
  const data = volume();
  const first = await run(data);
  const process1 = readFileSync(`/proc/${first.pid()}/status`, 'utf8');
  expect(process1).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
  expect(process1).toMatch(/^Gid:\t1000\t1000\t1000\t1000$/m);
  expect(process1).toMatch(/^NSpid:\t\d+\t1$/m);
  expect(process1).toMatch(/^CapEff:\t0+$/m);
  expect(readFileSync(`/proc/${first.pid()}/mountinfo`, 'utf8')).toMatch(/ \/ ro[ ,]/);
  expect(first.log()).toContain('profiles: none');

  const ask = ({ url }: Container, path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers });
  for (const path of ['/ws', '/api/mock/addresses', '/api/mock/address-cache']) {
    expect((await ask(first, path)).status, path).toBe(404);
  }
  expect(await (await ask(first, '/')).text()).toContain('/home/');

  const received: string[] = [];
  const stream = new EventSource(`${first.url}/api/webhook/events`, {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headers } }),
  });
  onTestFinished(() => stream.close());
  stream.onmessage = ({ data: text }) => received.push(text);
  await new Promise((resolve) => stream.addEventListener('hello', resolve));
  const body = '{"name":"Bäckerei Süß","telefon":"030 23125-100"}';
  const sent = await ask(first, '/api/webhook/kunden', { method: 'POST', body });
  expect(await sent.json()).toMatchObject({ id: 1, listeners: 1 });
  await vi.waitFor(() => expect(received[0]).toContain(body), 300_000);

  // The health check of the image, in a container beside it on the same machine.
  const [command, before] = inContainer(data);
  const [, ...check] = image.config.Healthcheck.Test;
  const health = (port: string) =>
    spawnSync(command, [...before, ...check], { env: environment({ APP_SERVER_PORT: port }) });
  expect(health(new URL(first.url).port).status).toBe(0);

  // The backups of the manual, of a database that is in use.
  const manual = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const follow = (words: readonly string[], input = '') => {
    const options = { env: environment({}), encoding: 'utf8', input } as const;
    const done = spawnSync(command, [...before, ...words], options);
    expect(done, done.stderr).toMatchObject({ status: 0 });
    return done.stdout;
  };
  const told = manual.matchAll(/podman exec hookline (node .+? backup \S+)/g);
  const [now = [], night = []] = Array.from(told, ([, words = '']) => words.split(' '));
  const backup = follow(now);
  expect(backup).toContain('"name":"Bäckerei Süß"');
  expect(backup.trimEnd().split('\n').at(-1)).toContain('"addresses":1');
  follow(night);
  const [, packed = ''] = /podman cp hookline:(\S+\.gz) /.exec(manual) ?? [];
  expect(gunzipSync(readFileSync(packed.replace('/data', data))).toString()).toContain('Süß');

  stream.close();
  process.kill(first.pid(), 'SIGTERM');
  // It gives up with another code before an engine would kill it.
  expect(await first.exit).toBe(0);
  expect(first.log()).toContain('"msg":"stopped"');
  expect(health(new URL(first.url).port).status).toBe(1);

  // And back, as the manual tells it.
  const [, aside = ''] = /--entrypoint sh hookline -c '(.+)'/.exec(manual) ?? [];
  const [, restore = ''] = /--entrypoint node hookline (.+ restore -) </.exec(manual) ?? [];
  follow(['sh', '-c', aside]);
  follow(['node', ...restore.split(' ')], backup);
  expect(readdirSync(join(data, 'before-restore'))).toContain('hookline.db');

  const second = await run(data);
  const found = await (await ask(second, '/api/addresses?q=suess')).json();
  expect(found.items).toMatchObject([{ name: 'Bäckerei Süß', number: '030 23125-100' }]);
  expect(await (await ask(second, '/readyz')).json()).toMatchObject({
    status: 'ready',
    reasons: [],
  });
  process.kill(second.pid(), 'SIGTERM');
  expect(await second.exit).toBe(0);
});
