import {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/min/metadata';

/** The library by parts: as a whole it is twice as large, most of it for typing and finding. */
export function parseNumber(number: string, country: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(number, country, metadata);
}

/** How a country is dialled from abroad. */
export function callingCodeOf(country: CountryCode): string {
  return getCountryCallingCode(country, metadata);
}
