/** How far somebody has looked. Ids begin anew with each life of the backend. */
export interface LastSeen {
  readonly instance: string;
  readonly id: number;
}

/** Where the last seen id outlives the page. */
export interface SeenStorage {
  read(): LastSeen | undefined;
  write(seen: LastSeen): void;
  /** Tells when another tab has written; answers how to stop listening. */
  watch?(changed: () => void): () => void;
}

/** An id of another life of the backend says nothing about this one: nothing of it was seen. */
export function seenIn(instance: string | undefined, seen: LastSeen | undefined): number {
  return seen !== undefined && seen.instance === instance ? seen.id : 0;
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
        const { instance, id } = JSON.parse(localStorage.getItem(key) ?? '{}');
        return typeof instance === 'string' && typeof id === 'number'
          ? { instance, id }
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
