import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Asked when a process is measured: those who only reckon need no program for it. */
let clockTicks: number | undefined;

const TIMEOUT = 60_000;

/** A process on one core, or on some (`0-3`). Its output goes to a file, as a log would: reading a pipe costs time. */
export class Pinned {
  readonly child: ChildProcess;
  readonly #output: string;

  constructor(core: number | string, folder: string, command: string, parameters: string[]) {
    this.#output = join(folder, `output-${randomUUID()}`);
    const output = openSync(this.#output, 'w');
    this.child = spawn('taskset', ['-c', String(core), command, ...parameters], {
      stdio: ['pipe', output, 'inherit'],
    });
    closeSync(output);
  }

  /** The part of its output that fits, once it is there. */
  async output(pattern: RegExp): Promise<RegExpExecArray> {
    const giveUp = Date.now() + TIMEOUT;
    while (Date.now() < giveUp) {
      const found = pattern.exec(this.printed);
      if (found) return found;
      if (this.child.exitCode) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`the program did not print ${pattern}`);
  }

  /** All it has printed so far. */
  get printed(): string {
    return readFileSync(this.#output, 'utf8');
  }

  say(text: string): void {
    this.child.stdin?.write(`${text}\n`);
  }

  /** Seconds of processor time used so far, by all its threads and children. */
  get cpu(): number {
    return this.#sum(cpuOf);
  }

  /** Resident memory in KiB, its own and that of its children. */
  get memory(): number {
    return this.#sum((id) => {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
    });
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }

  #sum(figure: (id: string) => number): number {
    const id = String(this.child.pid);
    const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8');
    return [id, ...children.split(' ').filter(Boolean)].reduce(
      (total, one) => total + figure(one),
      0,
    );
  }
}

/** Seconds of processor time that a process has used so far, with all its threads. */
export function cpuOf(id: string): number {
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  clockTicks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return (Number(fields[11]) + Number(fields[12])) / clockTicks;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
