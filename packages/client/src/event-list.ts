/** How many events are kept, here and in the backend. */
export const LIMIT = 50;

interface Numbered {
  readonly id: number;
}

/**
 * Newest first, one per id, 50 at most. An event that is there already is replaced, so it does
 * no harm when history and stream both bring it.
 */
export function mergeEvents<E extends Numbered>(list: readonly E[], arrived: readonly E[]): E[] {
  const byId = new Map(list.map((event) => [event.id, event]));
  for (const event of arrived) byId.set(event.id, event);
  return [...byId.values()].sort((a, b) => b.id - a.id).slice(0, LIMIT);
}

/** What is left when everything up to an id was cleared. */
export function dropThrough<E extends Numbered>(list: readonly E[], id: number): readonly E[] {
  return list.some((event) => event.id <= id) ? list.filter((event) => event.id > id) : list;
}
