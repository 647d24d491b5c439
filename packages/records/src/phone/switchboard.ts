import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const MOST_DIRECT_DIAL_DIGITS = 5;
const FIXED = new Set<string | undefined>(['FIXED_LINE', 'FIXED_LINE_OR_MOBILE']);

/**
 * The keys under which the switchboard of a caller may be stored, the most likely first. A stored
 * number that ends in 0 is a switchboard: `+49302312510` … is found for its number with that 0
 * replaced by 1 to 5 digits. Mobile numbers have none, and neighbouring ones are strangers.
 */
export function switchboardKeys(key: string): readonly string[] {
  const [e164 = '', extension] = key.split(';ext=');
  if (!/^\+\d+$/.test(e164) || !FIXED.has(parsePhoneNumberFromString(e164)?.getType())) return [];
  const candidates = extension ? [e164] : [];
  for (let dropped = 1; dropped <= MOST_DIRECT_DIAL_DIGITS; dropped++) {
    const candidate = `${e164.slice(0, -dropped)}0`;
    if (candidate === e164) continue;
    // So short that it is an area code, which would make a whole town one switchboard.
    if (!parsePhoneNumberFromString(candidate)?.isValid()) break;
    candidates.push(candidate);
  }
  return candidates;
}
