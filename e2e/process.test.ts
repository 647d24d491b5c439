import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliDecompressSync } from 'node:zlib';
import { EventSource } from 'eventsource';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { keptIds, pause, serviceWith, spooledIn } from './support/archive.ts';
import { ownDatabase } from './support/postgres.ts';
import { runService, SERVICE, startService, temporaryFolder } from './support/service.ts';

/** For starts that fail: whoever runs a service in this folder must not be in their way. */
const noArchive = { APP_ARCHIVE_URL: 'off' };

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  const [first] = await Promise.race([
    once(server, 'listening').then(() => ['listening']),
    once(server, 'error').then(() => ['error']),
  ]);
  server.close();
  return first === 'listening';
}

test('[OB] SIGTERM to the process that npm start made ends it cleanly and frees the port', async () => {
  const command = ['npm', 'start', '--', '--profile', 'mock'];
  const { program, url, port, post } = await startService([], {}, command);
  expect(program.stdout).toContain('profiles: mock');
  expect((await post('/api/webhook', '1')).status).toBe(202);
  const stream = new EventSource(`${url}/api/webhook/events`);
  onTestFinished(() => stream.close());
  await new Promise((resolve) => stream.addEventListener('hello', resolve));

  program.child.kill('SIGTERM');
  const { code, stdout } = await program.outcome;
  expect(stdout).toContain('"msg":"stopped"');
  expect(code).toBe(0);
  expect(await isFree(port)).toBe(true);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '[OB] %s to all processes of npm start, as a terminal sends it, lets the server end in order',
  async (signal) => {
    // A session of its own, as a terminal gives it.
    const { program, port, post } = await startService([], {}, ['setsid', 'npm', 'start']);
    expect((await post('/api/webhook', '1')).status).toBe(202);
    process.kill(-(program.child.pid ?? 0), signal);
    const { stdout } = await program.outcome;
    expect(stdout).toContain('"msg":"stopped"');
    expect(await isFree(port)).toBe(true);
  },
);

test.each(['SIGTERM', 'SIGINT'] as const)(
  '[OB] %s ends the server itself with 0',
  async (signal) => {
    const { program, port } = await startService();
    program.child.kill(signal);
    expect(await program.outcome).toMatchObject({ code: 0, signal: null });
    expect(await isFree(port)).toBe(true);
  },
);

test('[AR12] told to end while it starts, it stores what it has accepted', async () => {
  const port = await freePort();
  const folder = temporaryFolder();
  const url = `sqlite:${folder}/hookline.db`;
  // Not the first start: on a busy machine the tables alone take longer than an end may.
  const { program: first } = await serviceWith(url, folder);
  first.child.kill('SIGTERM');
  await first.outcome;
  const program = runService([], {
    APP_SERVER_PORT: String(port),
    APP_ARCHIVE_URL: url,
    APP_ARCHIVE_SPOOL_DIR: `${folder}/spool`,
  });
  const post = () => fetch(`http://127.0.0.1:${port}/api/webhook`, { method: 'POST', body: '1' });
  await expect.poll(async () => (await post()).status).toBe(202);
  program.child.kill('SIGTERM');
  const { code, stdout } = await program.outcome;
  expect(code).toBe(0);
  expect(stdout).toContain('"msg":"stopped"');
  expect(await keptIds(url, folder)).toHaveLength(1);
});

test('[AR12] told to end before its start is over, it keeps what it has accepted and ends with 0', async () => {
  // It takes connections and says nothing: the start waits a minute for NATS.
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port: silentPort } = silent.address() as AddressInfo;
  const folder = temporaryFolder();
  const port = await freePort();
  const program = runService([], {
    APP_SERVER_PORT: String(port),
    APP_ARCHIVE_URL: `postgres://hookline@127.0.0.1:${silentPort}/hookline`,
    APP_ARCHIVE_SPOOL_DIR: `${folder}/spool`,
    APP_CLUSTER_URL: `nats://127.0.0.1:${silentPort}`,
    APP_CLUSTER_TIMEOUT: '60s',
  });
  const body = '[{"name":"Lehmann","phone":"030 1234567"}]';
  const post = () => fetch(`http://127.0.0.1:${port}/api/addresses`, { method: 'POST', body });
  await expect.poll(async () => (await post()).status).toBe(202);
  program.child.kill('SIGTERM');
  const { code, stdout } = await program.outcome;
  expect(code).toBe(0);
  expect(stdout).not.toContain('Hookline listens');
  expect(spooledIn(folder)).toHaveLength(1);
});

/** Whether somebody is writing to a file. */
function isLocked(path: string): boolean {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('begin immediate; rollback');
    return false;
  } catch {
    return true;
  } finally {
    file.close();
  }
}

/** What may hold a start: an archive without events, when it does, and how to let the next one go on. */
const OBSTACLES = {
  'a step of the schema that never ends'(folder: string) {
    const url = `sqlite:${folder}/hookline.db`;
    const packed = readFileSync('packages/server/test/archive/earlier/days/couriers.db.br');
    writeFileSync(`${folder}/hookline.db`, brotliDecompressSync(packed));
    // Inside of SQLite, where nothing reaches the thread.
    const file = new DatabaseSync(`${folder}/hookline.db`);
    file.exec(`delete from events; create table sink (n);
      create view endless as
        with recursive c (n) as (select 1 union all select n + 1 from c) select n from c;
      create trigger never before update on jobs begin
        insert into sink select count(*) from endless; end`);
    file.close();
    const clear = () => {
      const again = new DatabaseSync(`${folder}/hookline.db`);
      again.exec('drop trigger never');
      again.close();
    };
    return { url, clear, isHeld: () => isLocked(`${folder}/hookline.db`) };
  },
  'another program that has locked the file'(folder: string) {
    const file = new DatabaseSync(`${folder}/hookline.db`);
    file.exec('pragma journal_mode = wal; create table other (n); begin exclusive');
    const url = `sqlite:${folder}/hookline.db`;
    return { url, clear: () => file.close(), isHeld: () => true };
  },
  async 'a PostgreSQL in which another one makes the tables'() {
    const url = await ownDatabase();
    const client = new pg.Client(url);
    await client.connect();
    await client.query('begin; create table events (id text)');
    return { url, clear: () => client.end(), isHeld: () => true };
  },
};

test.each(Object.entries(OBSTACLES))(
  '[AR12] told to end while its start is held by %s, it ends and keeps what it has accepted',
  async (_, obstacle) => {
    const folder = temporaryFolder();
    const { url, clear, isHeld } = await obstacle(folder);
    const port = await freePort();
    const program = runService([], {
      APP_SERVER_PORT: String(port),
      APP_ARCHIVE_URL: url,
      APP_ARCHIVE_SPOOL_DIR: `${folder}/spool`,
    });
    const post = (n: number) =>
      fetch(`http://127.0.0.1:${port}/api/webhook`, { method: 'POST', body: String(n) });
    await expect.poll(async () => (await post(1)).status).toBe(202);
    for (let n = 2; n <= 20; n++) expect((await post(n)).status).toBe(202);
    await expect.poll(isHeld).toBe(true);
    program.child.kill('SIGTERM');
    // By a signal of its own where a thread is inside of SQLite: Node would wait for it for ever.
    const outcome = await program.outcome;
    expect(outcome.signal ?? outcome.code).toBeOneOf([0, 'SIGKILL']);
    expect(outcome.stdout).toContain('"msg":"stopped"');
    await clear();
    expect(await keptIds(url, folder)).toHaveLength(20);
  },
);

test('[OB] it goes on, and ends when it is told to, although its working folder is gone', async () => {
  const folder = mkdtempSync(join(temporaryFolder(), 'gone-'));
  const inFolder = ['sh', '-c', 'cd "$0" && exec "$@"', folder, SERVICE[0], resolve(SERVICE[1])];
  const data = { APP_ARCHIVE_URL: 'sqlite:./hookline.db', APP_ARCHIVE_SPOOL_DIR: './spool' };
  const { program, post, url } = await startService([], data, inFolder);
  // The service may be writing into it.
  await expect.poll(() => rmSync(folder, { recursive: true, force: true })).toBeUndefined();
  for (const body of ['1', '2']) expect((await post('/api/webhook', body)).status).toBe(202);
  const history = await fetch(`${url}/api/webhook/history`);
  expect(await history.json()).toMatchObject([{ payload: 2 }, { payload: 1 }]);
  program.child.kill('SIGTERM');
  expect(await program.outcome).toMatchObject({ code: 0, signal: null });
});

test('[OB] whoever signals again does not have to wait', async () => {
  const { program, port } = await startService();
  // A request that never ends keeps the first signal waiting.
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  const head = 'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n';
  socket.write(`${head}Expect: 100-continue\r\n\r\n`);
  await once(socket, 'data');
  program.child.kill('SIGTERM');
  await expect.poll(() => program.stdout).toContain('"msg":"stopping"');
  // It stands still until the second one is later than one that npm has passed on.
  program.child.kill('SIGSTOP');
  expect(program.child.exitCode).toBeNull();
  await pause(1100);
  program.child.kill('SIGTERM');
  program.child.kill('SIGCONT');
  expect(await program.outcome).toMatchObject({ code: 1 });
});

test('[OB] it ends in time even when nobody reads its log any more', async () => {
  const { program, url, port } = await startService();
  program.child.stdout?.pause();
  // More lines than the pipe and its reader take.
  const posts = 3000;
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const head = 'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n';
  socket.write(`${head}1`.repeat(posts));
  let answers = '';
  for await (const text of socket) {
    answers += text;
    if (answers.split('HTTP/1.1 202').length > posts) break;
  }
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const exit = once(program.child, 'exit');
  program.child.kill('SIGTERM');
  await exit;
  program.child.stdout?.resume();
});

test('[CF1] the environment reaches it through npm start', async () => {
  const { url } = await startService([], { APP_SERVER_HOST: '127.0.0.2' }, ['npm', 'start']);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.2:/);
});

test('[OP1] what it makes, and what an earlier version has made, only its owner can read', async () => {
  const data = join(temporaryFolder(), 'data');
  const settings = {
    APP_ARCHIVE_URL: `sqlite:${data}/hookline.db`,
    APP_ACCESS_ENDED_SESSIONS: `${data}/ended-sessions`,
  };
  const command = ['sh', '-c', 'umask 0 && exec "$@"', 'sh', ...SERVICE];
  const paths = () => [
    data,
    ...readdirSync(data, { recursive: true }).map((name) => join(data, `${name}`)),
  ];
  // What is stored meanwhile leaves the journal.
  const modeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  const run = async () => {
    const { program, post } = await startService([], settings, command);
    expect((await post('/api/webhook', '1')).status).toBe(202);
    const made = [data, ...['spool/lock', 'hookline.db-wal'].map((name) => join(data, name))];
    await expect.poll(paths).toEqual(expect.arrayContaining(made));
    expect(paths().filter((path) => (modeOf(path) & 0o077) !== 0)).toEqual([]);
    program.child.kill('SIGTERM');
    const { stdout } = await program.outcome;
    return stdout;
  };
  expect(await run()).not.toContain('others on this machine');
  for (const path of paths()) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  const closed = [`${data}`, `${data}/hookline.db`, `${data}/spool`, `${data}/spool/lock`];
  const { closed: told } =
    /\{.*others on this machine.*\}/.exec(await run())?.map((line) => JSON.parse(line))[0] ?? {};
  expect(told).toEqual(expect.arrayContaining(closed));
});

test('a taken port is one clear line', async () => {
  const { port } = await startService();
  const second = runService([`--app.server.port=${port}`], noArchive);
  expect(await second.outcome).toMatchObject({
    code: 1,
    stderr: `hookline: port ${port} on 127.0.0.1 is taken; end the program that uses it or set app.server.port\n`,
  });
});

test('an address that is not ours and a certificate that is not there are one clear line', async () => {
  const foreign = runService(['--app.server.host=192.0.2.1'], noArchive);
  expect(await foreign.outcome).toMatchObject({
    code: 1,
    stderr: 'hookline: this machine has no address 192.0.2.1; set app.server.host\n',
  });
  const tls = ['--app.server.tls.cert=/nowhere.pem', '--app.server.tls.key=/nowhere.pem'];
  expect(await runService([...tls]).outcome).toMatchObject({
    code: 1,
    stderr: 'hookline: /nowhere.pem does not exist\n',
  });
  const folder = mkdtempSync(join(tmpdir(), 'hookline-tls-'));
  const rubbish = join(folder, 'rubbish.pem');
  writeFileSync(rubbish, 'rubbish');
  const bad = [`--app.server.tls.cert=${rubbish}`, `--app.server.tls.key=${rubbish}`];
  const { code, stderr } = await runService([...bad]).outcome;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^hookline: app\.server\.tls: no certificate and key can be read .*\n$/);
});

test('[CF2] mistakes are listed one per line, with exit code 2', async () => {
  const program = runService(['--app.server.prot=1', '--app.log.level=loud'], {
    APP_WEBHOOK_TOKEN: 'not ascii: ü',
  });
  expect(await program.outcome).toMatchObject({
    code: 2,
    stdout: '',
    stderr: [
      'hookline: --app.server.prot: no such property; did you mean --app.server.port?',
      'hookline: app.webhook.token (from APP_WEBHOOK_TOKEN): *** is not allowed; allowed: visible ASCII characters without spaces',
      'hookline: --app.log.level: "loud" is not allowed; allowed: trace, debug, info, warn, error, fatal',
      '',
    ].join('\n'),
  });
});

test('--help and --version print and end', async () => {
  const help = await runService(['--help']).outcome;
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain('--app.webhook.token=');
  const version = await runService(['--version']).outcome;
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('[CF3] [SE1] the start line warns when others can reach an open server', async () => {
  const { program } = await startService(['--app.server.host=0.0.0.0']);
  program.child.kill('SIGTERM');
  const { stdout } = await program.outcome;
  expect(stdout).toContain('everyone who reaches this port can read what comes in');
  expect(stdout).toContain('access_not_configured until app.access.password or app.access.token');
  expect(stdout).toContain('set app.server.public-url or app.server.allowed-hosts');
  expect(stdout).toContain('set app.webhook.token');
});
