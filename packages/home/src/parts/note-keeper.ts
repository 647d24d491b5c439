import { Store } from '../store.ts';

/** What somebody has typed and the archive does not have yet. */
export interface Draft {
  readonly text: string;
  readonly state: 'typed' | 'saving' | 'waiting' | 'refused';
}

/** Answers whether it is stored; false: there is no record yet to store it with. */
export type SaveNote = (text: string) => Promise<boolean>;

export interface NoteKeeperOptions {
  /** Whether trying again is of no use. */
  readonly isFinal: (error: unknown) => boolean;
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
export class NoteKeeper {
  readonly #options: Required<NoteKeeperOptions>;
  readonly #entries = new Store<ReadonlyMap<string, Entry>>(new Map());

  constructor({ isFinal, later = afterwards }: NoteKeeperOptions) {
    this.#options = { isFinal, later };
  }

  /** By the key of what they are about. */
  get drafts(): Store<ReadonlyMap<string, Draft>> {
    return this.#entries;
  }

  edit(key: string, text: string, save: SaveNote): void {
    const before = this.#entry(key);
    before?.callOff();
    const state = before?.state === 'saving' ? 'saving' : 'typed';
    const callOff = this.#options.later(() => this.flush(key), PAUSE);
    this.#set(key, { text, save, attempts: 0, state, callOff });
  }

  /** Saves now what there is to save. */
  flush(key: string): void {
    const entry = this.#entry(key);
    if (!entry || entry.state === 'saving' || entry.state === 'refused') return;
    entry.callOff();
    void this.#save(key, entry);
  }

  flushAll(): void {
    for (const key of this.#entries.get().keys()) this.flush(key);
  }

  async #save(key: string, { text, save, attempts }: Entry): Promise<void> {
    this.#change(key, { state: 'saving' });
    const outcome = await save(text).catch((error: unknown) =>
      this.#options.isFinal(error) ? 'refused' : false,
    );
    const now = this.#entry(key);
    if (!now) return;
    if (now.text !== text) {
      // Typed on meanwhile: nothing else would save that if its pause is over by now.
      this.#change(key, { state: 'typed' });
      this.flush(key);
    } else if (outcome === true) this.#stored(key);
    else if (outcome === 'refused') this.#change(key, { state: 'refused' });
    else {
      const wait = Math.min(1000 * 2 ** attempts, LONGEST_WAIT);
      const callOff = this.#options.later(() => this.flush(key), wait);
      this.#change(key, { state: 'waiting', attempts: attempts + 1, callOff });
    }
  }

  #stored(key: string): void {
    this.#entry(key)?.callOff();
    this.#set(key, undefined);
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
