import type { Call } from '../../backend/archive.ts';
import { dialable } from './archived-call.ts';

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
