import type { Language } from '../language/language.tsx';
import { shortText } from './payload-text.ts';

/** How a status is coloured: nothing to do · under way · somebody waits · went wrong · not known. */
export type Tone = 'good' | 'active' | 'waiting' | 'bad' | 'neutral';

type Words = readonly [tone: Tone, de: string, en: string, ...names: string[]];

/** The names that foreign systems have for a status, as `foldedStatus` writes them. */
const STATUSES: readonly Words[] = [
  ['waiting', 'Neu', 'New', 'new', 'neu', 'created', 'angelegt', 'placed', 'received'],
  ['waiting', 'Offen', 'Open', 'open', 'offen', 'pending', 'waiting', 'wartet', 'queued'],
  ['waiting', 'Geplant', 'Scheduled', 'scheduled', 'geplant', 'planned'],
  ['waiting', 'Kurier gesucht', 'Finding a courier', 'searching', 'unassigned'],
  ['active', 'Angenommen', 'Accepted', 'accepted', 'angenommen', 'confirmed', 'bestätigt'],
  ['active', 'Zugeteilt', 'Assigned', 'assigned', 'zugeteilt', 'dispatched', 'disponiert'],
  ['active', 'Zur Abholung', 'To pick-up', 'pickup', 'pickingup', 'enroutetopickup'],
  ['active', 'Bei der Abholung', 'At pick-up', 'pickupimminent', 'arrivedatpickup'],
  ['active', 'Abgeholt', 'Picked up', 'pickupcomplete', 'pickedup', 'abgeholt', 'collected'],
  ['active', 'Unterwegs', 'Under way', 'inprogress', 'started', 'unterwegs', 'delivering'],
  ['active', 'Unterwegs', 'Under way', 'intransit', 'ontheway', 'enroute', 'gestartet'],
  ['active', 'Zur Zustellung', 'To drop-off', 'dropoff', 'outfordelivery', 'inzustellung'],
  ['good', 'Zugestellt', 'Delivered', 'delivered', 'zugestellt', 'geliefert'],
  ['good', 'Erledigt', 'Done', 'completed', 'complete', 'finished', 'done', 'closed', 'erledigt'],
  ['good', 'Erledigt', 'Done', 'abgeschlossen', 'fertig', 'beendet'],
  ['good', 'Frei', 'Free', 'frei', 'free', 'available', 'verfügbar', 'verfuegbar', 'idle'],
  ['good', 'Aktiv', 'Active', 'active', 'aktiv', 'online', 'ok'],
  ['active', 'Beschäftigt', 'Busy', 'busy', 'beschäftigt', 'beschaeftigt', 'besetzt'],
  ['waiting', 'Pause', 'Break', 'pause', 'break', 'paused'],
  ['neutral', 'Nicht im Dienst', 'Off duty', 'offline', 'inactive', 'inaktiv', 'offduty'],
  ['bad', 'Storniert', 'Cancelled', 'canceled', 'cancelled', 'storniert', 'abgebrochen'],
  ['bad', 'Fehlgeschlagen', 'Failed', 'failed', 'fehlgeschlagen', 'error', 'fehler'],
  ['bad', 'Zurückgegeben', 'Returned', 'returned', 'zurückgegeben', 'retoure', 'returning'],
  ['bad', 'Abgelehnt', 'Declined', 'rejected', 'declined', 'abgelehnt'],
  ['bad', 'Abgelaufen', 'Expired', 'expired', 'abgelaufen'],
  ['bad', 'Verspätet', 'Delayed', 'delayed', 'verspätet', 'verspaetet', 'late'],
];
const BY_NAME = new Map(STATUSES.flatMap((words) => words.slice(3).map((name) => [name, words])));

/** A status in words and with its tone; one that nobody knows stays as it was sent. */
export function statusWord(status: string, language: Language): { tone: Tone; word?: string } {
  const words = BY_NAME.get(foldedStatus(status));
  if (!words) return { tone: 'neutral' };
  return { tone: words[0], word: language === 'de' ? words[1] : words[2] };
}

/** A status in a word; one that nobody knows, as it was sent. */
export function statusText(status: string, language: Language): string {
  return statusWord(status, language).word ?? shortText(status, 40);
}

/** `IN_PROGRESS`, `in progress` and `order.in_progress` are one status. */
function foldedStatus(status: string): string {
  if (status.length > 64) return '';
  return (status.split('.').at(-1) ?? '').toLowerCase().replace(/[^\p{L}]/gu, '');
}
