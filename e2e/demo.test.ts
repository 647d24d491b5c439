import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Program, temporaryFolder } from './support/service.ts';

test.each([
  // npm passes a SIGTERM on. A Ctrl-C reaches the program by itself: the terminal sends it to all.
  ['npm run demo', 'SIGTERM', ['npm', 'run', 'demo', '--']],
  ['scripts/demo.sh', 'SIGINT', ['sh', 'scripts/demo.sh']],
] as const)(
  '[TE6] %s plays calls and messages until %s, and leaves nothing behind',
  async (_title, signal, [command, ...parameters]) => {
    const folder = temporaryFolder();
    const demoFolders = () =>
      readdirSync(folder).filter((name) => name.startsWith('hookline-demo-'));
    const program = new Program(command, [...parameters, '--app.server.port=0'], {
      TMPDIR: folder,
    });
    const [, url = ''] = await program.line(/^Open (http:\S+)/);
    expect(demoFolders()).toHaveLength(1);
    const events = async () => (await fetch(`${url}/api/webhook/history`)).json();
    await expect.poll(async () => (await events()).length).toBeGreaterThan(1);
    await expect.poll(() => program.stdout).toMatch(/\/api\/mock\/calls +201/);
    expect(program.stdout).not.toMatch(/ (?:[45]\d\d|---) {2}/);

    program.child.kill(signal);
    expect(await program.outcome).toMatchObject({ code: 0 });
    expect(program.stdout).toContain('The demo is over.');
    expect(demoFolders()).toEqual([]);
  },
);
