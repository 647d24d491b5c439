import type { Language } from '../../language/language.tsx';

const TODAY = { de: 'Heute', en: 'Today' };
const YESTERDAY = { de: 'Gestern', en: 'Yesterday' };
const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const formats = {
  de: new Intl.DateTimeFormat('de-DE', DAY),
  en: new Intl.DateTimeFormat('en-GB', DAY),
};

/** When the day of a time began here; NaN if it is no time. */
export function dayOf(time: string | number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Heute · Gestern · Montag, 3. November */
export function dayName(day: number, today: number, language: Language): string {
  if (Number.isNaN(day)) return '';
  const days = Math.round((today - day) / 86_400_000);
  if (days === 0) return TODAY[language];
  return days === 1 ? YESTERDAY[language] : formats[language].format(day);
}
