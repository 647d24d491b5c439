import type { Archive } from '../archive/archive.ts';
import type { Silence } from './silence.ts';
import type { SourceBook } from './source-book.ts';

/** So much of the counting may be lost with the power; under load it is one write in that time. */
const COLLECT_FOR = 1000;
const AGAIN_AFTER = 5000;

/**
 * Hands what is counted to the archive, and gets it back after a restart. A database may be away
 * for longer than a service lives, so nobody waits for it: what each run has counted is stored
 * beside that of the others, and the next one that gets it back makes one of it.
 */
export class SourceKeeper {
  readonly #archive: Pick<Archive, 'keptSources' | 'keepSources'>;
  readonly #book: SourceBook;
  readonly #silence: Silence;
  #restoring: NodeJS.Timeout | undefined;
  #isRestored = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #keptSilences = '[]';

  constructor(
    archive: Pick<Archive, 'keptSources' | 'keepSources'>,
    book: SourceBook,
    silence: Silence,
  ) {
    this.#archive = archive;
    this.#book = book;
    this.#silence = silence;
    book.onChange = () => this.#soon();
  }

  start(): void {
    void this.#restore();
  }

  /** Somebody may have fallen silent, or been heard, without anything having been counted. */
  silencesLookedAt(): void {
    if (JSON.stringify(this.#silence.kept) !== this.#keptSilences) this.#soon();
  }

  /** Before the archive is closed. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#restoring);
    this.#silence.look();
    this.#keep();
  }

  async #restore(): Promise<void> {
    try {
      const { sources, silences } = await this.#archive.keptSources();
      this.#keptSilences = JSON.stringify(silences);
      this.#book.restore(sources);
      this.#silence.restore(silences);
      this.#isRestored = true;
    } catch {
      // The archive tells of its troubles itself.
      if (this.#isClosed) return;
      this.#restoring = setTimeout(() => void this.#restore(), AGAIN_AFTER).unref();
    }
  }

  #soon(): void {
    if (this.#isClosed || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#keep();
    }, COLLECT_FOR).unref();
  }

  #keep(): void {
    const { kept } = this.#silence;
    const changes = { ...this.#book.takeChanges(), silences: this.#isRestored ? kept : null };
    const text = this.#isRestored ? JSON.stringify(kept) : this.#keptSilences;
    const hasCounted = changes.sources.length > 0 || changes.forgotten.length > 0;
    if (!hasCounted && text === this.#keptSilences) return;
    this.#archive.keepSources(changes);
    this.#keptSilences = text;
  }
}
