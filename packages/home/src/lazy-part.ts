import { type ComponentType, lazy } from 'react';

const parts: (() => Promise<unknown>)[] = [];

/** A part of the page that comes when it is asked for, or at leisure. */
export function lazyPart<P>(fetchPart: () => Promise<{ default: ComponentType<P> }>) {
  parts.push(fetchPart);
  return lazy(fetchPart);
}

const AGAIN_AFTER = 3000;

/** The same for what nobody asks for and nobody misses while it is not there yet. */
export function quietPart<P>(fetchPart: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(async () => {
    while (true) {
      const part = await fetchPart().catch(() => undefined);
      if (part) return part;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
    }
  });
}

/** Who goes to another page while the server is away finds it all the same. */
export function fetchAllParts(): void {
  for (const fetchPart of parts) {
    // Whoever asks for the part itself is told; until then nobody misses it.
    fetchPart().catch(() => {});
  }
}
