import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormats } from '../format/formats.ts';
import { useTexts } from '../language/language.tsx';
import { TextButton } from './button.tsx';
import classes from './held-list.module.css';
import { InStrip } from './notice.tsx';

/** A list that was last used so long ago is no longer aimed at (milliseconds). */
const USED = 20_000;
/** Whether a pointer that rests has left meanwhile. */
const LOOK_AGAIN = 500;

type Use = (event: { readonly currentTarget: Element }) => void;
type PointerUse = (event: React.PointerEvent) => void;

export interface Hold {
  readonly isHeld: boolean;
  readonly release: () => void;
  /** For the element that is the list. */
  readonly handlers: {
    readonly onPointerMove: PointerUse;
    readonly onPointerLeave: PointerUse;
    readonly onFocus: Use;
    readonly onKeyDown: Use;
  };
}

/**
 * A list that moves under the pointer makes a dispatcher call the wrong customer. So it is held
 * while somebody uses it, and for as long as the pointer rests on what can be clicked in it.
 */
export function useHold(): Hold {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const release = useCallback(() => {
    clearTimeout(timer.current);
    setHeld(false);
  }, []);
  const use = useCallback<Use>(({ currentTarget }) => {
    const end = () => {
      const isAimedAt = currentTarget.querySelector('a:hover, button:hover, select:hover') !== null;
      if (isAimedAt) timer.current = setTimeout(end, LOOK_AGAIN);
      else setHeld(false);
    };
    clearTimeout(timer.current);
    timer.current = setTimeout(end, USED);
    setHeld(true);
  }, []);
  const onPointerMove = useCallback<PointerUse>(
    (event) => {
      if (event.pointerType === 'mouse') use(event);
    },
    [use],
  );
  const onPointerLeave = useCallback<PointerUse>(
    ({ pointerType, currentTarget }) => {
      // Who goes through it by key is still there.
      if (pointerType === 'mouse' && !currentTarget.querySelector(':focus-visible, select:focus'))
        release();
    },
    [release],
  );
  return {
    isHeld,
    release,
    handlers: { onPointerMove, onPointerLeave, onFocus: use, onKeyDown: use },
  };
}

interface Held<T> {
  readonly rows: readonly T[];
  /** How many wait until the list is let go. */
  readonly newer: number;
}

/**
 * While it is held, a list has the rows it had, each as it is now, and grows at its end only.
 * `name` is another one for another list, undefined while that one is still being read and the rows
 * are those of the last; `known` may have rows that no longer belong into it.
 */
export function useHeldRows<T extends { readonly id: string }>(
  items: readonly T[],
  {
    isHeld,
    name,
    known = items,
  }: { isHeld: boolean; name: string | undefined; known?: readonly T[] },
): Held<T> {
  const last = useRef({ rows: items, name });
  const { current } = last;
  const isSame = name !== undefined && current.name === name;
  const held = isHeld && isSame ? heldRows(current.rows, items, known) : undefined;
  const { rows, newer } = held ?? { rows: items, newer: 0 };
  useEffect(() => {
    last.current = { rows, name };
  });
  return { rows, newer };
}

export function heldRows<T extends { readonly id: string }>(
  before: readonly T[],
  items: readonly T[],
  known: readonly T[] = items,
): Held<T> {
  const now = new Map(known.map((item) => [item.id, item]));
  const kept = before.map((item) => now.get(item.id) ?? item);
  const shown = new Set(kept.map(({ id }) => id));
  const end = items.findLastIndex(({ id }) => shown.has(id)) + 1;
  return {
    rows: end === 0 ? kept : [...kept, ...items.slice(end)],
    newer: items.filter(({ id }, place) => !shown.has(id) && (end === 0 || place < end)).length,
  };
}

/** What decides how high a row is: as it was before the list was held. */
export function useHeldValue<T>(value: T, isHeld: boolean): T {
  const last = useRef(value);
  useEffect(() => {
    if (!isHeld) last.current = value;
  });
  return isHeld ? last.current : value;
}

/** Says how many rows wait above, and brings them. Not inline, it stands in the strip, for over a list it would take the click that was meant for a row. */
export function NewerRows(props: {
  readonly count: number;
  readonly isInline?: boolean;
  readonly onShow: () => void;
}) {
  const t = useTexts().heldList;
  const { count } = useFormats();
  if (props.count === 0) return null;
  const words = (
    <>
      <span aria-hidden="true">↑</span> {t.newer(count(props.count))}
    </>
  );
  if (props.isInline) return <TextButton onClick={props.onShow}>{words}</TextButton>;
  return (
    <InStrip at="newer">
      <button type="button" className={classes.pill} onClick={props.onShow}>
        {words}
      </button>
    </InStrip>
  );
}
