import {
  filledText,
  foldedName,
  isJsonObject,
  type JsonObject,
  NameList,
  own,
  remembered,
  scalarText,
} from './fields.ts';
import { PHONES, STREETS } from './names.ts';

/** Sounds like the number of somebody: `telefon2`, `handy_privat`, `phone_home`, `contactPhone`. */
const SOUNDS_LIKE_A_NUMBER =
  /telefon|telefoon|telepon|puhelin|dienthoai|^no(?:hp|telp)$|^sdt$|telephone|phone|mobil|mobiel|handy|rufnummer|anrufer|caller|callee|cellulare|celular|^movil|komork|^mobilnummer|^tlf|^puh|^cep(?:tel|no)|^gsm|^portable$|^tele$|^telf1$|^tel(?:nr|nummer|no|number|privat|buero|office|home|work|dienst|dienstlich|geschaeftlich|mobil|fixe|fisso|fijo|zentrale|\d)*$|^(?:contact|kontakt|call)(?:number|nummer|no|nr)$|msisdn|whatsapp|^(?:customer|contact|recipient)?sms$|^(?:cell|fon)(?:nr|nummer|number|\d)*$/;
/** What is told about a number and is none, and lines on which nobody speaks. */
const IS_NO_NUMBER =
  /fax|country|code|vorwahl|prefix|extension|durchwahl|type|typ$|verified|model|provider|label|app$|format|^is|^has|name$|immobil|automobil|mobility|microphone|headphone|smartphone/;

/** Digits, blanks and a letter. */
const LONGEST_HOUSE_NUMBER = 10;

/**
 * The fields of a record that hold its numbers, the strongest first: those on the list, then every
 * other one that is a phone number by its name.
 */
export function numberEntries(record: JsonObject): (readonly [name: string, value: unknown])[] {
  const entries = PHONES.entriesOf(record);
  const further = Object.entries(record).filter(
    ([name, value]) =>
      !PHONES.has(name) && soundsLikeNumber(name) && numbersIn(value).some(isDialled),
  );
  const isBesideStreet = entries.length > 0 && hasStreet(record);
  return [...entries, ...further, ...listedNumbers(record)].filter(
    ([name, value]) => !(isBesideStreet && isHouseNumber(name, value)),
  );
}

/** `{"contacts":[{"type":"phone","value":"+34 934 887 215"},{"type":"email",…}]}`. */
function listedNumbers(record: JsonObject): (readonly [name: string, value: unknown])[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (!Array.isArray(value) || isNumberName(name)) return [];
    const lines = value.slice(0, MAX_NUMBERS_IN_FIELD).filter(isLine);
    return lines.length > 0 ? [[name, lines] as const] : [];
  });
}

function isLine(item: unknown): boolean {
  if (!isJsonObject(item) || VALUES.textIn(item) === undefined) return false;
  const kind = LINE_KINDS.textIn(item) ?? '';
  return kind.length <= 20 && /^(?:phone|tele?fon|telephone|tel|mobile?|handy|cell)/i.test(kind);
}

/** A remark such as `siehe Büro` in a further field is no number. */
function isDialled(text: string): boolean {
  return /\d\D{0,3}\d/.test(text.slice(0, 60));
}

export function isStreetName(name: string): boolean {
  return STREETS.has(name);
}

export function hasStreet(record: JsonObject): boolean {
  return Object.keys(record).some(isStreetName);
}

/**
 * Beside a street, `"number":"12"` is a house: all the number twelves of a town are no extension.
 * Whether there is a street is asked once for each record, which may have any number of numbers.
 */
export function isHouseNumber(name: string, value: unknown): boolean {
  return foldedName(name) === 'number' && houseNumberText(value) !== undefined;
}

export function houseNumberText(value: unknown): string | undefined {
  const text = filledText(value) ?? '';
  const isOne = text.length <= LONGEST_HOUSE_NUMBER && /^\d{1,4}\s*[a-z]?$/i.test(text);
  return isOne ? text : undefined;
}

/** Whether a field anywhere in a payload may be expected to hold a phone number. */
export function isNumberName(name: string): boolean {
  return PHONES.has(name) || soundsLikeNumber(name);
}

const soundsLikeNumber = remembered((name) => {
  const folded = foldedName(name);
  return SOUNDS_LIKE_A_NUMBER.test(folded) && !IS_NO_NUMBER.test(folded);
});

const MAX_NUMBERS_IN_FIELD = 20;
/** No number without its country is longer. */
const MAX_NATIONAL = 15;
const CALLING_CODES = NameList.of(`
  prefix countryCode callingCode dialCode countryCallingCode phoneCountryCode phonePrefix
  countryPrefix vorwahl laendervorwahl isdCode
`);
const AREA_CODES = NameList.of('areaCode phoneAreaCode cityCode ortsvorwahl ortskennzahl stdCode');
const LINE_KINDS = NameList.of('type kind typ art channel');
const VALUES = new NameList('value', 'wert', 'contactValue', 'identifier');
/** What kind of line it is, where the kinds are the names. */
const LINES = NameList.of(`
  business office work main primary geschaeftlich dienstlich buero zentrale mobile mobil
  handy cell landline festnetz private privat home other sonstige secondary
`);

/**
 * The numbers a field holds, as they were sent: `"030 901820"`, a list of such, or objects as
 * telephone systems and address books write them, `{"raw":"030901820","number":"+4930901820"}`,
 * `{"type":"mobil","value":"0171 39200-11"}`, `{"business":["030 901820"],"mobile":["0171 3920011"]}`.
 */
export function numbersIn(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value)
    ? value.slice(0, MAX_NUMBERS_IN_FIELD)
    : [value];
  const numbers = values.flatMap((one) => {
    if (!isJsonObject(one)) return scalarText(one) ?? [];
    const lines = Object.values(linesByKind(one)).flat();
    const byKind = lines.flatMap((line) => scalarText(line) ?? []);
    return byKind.length > 0 ? byKind : (numberOfParty(one) ?? []);
  });
  return numbers.filter((number) => number.trim() !== '').slice(0, MAX_NUMBERS_IN_FIELD);
}

/** Those members of a field whose names say what kind of line their numbers are. */
export function linesByKind(party: JsonObject): JsonObject {
  const isOne = ['number', 'raw'].some((name) => filledText(own(party, name)) !== undefined);
  return isOne ? {} : Object.fromEntries(LINES.entriesOf(party));
}

/** The number in a `{raw, number, name}`. */
export function numberOfParty(party: JsonObject): string | undefined {
  const number =
    filledText(own(party, 'number')) ??
    filledText(own(party, 'raw')) ??
    PHONES.textIn(party) ??
    VALUES.textIn(party) ??
    // `{"FreeFormNumber":"030 901820"}`.
    Object.entries(party)
      .filter(([name]) => /number$|nummer$/i.test(name))
      .map(([, value]) => filledText(value))
      .find((text) => text !== undefined && isDialled(text));
  const code = CALLING_CODES.firstIn([party], (value) => {
    const text = filledText(value) ?? '';
    return /^(?:\+|00)?[1-9]\d{0,2}$/.test(text) ? text.replace(/^(?:\+|00)/, '') : undefined;
  });
  // `{"prefix":45,"number":27551840}`: neither of them can be dialled alone.
  const isNational = code !== undefined && number !== undefined && /^\s*[\d(]/.test(number);
  const isWhole = !isNational || /^\s*00/.test(number) || number.length > MAX_NATIONAL;
  const area = AREA_CODES.firstIn([party], (value) => {
    const text = filledText(value) ?? '';
    return /^0?[1-9]\d{1,4}$/.test(text) ? text.replace(/^0/, '') : undefined;
  });
  // `{"areaCode":"030","number":"901820"}`: both make it.
  const isLocal = area !== undefined && /^\s*[1-9][\d /-]{0,9}$/.test(number ?? '');
  if (isWhole) return isLocal ? `0${area} ${number}` : number;
  return ['+', code, isLocal ? ` ${area}` : '', ' ', number.trim().replace(/^0/, '')].join('');
}

/** Whether the object says by itself which number it is about. */
export function hasOwnNumber(object: JsonObject): boolean {
  return numberEntries(object).some(([, value]) => numbersIn(value).length > 0);
}
