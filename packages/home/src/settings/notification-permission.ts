import { useState } from 'react';

export type Permission = NotificationPermission | 'insecure' | 'missing';

/** Whether this page may notify; browsers allow it in a secure context only. */
export function notificationPermission(): Permission {
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
