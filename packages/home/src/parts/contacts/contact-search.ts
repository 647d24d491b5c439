import { isFound, isQueryFound, matchedParts, type Query, queryOf } from '@hookline/records';
import type { Contact } from './contact.ts';

export { type Query, queryOf };

export interface Found {
  /** The best first, no more than asked for. */
  readonly contacts: readonly Contact[];
  readonly total: number;
}

/** Where it was found, the best first. */
const RANKS = 6;

export function isEmpty({ words }: Query): boolean {
  return words.length === 0;
}

export function isContactFound(query: Query, { searched }: Contact): boolean {
  return isQueryFound(query, searched);
}

/**
 * Those who are found, by where they are found and of equals by name, as the archive has them: a number that begins so, a name
 * that begins so, a name whose words do, any name, fields whose words do, any field. Whom the
 * archive has found for this query are found by whatever it knows of them.
 */
export function search(
  contacts: readonly Contact[],
  query: Query,
  most: number,
  isFoundAlready: (contact: Contact) => boolean = () => false,
): Found {
  const ranked: Contact[][] = Array.from({ length: RANKS }, () => []);
  let total = 0;
  for (const contact of contacts) {
    if (!isFoundAlready(contact) && !isContactFound(query, contact)) continue;
    total++;
    ranked[rankOf(query, contact)]?.push(contact);
  }
  return { contacts: ranked.flatMap((equals) => equals.toSorted(byName)).slice(0, most), total };
}

/** In the order of a phone book. */
export function byName(a: Contact, b: Contact): number {
  return a.sortName < b.sortName ? -1 : Number(a.sortName > b.sortName);
}

/** Who else has the number, if it was found by that name: a row without the words looks wrong. */
export function foundOther({ name, others }: Contact, query: Query): string | undefined {
  if (others.length === 0) return undefined;
  const unseen = query.words.filter((forms) => !isMarked(name, forms, query));
  return others.find((other) => unseen.some((forms) => isMarked(other, forms, query)));
}

export function isMarked(text: string, forms: readonly string[], { digits }: Query): boolean {
  return matchedParts(text, { words: [forms], digits }).some(({ isMatch }) => isMatch);
}

function rankOf({ words, digits }: Query, { searched }: Contact): number {
  const { name, text } = searched;
  if (digits !== undefined && searched.digits.includes(` ${digits}`)) return 0;
  const [first = []] = words;
  if (first.some((form) => name.startsWith(` ${form}`)) && isFound(words, name)) return 1;
  const beginIn = (where: string) =>
    words.every((forms) => forms.some((form) => where.includes(` ${form}`)));
  if (beginIn(name)) return 2;
  if (isFound(words, name)) return 3;
  return beginIn(text) ? 4 : 5;
}
