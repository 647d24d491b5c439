import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { digitsOf } from './phone-text.ts';

export interface PhoneOptions {
  /** Where the office is: numbers without a country code are of this country. */
  readonly country: string;
  /** Makes local numbers callable: `901820` is `030 901820` in Berlin. */
  readonly areaCode?: string | undefined;
  /** What the telephone system puts before an outside number. */
  readonly trunkPrefix?: string | undefined;
}

/** German numbers have at most so many digits after the country code; most countries fewer. */
const LONGEST_NATIONAL = 11;
/** No line has a shorter number than this, area code included. */
export const SHORTEST_NATIONAL = 6;

/** Knows which line the telephones of one office reach by which digits. */
export class DiallingPlan {
  readonly country: CountryCode;
  readonly callingCode: string;
  readonly #areaCode: string;
  readonly #trunkPrefix: string;

  constructor({ country, areaCode = '', trunkPrefix = '' }: PhoneOptions) {
    if (!isSupportedCountry(country)) throw new RangeError(`no numbering plan for ${country}`);
    this.country = country;
    this.callingCode = getCountryCallingCode(country);
    this.#areaCode = areaCode.replace(/\D/g, '').replace(/^0+/, '');
    this.#trunkPrefix = trunkPrefix;
  }

  /** The line behind a number as written; undefined if it is no number that can be called. */
  number(written: string): PhoneNumber | undefined {
    const number = this.#fromOutside(written);
    if (!written.includes('(0)') || number?.isValid()) return number;
    // Written by habit for a country whose numbers have no such zero.
    const without = this.#reading(digitsOf(written.replace('(0)', '')) ?? '');
    return without?.isValid() ? without : number;
  }

  /** Reads digits, with a plus before a country code, and judges nothing. */
  parse(digits: string): PhoneNumber | undefined {
    return parsePhoneNumberFromString(digits, { defaultCountry: this.country, extract: false });
  }

  withoutTrunkPrefix(digits: string): string {
    return digits.startsWith(this.#trunkPrefix) ? digits.slice(this.#trunkPrefix.length) : digits;
  }

  #fromOutside(written: string): PhoneNumber | undefined {
    const digits = digitsOf(written) ?? '';
    const number = this.#reading(digits);
    const inside = this.withoutTrunkPrefix(digits);
    if (inside === digits) return number;
    if (number?.isValid() && isDialledByHand(written, digits)) return number;
    const stripped = this.#reading(inside);
    if (stripped?.isValid() || !number) return stripped;
    // Written by hand, without the prefix, and only beginning like it.
    if (number.isValid()) return number;
    return stripped ?? (inside.length > SHORTEST_NATIONAL ? number : undefined);
  }

  /** With a leading zero or plus a number must be possible, without one it must be valid. */
  #reading(digits: string): PhoneNumber | undefined {
    if (/^[+0]/.test(digits)) {
      const number = this.parse(digits);
      return number?.isPossible() ? number : undefined;
    }
    if (digits.startsWith(this.callingCode)) {
      // A plain parse takes the country code for an area code: 4921 is Emden.
      const international = this.parse(`+${digits}`);
      if (international?.isValid()) return international;
    }
    const number = this.#local(digits) ?? this.parse(digits);
    return number?.isValid() ? number : undefined;
  }

  #local(digits: string): PhoneNumber | undefined {
    const area = this.#areaCode;
    // Numbers of services such as 116117 begin with 1 and have no area code.
    if (area === '' || digits.startsWith('1')) return undefined;
    if (area.length + digits.length > LONGEST_NATIONAL) return undefined;
    // A spreadsheet turns 030901820 into 30901820.
    const lostItsZero = digits.startsWith(area) && digits.length - area.length >= SHORTEST_NATIONAL;
    if (lostItsZero) return undefined;
    const number = this.parse(`+${this.callingCode}${area}${digits}`);
    return number?.isValid() ? number : undefined;
  }
}

/**
 * A trunk prefix 0 looks like the beginning of any number, but a telephone system sends bare
 * digits and the whole number behind the prefix. Who writes `04921 …` means Emden and not the
 * prefix and a country code; who writes `0049 30 901820` means the country code and not the
 * prefix and the area code 0493.
 */
function isDialledByHand(written: string, digits: string): boolean {
  return digits.startsWith('00') ? digits !== written : digits.startsWith('0');
}
