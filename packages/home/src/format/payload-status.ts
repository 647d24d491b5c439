import { type StatusClass, StatusWords } from '@hookline/records';
import type { Texts } from '../language/language.tsx';
import { shortText } from './payload-text.ts';

/** How a status is coloured: done · under way · somebody waits · stands out · over · not known. */
type Tone = 'good' | 'active' | 'waiting' | 'bad' | 'over' | 'neutral';

const TONES: Readonly<Record<StatusClass, Tone>> = {
  new: 'waiting',
  open: 'waiting',
  assigned: 'active',
  underway: 'active',
  problem: 'bad',
  done: 'good',
  canceled: 'over',
  free: 'good',
  busy: 'active',
  break: 'waiting',
  off: 'neutral',
};
/** The table, and what the office adds to it, which the server writes into the page. */
export const STATUS_WORDS = new StatusWords(houseWords());

function houseWords(): Record<string, string> {
  if (typeof document === 'undefined') return {};
  const meta = document.querySelector<HTMLMetaElement>('meta[name=status-words]');
  // Not replaced where Vite serves the page.
  return meta?.content.startsWith('%7B') ? JSON.parse(decodeURIComponent(meta.content)) : {};
}

/**
 * A status in words and with its tone; one that nobody knows stays as it was sent. `told` is the
 * class that the server has for it: an office may have words of its own.
 */
export function statusWord(
  status: string,
  texts: Texts,
  told?: StatusClass | null,
): { tone: Tone; word?: string } {
  const statusClass = told === undefined ? STATUS_WORDS.classOf(status) : told;
  // Of a bare number nobody knows what it means but by its class.
  const isNumber = !/\p{L}/u.test(status);
  const name = STATUS_WORDS.nameOf(isNumber ? (statusClass ?? status) : status);
  const tone = statusClass === null ? 'neutral' : TONES[statusClass];
  return name === undefined ? { tone } : { tone, word: texts.statuses[name] };
}

/** A status in a word; one that nobody knows, as it was sent. */
export function statusText(status: string, texts: Texts, told?: StatusClass | null): string {
  return statusWord(status, texts, told).word ?? shortText(status, 40);
}
