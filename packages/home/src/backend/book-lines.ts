import type { Lines } from '@hookline/contract';
import type { PhoneBookEntry } from 'hookline-client/telephony';
import { request } from './request.ts';

/** So many numbers are asked for at once. */
const PART = 500;
const ASK_AGAIN = 15_000;

/**
 * Gives the entries of a phone book the lines that the server has for their numbers. An app that is
 * not Hookline's tells none, and the page has no rules of its own by which two numbers are one.
 */
export class BookLines {
  readonly #known = new Map<string, string | null>();
  /** The same entry and the same book for as long as nothing changes: others remember by them. */
  #entries = new WeakMap<PhoneBookEntry, PhoneBookEntry>();
  #books = new WeakMap<readonly PhoneBookEntry[], readonly PhoneBookEntry[]>();
  readonly #ask: (numbers: readonly string[]) => Promise<Lines>;
  readonly #changed: () => void;
  readonly #pause: () => Promise<unknown>;
  #isAsking = false;

  constructor(changed: () => void, ask = askLines, pause = untilAskedAgain) {
    this.#changed = changed;
    this.#ask = ask;
    this.#pause = pause;
  }

  /** The entries with their lines, as far as they are known; the others are asked for. */
  of(entries: readonly PhoneBookEntry[]): readonly PhoneBookEntry[] {
    const made = this.#books.get(entries) ?? entries.map((entry) => this.#withLine(entry));
    this.#books.set(entries, made);
    const missing = made.filter(({ line }) => line === undefined).map(({ number }) => number);
    if (missing.length > 0 && !this.#isAsking) void this.#askFor(missing.slice(0, PART));
    return made;
  }

  #withLine(entry: PhoneBookEntry): PhoneBookEntry {
    if (entry.line !== undefined) return entry;
    const line = this.#known.get(entry.number);
    if (line === undefined) return entry;
    const made = this.#entries.get(entry) ?? { ...entry, line };
    this.#entries.set(entry, made);
    return made;
  }

  async #askFor(numbers: readonly string[]): Promise<void> {
    this.#isAsking = true;
    try {
      const { lines } = await this.#ask(numbers);
      for (const [i, number] of numbers.entries()) this.#known.set(number, lines[i] ?? null);
      this.#books = new WeakMap();
    } catch {
      // Without lines nobody of the book is anybody in the archive: a pity, but no mistake.
      await this.#pause();
    }
    this.#isAsking = false;
    this.#changed();
  }
}

function askLines(numbers: readonly string[]): Promise<Lines> {
  return request('POST', '/api/lines', { body: { numbers } });
}

function untilAskedAgain(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
}

export function entryOf(
  entries: readonly PhoneBookEntry[],
  line: string | null | undefined,
): PhoneBookEntry | undefined {
  return line ? entries.find((entry) => entry.line === line) : undefined;
}
