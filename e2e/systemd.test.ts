import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROPERTIES } from '../packages/server/src/config/properties.ts';
import { freePort } from '../scripts/free-port.ts';
import { selfSigned } from './support/certificate.ts';
import { Program, runService, startService, temporaryFolder } from './support/service.ts';

const root = join(import.meta.dirname, '..');
const unit = readFileSync(join(root, 'deploy/hookline.service'), 'utf8');
const CONFIG = '/etc/hookline/hookline.yaml';

/** The value of a line of the unit. */
function lineOf(name: string): string {
  const [, value] = new RegExp(`^${name}=(.+)$`, 'm').exec(unit) ?? [];
  if (value === undefined) throw new Error(`the unit has no ${name}`);
  return value;
}

const seconds = (name: string) => Number(/^(\d+)s$/.exec(lineOf(name))?.[1]);

/** @needs systemd */
test('systemd finds nothing wrong with the unit', () => {
  // Where it is said to be installed, it is not.
  const here = join(temporaryFolder(), 'hookline.service');
  writeFileSync(here, unit.replaceAll('/opt/hookline', root));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', here], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('hookline'))).toEqual([]);
  expect(status).toBe(0);
});

test('systemd calls the unit safe: an exposure below 2.0', () => {
  const file = join(root, 'deploy/hookline.service');
  const report = execFileSync('systemd-analyze', ['security', '--offline=true', file], {
    encoding: 'utf8',
  });
  const [, level] = /Overall exposure level for hookline\.service: ([\d.]+)/.exec(report) ?? [];
  expect(Number(level)).toBeGreaterThan(0);
  expect(Number(level)).toBeLessThan(2);
});

test('[OB] the unit leaves more time and more files than the service needs', () => {
  const main = readFileSync(join(root, 'packages/server/src/main.ts'), 'utf8');
  const [, limit] = /SHUTDOWN_LIMIT = (\d+);/.exec(main) ?? [];
  expect(seconds('TimeoutStopSec') * 1000).toBeGreaterThan(Number(limit) + 2000);
  const [, wait] = /--wait=(\d+)s/.exec(lineOf('ExecStartPost')) ?? [];
  expect(seconds('TimeoutStartSec')).toBeGreaterThan(Number(wait));
  expect(Number(lineOf('LimitNOFILE'))).toBeGreaterThan(
    2 * Number(PROPERTIES['app.stream.max-clients'].preset),
  );
  expect(lineOf('RestartPreventExitStatus')).toBe('2');
});

/** A command of the unit as systemd would run it, with another configuration. */
function command(name: string, mainPid: number | undefined, config: string): Program {
  const [program = '', ...parameters] = lineOf(name)
    .replaceAll('/opt/hookline', root)
    .replaceAll(CONFIG, config)
    .split(' ');
  return new Program(program, parameters, { MAINPID: String(mainPid) });
}

function configuration(folder: string, lines: Record<string, string | number>): string {
  const file = join(folder, 'hookline.yaml');
  writeFileSync(file, JSON.stringify(lines));
  return file;
}

test('[OB] [CF3] started means ready, and a reload reads the certificate again', async () => {
  const folder = temporaryFolder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  selfSigned('hooks.example.com', { cert, key });
  const config = configuration(folder, {
    'app.server.tls.cert': cert,
    'app.server.tls.key': key,
    'app.server.host': '0.0.0.0',
    'app.server.port': await freePort(),
    'app.server.public-url': 'https://hooks.example.com',
    'app.archive.url': 'off',
  });
  // It is asked before anybody listens.
  const post = command('ExecStartPost', process.pid, config);
  const program = runService(['--config', config]);
  expect(await post.outcome).toMatchObject({ code: 0, stderr: '' });

  const reload = command('ExecReload', program.child.pid, config);
  expect(await reload.outcome).toMatchObject({ code: 0, stderr: '' });
  await expect.poll(() => program.stdout).toContain('certificate read again');
});

test('[OB] a start that fails is not waited for', async () => {
  const config = configuration(temporaryFolder(), { 'app.nonsense': 1 });
  const main = runService(['--config', config]);
  const post = command('ExecStartPost', main.child.pid, config);
  expect((await main.outcome).code).toBe(2);
  expect(await post.outcome).toMatchObject({
    code: 1,
    stderr: 'hookline: not ready: the service has ended\n',
  });
});

test('[CF3] [OP2] a reload never ends a service that has nothing to renew, whatever is written now', async () => {
  const { program, url, port } = await startService(['--app.archive.url=off']);
  for (const changed of [{}, { 'app.webhook.token': 'the-first-token' }]) {
    const config = configuration(temporaryFolder(), { 'app.server.port': port, ...changed });
    const { code, stderr } = await command('ExecReload', program.child.pid, config).outcome;
    expect(code).toBe(1);
    expect(stderr).toContain('it was started without certificate, token or sender');
  }
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
