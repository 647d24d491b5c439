import { digitsOf, queryWords, writtenParts } from '@hookline/records';
import { type Expression, type SqlBool, sql } from 'kysely';
import { payloadWords } from '../engine/lists/payload-words.ts';
import type { PayloadWord, Search } from '../engine/store/search.ts';

const PAYLOAD = sql.ref<string>('payload');
const SEARCH_TERMS = sql.ref<string | null>('found_by');

/** The words of a search for events, or the number that somebody looks for, in any spelling. */
export class EventWords {
  readonly #words: readonly PayloadWord[];
  readonly #numberParts: readonly string[];

  constructor(query: string, callingCode: string) {
    this.#words = payloadWords(query);
    const digits = digitsOf(query);
    this.#numberParts = digits === undefined ? [] : writtenParts(digits, callingCode);
  }

  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  areFound(search: Search): Expression<SqlBool> {
    const has = (part: string) => search.has(SEARCH_TERMS, part);
    const words = this.#words.map((word) => {
      const isCarried = search.carries(PAYLOAD, word);
      // Digits need no folding: to look for them twice in every event takes time.
      if (!/\p{L}/u.test(word.typed)) return isCarried;
      const folded = queryWords(word.typed).map((spellings) => any(spellings.map(has)));
      return folded.length > 0 ? any([all(folded), isCarried]) : isCarried;
    });
    return any([...this.#numberParts.map(has), all(words)]);
  }
}

function all(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

function any(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
