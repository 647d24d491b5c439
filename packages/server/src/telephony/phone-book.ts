import type { CallParty, PhoneBookEntry } from '@hookline/contract';
import { foldedText, isFound, queryWords, searchedText } from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';

/** The stock, and who is behind a number in whatever spelling it is signalled or asked for. */
export class PhoneBook {
  readonly #rules: PhoneRules;
  #entries: readonly PhoneBookEntry[] = [];
  /** What a search goes through, made for the first one: a book that is renewed may have none. */
  #folded: readonly string[] | undefined;
  #byLine: ReadonlyMap<string, PhoneBookEntry> = new Map();

  constructor(rules: PhoneRules, entries: readonly PhoneBookEntry[] = []) {
    this.#rules = rules;
    this.replace(entries);
  }

  replace(entries: readonly PhoneBookEntry[]): void {
    this.#entries = entries.map((entry) => ({
      ...entry,
      // The archive knows it already, and to find it out for thousands takes a second.
      line: entry.line === undefined ? (this.lineOf(entry.number) ?? null) : entry.line,
    }));
    this.#folded = undefined;
    const lines = this.#entries.flatMap((entry) => {
      const { line } = entry;
      return line == null ? [] : [[line, entry] as const];
    });
    this.#byLine = new Map(lines);
  }

  get entries(): readonly PhoneBookEntry[] {
    return this.#entries;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Counted from 1. */
  at(index: number): PhoneBookEntry | undefined {
    return this.#entries[index - 1];
  }

  find(number: string): PhoneBookEntry | undefined {
    return this.#byLine.get(this.lineOf(number) ?? '');
  }

  /** Every word must be found, in any field; a number is also found in another spelling. */
  search(term: string): PhoneBookEntry[] {
    const words = queryWords(term);
    const byNumber = this.find(term);
    this.#folded ??= this.#entries.map((entry) => foldedText(searchedText(entry)));
    const folded = this.#folded;
    return this.#entries.filter(
      (entry, i) => entry === byNumber || (words.length > 0 && isFound(words, folded[i] ?? '')),
    );
  }

  /** The same for all spellings of a line; undefined for what is no number. */
  lineOf(number: string): string | undefined {
    return this.#rules.read(number).key ?? undefined;
  }

  /** Undefined for an extension, and for what is no number. */
  e164Of(number: string): string | undefined {
    return this.#rules.read(number).e164 ?? undefined;
  }

  isInternal(number: string): boolean {
    return this.#rules.read(number).kind === 'internal';
  }

  party(raw: string): CallParty {
    const { kind, key, e164, display } = this.#rules.read(raw);
    return {
      raw,
      number: key === null ? null : (e164 ?? display),
      name: this.find(raw)?.name ?? null,
      anonymous: kind === 'anonymous',
      line: key,
    };
  }

  /** What the dispatcher should know about the other party. */
  noteOn(number: string): string | null {
    const note = this.find(number)?.['note'];
    return typeof note === 'string' ? note : null;
  }
}
