import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';

/** Where version 2 of control groups is, beside version 1 or without it. */
const CGROUPS = ['/sys/fs/cgroup/unified', '/sys/fs/cgroup'].find((path) =>
  existsSync(join(path, 'cgroup.procs')),
);

interface Machine {
  /** What a command on it says, and how it ended. */
  run(...command: string[]): { status: number | null; said: string };
}

/** A machine that systemd has booted, with Hookline as its only service. */
async function boot(port: number): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-systemd-'));
  const group = `${CGROUPS}/hookline-test-${process.pid}`;
  mkdirSync(group);
  const unshare = 'exec unshare --fork --pid --mount --uts --ipc --cgroup "$0" "$@"';
  const child = spawn(
    'sh',
    ['-c', `echo $$ >${group}/cgroup.procs; ${unshare}`].concat([
      'sh',
      join(import.meta.dirname, 'boot-systemd.sh'),
      folder,
      String(port),
    ]),
    { stdio: 'ignore' },
  );
  const first = () =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0];
  onTestFinished(async () => {
    // Everything in its namespace ends with it.
    const init = Number(first());
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (init > 0) process.kill(init, 'SIGKILL');
    await ended;
    const groups = globSync(`${group}/**/`).sort((a, b) => b.length - a.length);
    for (const each of new Set([...groups, group])) rmdirSync(each);
    rmSync(folder, { recursive: true });
  });
  const run = (...command: string[]) => {
    const enter = ['--target', first() ?? '', '--mount', '--pid', '--uts', '--ipc', '--cgroup'];
    const { status, stdout, stderr } = spawnSync('nsenter', [...enter, ...command], {
      encoding: 'utf8',
    });
    return { status, said: stdout + stderr };
  };
  await vi.waitFor(() => expect(run('systemctl', 'is-active', 'hookline').said).toBe('active\n'), {
    timeout: 300_000,
    interval: 200,
  });
  return { run };
}

test('[OB] [seed 6] systemd runs the service, keeps it running and ends it', async () => {
  expect(CGROUPS, 'no version 2 of control groups').toBeDefined();
  const port = await freePort();
  const { run } = await boot(port);
  const url = `http://127.0.0.1:${port}`;
  // Connections that are kept would be those of a process that was killed.
  const headers = { connection: 'close', authorization: 'Bearer a-token-for-reading' };
  const ask = (path: string, init: RequestInit = {}) => fetch(url + path, { ...init, headers });
  const systemctl = (...words: string[]) => run('systemctl', ...words);
  const mainPid = () => systemctl('show', '--property=MainPID', '--value', 'hookline').said.trim();
  const journal = () => run('journalctl', '--unit=hookline', '--output=cat').said;
  const ready = async () => (await ask('/readyz')).json();

  // systemd calls it active only now.
  expect(await ready()).toMatchObject({ status: 'ready', reasons: [] });
  const status = run('cat', `/proc/${mainPid()}/status`).said;
  expect(status).toMatch(/^CapBnd:\t0+$/m);
  expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  expect(status).toMatch(/^Seccomp:\t2$/m);
  expect(run('ps', '-o', 'user=', mainPid()).said).toBe('hookline\n');

  const body = '{"name":"Bäckerei Süß","telefon":"030 23125-100"}';
  await ask('/api/webhook/kunden', { method: 'POST', body });
  const found = async () => (await ask('/api/addresses?q=suess')).json();
  await vi.waitFor(async () => expect((await found()).items).toHaveLength(1), 300_000);
  expect(run('stat', '--format=%U %a', '/var/lib/hookline/data/hookline.db').said).toBe(
    'hookline 600\n',
  );

  // There is no certificate, and SIGHUP would end it.
  expect(systemctl('reload', 'hookline').status).not.toBe(0);
  const before = mainPid();
  systemctl('kill', '--signal=KILL', 'hookline');
  await vi.waitFor(() => expect(mainPid()).not.toMatch(new RegExp(`^(0|${before})$`)), 300_000);
  await vi.waitFor(() => expect(systemctl('is-active', 'hookline').status).toBe(0), 300_000);
  expect((await found()).items).toHaveLength(1);

  await ask('/api/webhook/kunden', { method: 'POST', body: body.replace('100', '101') });
  expect(systemctl('stop', 'hookline').status).toBe(0);
  expect(systemctl('show', '--property=Result', 'hookline').said).toBe('Result=success\n');
  expect(journal()).toContain('"msg":"stopped"');
  expect(systemctl('start', 'hookline').status, journal()).toBe(0);
  expect((await found()).items).toHaveLength(2);

  run('sh', '-c', 'echo "app.nonsense: 1" >>/etc/hookline/hookline.yaml');
  expect(systemctl('restart', 'hookline').status).not.toBe(0);
  // Not `activating`: it would come to nothing again and again.
  expect(systemctl('is-failed', 'hookline').said).toBe('failed\n');
  expect(journal()).toContain('app.nonsense in /etc/hookline/hookline.yaml: no such property');
});
