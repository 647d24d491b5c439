import type { Archive } from '../archive/archive.ts';
import type { Silence } from './silence.ts';
import type { SourceBook } from './source-book.ts';

/** So much of the counting may be lost with the power; under load it is one write in that time. */
const COLLECT_FOR = 1000;
const AGAIN_AFTER = 5000;
/** A service that is ended right after its start has not got back yet what it would replace. */
const LAST_PATIENCE = 1000;

/**
 * Hands what is counted to the archive, and gets it back after a restart. Nothing is handed over
 * before it was got back: it would replace what was counted before.
 */
export class SourceKeeper {
  readonly #archive: Pick<Archive, 'keptSources' | 'keepSources'>;
  readonly #book: SourceBook;
  readonly #silence: Silence;
  #restoring: Promise<void> | undefined;
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
    book.onChange = () => this.#soon(COLLECT_FOR);
  }

  start(): void {
    this.#restoring = this.#restore();
  }

  /** Somebody may have fallen silent, or been heard, without anything having been counted. */
  silencesLookedAt(): void {
    if (JSON.stringify(this.#silence.kept) !== this.#keptSilences) this.#soon(COLLECT_FOR);
  }

  /** Before the archive is closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (!this.#isRestored) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const patience = setTimeout(resolve, LAST_PATIENCE);
      await Promise.race([this.#restoring, promise]);
      clearTimeout(patience);
    }
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
      this.#soon(COLLECT_FOR);
    } catch {
      // The archive tells of its troubles itself.
      this.#soon(AGAIN_AFTER);
    }
  }

  #soon(pause: number): void {
    if (this.#isClosed || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isRestored) this.#keep();
      else this.start();
    }, pause).unref();
  }

  #keep(): void {
    if (!this.#isRestored) return;
    const silences = this.#silence.kept;
    const changes = { ...this.#book.takeChanges(), silences };
    const text = JSON.stringify(silences);
    const hasCounted = changes.sources.length > 0 || changes.forgotten.length > 0;
    if (!hasCounted && text === this.#keptSilences) return;
    this.#archive.keepSources(changes);
    this.#keptSilences = text;
  }
}
