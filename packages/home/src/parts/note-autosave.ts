import { Store } from '../store.ts';
import type { Done } from './by-desk.tsx';

/** What stood there when the writing began; undefined if nobody knows any more. */
export type Before = string | null | undefined;

/** What somebody else has written meanwhile. */
export interface Written {
  readonly note: string;
  readonly by: Done | null;
}

/** What somebody has typed and the archive does not have yet. */
export interface Draft {
  readonly text: string;
  readonly was: Before;
  readonly state: 'typed' | 'saving' | 'waiting' | 'refused' | 'overtaken';
  /** What it would replace, while nobody has decided about that. */
  readonly other?: Written | undefined;
}

/** Answers whether it is stored; false: there is no record yet to store it with. */
type SaveNote = (text: string, was: Before) => Promise<boolean>;

interface NoteAutosaveOptions {
  /**
   * What the note would have replaced, if that is why it was not stored; that there is no record any
   * more that it could be about; that trying again is of no use; false: it is.
   */
  readonly outcomeOf: (error: unknown) => Written | 'gone' | 'refused' | false;
  /** Somebody has to decide, and may look elsewhere by now. */
  readonly onOvertaken: (key: string, text: string) => void;
  readonly later?: (run: () => void, ms: number) => () => void;
}

interface Entry extends Draft {
  readonly save: SaveNote;
  readonly attempts: number;
  callOff(): void;
}

/** After a pause in typing of this length a note is saved, whatever becomes of the page. */
const PAUSE = 1500;
const LONGEST_WAIT = 30_000;

/**
 * Keeps notes from the first letter until they are stored. It belongs to no component: a call
 * that ends, another page and an archive that is away must not cost what somebody has typed.
 */
export class NoteAutosave {
  readonly #options: Required<NoteAutosaveOptions>;
  readonly #entries = new Store<ReadonlyMap<string, Entry>>(new Map());
  /** What was sent from here, of which the answer may have been lost. */
  readonly #sent = new Set<string>();

  constructor({ later = afterwards, ...options }: NoteAutosaveOptions) {
    this.#options = { later, ...options };
  }

  /** By the key of what they are about. */
  get drafts(): Store<ReadonlyMap<string, Draft>> {
    return this.#entries;
  }

  edit(key: string, text: string, was: Before, save: SaveNote): void {
    const before = this.#entry(key);
    if (before?.other) {
      this.#change(key, { text });
      return;
    }
    before?.callOff();
    const state = before?.state === 'saving' ? 'saving' : 'typed';
    const callOff = this.#options.later(() => this.flush(key), PAUSE);
    // By now there may stand what another desk has written.
    this.#set(key, { text, was: before ? before.was : was, save, attempts: 0, state, callOff });
  }

  /** Decides about a note that was overtaken: what shall stand there; undefined: what does. */
  decide(key: string, text: string | undefined): void {
    const other = this.#entry(key)?.other;
    if (!other) return;
    if (text === undefined) this.#set(key, undefined);
    else this.#change(key, { text, was: other.note, other: undefined, state: 'typed' });
    this.flush(key);
  }

  /** Saves now what there is to save. */
  flush(key: string): void {
    const entry = this.#entry(key);
    if (!entry || !/typed|waiting/.test(entry.state)) return;
    entry.callOff();
    void this.#save(key, entry);
  }

  flushAll(): void {
    for (const key of this.#entries.get().keys()) this.flush(key);
  }

  /** Somebody was erased: a note about a record that is gone goes too, whatever its state. */
  dropGone(): void {
    for (const [key, entry] of this.#entries.get()) {
      if (entry.state === 'saving') continue;
      entry.callOff();
      void this.#save(key, entry, 'gone');
    }
  }

  /** `unknown` is what becomes of a note while there is no record for it. */
  async #save(
    key: string,
    { text, was, save, attempts }: Entry,
    unknown: false | 'gone' = false,
  ): Promise<void> {
    this.#change(key, { state: 'saving' });
    this.#sent.add(`${key} ${text}`);
    const outcome = await save(text, was).then(
      (isStored) => isStored || unknown,
      this.#options.outcomeOf,
    );
    const now = this.#entry(key);
    if (!now) return;
    if (outcome === 'gone') {
      this.#set(key, undefined);
      return;
    }
    if (outcome === true) this.#change(key, { was: text });
    if (typeof outcome === 'object') {
      this.#change(key, { state: 'overtaken', other: outcome });
      // The page may not have read yet what was stored from here a moment ago.
      if (this.#sent.has(`${key} ${outcome.note}`)) this.decide(key, now.text);
      else this.#options.onOvertaken(key, now.text);
    } else if (now.text !== text) {
      // Typed on meanwhile: nothing else would save that if its pause is over by now.
      this.#change(key, { state: 'typed' });
      this.flush(key);
    } else if (outcome === true) {
      now.callOff();
      this.#set(key, undefined);
    } else if (outcome === 'refused') this.#change(key, { state: 'refused' });
    else {
      const wait = Math.min(1000 * 2 ** attempts, LONGEST_WAIT);
      const callOff = this.#options.later(() => this.flush(key), wait);
      this.#change(key, { state: 'waiting', attempts: attempts + 1, callOff });
    }
  }

  #change(key: string, change: Partial<Entry>): void {
    const entry = this.#entry(key);
    if (entry) this.#set(key, { ...entry, ...change });
  }

  #entry(key: string): Entry | undefined {
    return this.#entries.get().get(key);
  }

  #set(key: string, entry: Entry | undefined): void {
    const next = new Map(this.#entries.get());
    if (entry) next.set(key, entry);
    else next.delete(key);
    this.#entries.set(next);
  }
}

function afterwards(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
