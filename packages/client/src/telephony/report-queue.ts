/** One thing to be told to the archive. */
export interface Report {
  readonly kind: 'addresses' | 'calls';
  /** The same in every tab that wants to tell the same. */
  readonly key: string;
  readonly body: unknown;
}

/** A day of calls in a busy office. */
const MOST_WAITING = 2000;
const MOST_AT_ONCE = 50;
const MOST_REMEMBERED = 1000;

/** What the archive has not taken yet, in order. */
export class ReportQueue {
  #waiting: readonly Report[] = [];
  /** Keys that need not be told again; another tab may come late with the same. */
  readonly #done = new Set<string>();
  #dropped = 0;

  get size(): number {
    return this.#waiting.length;
  }

  /** How many were given up: refused by the archive, or too many to be kept. */
  get dropped(): number {
    return this.#dropped;
  }

  get done(): readonly string[] {
    return [...this.#done];
  }

  add(...reports: readonly Report[]): void {
    const known = new Set([...this.#done, ...this.#waiting.map(({ key }) => key)]);
    const added = new Map(reports.map((report) => [report.key, report]));
    for (const key of known) added.delete(key);
    const all = [...this.#waiting, ...added.values()];
    const surplus = Math.max(0, all.length - MOST_WAITING);
    this.#dropped += surplus;
    this.#waiting = all.slice(surplus);
  }

  /** A newer phone book: the older one is not worth telling any more. */
  addBook(reports: readonly Report[]): void {
    const keys = new Set(reports.map(({ key }) => key));
    this.#waiting = this.#waiting.filter(({ kind, key }) => kind !== 'addresses' || keys.has(key));
    // A book that is as it was before the last one is news again.
    for (const key of this.#done) {
      if (key.startsWith('addresses') && !keys.has(key)) this.#done.delete(key);
    }
    this.add(...reports);
  }

  /** What can be told in one request: of one kind, in order. */
  next(most = MOST_AT_ONCE): readonly Report[] {
    const [first] = this.#waiting;
    if (!first) return [];
    if (first.kind === 'addresses') return [first];
    const end = this.#waiting.findIndex(({ kind }) => kind !== first.kind);
    return this.#waiting.slice(0, Math.min(most, end === -1 ? most : end));
  }

  settle(keys: readonly string[]): void {
    for (const key of keys) this.#done.add(key);
    const gone = new Set(keys);
    this.#waiting = this.#waiting.filter(({ key }) => !gone.has(key));
    for (const key of this.#done) {
      if (this.#done.size <= MOST_REMEMBERED) break;
      this.#done.delete(key);
    }
  }

  refuse(keys: readonly string[]): void {
    this.#dropped += keys.length;
    this.settle(keys);
  }
}
