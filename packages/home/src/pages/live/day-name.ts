import type { Texts } from '../../language/language.tsx';

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;

/** When the day of a time began here; NaN if it is no time. */
export function dayOf(time: string | number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Heute · Gestern · Montag, 3. November */
export function dayName(day: number, today: number, texts: Texts): string {
  if (Number.isNaN(day)) return '';
  const days = Math.round((today - day) / 86_400_000);
  if (days === 0) return texts.dayName.today;
  if (days === 1) return texts.dayName.yesterday;
  return new Intl.DateTimeFormat(texts.locale, DAY).format(day);
}
