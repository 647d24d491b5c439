import type { Summary } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import { type Call, useArchiveList } from '../../backend/archive.ts';
import { asking } from '../../backend/request.ts';
import { aroundStart, dialable } from './archived-call.ts';

/** What a list of calls is asked for. */
export const OPEN_MISSED = { missed: true, settled: false } as const;
/** Who waits longest is the last of them: as many as a list gives at once. */
export const MOST_OPEN = 500;

interface OpenMissedCalls {
  /** The newest of them. */
  readonly calls: readonly Call[];
  /** How many people wait: who has called three times waits once. */
  readonly callers: number;
  /** Those with the ones that somebody has settled a moment ago. */
  readonly read: readonly Call[];
  /** How often somebody has called, counting what was not read, too. */
  readonly times: (group: CallGroup) => number;
}

/** The missed calls that nobody has taken care of. The wallboard counts the same ones. */
export function useOpenMissedCalls(): OpenMissedCalls {
  const { items, hasNextPage } = useArchiveList('calls', OPEN_MISSED, {
    limit: MOST_OPEN,
  });
  // One that was settled a moment ago is in the list until it has been read anew.
  const calls = items.filter(({ settled }) => !settled);
  const { data } = useQuery({
    queryKey: ['calls', 'to call back'],
    queryFn: (query) =>
      asking<Summary>('/api/archive/summary', { since: new Date().toISOString() })(query),
    enabled: hasNextPage,
  });
  const read = groupedByNumber(calls).length;
  if (!hasNextPage)
    return { calls, read: items, callers: read, times: ({ calls }) => calls.length };
  const told = data?.calls;
  const often = new Map(told?.repeatedToCallBack.map(({ line, calls }) => [line, calls]));
  return {
    calls,
    read: items,
    callers: Math.max(told?.callersToCallBack ?? 0, read),
    times: ({ newest, calls }) => Math.max(often.get(newest.line ?? '') ?? 0, calls.length),
  };
}

/**
 * Calls as they are now, though a list that is held no longer has them: who was settled meanwhile,
 * from here or by another desk, would look open for as long as a pointer rests there. `read` are
 * those that the list has.
 */
export function useCallsNow(held: readonly Call[], read: readonly Call[]): (call: Call) => Call {
  const listed = new Set(read.map(({ id }) => id));
  const gone = held.filter(({ id, missed, settled }) => missed && !settled && !listed.has(id));
  const starts = gone.flatMap(({ startedAt }) => startedAt ?? []).sort();
  const { since } = aroundStart({ startedAt: starts[0] ?? '' });
  const { until } = aroundStart({ startedAt: starts.at(-1) ?? '' });
  const { items } = useArchiveList(
    'calls',
    { missed: true, since, until },
    { isEnabled: since !== undefined, limit: 200 },
  );
  const now = new Map(items.map((call) => [call.id, call]));
  return (call) => (gone.includes(call) ? (now.get(call.id) ?? call) : call);
}

/** Calls of one number, which are one person who waits. */
export interface CallGroup {
  /** Stays the same while calls are added to it. */
  readonly id: string;
  readonly newest: Call;
  /** The newest first. */
  readonly calls: readonly Call[];
}

/** Calls by number, in the order of the newest of each. Who withholds it is somebody else each time. */
export function groupedByNumber(calls: readonly Call[]): readonly CallGroup[] {
  const groups = new Map<string, [Call, ...Call[]]>();
  for (const call of calls) {
    const id = call.line ?? dialable(call) ?? call.id;
    const group = groups.get(id);
    if (group) group.push(call);
    else groups.set(id, [call]);
  }
  return Array.from(groups, ([id, group]) => ({ id, newest: group[0], calls: group }));
}
