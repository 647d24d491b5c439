import { type RefObject, useCallback, useEffect, useEffectEvent } from 'react';
import { useShortcut } from './shortcuts.ts';

/**
 * Up and down go through the rows of a list, which are those elements in it with `data-row`. Enter
 * is left to the row itself, a link or a button.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  labels: { readonly next: string; readonly previous: string },
  onRow?: (row: HTMLElement) => void,
): void {
  const go = useEffectEvent((by: number) => {
    const row = step(list.current, by);
    if (row) onRow?.(row);
  });
  const next = useCallback(() => go(1), []);
  const previous = useCallback(() => go(-1), []);
  useShortcut('ArrowDown', labels.next, next);
  useShortcut('ArrowUp', labels.previous, previous);
  useEffect(() => {
    // A shortcut comes once for a key that is held down; in the list it shall go on.
    const onKeyDown = (event: KeyboardEvent) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-row]')) return;
      if (!list.current?.contains(event.target)) return;
      event.preventDefault();
      go(by);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [list]);
}

function step(list: HTMLElement | null, by: number): HTMLElement | undefined {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const here = rows.indexOf(document.activeElement as HTMLElement);
  const current = rows.findIndex((row) => row.ariaCurrent === 'true');
  const from = here >= 0 ? here : current;
  // From nowhere either key goes to the first.
  const row = rows[from < 0 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1)];
  row?.focus();
  return row;
}
