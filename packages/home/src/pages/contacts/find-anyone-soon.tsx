import { type ComponentType, useEffect, useState } from 'react';
import { useLive } from '../../backend/office.ts';

type Search = ComponentType<{ readonly onClose: () => void }>;

/** Kept for the life of the page. */
let loaded: Search | undefined;

/**
 * The search, fetched while nobody waits for it: what is typed after `/` would be lost until it is
 * there, or be taken for shortcuts.
 */
export function FindAnyoneSoon({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [Search, setSearch] = useState(() => loaded);
  // A file that cannot be had looks like an update to the page: not while the server is away.
  const isWanted = useLive().state === 'live' || isOpen;
  useEffect(() => {
    if (Search || !isWanted) return;
    const timer = setTimeout(
      async () => {
        loaded = (await import('./find-anyone.tsx')).FindAnyone;
        setSearch(() => loaded);
      },
      isOpen ? 0 : 500,
    );
    return () => clearTimeout(timer);
  }, [Search, isWanted, isOpen]);
  return isOpen && Search ? <Search onClose={onClose} /> : null;
}
