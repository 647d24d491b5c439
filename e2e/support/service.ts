import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';

const root = `${import.meta.dirname}/../..`;

/** How the service is started; from its sources where nobody has bundled them. @needs build bundle */
export const SERVICE = [
  'node',
  inject('bundle')?.program ?? 'packages/server/src/main.ts',
] as const;

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Takes what is to be done when a test is over, or whatever else it was started for. */
export type WhenOver = (work: () => Promise<void> | void) => void;

/** A program a test has started; ended with the test if it is still there. */
export class Program {
  readonly child: ChildProcess;
  readonly outcome: Promise<Outcome>;
  stdout = '';
  stderr = '';

  constructor(
    command: string,
    parameters: string[],
    env: Record<string, string> = {},
    whenOver: WhenOver = onTestFinished,
  ) {
    this.child = spawn(command, parameters, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (bytes) => {
      this.stdout += bytes;
    });
    this.child.stderr?.on('data', (bytes) => {
      this.stderr += bytes;
    });
    this.outcome = once(this.child, 'close').then(([code, signal]) => ({
      code,
      signal,
      stdout: this.stdout,
      stderr: this.stderr,
    }));
    whenOver(async () => {
      // Not SIGKILL at first: npm passes a SIGTERM on and would leave its child behind otherwise.
      this.child.kill('SIGTERM');
      await this.outcome;
    });
  }

  /** The first line of standard output that fits, as soon as it is there. */
  async line(pattern: RegExp): Promise<RegExpExecArray> {
    const { stdout } = this.child;
    if (!stdout) throw new Error('the program has no output');
    const fits = new RegExp(pattern, 'm');
    for (let isOver = false; ; ) {
      // Of a line that has come in part, a part would be taken for all of it.
      const found = fits.exec(this.stdout.slice(0, this.stdout.lastIndexOf('\n') + 1));
      if (found) return found;
      if (isOver) throw new Error(`no line fits ${pattern}:\n${this.stdout}${this.stderr}`);
      isOver = await Promise.race([
        once(stdout, 'data').then(() => false),
        this.outcome.then(() => true),
      ]);
    }
  }
}

export interface Service {
  readonly program: Program;
  readonly url: string;
  readonly port: number;
  readonly archiveUrl: string;
  post(path: string, body: string): Promise<Response>;
}

/** A folder that is gone when the test is over. */
export function temporaryFolder(whenOver: WhenOver = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-data-'));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The service as a process of its own, with just these settings; it may refuse to start. */
export function runService(parameters: string[], env: Record<string, string> = {}): Program {
  const [node, main] = SERVICE;
  return new Program(node, [main, ...parameters], env);
}

/** The service as a process of its own, on a free port. */
export async function startService(
  parameters: string[] = [],
  env: Record<string, string> = {},
  [command = '', ...before]: readonly string[] = SERVICE,
  whenOver: WhenOver = onTestFinished,
): Promise<Service> {
  const data = temporaryFolder(whenOver);
  const { APP_ARCHIVE_URL = `sqlite:${data}/hookline.db` } = env;
  // One that is started anew on the same file finds what the last one has left in the journal.
  const [, file = `${data}/hookline.db`] = /^sqlite:(\/.*)/.exec(APP_ARCHIVE_URL) ?? [];
  const settings = {
    APP_SERVER_PORT: '0',
    APP_ARCHIVE_URL,
    APP_ARCHIVE_SPOOL_DIR: `${dirname(file)}/spool`,
    APP_ACCESS_ENDED_SESSIONS: `${data}/ended-sessions`,
    // Where an office is; machines that run tests are often nowhere.
    APP_TIME_ZONE: 'Europe/Berlin',
    ...env,
  };
  const program = new Program(command, [...before, ...parameters], settings, whenOver);
  const [, url = ''] = await program.line(/Hookline listens on (\S+)/);
  return {
    program,
    url,
    port: Number(new URL(url).port),
    archiveUrl: settings.APP_ARCHIVE_URL,
    post: (path, body) => fetch(url + path, { method: 'POST', body }),
  };
}
