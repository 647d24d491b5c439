import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { onRoute } from '../../route.ts';
import { keep, kept, whenLeft } from '../../scroll-position.ts';
import { currentKey, isScrolledPast, rowButton, visibleButtons } from './row-focus.ts';
import type { Older } from './use-rows.ts';

/** Where somebody was in the list when they left it. */
interface Place {
  readonly open: readonly string[];
  /** The first row on the screen and how far down it stood; none at the top of the list. */
  readonly anchor?: { readonly key: string; readonly top: number } | undefined;
  /** The row that had the focus. */
  readonly focus?: string | undefined;
}

/** Keys of the rows that are unfolded. */
export type Unfolded = readonly [
  open: ReadonlySet<string>,
  setOpen: Dispatch<SetStateAction<ReadonlySet<string>>>,
];

const KEPT = 'live';
/** Whoever moves the page by hand has another place in mind. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/**
 * Which rows are unfolded, and where the list stands. Each entry of the browser's history has a
 * place of its own, so Back, and a reload, come back to it.
 */
export function useKeptScrollPosition(
  list: RefObject<HTMLOListElement | null>,
  older: Older,
  [open, setOpen]: Unfolded,
) {
  const wanted = useRef<Place>(undefined);
  const toggle = useCallback(
    (key: string) =>
      setOpen((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      }),
    [setOpen],
  );

  const enter = useEffectEvent(() => {
    const place = kept<Place | undefined>(KEPT, undefined);
    wanted.current = place;
    if (place) setOpen(new Set(place.open));
  });
  const leave = useEffectEvent((isReload: boolean) => {
    const { current } = list;
    // By where the list stands now: who leaves again as soon as they are back, or reloads, has
    // scrolled before any observer could say so.
    const [first] = isScrolledPast(current) ? visibleButtons(current) : [];
    const key = first?.dataset['entry'];
    const place: Place = {
      open: [...open],
      anchor: first && key ? { key, top: first.getBoundingClientRect().top } : undefined,
      focus: (!isReload && current && currentKey(current)) || undefined,
    };
    keep(KEPT, place);
  });
  useLayoutEffect(() => {
    enter();
    const giveUp = () => {
      wanted.current = undefined;
    };
    // To another channel, or back from it.
    const stop = [whenLeft((isReload) => leave(isReload)), onRoute(() => enter())];
    for (const move of MOVES) window.addEventListener(move, giveUp, { passive: true });
    return () => {
      for (const each of stop) each();
      for (const move of MOVES) window.removeEventListener(move, giveUp);
    };
  }, []);
  // After every rendering: the row may be one that the archive still has to bring.
  useEffect(() => {
    const place = wanted.current;
    if (!place || !list.current) return;
    const { anchor, focus } = place;
    const isThere = !anchor || scrollTo(rowButton(list.current, anchor.key), anchor.top);
    const isMore = older.state === 'more' || older.state === 'reading';
    if (!isThere && older.state === 'more') older.read();
    if (!isThere && isMore) return;
    wanted.current = undefined;
    if (focus) rowButton(list.current, focus)?.focus({ preventScroll: true });
  });
  return { open, toggle };
}

/** Answers whether it stands there now: a list that has not all its rows yet may be too short. */
function scrollTo(row: HTMLElement | undefined, top: number): boolean {
  if (!row) return false;
  window.scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' });
  return Math.abs(row.getBoundingClientRect().top - top) <= 1;
}
