import { statusText } from '../../format/payload-status.ts';
import { shortText } from '../../format/payload-text.ts';
import type { Language } from '../../language/language.tsx';

/** For a list of statuses: two systems may mean the same by different words. */
export function statusChoice(status: string, language: Language): string {
  const word = statusText(status, language);
  const sent = shortText(status, 40);
  return word.toLowerCase() === sent.toLowerCase() ? word : `${word} (${sent})`;
}
