/** How far somebody has looked. Ids begin anew with each epoch of the backend. */
export interface LastSeen {
  readonly instance: string;
  readonly id: number;
  /** How far somebody has looked in a channel alone, where that is further. */
  readonly channels?: Readonly<Record<string, number>>;
  /** Single ones that somebody has looked at beyond that, ascending. */
  readonly also?: readonly number[];
}

/** Single marks beyond these are forgotten, the oldest first. */
const MOST_SINGLE = 1000;

/** Where the last seen id outlives the page. */
export interface SeenStorage {
  read(): LastSeen | undefined;
  write(seen: LastSeen): void;
  /** Tells when another tab has written; answers how to stop listening. */
  watch?(changed: () => void): () => void;
}

/** An id of another epoch of the backend says nothing about this one: nothing of it was seen. */
export function seenIn(instance: string | undefined, seen: LastSeen | undefined): number {
  return seen !== undefined && seen.instance === instance ? seen.id : 0;
}

/** What was seen in this epoch of the backend. */
export function marksIn(instance: string | undefined, seen: LastSeen | undefined): LastSeen {
  return seen && seen.instance === instance ? seen : { instance: instance ?? '', id: 0 };
}

export function isSeen(seen: LastSeen, event: { id: number; channel?: string | null }): boolean {
  const { id, channel } = event;
  return (
    id <= Math.max(seen.id, seen.channels?.[channel ?? 'generic'] ?? 0) ||
    seen.also?.includes(id) === true
  );
}

/** Marks everything up to an id, or that of one channel. */
export function seenThrough(seen: LastSeen, id: number, channel?: string): LastSeen {
  const { instance, channels, also = [] } = seen;
  const all = channel === undefined ? Math.max(seen.id, id) : seen.id;
  const known = Object.entries(
    channel === undefined
      ? { ...channels }
      : { ...channels, [channel]: Math.max(id, channels?.[channel] ?? 0) },
  );
  return {
    instance,
    id: all,
    channels: Object.fromEntries(known.filter(([, through]) => through > all)),
    also: also.filter((each) => each > all),
  };
}

/** Marks single ones. */
export function seenToo(seen: LastSeen, ids: readonly number[]): LastSeen {
  const also = [...new Set([...(seen.also ?? []), ...ids])].filter((id) => id > seen.id);
  return { ...seen, also: also.sort((a, b) => a - b).slice(-MOST_SINGLE) };
}

export function countUnseen(events: readonly { readonly id: number }[], seen: number): number {
  return events.filter(({ id }) => id > seen).length;
}

export function memorySeenStorage(): SeenStorage {
  let kept: LastSeen | undefined;
  return {
    read: () => kept,
    write(seen) {
      kept = seen;
    },
  };
}

/** Shared by all tabs of the browser, so that what was seen in one is seen in all. */
export function browserSeenStorage(key: string): SeenStorage {
  // A browser that keeps no data for this site throws at every access, even at the name alone.
  const memory = memorySeenStorage();
  return {
    read() {
      try {
        const seen = JSON.parse(localStorage.getItem(key) ?? '{}');
        const { instance, id, channels = {}, also = [] } = seen;
        return typeof instance === 'string' && typeof id === 'number' && Array.isArray(also)
          ? { instance, id, channels, also }
          : memory.read();
      } catch {
        return memory.read();
      }
    },
    write(seen) {
      memory.write(seen);
      try {
        localStorage.setItem(key, JSON.stringify(seen));
      } catch {
        // Full or blocked storage: the count is right in this tab and starts over in the next.
      }
    },
    watch(changed) {
      const listener = (event: StorageEvent) => {
        if (event.key === key) changed();
      };
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
  };
}
