import { existsSync, globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Program } from './support/service.ts';

const demoFolders = () => globSync(join(tmpdir(), 'hookline-demo-*'));

test.each([
  // npm passes a SIGTERM on. A Ctrl-C reaches the program by itself: the terminal sends it to all.
  ['npm run demo', 'SIGTERM', ['npm', 'run', 'demo', '--']],
  ['scripts/demo.sh', 'SIGINT', ['sh', 'scripts/demo.sh']],
] as const)(
  '[TE6] %s plays calls and messages until %s, and leaves nothing behind',
  async (_title, signal, [command, ...parameters]) => {
    const before = new Set(demoFolders());
    const program = new Program(command, [...parameters, '--app.server.port=0']);
    const [, url = ''] = await program.line(/^Open (http:\S+)/);
    const folder = demoFolders().find((each) => !before.has(each)) ?? '';
    expect(existsSync(folder)).toBe(true);
    const events = async () => (await fetch(`${url}/api/webhook/history`)).json();
    await expect.poll(async () => (await events()).length).toBeGreaterThan(1);
    await expect.poll(() => program.stdout).toMatch(/\/api\/mock\/calls +201/);
    expect(program.stdout).not.toMatch(/ (?:[45]\d\d|---) {2}/);

    program.child.kill(signal);
    expect(await program.outcome).toMatchObject({ code: 0 });
    expect(program.stdout).toContain('The demo is over.');
    expect(existsSync(folder)).toBe(false);
  },
);
