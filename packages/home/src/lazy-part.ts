import { type ComponentType, lazy } from 'react';

const parts: (() => Promise<unknown>)[] = [];

/** A part of the page that comes when it is asked for, or at leisure. */
export function lazyPart<P>(fetchPart: () => Promise<{ default: ComponentType<P> }>) {
  return unstyledPart(whole(fetchPart));
}

/** The same for what is better without its styles than not there at all. */
export function unstyledPart<P>(fetchPart: () => Promise<{ default: ComponentType<P> }>) {
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

/**
 * Styles that could not be fetched, or are just being fetched, are not asked for again by what loads
 * a part: it would be shown without them. So all who ask share the one answer.
 */
function whole<T>(fetchPart: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | undefined;
  return () => {
    fetched ??= fetchPart();
    return fetched;
  };
}
