/** A text of digits and what people write between them. */
const NUMBER = /^\+?[\d\s()[\]/\\.,'_\-\u2010-\u2015]+$/;
/** A longer text is no phone number. */
const MAX_LENGTH = 60;
/** Up to so many digits are an extension of the own telephone system. */
const LONGEST_EXTENSION = 5;

/**
 * The digits of a number, `+` as `00`; undefined if the text is no number. `+49 (0)30` has a zero
 * that nobody dials.
 */
export function digitsOf(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH || !NUMBER.test(trimmed)) return undefined;
  const isAbroad = /^(?:\+|00)/.test(trimmed);
  const written = isAbroad ? trimmed.replace('(0)', '') : trimmed;
  const digits = written.replace(/^\+(?:00)?/, '00').replace(/\D/g, '');
  return digits.replace(/^0+$/, '') === '' ? undefined : digits;
}

/**
 * The same for two texts that differ only in what people write between the digits. Undefined for
 * what is only a remark, such as `siehe Büro`. Whether `030` and `+49 30` are one line, only the
 * key of the line tells.
 */
export function writtenNumber(text: string): string | undefined {
  return digitsOf(text) ?? (/\d/.test(text) ? text.trim().toLowerCase() : undefined);
}

/**
 * The ways in which a number is dialled: as written, from abroad, and at home. Part of a number in
 * any spelling is then part of one of them, which serves a search and nothing else. `callingCode`
 * is that of the office's country.
 */
export function numberForms(text: string, callingCode: string): readonly string[] {
  const digits = digitsOf(text);
  if (digits === undefined) return [];
  const abroad = `00${callingCode}`;
  if (digits.startsWith(abroad)) return [digits, `0${digits.slice(abroad.length)}`];
  if (digits.startsWith('00') || isExtension(digits)) return [digits];
  // With and without the zero: in Italy it is dialled from abroad too.
  if (digits.startsWith('0')) return [digits, abroad + digits.slice(1), abroad + digits];
  return [digits, abroad + digits];
}

/**
 * What stands in the digits of a number, with a blank before them, if these digits are part of one
 * of its forms: so that a search needs those as they were written, and no form of them. Of numbers
 * that begin with a zero, as what is dialled does.
 */
export function writtenParts(digits: string, callingCode: string): readonly string[] {
  const abroad = `00${callingCode}`;
  const parts = new Set([digits]);
  // Typed as at home, written from abroad.
  if (digits.startsWith('0')) parts.add(` ${abroad}${digits.slice(1)}`);
  // Typed from abroad, from any digit of the prefix on, written as at home: with its zero or not.
  for (let from = 0; from < abroad.length; from++) {
    const prefix = abroad.slice(from);
    const rest = digits.slice(prefix.length);
    if (digits.startsWith(prefix) && !/^0?$|^00/.test(rest))
      parts.add(` 0${rest.replace(/^0/, '')}`);
  }
  // No more than the prefix itself, which all numbers at home have.
  if (`${abroad}0`.includes(digits)) for (const first of '123456789') parts.add(` 0${first}`);
  return [...parts];
}

/** Whether digits are those of a desk of the own telephone system. */
export function isExtension(digits: string): boolean {
  return digits.length <= LONGEST_EXTENSION && /^[1-9]\d*$/.test(digits);
}

const ENOUGH_TO_HIDE = 7;

/** A number as a log line may show it: two digits to tell calls apart, never who it is. */
export function maskedNumber(number: string): string {
  const digits = number.slice(0, 200).replace(/\D/g, '');
  return digits.length < ENOUGH_TO_HIDE ? '…' : `…${digits.slice(-2)}`;
}
