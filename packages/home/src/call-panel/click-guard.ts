import { useEffect, useEffectEvent, useRef } from 'react';

/** So long a control that has changed by itself takes no click, and a key names the call before. */
export const CLICK_GUARD = 700;
/** What moves so soon after a click was moved by whoever clicked. */
const OWN_DOING = 300;
/** Pixels; less is rounding. */
const A_MOVE = 2;

const CONTROLS = 'button, a[href]';
/** What can make a control move, wherever in the page it happens. */
const CHANGES = {
  childList: true,
  characterData: true,
  subtree: true,
  attributes: true,
  attributeFilter: ['open', 'class', 'style', 'hidden'],
};

interface Seen {
  readonly left: number;
  readonly top: number;
  readonly meaning: string;
  readonly changedAt: number;
  readonly isMarked: boolean;
}

/**
 * A call that comes or goes moves the buttons of another one under a hand that is about to click.
 * Controls within the element that appear, move or come to mean something else by themselves take
 * no click for a moment; what stands in `[data-opened]` was opened by the user and is live at once.
 */
export function useClickGuard(onRefused: () => void) {
  const panel = useRef<HTMLDivElement>(null);
  const refused = useEffectEvent(onRefused);
  useEffect(() => {
    const { current: element } = panel;
    if (!element) return;
    const seen = new Map<HTMLElement, Seen>();
    let ownDoingAt = Number.NEGATIVE_INFINITY;
    let hasScrolled = false;
    let frame = 0;

    const look = () => {
      cancelAnimationFrame(frame);
      frame = 0;
      const now = performance.now();
      const isOwnDoing = hasScrolled || now - ownDoingAt < OWN_DOING;
      hasScrolled = false;
      for (const control of seen.keys()) if (!control.isConnected) seen.delete(control);
      for (const control of element.querySelectorAll<HTMLElement>(CONTROLS)) {
        const { left, top } = control.getBoundingClientRect();
        const meaning =
          control.dataset['command'] ?? control.getAttribute('href') ?? control.textContent;
        const known = seen.get(control);
        const isMoved =
          known && Math.max(Math.abs(left - known.left), Math.abs(top - known.top)) > A_MOVE;
        const isOther = known ? known.meaning !== meaning : !control.closest('[data-opened]');
        const hasChanged = isOther || (isMoved && !isOwnDoing);
        const changedAt = hasChanged ? now : (known?.changedAt ?? Number.NEGATIVE_INFINITY);
        const isMarked = now - changedAt < CLICK_GUARD;
        if (isMarked) control.setAttribute('aria-disabled', 'true');
        else if (known?.isMarked) control.removeAttribute('aria-disabled');
        seen.set(control, { left, top, meaning, changedAt, isMarked });
      }
      // Until all are steady; then the next change wakes it.
      if ([...seen.values()].some(({ isMarked }) => isMarked)) lookSoon();
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    const onClick = (event: MouseEvent) => {
      look();
      const control = (event.target as Element).closest<HTMLElement>(CONTROLS);
      // A key presses what has the focus, wherever it has moved to.
      if (control && event.detail > 0 && seen.get(control)?.isMarked) {
        event.preventDefault();
        event.stopPropagation();
        refused();
      } else if (control?.dataset['command'] === undefined) ownDoingAt = performance.now();
    };
    const onInput = () => {
      ownDoingAt = performance.now();
    };
    const onScroll = () => {
      hasScrolled = true;
      lookSoon();
    };
    const changes = new MutationObserver((records) => {
      // What has come into being is marked before anybody can click on it.
      const isNew = records.some(
        ({ addedNodes, target }) => addedNodes.length > 0 && element.contains(target),
      );
      if (isNew) look();
      else lookSoon();
    });
    changes.observe(document.body, CHANGES);
    const sizes = new ResizeObserver(lookSoon);
    sizes.observe(element);
    element.addEventListener('click', onClick, { capture: true });
    element.addEventListener('input', onInput);
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    window.addEventListener('resize', onScroll);
    look();
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      sizes.disconnect();
      element.removeEventListener('click', onClick, { capture: true });
      element.removeEventListener('input', onInput);
      window.removeEventListener('scroll', onScroll, { capture: true });
      window.removeEventListener('resize', onScroll);
    };
  }, []);
  return panel;
}
