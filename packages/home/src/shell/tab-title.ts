import { useEffect } from 'react';
import { useLive } from '../backend/office.ts';

/** `(3) Hookline`: what is new is seen from another tab too. */
export function TabTitle() {
  const { unseen } = useLive();
  useEffect(() => {
    document.title = unseen > 0 ? `(${unseen}) Hookline` : 'Hookline';
  }, [unseen]);
  return null;
}
