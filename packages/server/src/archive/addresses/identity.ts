import {
  filledText,
  foldedName,
  foldedText,
  type JsonObject,
  names,
  parsedJson,
} from '@hookline/records';
import type { FieldTexts } from './field-texts.ts';

/** Who reports addresses. What one of them repeats is no news, whatever the others said since. */
export type AddressSource = 'kunden' | 'kuriere' | 'phone-book';

/** Longer ones are no names but contents, and too long for the index of a database. */
const MAX_ID_LENGTH = 200;

/**
 * What makes an address without a number the same one: its id in the books of whoever sends it.
 * The ids of two channels have nothing to do with each other.
 */
export function ownIdOf(record: JsonObject, source: AddressSource): string | undefined {
  return ownIdText(names.OWN_IDS.textIn(record), source);
}

export function ownIdText(id: string | undefined, source: AddressSource): string | undefined {
  return id !== undefined && id.length <= MAX_ID_LENGTH ? `own:${source}:${id}` : undefined;
}

/** As a courier's name is compared; undefined for none, and for what is no name but contents. */
export function comparedName(name: string | null | undefined): string | undefined {
  const folded = foldedText(name ?? '');
  return folded !== '' && folded.length <= MAX_ID_LENGTH ? folded : undefined;
}

/** What makes a courier the same who has neither number nor id. */
export function namedIdentity(folded: string | undefined): string | undefined {
  return folded === undefined ? undefined : `named:kuriere:${folded}`;
}

/** Those beside the one that is shown. */
export const MAX_OTHERS = 20;

/** By what owners of one number are told apart. */
export interface Identity {
  /** By the names of their fields, the strongest first. */
  readonly ids: ReadonlyMap<string, string>;
  readonly name: string | undefined;
}

const NO_IDS: ReadonlyMap<string, string> = new Map();

/** What its sender calls somebody, by ids that are theirs by name. */
export function namedIds(fields: FieldTexts): ReadonlyMap<string, string> {
  const named = [...fields].filter(([field]) => names.NAMED_OWN_IDS.has(field));
  if (named.length === 0) return NO_IDS;
  const ids = Object.fromEntries(named.map(([field, text]) => [field, parsedJson(text)]));
  return new Map(
    names.NAMED_OWN_IDS.entriesOf(ids).flatMap(([field, value]): [string, string][] => {
      const id = filledText(value);
      return id === undefined || id.length > MAX_ID_LENGTH ? [] : [[foldedName(field), id]];
    }),
  );
}

export function identityIn(report: {
  readonly fields: FieldTexts;
  readonly name: string | null | undefined;
}): Identity {
  return { ids: namedIds(report.fields), name: comparedName(report.name) };
}

/** Whose report it is, of those who have its number, the shown one first; undefined: another's. */
export function ownerAmong<T extends Identity>(
  owners: readonly T[],
  report: Identity,
): T | undefined {
  const [shown] = owners;
  const same =
    owners.find(({ ids }) => isSame(ids, report.ids)) ??
    owners.find(({ name }) => name !== undefined && name === report.name);
  if (same) return same;
  // Another id alone may be a correction, and so may another name.
  const areNamed = shown?.name !== undefined && report.name !== undefined;
  return areNamed && isSame(shown.ids, report.ids) === false ? undefined : shown;
}

/** By the strongest field that both have; undefined without one. */
function isSame(one: Identity['ids'], other: Identity['ids']): boolean | undefined {
  for (const [field, id] of one) if (other.has(field)) return other.get(field) === id;
  return undefined;
}
