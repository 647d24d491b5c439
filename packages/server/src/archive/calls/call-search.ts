import { foldedText, isFound, type QueryWords, queryWords } from '@hookline/records';
import { type NumberPart, numberPart, type PhoneRules } from '@hookline/records/phone';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { knownNames, linesOf } from '../addresses/known-names.ts';
import { unavailable } from '../engine/archive-error.ts';
import type { Position } from '../engine/lists/page.ts';
import type { Schema } from '../engine/store/schema.ts';
import { isIndexed, SEARCH_TIMEOUT, TOO_LONG } from '../engine/store/search.ts';
import type { Store } from '../engine/store/store.ts';

/** Calls looked at in one go; whoever else wants something takes their turn in between. */
const STEP = 2000;
const MAX_NOTE = 20_000;
const MAX_NAME = 1000;
const MAX_QUERY = 2000;
/** Lines whose names are kept while a search lasts. */
const LINES_KEPT = 20_000;

interface CallPlace {
  readonly key: string;
  readonly sort_at: string;
}

type SearchedCall = Pick<Selectable<Schema['calls']>, 'number' | 'number_key' | 'name' | 'note'>;

/** What can be found of a line, whichever of its calls it is. */
interface SearchedLine {
  /** Undefined if the archive has no name for it. */
  readonly name: string | undefined;
  readonly digits: readonly string[];
}

/**
 * The words of a search for calls. A call bears the name that its line has now, which stands in
 * another table and in no index of calls, so the calls are gone through, newest first.
 */
export class CallWords {
  readonly #words: QueryWords;
  /** Numbers as typed, and the same as words: `2 Pakete` may stand in a note. */
  readonly #numbers: readonly { readonly part: NumberPart; readonly words: QueryWords }[];
  readonly #rules: PhoneRules;
  /** Of names as they were reported: the same ones come again and again. */
  readonly #folded = new Map<string, string>();

  constructor(query: string, rules: PhoneRules) {
    const { words, numbers } = typedParts(query.slice(0, MAX_QUERY).toWellFormed());
    this.#words = needlesOf(words.join(' '));
    this.#numbers = numbers.map(({ part, text }) => ({ part, words: needlesOf(text) }));
    this.#rules = rules;
  }

  get isEmpty(): boolean {
    return this.#words.length + this.#numbers.length === 0;
  }

  /** The first calls of a list with every word, from a position on. */
  async first<Place extends CallPlace>(
    { db }: Store,
    listFrom: (after: Position | undefined) => SelectQueryBuilder<Schema, 'calls', Place>,
    after: Position | undefined,
    rows: number,
  ): Promise<readonly Place[]> {
    const until = Date.now() + SEARCH_TIMEOUT;
    const lines = new Map<string, SearchedLine>();
    const found: Place[] = [];
    let position = after;
    for (;;) {
      const calls = await listFrom(position).select(SEARCHED_COLUMNS).limit(STEP).execute();
      if (lines.size > LINES_KEPT) lines.clear();
      await this.#learn(db, calls, lines);
      for (const call of calls) if (this.#isFoundIn(call, lines)) found.push(call as Place);
      const last = calls.at(-1);
      if (!last || calls.length < STEP || found.length >= rows) return found.slice(0, rows);
      if (Date.now() > until) throw unavailable(TOO_LONG);
      position = [last.sort_at, last.key];
      await new Promise(setImmediate);
    }
  }

  /** Looks up the lines that are new among these calls. */
  async #learn(
    db: Store['db'],
    calls: readonly SearchedCall[],
    lines: Map<string, SearchedLine>,
  ): Promise<void> {
    const news = new Map<string, readonly string[]>();
    for (const call of calls) {
      const { number_key: key } = call;
      if (key !== null && !lines.has(key) && !news.has(key)) {
        news.set(key, linesOf(call, this.#rules));
      }
    }
    const known = await knownNames(db, [...new Set([...news.values()].flat())]);
    for (const [key, keys] of news) {
      const name = keys.map((one) => known.get(one)).find((one) => one)?.known_name;
      lines.set(key, {
        name: name == null ? undefined : foldedText(name),
        digits:
          this.#numbers.length > 0 ? keys.flatMap((one) => this.#rules.digitsOfLine(one)) : [],
      });
    }
  }

  #isFoundIn(call: SearchedCall, lines: ReadonlyMap<string, SearchedLine>): boolean {
    const { number, number_key, name, note } = call;
    const line = lines.get(number_key ?? '');
    let text = ` ${line?.name ?? (name === null ? '' : this.#foldedName(name))}`;
    if (number !== null && number_key?.startsWith('other:')) text += ` ${foldedText(number)}`;
    if (note !== null) text += ` ${foldedText(note)}`;
    if (!isFound(this.#words, text)) return false;
    return this.#numbers.every(
      ({ part, words }) => part(line?.digits ?? []) || isFound(words, text),
    );
  }

  #foldedName(name: string): string {
    const known = this.#folded.get(name);
    if (known !== undefined) return known;
    const folded = foldedText(name);
    if (this.#folded.size >= LINES_KEPT) this.#folded.clear();
    this.#folded.set(name, folded);
    return folded;
  }
}

/** As the databases find words: short ones at the beginning of another only. */
function needlesOf(query: string): QueryWords {
  return queryWords(query).map((spellings) =>
    spellings.map((word) => (isIndexed(word) ? word : ` ${word}`)),
  );
}

/** A hostile note may be a megabyte, and two thousand of them are read at once. */
const SEARCHED_COLUMNS = [
  'number_key' as const,
  sql<string | null>`substr(number, 1, ${sql.lit(MAX_NAME)})`.as('number'),
  sql<string | null>`substr(name, 1, ${sql.lit(MAX_NAME)})`.as('name'),
  sql<string | null>`substr(nullif(concat_ws(' ', contact, note), ''), 1, ${sql.lit(MAX_NOTE)})`.as(
    'note',
  ),
] as const;

/** `Süß 0171 392` is a word, and what belongs together of a number. */
function typedParts(query: string) {
  const words: string[] = [];
  const runs: string[][] = [];
  let isRun = false;
  for (const token of query.split(/\s+/)) {
    const isNumber = numberPart(token) !== undefined;
    if (!isNumber) words.push(token);
    else if (isRun) runs.at(-1)?.push(token);
    else runs.push([token]);
    isRun = isNumber;
  }
  const numbers = runs.flatMap((run) => {
    const text = run.join(' ');
    const part = numberPart(text);
    if (part) return [{ part, text }];
    words.push(...run);
    return [];
  });
  return { words, numbers };
}
