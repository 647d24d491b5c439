import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** A real PostgreSQL, on a free port and in a temporary folder. @needs postgres */
export interface TestPostgres {
  readonly url: string;
  start(): void;
  /** At once, as a power cut would. */
  stop(): void;
  remove(): void;
}

/** Tests need not survive a power cut; a benchmark that does not wait for the disk flatters. */
export async function startPostgres({
  fsync = false,
  address = '127.0.0.1',
} = {}): Promise<TestPostgres> {
  const bin = globSync('/usr/lib/postgresql/*/bin/initdb')
    .sort()
    .at(-1)
    ?.replace(/\/initdb$/, '');
  if (bin === undefined) throw new Error('no PostgreSQL found; npm test installs it on Debian');
  const folder = mkdtempSync(join(tmpdir(), 'hookline-postgres-'));
  const run = asPostgres(folder);
  const data = join(folder, 'data');
  const port = await freePort();
  const settings = [`listen_addresses=${address}`, 'max_connections=200'];
  // Nor does anything last long enough to be swept.
  if (!fsync) settings.push('fsync=off', 'full_page_writes=off', 'autovacuum=off');
  const options = `-p ${port} -k ${folder} ${settings.map((each) => `-c ${each}`).join(' ')}`;
  const start = () =>
    run(`${bin}/pg_ctl`, ['-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start']);
  const stop = () => run(`${bin}/pg_ctl`, ['-D', data, '-m', 'immediate', '-w', 'stop']);
  // It refuses to begin with a language that is set, as over SSH, and not installed.
  const language = ['--no-locale', '-E', 'UTF8'];
  run(`${bin}/initdb`, ['-D', data, '-A', 'trust', '-U', 'postgres', ...language, '--no-sync']);
  appendFileSync(join(data, 'pg_hba.conf'), 'host all all samenet trust\n');
  start();
  return {
    url: `postgres://postgres@${address}:${port}/postgres`,
    start,
    stop,
    remove() {
      try {
        stop();
      } catch {
        // A test has stopped it already.
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function asPostgres(folder: string): (command: string, parameters: string[]) => void {
  const isRoot = process.getuid?.() === 0;
  const id = (option: string) =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  if (isRoot) chownSync(folder, id('-u'), id('-g'));
  const before = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  return (command, parameters) => {
    const [program, words] = isRoot
      ? ['setpriv', [...before, command, ...parameters]]
      : [command, parameters];
    execFileSync(program, words, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
  };
}
