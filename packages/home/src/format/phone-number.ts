import type { CountryCode } from 'libphonenumber-js/core';
import { useSyncExternalStore } from 'react';
import type { parseNumber } from './phone-library.ts';

/** Knows every country's way of writing; too big to hold up the first view. */
let parse: typeof parseNumber | undefined;
let format = (number: string): string => shown(number);
let callingCode: string | undefined;
const listeners = new Set<() => void>();

/** Writes a phone number as people here do: 030 2312 5101, abroad +43 1 58858. */
export function usePhoneFormat(): (number: string) => string {
  return useSyncExternalStore(subscribe, () => format);
}

/** How the office's country is dialled from abroad, once that is known. */
export function useCallingCode(): string | undefined {
  return useSyncExternalStore(subscribe, () => callingCode);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!parse) void load();
  return () => listeners.delete(listener);
}

async function load(): Promise<void> {
  // Without it numbers are shown in international form; a failure is no reason to trouble anyone.
  const library = await import('./phone-library.ts').catch(() => undefined);
  if (!library || parse) return;
  parse = library.parseNumber;
  callingCode = library.callingCodeOf(homeCountry());
  // Another function, so that whoever shows numbers shows them anew.
  format = (number) => shown(number);
  for (const listener of listeners) listener();
}

function shown(number: string): string {
  const country = homeCountry();
  const found = parse?.(number, country);
  if (!found?.isPossible()) return number;
  return found.country === country ? found.formatNational() : found.formatInternational();
}

/** The country of the office, which the server writes into the page. */
export function homeCountry(): CountryCode {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=phone-country]');
  return (/^[A-Z]{2}$/.exec(meta?.content ?? '')?.[0] ?? 'DE') as CountryCode;
}
