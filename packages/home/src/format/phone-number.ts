import type { CountryCode } from 'libphonenumber-js/core';
import { LateStore, useStore } from '../store.ts';

/** Knows every country's way of writing. */
const library = new LateStore(async () => {
  const { parseNumber, callingCodeOf } = await import('./phone-library.ts');
  const country = homeCountry();
  const format = (number: string): string => {
    const found = parseNumber(number, country);
    if (!found?.isPossible()) return number;
    return found.country === country ? found.formatNational() : found.formatInternational();
  };
  return { format, callingCode: callingCodeOf(country) };
});

/** Writes a phone number as people here do: 030 2312 5101, abroad +43 1 58858. */
export function usePhoneFormat(): (number: string) => string {
  return useStore(library)?.format ?? asItIs;
}

/** How the office's country is dialled from abroad, once that is known. */
export function useCallingCode(): string | undefined {
  return useStore(library)?.callingCode;
}

function asItIs(number: string): string {
  return number;
}

/** The country of the office, which the server writes into the page. */
export function homeCountry(): CountryCode {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=phone-country]');
  return (/^[A-Z]{2}$/.exec(meta?.content ?? '')?.[0] ?? 'DE') as CountryCode;
}
