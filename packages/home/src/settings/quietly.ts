import { useEffect, useRef, useState } from 'react';

/**
 * A line that offers something takes its place from what stands below it. So it comes when nobody
 * could be about to click there: before the page was touched, while it is out of sight, or when
 * another one is opened. It goes when it is answered, in whichever window: the hand is there then.
 */
export function useQuietly(isOpen: boolean, page: string): boolean {
  const isTouched = useRef(false);
  const shownOn = useRef(page);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const touch = () => {
      isTouched.current = true;
    };
    const occasions = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;
    for (const each of occasions) window.addEventListener(each, touch, { passive: true });
    return () => {
      for (const each of occasions) window.removeEventListener(each, touch);
    };
  }, []);
  useEffect(() => {
    const isTurned = shownOn.current !== page;
    shownOn.current = page;
    if (!isOpen) setShown(false);
    else if (isTurned || !isTouched.current || document.hidden) setShown(true);
  }, [isOpen, page]);
  return isShown && isOpen;
}
