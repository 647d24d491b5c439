import { useEffect } from 'react';
import { isDialogOpen } from '../parts/open-dialogs.ts';
import { Store, useStore } from '../store.ts';

/** A key that does something wherever the focus is. */
interface Shortcut {
  /** As it is shown and compared: `/`, `?`, `Alt+A`. A letter alone is not taken while typing. */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

const shortcuts = new Store<readonly Shortcut[]>([]);

/** Makes a key do something while the component is there; undefined: not now. */
export function useShortcut(key: string, label: string, run: (() => void) | undefined): void {
  useEffect(() => {
    if (!run) return;
    const shortcut = { key, label, run };
    shortcuts.set([...shortcuts.get(), shortcut]);
    return () => shortcuts.set(shortcuts.get().filter((each) => each !== shortcut));
  }, [key, label, run]);
}

/** The keys that do something now, for the list that `?` shows. */
export function useShortcuts(): readonly Shortcut[] {
  return useStore(shortcuts);
}

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.repeat || event.isComposing) return;
  if (event.ctrlKey || event.metaKey) return;
  const key = event.altKey ? `Alt+${physicalLetter(event)}` : event.key;
  if (!event.altKey && (isTyping(event.target) || isDialogOpen())) return;
  // The one that came last is the one in front.
  const shortcut = shortcuts.get().findLast((each) => each.key === key);
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run();
});

/** With Alt a Mac types another character; the place of the key stays. */
function physicalLetter({ code, key }: KeyboardEvent): string {
  return code.startsWith('Key') ? code.slice(3) : key.toUpperCase();
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
