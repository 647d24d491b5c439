import { useState } from 'react';

export type Permission = NotificationPermission | 'insecure' | 'missing';

/** Whether this page may notify; browsers allow it in a secure context only. */
function notificationPermission(): Permission {
  if (!isSecureContext) return 'insecure';
  return 'Notification' in globalThis ? Notification.permission : 'missing';
}

export function useNotificationPermission() {
  const [permission, setPermission] = useState(notificationPermission);
  const ask = async (): Promise<boolean> => {
    if (notificationPermission() === 'default') await Notification.requestPermission();
    setPermission(notificationPermission());
    return notificationPermission() === 'granted';
  };
  return { permission, ask };
}

/**
 * A notification of the system; the same tag replaces an earlier one, and a click leads to `link`.
 * Answers how to take it back.
 */
export function notify(title: string, body: string, tag: string, link?: string): () => void {
  if (notificationPermission() !== 'granted') return () => {};
  const notification = new Notification(title, { body, tag, icon: '/assets/icon.svg' });
  notification.onclick = () => {
    window.focus();
    if (link !== undefined) location.hash = link;
    notification.close();
  };
  return () => notification.close();
}
