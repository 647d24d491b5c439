import type { PhoneBookEntry } from 'hookline-client/telephony';

/** The entry with the same line, whether it is written with the code of the country or without. */
export function entryOf(
  entries: readonly PhoneBookEntry[],
  number: string,
): PhoneBookEntry | undefined {
  const wanted = significant(number);
  return entries.find((entry) => {
    const digits = significant(entry.number);
    const [short = '', long = ''] = [wanted, digits].toSorted((a, b) => a.length - b.length);
    return short === long || (short.length >= 7 && long.endsWith(short));
  });
}

function significant(number: string): string {
  return number.replace(/\D/g, '').replace(/^0+/, '');
}
