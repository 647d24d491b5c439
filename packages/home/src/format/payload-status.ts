import type { Language } from '../language/language.tsx';
import { type StatusTone, statusWords } from '../pages/jobs/status-words.ts';
import { shortText } from './payload-text.ts';

interface Words {
  readonly tone: StatusTone;
  readonly de: string;
  readonly en: string;
}

/** What systems say about couriers rather than jobs: tone, German, English, names. */
const PEOPLE: readonly (readonly [StatusTone, de: string, en: string, ...names: string[]])[] = [
  ['done', 'Frei', 'Free', 'frei', 'free', 'available', 'verfügbar', 'verfuegbar', 'idle'],
  ['done', 'Im Dienst', 'On duty', 'online', 'onduty', 'active', 'aktiv', 'imdienst'],
  ['moving', 'Beschäftigt', 'Busy', 'busy', 'beschäftigt', 'beschaeftigt', 'besetzt'],
  ['new', 'Pause', 'Break', 'pause', 'break', 'paused'],
  ['other', 'Nicht im Dienst', 'Off duty', 'offline', 'inactive', 'inaktiv', 'offduty'],
];
const BY_NAME = new Map(
  PEOPLE.flatMap(([tone, de, en, ...names]) =>
    names.map((name): [string, Words] => [name, { tone, de, en }]),
  ),
);

const LONGEST = 40;

/** A status in words and with its tone; one that nobody knows, as it was sent. */
export function statusWord(
  status: string,
  language: Language,
): { readonly tone: StatusTone; readonly word: string } {
  // `order.in_progress` says no more than `in_progress`.
  const last = (status.length <= 64 && /^[a-z_]+\.([a-z_]+)$/i.exec(status)?.[1]) || status;
  const person = BY_NAME.get(
    last.length > LONGEST ? '' : last.toLowerCase().replace(/[\s_-]/g, ''),
  );
  if (person) return { tone: person.tone, word: person[language] };
  const { tone, word } = statusWords(last, language);
  return { tone, word: shortText(word, LONGEST) };
}
