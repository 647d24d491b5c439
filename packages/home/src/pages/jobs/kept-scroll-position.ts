import { type RefObject, useLayoutEffect, useRef } from 'react';
import { routeOf } from '../../route.ts';

/**
 * Where there is room for one of them only, the list makes way for the job, which is read from its
 * beginning. Whoever comes back goes on from the job's row.
 */
export function useKeptScrollPosition(
  list: RefObject<HTMLElement | null>,
  job: RefObject<HTMLElement | null>,
  selected: string | undefined,
): void {
  const shown = useRef(selected);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = selected;
    if (before === selected || !isIdle()) return;
    if (selected !== undefined && isHidden(list.current)) {
      scrollTo(0, 0);
      job.current?.focus({ preventScroll: true });
    } else if (selected === undefined && before !== undefined) {
      rowOf(list.current, before)?.focus({ preventScroll: true });
    }
  }, [list, job, selected]);
}

/** Nobody is typing: the focus may be moved. */
function isIdle(): boolean {
  return !document.activeElement?.matches('input, textarea, select, [contenteditable]');
}

function isHidden(element: HTMLElement | null): boolean {
  return !element || element.getClientRects().length === 0;
}

function rowOf(list: HTMLElement | null, name: string): HTMLElement | undefined {
  const rows = list?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
  return [...rows].find((row) => routeOf(row.getAttribute('href') ?? '').item === name);
}
