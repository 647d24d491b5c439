import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Where there is room for one of them only, the list makes way for the job: it comes back at the
 * place where it was left, with the job's row in focus.
 */
export function useKeptPlace(
  list: RefObject<HTMLElement | null>,
  job: RefObject<HTMLElement | null>,
  selected: string | undefined,
): void {
  const place = useRef(0);
  const shown = useRef(selected);
  useEffect(() => {
    const remember = () => {
      if (!isHidden(list.current)) place.current = scrollY;
    };
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [list]);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = selected;
    if (before === selected || !isIdle()) return;
    if (selected !== undefined && isHidden(list.current)) {
      scrollTo(0, 0);
      job.current?.focus({ preventScroll: true });
    } else if (selected === undefined && before !== undefined) {
      scrollTo(0, place.current);
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
  return [...rows].find((row) =>
    row.getAttribute('href')?.endsWith(`/${encodeURIComponent(name)}`),
  );
}
