import type { WebhookEvent } from './event.ts';
import { isSeen, type LastSeen } from './unseen.ts';

/** So far events are counted; one more stands for all that come beyond. */
export const MOST_COUNTED = 1000;
const KEPT = MOST_COUNTED + 1;

/** By channel the ids that there were, ascending, so that more can be counted than is kept. */
export type Tally = Readonly<Record<string, readonly number[]>>;

/** The channel's name; events of the generic URL have none. */
export function channelOf({ channel }: Pick<WebhookEvent, 'channel'>): string {
  return channel ?? 'generic';
}

/** Both together, each id once. */
export function joined(tally: Tally, other: Tally): Tally {
  const result: Record<string, readonly number[]> = { ...tally };
  for (const [name, added] of Object.entries(other)) {
    const known = result[name] ?? [];
    const last = known.at(-1) ?? 0;
    const all = known.concat(added);
    const isAscending = added.length === 1 && (added[0] ?? 0) > last;
    const sorted = isAscending ? all : [...new Set(all)].sort((a, b) => a - b);
    result[name] = sorted.slice(-KEPT);
  }
  return result;
}

export function without(tally: Tally, gone: ReadonlySet<number>): Tally {
  return Object.fromEntries(
    Object.entries(tally).map(([name, ids]) => [name, ids.filter((id) => !gone.has(id))]),
  );
}

export function tallyOf(events: readonly WebhookEvent[]): Tally {
  let tally: Tally = {};
  for (const event of events) tally = joined(tally, { [channelOf(event)]: [event.id] });
  return tally;
}

/** How many of each channel nobody has seen or cleared; 1,001 for more than a thousand. */
export function unseenByChannel(
  tally: Tally,
  seen: LastSeen,
  clearedThrough: number,
): Readonly<Record<string, number>> {
  // A thousand single marks would be gone through for each of thousands of ids.
  const { also, ...through } = seen;
  const single = new Set(also);
  const isNew = (channel: string) => (id: number) =>
    id > clearedThrough && !single.has(id) && !isSeen(through, { id, channel });
  return Object.fromEntries(
    Object.entries(tally).map(([name, ids]) => [name, ids.filter(isNew(name)).length]),
  );
}

export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Math.min(
    KEPT,
    Object.values(counts).reduce((sum, count) => sum + count, 0),
  );
}
