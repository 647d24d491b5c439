import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useTexts } from '../../language/language.tsx';
import { useCopyPayload } from '../../parts/payload-copy.tsx';
import { useShortcut } from '../../shortcuts/shortcuts.ts';
import type { Entry } from './entry.ts';
import { currentKey, moveFocus } from './row-focus.ts';

/** j and k go through the list, as the arrows do inside of it; c copies. */
export function useListKeys(list: RefObject<Element | null>, rows: readonly Entry[]): void {
  const t = useTexts().live;
  const move = useCallback(
    (by: 1 | -1) => {
      if (list.current) moveFocus(list.current, by);
    },
    [list],
  );
  const copyPayload = useCopyPayload();
  const copy = useLatest(() => {
    const key = list.current && currentKey(list.current);
    const entry = rows.find((each) => each.key === key);
    if (entry) copyPayload(entry.payload, entry.text);
  });
  useShortcut(
    'j',
    t.next,
    useCallback(() => move(1), [move]),
  );
  useShortcut(
    'k',
    t.previous,
    useCallback(() => move(-1), [move]),
  );
  useShortcut('c', t.copy, copy);

  useEffect(() => {
    const element = list.current;
    const onKeyDown = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.altKey || event.ctrlKey || event.metaKey)
        return;
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by !== 1 && by !== -1) return;
      // The page would scroll as well.
      event.preventDefault();
      move(by);
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [list, move]);
}

/** The same function for ever that does what it was last told to do. */
function useLatest(run: () => void): () => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback(() => latest.current(), []);
}
