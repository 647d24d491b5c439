import type { Role } from '@hookline/contract';
import {
  filledText,
  IS_UUID,
  isJsonObject,
  type JsonObject,
  NameList,
  scalarText,
} from './fields.ts';
import * as names from './names.ts';

/** What a field of a party says: null is an explicit nothing, undefined is silence. */
export type Reported = string | null | undefined;

/** A hostile text is longer than any name or address. */
export const MAX_TEXT = 300;

/** What may hold the name of somebody who has none beside it. */
const HOLDERS = new NameList('company', 'firma', 'person');

/** Whether the field is the name itself, so that it need not be kept among the others. */
export function isNameField(name: string, value: unknown): boolean {
  return names.OWN_NAME.has(name) && (value === null || filledText(value) !== undefined);
}

const NAME_LINES = [new NameList('name1'), new NameList('name2')];
const IS_ONE_WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u;

/**
 * Who somebody is: the name, else the company, else given and family name, else whatever comes
 * closest. Null if the record clears the name, undefined if it says nothing about it.
 */
export function nameOf(record: JsonObject): Reported {
  const cleared = Object.entries(record).some(
    ([name, value]) => value === null && isNameField(name, value),
  );
  return cleared ? null : nameIn(record);
}

export function nameIn(record: JsonObject): string | undefined {
  const whole = names.WHOLE_NAMES.firstIn([record], properName);
  const person = personIn(record);
  return (
    namedInParts(record) ??
    // `{"company":"8d9fd929-…","first_name":"Ida",…}`: the company is told by its id.
    (person !== undefined && whole !== undefined && IS_UUID.test(whole) ? person : whole) ??
    person ??
    // `{"name":{"first":"Ida","last":"Kern"}}`.
    names.OWN_NAME.firstIn([record], (value) =>
      isJsonObject(value) ? personIn(value) : undefined,
    ) ??
    names.NAME_LISTS.firstIn([record], (value) => {
      const [first] = Array.isArray(value) ? value : [];
      return isJsonObject(first)
        ? (names.WHOLE_NAMES.textIn(first) ?? personIn(first))
        : lineText(value, 1);
    }) ??
    names.LESSER_NAMES.firstIn([record], wordText) ??
    // `{"company":{"name":"Kern AG"}}`, `{"person":{"firstName":"Ida","lastName":"Kern"}}`.
    HOLDERS.firstIn([record], (value) =>
      isJsonObject(value) ? (names.WHOLE_NAMES.textIn(value) ?? personIn(value)) : undefined,
    )
  );
}

/** `{"name":"Uwe","surname":"Lorenz"}`, `{"firstname":"Anna","name":"Klein"}`: both make the name. */
function namedInParts(record: JsonObject): string | undefined {
  // `{"name_1":"Lütt","name_2":"Fenja"}`, and not `{"name1":"Kern AG","name2":"Wareneingang"}`.
  const lines = NAME_LINES.map((list) => list.textIn(record) ?? '');
  if (lines.every((line) => IS_ONE_WORD.test(line))) return lines.join(' ');
  const name = names.OWN_NAME.textIn(record);
  if (name === undefined || !IS_ONE_WORD.test(name)) return undefined;
  const given = names.SURE_GIVEN_NAMES.textIn(record);
  const family = names.SURE_FAMILY_NAMES.textIn(record);
  const other = given === undefined ? family : family === undefined ? given : undefined;
  if (other === undefined || contains(other, name)) return undefined;
  return given === undefined ? `${name} ${other}` : `${other} ${name}`;
}

/** `{"name":"Home","street":…}`: what somebody calls an address, and what stands for nothing. */
const IS_LABEL =
  /^(?:home|work|office|other|default|primary|(?:home|work|delivery|shipping|billing) address|zu ?hause|arbeit|privat|privatadresse|casa|maison|n\/?a|null|none|undefined|-+)$/i;

function properName(value: unknown): string | undefined {
  const text = filledText(value);
  return text !== undefined && IS_LABEL.test(text) ? undefined : text;
}

/** A number is the phone or the account of somebody, and no name. */
export function wordText(value: unknown): string | undefined {
  const text = filledText(value);
  return text !== undefined && /\p{L}/u.test(text) ? text : undefined;
}

/** Given and family name. */
export function personIn(record: JsonObject): string | undefined {
  const person = [names.GIVEN_NAMES.textIn(record), names.FAMILY_NAMES.textIn(record)];
  return person.filter((part) => part !== undefined).join(' ') || undefined;
}

export function lineText(value: unknown, most = 4): string | undefined {
  const lines = Array.isArray(value) ? value.slice(0, most) : [value];
  const text = lines.map(filledText).filter(Boolean).join(', ');
  return text === '' ? undefined : text.slice(0, MAX_TEXT);
}

export function contains(text: string | undefined, part: string): boolean {
  return text?.toLowerCase().includes(part.toLowerCase()) ?? false;
}

const ROLES: readonly (readonly [Role, RegExp])[] = [
  ['customer', /^(?:kunde|kunden|kundin|customers?)$/i],
  ['courier', /^(?:kurier|kuriere|kurierin|couriers?|fahrer|fahrerin|drivers?)$/i],
];
const INTERNAL = /^(?:intern|internal)$/i;
const MOST_WORDS = 20;

/** What a record calls somebody. */
export function rolesIn(record: JsonObject): readonly Role[] {
  const words = wordsIn(record);
  return ROLES.filter(([, word]) => words.some((text) => word.test(text))).map(([role]) => role);
}

/** Whether it calls somebody one of the house. */
export function isInternal(record: JsonObject): boolean {
  return wordsIn(record).some((word) => INTERNAL.test(word));
}

/** Whether a field says nothing but which role somebody has. */
export function isRoleField(name: string, value: unknown): boolean {
  const words = wordsIn({ [name]: value });
  return words.length > 0 && words.every((text) => ROLES.some(([, word]) => word.test(text)));
}

function wordsIn(record: JsonObject): readonly string[] {
  return names.ROLES.entriesOf(record)
    .flatMap(([, value]) => (Array.isArray(value) ? value.slice(0, MOST_WORDS) : [value]))
    .flatMap((value) => scalarText(value)?.trim() || []);
}
