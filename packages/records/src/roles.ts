import type { Role } from '@hookline/contract';
import { type JsonObject, scalarText } from './fields.ts';
import { ROLES } from './names.ts';

const WORDS: readonly (readonly [Role, RegExp])[] = [
  ['customer', /^(?:kunde|kunden|kundin|customers?)$/i],
  ['courier', /^(?:kurier|kuriere|kurierin|couriers?|fahrer|fahrerin|drivers?)$/i],
];
const INTERNAL = /^(?:intern|internal)$/i;
const MOST_WORDS = 20;

/** What a record calls somebody. */
export function rolesIn(record: JsonObject): readonly Role[] {
  const words = wordsIn(record);
  return WORDS.filter(([, word]) => words.some((text) => word.test(text))).map(([role]) => role);
}

/** Whether it calls somebody one of the house. */
export function isInternal(record: JsonObject): boolean {
  return wordsIn(record).some((word) => INTERNAL.test(word));
}

/** Whether a field says nothing but which role somebody has. */
export function isRoleField(name: string, value: unknown): boolean {
  const words = wordsIn({ [name]: value });
  return words.length > 0 && words.every((text) => WORDS.some(([, word]) => word.test(text)));
}

function wordsIn(record: JsonObject): readonly string[] {
  return ROLES.entriesOf(record)
    .flatMap(([, value]) => (Array.isArray(value) ? value.slice(0, MOST_WORDS) : [value]))
    .flatMap((value) => scalarText(value)?.trim() || []);
}
