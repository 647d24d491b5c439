import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startService, temporaryFolder } from './support/service.ts';

const root = `${import.meta.dirname}/..`;
const PASSWORD = 'Königsallee 1: "früh"';

/** A program whose output can be waited for and answered. */
function talkTo(command: string, parameters: string[]) {
  const child = spawn(command, parameters, { cwd: root });
  onTestFinished(() => void child.kill());
  let stdout = '';
  let said = '';
  child.stdout.on('data', (bytes) => {
    stdout += bytes;
    said += bytes;
  });
  child.stderr.on('data', (bytes) => {
    said += bytes;
  });
  const closed = once(child, 'close').then(([code]) => code as number);
  return {
    hears: (text: string) => expect.poll(() => said).toContain(text),
    say: (text: string) => child.stdin.write(text),
    async ends(text = '') {
      child.stdin.end(text);
      return { code: await closed, stdout, said };
    },
    ended: () => closed.then((code) => ({ code, stdout, said })),
  };
}

async function logIn(url: string, password: string): Promise<number> {
  const body = JSON.stringify({ password });
  return (await fetch(`${url}/api/session`, { method: 'POST', body })).status;
}

test('[SE1] npm run hash-password makes the line of a file that lets its password in', async () => {
  const { code, stdout, said } = await talkTo('npm', ['run', '-s', 'hash-password']).ends(
    `${PASSWORD}\n`,
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/^app\.access\.password: scrypt:[\w:-]+\n$/);
  expect(said).not.toContain(PASSWORD);
  const folder = temporaryFolder();
  const file = join(folder, 'hookline.yaml');
  writeFileSync(file, stdout);
  const notes = `--app.access.ended-sessions=${folder}/ended`;
  const { url } = await startService(['--config', file, notes]);
  expect(await logIn(url, 'wrong')).toBe(401);
  expect(await logIn(url, PASSWORD)).toBe(204);
});

test('[SE1] at a terminal the password is asked for twice and never shown', async () => {
  const command = 'packages/server/bin/hookline hash-password';
  const terminal = talkTo('script', ['-qec', command, '/dev/null']);
  await terminal.hears('Password: ');
  terminal.say('geheix\x7fm\r');
  await terminal.hears('Once more: ');
  terminal.say('geheim\r');
  await terminal.hears('app.access.password: scrypt:');
  expect((await terminal.ended()).said).not.toMatch(/gehei/);

  const mistyped = talkTo('script', ['-qec', command, '/dev/null']);
  await mistyped.hears('Password: ');
  mistyped.say('one\r');
  await mistyped.hears('Once more: ');
  mistyped.say('two\r');
  await mistyped.hears('the two are not the same');
  expect((await mistyped.ended()).code).toBe(1);
});

test('[SE1] what cannot be a password is refused', async () => {
  for (const bad of ['', '\n', 'two\nlines\n', 'scrypt:1:2']) {
    const { code, stdout } = await talkTo('packages/server/bin/hookline', ['hash-password']).ends(
      bad,
    );
    expect(code, bad).toBe(1);
    expect(stdout).toBe('');
  }
});
