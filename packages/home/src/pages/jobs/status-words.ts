import type { Language } from '../../language/language.tsx';

/** How far a job is, which gives its chip a colour. */
export type StatusTone = 'new' | 'moving' | 'done' | 'stopped' | 'other';

interface Words {
  readonly tone: StatusTone;
  readonly de: string;
  readonly en: string;
  /** What systems call it, without case and dashes. */
  readonly names: string;
}

const WORDS: readonly Words[] = [
  { tone: 'new', de: 'Neu', en: 'New', names: 'new neu received eingegangen' },
  { tone: 'new', de: 'Offen', en: 'Open', names: 'open offen' },
  { tone: 'new', de: 'Wartet', en: 'Pending', names: 'pending waiting wartet wartend' },
  { tone: 'new', de: 'Angelegt', en: 'Created', names: 'created angelegt erfasst' },
  { tone: 'new', de: 'Angenommen', en: 'Accepted', names: 'accepted angenommen confirmed' },
  { tone: 'new', de: 'Geplant', en: 'Scheduled', names: 'scheduled geplant planned' },
  { tone: 'new', de: 'Sucht Kurier', en: 'Looking for a courier', names: 'searching' },
  { tone: 'moving', de: 'Zugeteilt', en: 'Assigned', names: 'assigned zugeteilt vergeben' },
  { tone: 'moving', de: 'Losgeschickt', en: 'Dispatched', names: 'dispatched losgeschickt' },
  { tone: 'moving', de: 'Begonnen', en: 'Started', names: 'started begonnen gestartet' },
  { tone: 'moving', de: 'In Arbeit', en: 'In progress', names: 'inprogress inarbeit' },
  { tone: 'moving', de: 'Zur Abholung', en: 'On the way to pick-up', names: 'pickup picking' },
  {
    tone: 'moving',
    de: 'Abgeholt',
    en: 'Picked up',
    names: 'pickupcomplete pickedup abgeholt collected',
  },
  {
    tone: 'moving',
    de: 'Unterwegs',
    en: 'On the way',
    names: 'unterwegs delivering intransit enroute ontheway outfordelivery',
  },
  { tone: 'moving', de: 'Zur Zustellung', en: 'On the way to drop-off', names: 'dropoff' },
  { tone: 'done', de: 'Zugestellt', en: 'Delivered', names: 'delivered zugestellt' },
  { tone: 'done', de: 'Geliefert', en: 'Delivered', names: 'geliefert' },
  {
    tone: 'done',
    de: 'Abgeschlossen',
    en: 'Completed',
    names: 'complete completed closed abgeschlossen beendet',
  },
  { tone: 'done', de: 'Erledigt', en: 'Done', names: 'done finished erledigt fertig' },
  {
    tone: 'stopped',
    de: 'Storniert',
    en: 'Cancelled',
    names: 'canceled cancelled storniert abgebrochen',
  },
  { tone: 'stopped', de: 'Fehlgeschlagen', en: 'Failed', names: 'failed fehlgeschlagen error' },
  { tone: 'stopped', de: 'Zurückgebracht', en: 'Returned', names: 'returned retour' },
  { tone: 'stopped', de: 'Abgelaufen', en: 'Expired', names: 'expired abgelaufen' },
];

const KNOWN = new Map(
  WORDS.flatMap((words) => words.names.split(' ').map((name) => [name, words] as const)),
);
const LONGEST = 40;

/** A status in words and with its colour; one that is not known, as it was sent. */
export function statusWords(
  status: string,
  language: Language,
): { readonly word: string; readonly tone: StatusTone } {
  const known = KNOWN.get(
    status
      .slice(0, LONGEST)
      .toLowerCase()
      .replace(/[\s_-]/g, ''),
  );
  if (known) return { word: known[language], tone: known.tone };
  const plain = status
    .slice(0, LONGEST + 1)
    .replaceAll('_', ' ')
    .trim();
  const word = plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
  return { word: word.charAt(0).toUpperCase() + word.slice(1), tone: 'other' };
}

/** For a list of statuses: two systems may mean the same by different words. */
export function statusChoice(status: string, language: Language): string {
  const { word } = statusWords(status, language);
  const isSame = word.toLowerCase() === status.replaceAll('_', ' ').trim().toLowerCase();
  return isSame || word.endsWith('…') ? word : `${word} (${status})`;
}
