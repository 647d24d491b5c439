import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The rows that are in the document: first and last, the last one included. */
interface RowWindow {
  readonly first: number;
  readonly last: number;
}

/** So many beyond either edge: the next one is there when somebody tabs or scrolls to it. */
const BEYOND = 12;
/** They come and go by so many: a browser lays out all the others anew when one does. */
const STEP = 8;
const START: RowWindow = { first: 0, last: 30 };
const ALL: RowWindow = { first: 0, last: Number.POSITIVE_INFINITY };

/** Which rows are near the screen. `top` is where the list begins, seen from its edge. */
export function rowsInSight(rowHeight: number, top: number, screen: number): RowWindow {
  const step = (pixels: number) => Math.floor(pixels / rowHeight / STEP) * STEP;
  const beyond = BEYOND * rowHeight;
  return { first: Math.max(step(-top - beyond), 0), last: step(screen - top + beyond) + STEP - 1 };
}

/** Those, and what must stay because somebody is at it. */
export function rowsOf({ first, last }: RowWindow, kept: readonly number[]): readonly number[] {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  return [...new Set([...rows, ...kept])].toSorted((a, b) => a - b);
}

/**
 * Which rows have to be in the document, and how high one is: that depends on screen and text size.
 * Where style sheets place each row by its `top` all are of one height, for which a few lines do:
 * `@tanstack/react-virtual` takes 10 KiB. Where they stand one below the other, all are there.
 */
export function useRowsInSight(list: RefObject<HTMLElement | null>, count: number) {
  const [height, setHeight] = useState<number>();
  const [sight, setSight] = useState(START);
  const [isPrinted, setPrinted] = useState(false);
  const look = useEffectEvent(() => {
    const row = list.current?.querySelector('li');
    if (!list.current || !row) return;
    const arePlaced = getComputedStyle(row).position === 'absolute';
    const high = arePlaced ? row.getBoundingClientRect().height : undefined;
    setHeight(high);
    const next = high
      ? rowsInSight(high, list.current.getBoundingClientRect().top, innerHeight)
      : ALL;
    setSight((now) => (now.first === next.first && now.last === next.last ? now : next));
  });
  // Also when what stands above the list has become higher.
  useLayoutEffect(() => look());
  useEffect(() => {
    // At once: what is drawn later is not on the paper, and has no row to come back to.
    const print = ({ type }: Event) => flushSync(() => setPrinted(type === 'beforeprint'));
    const scrolled = () => flushSync(look);
    const size = new ResizeObserver(look);
    if (list.current) size.observe(list.current);
    addEventListener('beforeprint', print);
    addEventListener('afterprint', print);
    addEventListener('scroll', scrolled, { passive: true });
    addEventListener('resize', look);
    return () => {
      size.disconnect();
      removeEventListener('beforeprint', print);
      removeEventListener('afterprint', print);
      removeEventListener('scroll', scrolled);
      removeEventListener('resize', look);
    };
  }, [list]);
  const { first, last } = isPrinted ? ALL : sight;
  return {
    // Of a list that has become shorter at least one is there, to be measured.
    sight: { first: Math.max(Math.min(first, count - 1), 0), last: Math.min(last, count - 1) },
    /** Of the list, for its style. */
    whole: isPrinted || !height ? 'auto' : count * height,
    /** Where a row stands in it, for its style. */
    top: (row: number) => row * (height ?? 0),
  };
}
