import { useCallback, useState } from 'react';
import { BAR } from './row-focus.ts';

/** Whether the reader has left the top of the list, by a mark that stands there. */
export function useAway(): readonly [isAway: boolean, mark: (element: Element | null) => void] {
  const [isAway, setAway] = useState(false);
  const mark = useCallback((element: Element | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // Below the screen, as on a phone while it rings, is not away: nobody scrolled past it.
        if (entry) setAway(!entry.isIntersecting && entry.boundingClientRect.top < 100);
      },
      { rootMargin: `-${BAR}px 0px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isAway, mark];
}
