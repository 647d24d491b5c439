import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Program, type WhenOver } from '../../e2e/support/service.ts';

/** What the run itself was started with, and a stranger's shell has not. */
const OURS = /^(npm_(?!config_registry$)|NODE_(?!EXTRA_CA_CERTS$)|APP_|VITEST|TMPDIR$)/i;

/** A machine that has one Node and npm, and nothing of ours. */
export interface Stranger {
  readonly node: string;
  /** Runs something in a folder. */
  run(
    folder: string,
    command: string[],
    env?: Record<string, string>,
    whenOver?: WhenOver,
  ): Program;
}

/** An empty folder that is a project of its own, as npm sees it; others may lie above it. */
export function emptyFolder(within: string): string {
  const folder = mkdtempSync(join(within, 'empty-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  return folder;
}

/** With the newest Node of that line, from the registry. */
export function strangerWith(line: number, within: string): Stranger {
  const bin = join(within, `node-${line}`, 'bin');
  mkdirSync(bin, { recursive: true });
  const folder = emptyFolder(within);
  const name = `node-linux-${process.arch}`;
  const npm = npmFolder();
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `${name}@${line}`], {
    cwd: folder,
    env: Object.fromEntries(Object.entries(process.env).filter(([key]) => !OURS.test(key))),
    stdio: 'ignore',
  });
  const node = join(bin, 'node');
  symlinkSync(join(folder, 'node_modules', name, 'bin/node'), node);
  for (const tool of ['npm', 'npx']) symlinkSync(join(npm, `${tool}-cli.js`), join(bin, tool));
  const path = [bin, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
  const without = Object.keys(process.env).flatMap((key) => (OURS.test(key) ? ['-u', key] : []));
  return {
    node,
    run(at, command, env = {}, whenOver) {
      const inFolder = ['-c', 'cd "$0" && exec "$@"', at, 'env', ...without];
      const settings = { PATH: path, npm_config_update_notifier: 'false', ...env };
      const set = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
      return new Program('sh', [...inFolder, ...set, ...command], {}, whenOver);
    },
  };
}

/** Of the npm that this machine has. */
function npmFolder(): string {
  const places = (process.env['PATH'] ?? '').split(delimiter);
  for (const place of places) {
    try {
      return dirname(realpathSync(join(place, 'npm')));
    } catch {
      // Not there.
    }
  }
  throw new Error('no npm on the PATH');
}

export const workFolder = (): string => mkdtempSync(join(tmpdir(), 'hookline-release-'));
