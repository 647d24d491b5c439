import { writtenNumber } from '@hookline/records';
import type { PhoneBookEntry } from 'hookline-client/telephony';
import type { Address } from './archive.ts';

/**
 * The entry of a number, or of the address that has it. Only what the server has told of a line
 * counts, never a common ending: `9018200` is another line in every town.
 */
export function entryOf(
  entries: readonly PhoneBookEntry[],
  number: string,
  address?: Address | null,
): PhoneBookEntry | undefined {
  const wanted = writtenNumber(number);
  const spellings = new Set([wanted, ...(address ? ownSpellings(address) : [])]);
  return entries.find((entry) => {
    const written = writtenNumber(entry.number);
    return written !== undefined && spellings.has(written);
  });
}

/** The ways in which the server writes the line of an address. */
export function ownSpellings({ number, e164, display, line }: Address): readonly string[] {
  // With an extension the international form names the whole house and not this line.
  return spelled([number, display, line === e164 ? e164 : null]);
}

/** And those of its further numbers. */
export function furtherSpellings({ numbers }: Address): readonly string[] {
  return spelled(numbers.flatMap(({ number, display, line }) => [number, display, line]));
}

function spelled(texts: readonly (string | null)[]): readonly string[] {
  return texts.flatMap((text) => (text === null ? [] : (writtenNumber(text) ?? [])));
}
