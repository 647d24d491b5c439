import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type * as memory from './memory.ts';
import { PUSH_SETTINGS } from './pushes.ts';
import type * as work from './work.ts';

export type AttackName = keyof typeof memory | keyof typeof work | 'floodingPushes';

/** Names what `npm test` plays a short version of, and `npm run test:attacks` all of. */
export const ATTACKS: readonly AttackName[] = [
  'largePages',
  'tricklingStreams',
  'unfinishedUploads',
  'floodingSockets',
  'blanks',
  'letters',
  'manyRecords',
  'floodingPushes',
];

/** How the service is started for an attack: pushes come from a telephone system only. */
export function startOf(name: AttackName): [parameters: string[], env: Record<string, string>] {
  return name === 'floodingPushes' ? [[], { ...PUSH_SETTINGS }] : [['--profile', 'mock'], {}];
}

const HONEST_EVERY = 20;

export interface Played {
  /** Milliseconds that each post of an honest sender took. */
  readonly honest: readonly number[];
  /** The most memory that the service had, in MiB. */
  readonly peak: number;
}

/** Attacks the service, and sees how an honest sender fares meanwhile. */
export async function play(
  name: AttackName,
  share: number,
  { port, pid }: { readonly port: number; readonly pid: number },
): Promise<Played> {
  const attacker = spawn(
    process.execPath,
    [`${import.meta.dirname}/run.ts`, name, String(port), String(share)],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const ended = once(attacker, 'exit');
  const honest: number[] = [];
  try {
    while (attacker.exitCode === null && attacker.signalCode === null) {
      honest.push(await honestPost(port));
      await new Promise((resolve) => setTimeout(resolve, HONEST_EVERY));
    }
  } finally {
    attacker.kill('SIGKILL');
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`the attack ${name} found a fault`);
  return { honest, peak: peakOf(pid) };
}

async function honestPost(port: number): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/webhook`, { method: 'POST', body: '1' });
  await answer.arrayBuffer();
  if (answer.status !== 202) throw new Error(`an honest post was answered ${answer.status}`);
  return performance.now() - began;
}

function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
