/** What the bar at the top covers, with the strip below it. */
export const BAR = 88;

/** Whether the reader is somewhere below the top of the list. */
export function isScrolledPast(list: Element | null): list is Element {
  return list !== null && list.getBoundingClientRect().top < BAR;
}

/** The button that unfolds a row; it is what has the focus when somebody is at that row. */
export function rowButton(list: Element, key: string): HTMLElement | undefined {
  return buttons(list).find((each) => each.dataset['entry'] === key);
}

/** Those on the screen, from the top; what the bar covers is not. */
export function visibleButtons(list: Element): HTMLElement[] {
  return buttons(list).filter((each) => {
    const { top } = each.getBoundingClientRect();
    return top > BAR && top < window.innerHeight;
  });
}

function buttons(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-entry]')];
}

/** The row that somebody is at: the one with the focus, or in which something has it. */
export function currentKey(list: Element): string | undefined {
  const row = document.activeElement?.closest('li');
  if (!row || !list.contains(row)) return undefined;
  return row.querySelector<HTMLElement>('[data-entry]')?.dataset['entry'];
}

/** Goes so many rows on from the current one; from nowhere, to the first that can be seen. */
export function moveFocus(list: Element, by: 1 | -1): void {
  const all = buttons(list);
  const current = currentKey(list);
  const at = all.findIndex((each) => each.dataset['entry'] === current);
  const next = at >= 0 ? all[at + by] : visibleButtons(list)[0];
  next?.focus();
}
