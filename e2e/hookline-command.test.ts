import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { Program, startService, temporaryFolder } from './support/service.ts';

const launcher = resolve(`${import.meta.dirname}/../packages/server/bin/hookline`);
/** As npm links it. */
const hookline = 'node_modules/.bin/hookline';

test('the command works through links, whatever Node is first on the PATH', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  symlinkSync(launcher, join(folder, 'first'));
  symlinkSync('../first', join(folder, 'bin/hookline'));
  writeFileSync(join(folder, 'node'), '#!/bin/sh\nexit 99\n', { mode: 0o755 });
  const path = { PATH: `${folder}:${process.env['PATH']}` };
  const version = /^\d+\.\d+\.\d+\n$/;
  for (const command of [join(folder, 'bin/hookline'), hookline]) {
    const { code, stdout, stderr } = await new Program(command, ['--version'], path).outcome;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(version);
  }
  const help = await new Program(hookline, ['serve', '--help'], path).outcome;
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain('--app.webhook.token=');
});

test('[OB] [CF2] serve takes arguments, environment and signals as npm start does', async () => {
  const env = { APP_SERVER_HOST: '127.0.0.2' };
  const command = [hookline, 'serve', '--profile', 'mock'];
  const { program, url } = await startService([], env, command);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.2:/);
  expect(program.stdout).toContain('profiles: mock');
  program.child.kill('SIGTERM');
  const { code, signal, stdout } = await program.outcome;
  expect({ code, signal }).toEqual({ code: 0, signal: null });
  expect(stdout).toContain('"msg":"stopped"');
  const mistaken = await new Program(hookline, ['serve', '--app.server.prot=1']).outcome;
  expect(mistaken).toMatchObject({ code: 2, stdout: '' });
  expect(mistaken.stderr).toContain('did you mean --app.server.port?');
});

test('[CL5] tail prints what send sends, and ends with the signal', async () => {
  const { url } = await startService();
  const tail = new Program(hookline, ['tail', '--json', '--url', url]);
  await expect.poll(() => tail.stderr).toContain('listening to');
  const sent = new Program('sh', ['-c', `echo '{"n":1.0}' | ${hookline} send - --url ${url}`]);
  const receipt = await sent.outcome;
  expect(receipt).toMatchObject({ code: 0, stderr: '' });
  expect(receipt.stdout).toMatch(/^\{"id":1,.*"listeners":1\}\n$/);
  await expect.poll(() => tail.stdout).toMatch(/^\{"id":1,.*"payload":\{"n":1\.0\}\}\n$/);
  tail.child.kill('SIGINT');
  expect(await tail.outcome).toMatchObject({ code: 0, signal: null });
});

test('tail | head ends without a complaint once nobody reads', async () => {
  const { url, post } = await startService();
  const line = `${hookline} tail --url ${url} | head -n 1; echo "ended with \${PIPESTATUS[0]}"`;
  // With a language that is not installed, bash complains by itself.
  const pipe = new Program('bash', ['-c', line], { LC_ALL: 'C' });
  await expect.poll(() => pipe.stderr).toContain('listening to');
  await post('/api/webhook', '1');
  await expect.poll(() => pipe.stdout).toContain('#1 generic 1\n');
  await expect
    .poll(async () => {
      await post('/api/webhook', '2');
      return pipe.child.exitCode;
    })
    .toBe(0);
  const { stdout, stderr } = await pipe.outcome;
  expect(stdout).toMatch(/^.*#1 generic 1\nended with 0\n$/);
  expect(stderr).toBe(`hookline: listening to ${url}\n`);
});
