import { useEffect, useState } from 'react';

/**
 * Gives the focus back to where it was when the dialog goes. The kit does so only for dialogs that
 * stay in the tree when they are closed.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the dialog is gone, and only if nobody has moved on meanwhile.
      queueMicrotask(() => {
        const isNowhere = document.activeElement === document.body || !document.activeElement;
        if (isNowhere && before instanceof HTMLElement && before.isConnected) before.focus();
      });
    },
    [before],
  );
}
