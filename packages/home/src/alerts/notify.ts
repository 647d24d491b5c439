import { notificationPermission } from '../settings/notification-permission.ts';

/** A notification of the system; the same tag replaces an earlier one. Answers how to take it back. */
export function notify(title: string, body: string, tag: string): () => void {
  if (notificationPermission() !== 'granted') return () => {};
  const notification = new Notification(title, { body, tag, icon: '/assets/icon.svg' });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
  return () => notification.close();
}
