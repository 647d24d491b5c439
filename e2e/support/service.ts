import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

const root = `${import.meta.dirname}/../..`;

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program a test has started; ended with the test if it is still there. */
export class Program {
  readonly child: ChildProcess;
  readonly outcome: Promise<Outcome>;
  stdout = '';
  stderr = '';

  constructor(command: string, parameters: string[], env: Record<string, string> = {}) {
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
    onTestFinished(async () => {
      // Not SIGKILL at first: npm passes a SIGTERM on and would leave its child behind otherwise.
      this.child.kill('SIGTERM');
      await this.outcome;
    });
  }

  /** The first line of standard output that fits, once it is there. */
  async line(pattern: RegExp): Promise<RegExpExecArray> {
    const { stdout } = this.child;
    if (!stdout) throw new Error('the program has no output');
    for await (const text of createInterface({ input: stdout })) {
      const found = pattern.exec(text);
      if (found) {
        stdout.resume();
        return found;
      }
    }
    throw new Error(`no line fits ${pattern}:\n${this.stdout}${this.stderr}`);
  }
}

export interface Service {
  readonly program: Program;
  readonly url: string;
  readonly port: number;
  post(path: string, body: string): Promise<Response>;
}

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The service as a process of its own, on a free port. */
export async function startService(
  parameters: string[] = [],
  env: Record<string, string> = {},
  [command = '', ...before]: string[] = ['node', 'packages/server/src/main.ts'],
): Promise<Service> {
  const data = temporaryFolder();
  const program = new Program(command, [...before, ...parameters], {
    APP_SERVER_PORT: '0',
    APP_ARCHIVE_URL: `sqlite:${data}/hookline.db`,
    APP_ARCHIVE_SPOOL_DIR: `${data}/spool`,
    ...env,
  });
  const [, url = ''] = await program.line(/Hookline listens on (\S+)/);
  return {
    program,
    url,
    port: Number(new URL(url).port),
    post: (path, body) => fetch(url + path, { method: 'POST', body }),
  };
}
