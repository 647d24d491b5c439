import { type RefObject, useCallback, useEffect } from 'react';
import { useShortcut } from './shortcuts.ts';

/**
 * Up and down go through the rows of a list, which are those elements in it with `data-row`. Enter
 * is left to the row itself, a link or a button.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  labels: { readonly next: string; readonly previous: string },
): void {
  const next = useCallback(() => step(list.current, 1), [list]);
  const previous = useCallback(() => step(list.current, -1), [list]);
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
      step(list.current, by);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [list]);
}

function step(list: HTMLElement | null, by: number): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const here = rows.indexOf(document.activeElement as HTMLElement);
  const current = rows.findIndex((row) => row.ariaCurrent === 'true');
  const from = here >= 0 ? here : current;
  // From nowhere either key goes to the first.
  rows[from < 0 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1)]?.focus();
}
