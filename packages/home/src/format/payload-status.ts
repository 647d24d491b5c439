import { type StatusClass, StatusWords } from '@hookline/records';
import type { Language } from '../language/language.tsx';
import { shortText } from './payload-text.ts';

/** How a status is coloured: nothing to do · under way · somebody waits · went wrong · not known. */
export type Tone = 'good' | 'active' | 'waiting' | 'bad' | 'neutral';

const TONES: Readonly<Record<StatusClass, Tone>> = {
  ...{ new: 'waiting', open: 'waiting', assigned: 'active', underway: 'active', problem: 'bad' },
  ...{ done: 'good', canceled: 'bad', free: 'good', busy: 'active', break: 'waiting' },
  off: 'neutral',
};
const words = new StatusWords();

/** A status in words and with its tone; one that nobody knows stays as it was sent. */
export function statusWord(status: string, language: Language): { tone: Tone; word?: string } {
  const statusClass = words.classOf(status);
  const word = words.shown(status, language);
  const tone = statusClass === null ? 'neutral' : TONES[statusClass];
  return word === undefined ? { tone } : { tone, word };
}

/** A status in a word; one that nobody knows, as it was sent. */
export function statusText(status: string, language: Language): string {
  return statusWord(status, language).word ?? shortText(status, 40);
}
