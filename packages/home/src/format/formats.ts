import { useTexts } from '../language/language.tsx';

/** Dates, times and numbers as people write them in one language. */
export interface Formats {
  /** 14:07:31 */
  time(iso: string | number): string;
  /** Today's are times, others have their day: 14:07 · gestern 14:07 · 03.11., 14:07. */
  when(iso: string | number, now?: number): string;
  /** vor 4 Min. · vor 2 Std., of so many milliseconds. */
  ago(age: number): string;
  /** With day, year and seconds. */
  exact(iso: string | number): string;
  /** 3. Nov. 2026, of `2026-11-03` or of any moment. */
  day(iso: string): string;
  /** 3:07, 1:02:09 */
  duration(seconds: number): string;
  number(value: number): string;
  /** `4.50` as it was sent, but for its point. */
  digits(sent: string): string;
  /** Of what is counted to a thousand: 999 · 1.000 · 1.000+ */
  count(value: number): string;
}

const MOST_COUNTED = 1000;

const made = new Map<string, Formats>();

/** Those of the page's language. */
export function useFormats(): Formats {
  return formatsIn(useTexts().locale);
}

export function formatsIn(locale: string): Formats {
  const known = made.get(locale) ?? makeFormats(locale);
  made.set(locale, known);
  return known;
}

function makeFormats(locale: string): Formats {
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  const minute = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit' });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const withYear = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const short = new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' });
  const plain = new Intl.NumberFormat(locale);
  const [, point = '.'] = plain.format(0.5);
  // Whatever is no date is shown as it is: times come from foreign systems too.
  const dated = (iso: string | number, show: (date: Date) => string) => {
    const date = new Date(iso);
    return Number.isNaN(date.getTime()) ? String(iso) : show(date);
  };
  return {
    time: (iso) => dated(iso, (date) => clock.format(date)),
    exact: (iso) => dated(iso, (date) => full.format(date)),
    when: (iso, now = Date.now()) =>
      dated(iso, (date) => {
        const days = daysBetween(date, new Date(now));
        if (days === 0) return minute.format(date);
        if (days === -1) return `${relative.format(-1, 'day')} ${minute.format(date)}`;
        const isThisYear = date.getFullYear() === new Date(now).getFullYear();
        return `${(isThisYear ? day : withYear).format(date)}, ${minute.format(date)}`;
      }),
    ago: (age) => {
      const minutes = Math.floor(age / 60_000);
      return minutes < 60
        ? short.format(-minutes, 'minute')
        : short.format(-Math.floor(minutes / 60), 'hour');
    },
    // A day alone would be read as its first moment in UTC, which is another day elsewhere.
    day: (iso) =>
      dated(/^\d{4}-\d\d-\d\d$/.test(iso) ? `${iso}T12:00` : iso, (date) => withYear.format(date)),
    duration: (seconds) => {
      const [h, m, s] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
      const two = (value = 0) => String(value).padStart(2, '0');
      return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
    },
    number: (value) => plain.format(value),
    digits: (sent) => sent.replace('.', point),
    count: (value) =>
      value > MOST_COUNTED ? `${plain.format(MOST_COUNTED)}+` : plain.format(value),
  };
}

function daysBetween(date: Date, now: Date): number {
  const midnight = (each: Date) => new Date(each.getFullYear(), each.getMonth(), each.getDate());
  return Math.round((midnight(date).getTime() - midnight(now).getTime()) / 86_400_000);
}
