import { useCallback, useEffect, useRef, useState } from 'react';
import { BAR } from './row-focus.ts';

/** A list that moves under the pointer makes a dispatcher call the wrong customer. */
const AIM = 500;

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

/** Whether somebody is aiming at something in the list with the mouse. */
export function useAiming() {
  const [isAiming, setAiming] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onPointerMove = useCallback(({ pointerType }: { pointerType: string }) => {
    if (pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAiming(false), AIM);
    setAiming(true);
  }, []);
  return [isAiming, onPointerMove] as const;
}
