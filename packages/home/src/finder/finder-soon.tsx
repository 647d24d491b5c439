import { type ComponentType, useEffect, useState } from 'react';
import { useLive } from '../backend/app-context.ts';

type Search = ComponentType<{ readonly onClose: () => void }>;

/** Kept for the life of the page. */
let loaded: Search | undefined;

const AT_LEISURE = 500;
const AGAIN_AFTER = 3000;

/**
 * The search, fetched while nobody waits for it: what is typed after `/` would be lost until it is
 * there, or be taken for shortcuts.
 */
export function FinderSoon({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [Search, setSearch] = useState(() => loaded);
  const [failures, setFailures] = useState(0);
  const isWanted = useLive().state === 'live' || isOpen;
  useEffect(() => {
    if (Search || !isWanted) return;
    const fetchSearch = async () => {
      try {
        loaded = (await import('./finder.tsx')).Finder;
        setSearch(() => loaded);
      } catch {
        // The network or the server is away; nobody is told of what nobody has asked for.
        setFailures((count) => count + 1);
      }
    };
    const wait = isOpen ? 0 : AT_LEISURE;
    const timer = setTimeout(fetchSearch, failures > 0 ? AGAIN_AFTER : wait);
    return () => clearTimeout(timer);
  }, [Search, isWanted, isOpen, failures]);
  return isOpen && Search ? <Search onClose={onClose} /> : null;
}
