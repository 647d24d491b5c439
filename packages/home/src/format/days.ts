import type { Texts } from '../language/language.tsx';

/** A day of the calendar as date fields write it: 2026-03-29. */
export type Day = string;

/** The day of a moment here; empty for what is no time. */
export function dayOf(time: string | number | Date | null): Day {
  const date = new Date(time ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  const year = String(date.getFullYear()).padStart(4, '0');
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Heute · Gestern · Montag, 3. November */
export function dayName(day: Day, today: Day, texts: Texts, year?: 'numeric'): string {
  if (day === '') return '';
  const [noon, now] = [day, today].map((each) => Date.parse(`${each}T12:00`)) as [number, number];
  const days = Math.round((now - noon) / 86_400_000);
  if (days === 0) return texts.dayName.today;
  if (days === 1) return texts.dayName.yesterday;
  const format = { weekday: 'long', day: 'numeric', month: 'long', year } as const;
  return new Intl.DateTimeFormat(texts.locale, format).format(noon);
}
