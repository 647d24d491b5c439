import { isSeen } from 'hookline-client';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useAppContext, useLive } from '../../backend/app-context.ts';
import type { Entry } from './entry.ts';
import { type Filter, isSearch } from './filter.ts';

/** Who has not touched the page for so long has gone for a coffee. */
const IDLE = 120_000;

const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'];

/** Whether somebody looks at the page: it can be seen, and was touched not long ago. */
class Gaze {
  readonly #listeners = new Set<() => void>();
  #lastTouch = 0;
  #isThere = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly isLooking = (): boolean => this.#isThere && document.visibilityState === 'visible';

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#begin();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#end();
    };
  };

  #begin(): void {
    for (const touch of TOUCHES) {
      window.addEventListener(touch, this.#touched, { passive: true, capture: true });
    }
    document.addEventListener('visibilitychange', this.#touched);
    // Who has just opened the page is there.
    this.#touched();
  }

  #end(): void {
    for (const touch of TOUCHES) {
      window.removeEventListener(touch, this.#touched, { capture: true });
    }
    document.removeEventListener('visibilitychange', this.#touched);
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  readonly #touched = (event?: Event): void => {
    this.#lastTouch = Date.now();
    this.#timer ??= setTimeout(this.#look, IDLE);
    if (this.#isThere && event?.type !== 'visibilitychange') return;
    this.#isThere = true;
    this.#tell();
  };

  readonly #look = (): void => {
    const left = this.#lastTouch + IDLE - Date.now();
    this.#timer = left > 0 ? setTimeout(this.#look, left) : undefined;
    if (left > 0) return;
    this.#isThere = false;
    this.#tell();
  };

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

const gaze = new Gaze();

/** Whether somebody looks at the page. */
function useLooking(): boolean {
  return useSyncExternalStore(gaze.subscribe, gaze.isLooking);
}

/**
 * What has been on the screen for a while with somebody before it counts as seen, at all desks'
 * tabs: everything, what is in the chosen channel, or what sender and search have left. What the filter
 * hides has never been on the screen.
 */
export function useSeen(rows: readonly Entry[], { channel, sender = '', typed }: Filter): void {
  const { live } = useAppContext();
  const { seen, instance } = useLive();
  const isLooking = useLooking();
  const isFound = sender !== '' || isSearch(typed);
  const shown = useRef<readonly Entry[]>(rows);
  const mark = useEffectEvent((through: number) => {
    if (!isFound) live.markSeen(through, channel);
    else live.markEachSeen(unseenIn(shown.current).filter((id) => id <= through));
  });
  const unseenIn = (entries: readonly Entry[]) =>
    entries
      .filter((entry) => entry.instance === instance)
      .filter((entry) => !isSeen(seen, { id: entry.eventId, channel: entry.channel }))
      .map(({ eventId }) => eventId);
  const [lookedAt] = useState(() => new LookedAt((id) => mark(id)));
  const [newest] = unseenIn(rows);
  useEffect(() => {
    shown.current = rows;
    lookedAt.update(isLooking ? newest : undefined);
  }, [lookedAt, rows, newest, isLooking]);
  // Another filter shows others, and nobody has looked at those yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the change alone
  useEffect(() => () => lookedAt.update(undefined), [lookedAt, channel, sender, typed]);
}

/** Tells once a fresh row has been in view for a while. */
export function useRowLookedAt(isFresh: boolean, looked: () => void) {
  const row = useRef<HTMLLIElement>(null);
  const isLooking = useLooking();
  const tell = useRef(looked);
  useEffect(() => {
    tell.current = looked;
  });
  useEffect(() => {
    const element = row.current;
    if (!isFresh || !isLooking || !element) return;
    let timer: ReturnType<typeof setTimeout>;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry?.isIntersecting) timer = setTimeout(() => tell.current(), LOOK);
      },
      { threshold: 0.5 },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [isFresh, isLooking]);
  return row;
}

/** How many events came and went while there was no line; it stays until it has been read. */
export function useMissed(): readonly [missed: number, dismiss: () => void] {
  const { missed } = useLive();
  const [told, setTold] = useState({ counted: 0, sum: 0 });
  // Marking as seen sets the count back, and that happens before anybody has read the line.
  if (missed !== told.counted) {
    setTold({ counted: missed, sum: told.sum + Math.max(0, missed - told.counted) });
  }
  return [told.sum, () => setTold((before) => ({ ...before, sum: 0 }))];
}

/** So long something has to be in view to count as seen. */
export const LOOK = 1000;

/**
 * Acts on an id once it has been in view for a while. While one is being looked at, newer ones wait
 * for their own turn: in a rush, where there is always a newer one, each still gets seen.
 */
export class LookedAt {
  readonly #act: (id: number) => void;
  #newest: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(act: (id: number) => void) {
    this.#act = act;
  }

  /** What is in view now; undefined if there is nothing new, or nobody to see it. */
  update(id: number | undefined): void {
    this.#newest = id;
    if (id === undefined) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    } else if (this.#timer === undefined) {
      this.#timer = setTimeout(() => this.#seen(id), LOOK);
    }
  }

  #seen(id: number): void {
    this.#timer = undefined;
    const newer = this.#newest !== undefined && this.#newest > id ? this.#newest : undefined;
    this.#act(id);
    if (newer !== undefined) this.update(newer);
  }
}
