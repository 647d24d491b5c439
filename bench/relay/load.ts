import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { LOAD_CORE, type RunningServer } from './contender.ts';

const BENCH = join(import.meta.dirname, '..');

export type LoadMode = 'churn' | 'fan-out' | 'hold' | 'storm';

export type LoadOptions = Readonly<Record<string, number>>;

export type LoadFigures = Readonly<Record<string, number>>;

/** Compiles the load generator for this machine. */
export function compileLoad(folder: string): string {
  const program = join(folder, 'load');
  const sources = ['load.c', ...globSync('load/*.c', { cwd: BENCH })];
  const parameters = ['-O2', '-Wall', '-o', program, ...sources];
  execFileSync('gcc', parameters, { cwd: BENCH, stdio: 'inherit' });
  return program;
}

/** One run of the load generator against one server. */
export class Load {
  readonly #child: ChildProcess;
  readonly #lines: Interface;
  readonly #exit: Promise<number | null>;

  constructor(program: string, server: RunningServer, mode: LoadMode, options: LoadOptions) {
    const { port, streamPath, publishPath } = server;
    const all = { port, 'stream-path': streamPath, 'publish-path': publishPath, ...options };
    const words = Object.entries(all).map(([name, value]) => `${name}=${value}`);
    this.#child = spawn('taskset', ['-c', String(LOAD_CORE), program, mode, ...words], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#exit = new Promise((resolve) => this.#child.once('close', resolve));
    if (!this.#child.stdout) throw new Error('the load generator has no output');
    this.#lines = createInterface(this.#child.stdout);
  }

  /** All streams are open, and it waits. */
  async ready(): Promise<void> {
    await this.#line();
  }

  async go(): Promise<LoadFigures> {
    this.#child.stdin?.write('go\n');
    return JSON.parse(await this.#line());
  }

  /** The same for a mode that reports as it goes on. Answers the last report. */
  async goOn(reported: (figures: LoadFigures) => void): Promise<LoadFigures> {
    let last: LoadFigures = {};
    this.#lines.on('line', (line) => {
      last = JSON.parse(line);
      reported(last);
    });
    this.#child.stdin?.write('go\n');
    const code = await this.#exit;
    if (code !== 0) throw new Error(`the load generator ended with ${code}`);
    return last;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#exit;
  }

  async #line(): Promise<string> {
    const line = new Promise<string>((resolve) => this.#lines.once('line', resolve));
    const ended = this.#exit.then((code) => {
      throw new Error(`the load generator ended with ${code}`);
    });
    return Promise.race([line, ended]);
  }
}
