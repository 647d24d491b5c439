import { usePhone } from '../../backend/app-context.ts';
import { useLines } from '../../backend/archive.ts';
import { numberOf, otherParty } from '../../parts/calls/other-party.ts';

export type Talk = 'in' | 'out' | 'talk';

/**
 * With whom anybody in the office is on the telephone, by the key of the line; by the number too,
 * for as long as the archive does not answer.
 */
export function useTalks(): ReadonlyMap<string, Talk> {
  const { calls } = usePhone();
  const on = calls.filter(({ state }) => state !== 'ended');
  const parties = on.map(otherParty);
  const numbers = parties.map(numberOf);
  const lines = useLines(numbers);
  const talks = new Map<string, Talk>();
  for (const [i, { state, direction }] of on.entries()) {
    const talk =
      state === 'connected' || state === 'held' ? 'talk' : direction === 'in' ? 'in' : 'out';
    for (const key of [numbers[i], parties[i]?.line, lines[i]]) if (key) talks.set(key, talk);
  }
  return talks;
}
