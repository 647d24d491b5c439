import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Program, temporaryFolder } from './support/service.ts';

const root = join(import.meta.dirname, '..');

/** A registry that keeps whoever asks waiting until it is told to answer. */
async function slowRegistry(archive: Buffer) {
  const asked = Promise.withResolvers<void>();
  const answering = Promise.withResolvers<void>();
  const server = createServer(async (_request, answer) => {
    asked.resolve();
    await answering.promise;
    answer.end(archive);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, asked: asked.promise, answer: answering.resolve };
}

/** The one package that `npm start` cannot do without: a Node. */
function packedNode(): Buffer {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'package'));
  const about = { name: 'some-node', version: '1.0.0', bin: { node: 'node' } };
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(about));
  const script = `#!/bin/sh\nexec '${process.execPath}' "$@"\n`;
  writeFileSync(join(folder, 'package/node'), script, { mode: 0o755 });
  execFileSync('tar', ['-czf', 'node.tgz', 'package'], { cwd: folder });
  return readFileSync(join(folder, 'node.tgz'));
}

/** A checkout with our scripts, in which everything else is as small as can be. */
function checkout(registry: string, archive: Buffer): string {
  const folder = temporaryFolder();
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  for (const place of ['server/dist', 'home/dist']) {
    mkdirSync(join(folder, 'packages', place), { recursive: true });
  }
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const about = { name: 'a-checkout', version: '1.0.0', dependencies: { 'some-node': '1.0.0' } };
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  const files: Record<string, string> = {
    'package.json': JSON.stringify({ ...about, type: 'module', scripts }),
    'package-lock.json': JSON.stringify({
      name: about.name,
      version: about.version,
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': about,
        'node_modules/some-node': {
          version: '1.0.0',
          resolved: `${registry}some-node.tgz`,
          integrity,
          bin: { node: 'node' },
        },
      },
    }),
    'packages/server/dist/main.mjs': "console.log('started');",
    'packages/server/build.ts': '',
    'packages/home/build.ts': '',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

/** Who works in this folder. */
function processesIn(folder: string): string[] {
  return readdirSync('/proc').flatMap((id) => {
    try {
      if (!readlinkSync(`/proc/${id}/cwd`).startsWith(folder)) return [];
      return [readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')];
    } catch {
      // It has ended meanwhile, or is somebody else's.
      return [];
    }
  });
}

test.each(['SIGTERM', 'SIGINT', 'a Ctrl-C'] as const)(
  '[OB] npm start that is ended by %s while it installs leaves nobody behind, and the next one installs',
  async (how) => {
    const archive = packedNode();
    const registry = await slowRegistry(archive);
    const folder = checkout(registry.url, archive);
    const env = { npm_config_cache: temporaryFolder(), npm_config_registry: registry.url };
    const start = () => new Program('setsid', ['npm', '--prefix', folder, 'start'], env);
    const first = start();
    await registry.asked;
    if (how === 'a Ctrl-C') process.kill(-(first.child.pid ?? 0), 'SIGINT');
    else first.child.kill(how);
    await expect.poll(() => processesIn(folder)).toEqual([]);
    await first.outcome;

    registry.answer();
    expect(await start().outcome).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('started'),
    });
  },
);
