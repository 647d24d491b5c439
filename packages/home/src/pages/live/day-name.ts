import type { Language } from '../../language/language.tsx';

const LOCALES = { de: 'de-DE', en: 'en-GB' };
const TODAY = { de: 'Heute', en: 'Today' };
const YESTERDAY = { de: 'Gestern', en: 'Yesterday' };
const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const formats = {
  de: new Intl.DateTimeFormat(LOCALES.de, DAY),
  en: new Intl.DateTimeFormat(LOCALES.en, DAY),
};

/** Heute · Gestern · Montag, 3. November */
export function dayName(iso: string, now: Date, language: Language): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const days = daysBefore(date, now);
  if (days === 0) return TODAY[language];
  return days === 1 ? YESTERDAY[language] : formats[language].format(date);
}

function daysBefore(date: Date, now: Date): number {
  const midnight = (each: Date) =>
    new Date(each.getFullYear(), each.getMonth(), each.getDate()).getTime();
  return Math.round((midnight(now) - midnight(date)) / 86_400_000);
}
