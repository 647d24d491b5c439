import type { CallCommand, LiveCall } from 'hookline-client/telephony';
import { isRingingHere } from '../parts/calls/other-party.ts';

/** Whoever waits comes first, the longest waiting before the others; what is over comes last. */
export function byUrgency(calls: readonly LiveCall[]): readonly LiveCall[] {
  return calls.toSorted((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    return isRingingHere(a) ? compare(a.startedAt, b.startedAt) : compare(b.startedAt, a.startedAt);
  });
}

function rank(call: LiveCall): number {
  if (isRingingHere(call)) return 0;
  if (call.state === 'ended') return 3;
  return call.state === 'held' ? 2 : 1;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The most urgent call that takes one of the commands, and which one it takes. */
export function mostUrgent(
  calls: readonly LiveCall[],
  ...commands: readonly CallCommand[]
): { readonly call: LiveCall; readonly command: CallCommand } | undefined {
  for (const call of byUrgency(calls)) {
    const command = commands.find((each) => call.features.includes(each));
    if (command) return { call, command };
  }
  return undefined;
}
