import { ArchiveError } from './archive.ts';
import type { ToWriter } from './threads/messages.ts';
import { type EntryHead, packBatch } from './write/batch.ts';
import { reasonOf } from './write/failures.ts';
import { SpoolInlet } from './write/spool-inlet.ts';

/** What a crash may cost at most is a little more than this. */
const COLLECT_FOR = 20;
const BATCH_BYTES = 1024 * 1024;
/** What is neither stored nor spooled; beyond this it is dropped, and counted. */
const MOST_QUEUED = 64 * 1024 * 1024;
/** A few large records must not leave no room for the thousands of small ones behind them. */
const LARGE = 64 * 1024;
const MOST_WITH_LARGE = 48 * 1024 * 1024;
/** From here on waiting batches go to disk, however short they have waited. */
const SPOOL_ABOVE = 16 * 1024 * 1024;
/** A record costs memory beside its text. */
const RECORD_BYTES = 300;
/** The writing thread has a copy of what it was handed, so that is kept to a few. */
const WINDOW = 8;
/** What the writing thread has not settled by then goes to the spool. */
const PATIENCE = 1000;
/** Later than that, so that a database which does not answer is called by its name. */
const BEHIND_AFTER = 2000;
const SPOOL_AGAIN_AFTER = 500;
/** A batch that no writing thread survives is put out of the way of the others. */
const MOST_ENDS = 3;
/** A person is not kept waiting for batches that can neither be stored nor spooled. */
const ERRAND_PATIENCE = 5000;
/** Nor a reader for batches that take long. */
const READER_PATIENCE = 3000;
/** What is not stored this long after the end was announced goes to the spool. */
const LAST_CALL = 2500;
/** What cannot be spooled either is given up, while there is time to say so; what only takes long, later. */
const GIVE_UP = { broken: 4500, slow: 6000 };

interface WaitingBatch {
  readonly place: number;
  readonly packed: Uint8Array;
  readonly records: number;
  readonly since: number;
  isHandedOver: boolean;
}

interface SpooledBatch {
  readonly name: string;
  /** 0 for one of an earlier run. */
  readonly records: number;
  readonly since: number;
}

interface WaitingReader {
  /** It wants to see this batch and all before it. */
  readonly through: number;
  readonly resolve: () => void;
}

interface WaitingErrand {
  /** It comes after this batch. */
  readonly after: number;
  readonly resolve: () => void;
}

export interface BacklogEvents {
  /** The writing thread is slow, or has caught up. */
  behind(isBehind: boolean): void;
  dropping(): void;
  spoolFails(reason: string): void;
  /** The thread has ended over this file of the spool again and again. */
  setAside(name: string): void;
}

/**
 * What was handed to the archive and is not settled yet. The writing thread gets a few batches at
 * a time and may be busy with one for long; this end never is, so it is the one that spools: what
 * has waited too long, what memory has no room for, and all that comes behind it.
 */
export class Backlog {
  dropped = 0;
  readonly #inlet: SpoolInlet;
  readonly #events: BacklogEvents;
  #instance: string | undefined;
  #collected: { head: EntryHead; text: Buffer }[] = [];
  #collectedBytes = 0;
  #collectTimer: NodeJS.Timeout | undefined;
  /** In memory, oldest first. */
  #waiting: WaitingBatch[] = [];
  #waitingBytes = 0;
  #lastPlace = 0;
  /** On disk, oldest first, and older than what is in memory. */
  #spooled: SpooledBatch[] = [];
  #isListed = false;
  #isSpooling = false;
  #spoolAgainAt = 0;
  #spoolProblem: string | undefined;
  #errands: WaitingErrand[] = [];
  readonly #readers = new Set<WaitingReader>();
  #toWriter: ((message: ToWriter) => void) | undefined;
  #isAway = false;
  #isBehind = false;
  /** How many threads in a row have ended without storing anything. */
  #ends = 0;
  #lookAgain: NodeJS.Timeout | undefined;
  #lookAgainAt = Number.POSITIVE_INFINITY;
  #isLastCall = false;
  #drained: (() => void) | undefined;

  constructor(spoolFolder: string, events: BacklogEvents) {
    this.#inlet = new SpoolInlet(spoolFolder);
    this.#events = events;
  }

  get queuedBytes(): number {
    return this.#collectedBytes + this.#waitingBytes;
  }

  get spooledBatches(): number {
    return this.#spooled.length;
  }

  get spoolProblem(): string | undefined {
    return this.#spoolProblem;
  }

  /** How much waits, once the oldest of it has waited for too long. */
  lag(): { readonly records: number; readonly seconds: number } | undefined {
    const waited = this.#longestWait();
    if (waited < BEHIND_AFTER) return undefined;
    const records = recordsOf(this.#spooled) + recordsOf(this.#waiting) + countOf(this.#collected);
    return { records, seconds: Math.round(waited / 1000) };
  }

  add(head: EntryHead, text: Buffer): void {
    const bytes = text.length + RECORD_BYTES;
    const most = text.length > LARGE ? MOST_WITH_LARGE : MOST_QUEUED;
    if (this.queuedBytes + bytes > most) {
      if (this.dropped++ === 0) this.#events.dropping();
      return;
    }
    this.#collectedBytes += bytes;
    this.#collected.push({ head, text });
    if (this.#collectedBytes >= BATCH_BYTES) this.#flush();
    else this.#collectTimer ??= setTimeout(() => this.#flush(), COLLECT_FOR);
  }

  /** What is added before only waits in memory. */
  start(instance: string): void {
    this.#instance = instance;
    try {
      this.#list();
    } catch {
      // Tried again, and told, when something has to be spooled.
    }
    this.#flush();
  }

  /** There is a writing thread, and nothing is with it yet. */
  connect(toWriter: (message: ToWriter) => void): void {
    this.#toWriter = toWriter;
    for (const batch of this.#waiting) batch.isHandedOver = false;
    if (this.#ends >= MOST_ENDS) this.#setOldestAside();
    if (this.#spooled.length > 0) {
      toWriter({ type: 'spooled', names: this.#spooled.map(({ name }) => name) });
    }
    this.#advance();
  }

  /** What the thread has not settled is kept for the next one. */
  disconnect(hadDatabase: boolean): void {
    this.#toWriter = undefined;
    if (hadDatabase) this.#ends++;
  }

  /** Whether the database can store at all; while it cannot, nothing is kept in memory for it. */
  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    this.#advance();
  }

  settled(place: number): void {
    this.#ends = 0;
    this.#remove(place);
    this.#advance();
  }

  unspooled(name: string): void {
    this.#ends = 0;
    const index = this.#spooled.findIndex((batch) => batch.name === name);
    if (index >= 0) this.#spooled.splice(index, 1);
    this.#advance();
  }

  /** Everything added before is with the thread or in the spool after. */
  async passed(): Promise<void> {
    this.#flush();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const errand = { after: this.#lastPlace, resolve };
    this.#errands.push(errand);
    const patience = setTimeout(() => {
      this.#errands = this.#errands.filter((other) => other !== errand);
      reject(new ArchiveError('unavailable', 'The archive is not available at the moment.'));
    }, ERRAND_PATIENCE);
    this.#passErrands();
    await promise.finally(() => clearTimeout(patience));
  }

  /**
   * Everything added before can be read after, unless it takes long or the database is away: a
   * reader who has seen an event arrive does not miss it in the archive.
   */
  async stored(): Promise<void> {
    const through = this.#lastPlace + Math.sign(this.#collected.length);
    if (this.#isStored(through)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const reader = { through, resolve };
    this.#readers.add(reader);
    const patience = setTimeout(resolve, READER_PATIENCE);
    await promise;
    clearTimeout(patience);
    this.#readers.delete(reader);
  }

  /** Waits until everything is stored, or at least spooled; answers how many records are neither. */
  async drain(): Promise<number> {
    this.#flush();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#drained = resolve;
    const timers = [
      setTimeout(() => this.#callLast(), this.#toWriter ? LAST_CALL : 0),
      setTimeout(() => this.#spoolProblem !== undefined && resolve(), GIVE_UP.broken),
      setTimeout(resolve, GIVE_UP.slow),
    ];
    this.#advance();
    await promise;
    timers.forEach(clearTimeout);
    clearTimeout(this.#lookAgain);
    return recordsOf(this.#waiting) + countOf(this.#collected);
  }

  #callLast(): void {
    this.#isLastCall = true;
    this.#advance();
  }

  #flush(): void {
    clearTimeout(this.#collectTimer);
    this.#collectTimer = undefined;
    if (this.#collected.length === 0 || this.#instance === undefined) return;
    const packed = packBatch(this.#instance, this.#collected);
    this.#waiting.push({
      place: ++this.#lastPlace,
      packed,
      records: countOf(this.#collected),
      since: performance.now(),
      isHandedOver: false,
    });
    this.#waitingBytes += packed.length;
    this.#collected = [];
    this.#collectedBytes = 0;
    this.#advance();
  }

  /** Whatever can be done now. */
  #advance(): void {
    void this.#spoolOldest();
    this.#handOver();
    this.#passErrands();
    for (const { through, resolve } of this.#readers) if (this.#isStored(through)) resolve();
    this.#tellIfBehind();
    const isOnDisk = this.#isLastCall || this.#isAway || this.#spooled.length === 0;
    // A file that is being written would be left behind, although what it holds is stored.
    if (this.#waiting.length === 0 && isOnDisk && !this.#isSpooling) this.#drained?.();
  }

  #handOver(): void {
    // What is in the spool is older.
    if (!this.#toWriter || this.#spooled.length > 0) return;
    for (const batch of this.#waiting.slice(0, WINDOW)) {
      if (batch.isHandedOver) continue;
      batch.isHandedOver = true;
      const { place, packed } = batch;
      this.#toWriter({ type: 'batch', place, packed });
    }
  }

  /** One at a time, and only the oldest: the names carry the order. */
  async #spoolOldest(): Promise<void> {
    const [oldest] = this.#waiting;
    if (this.#isSpooling || !oldest) return;
    const pause = this.#pauseBeforeSpooling(oldest);
    if (pause > 0) return this.#lookAgainAfter(pause);
    this.#isSpooling = true;
    try {
      if (!this.#isListed) this.#list();
      const name = await this.#inlet.add(oldest.packed);
      this.#spoolProblem = undefined;
      this.#spooled.push({ name, records: oldest.records, since: oldest.since });
      this.#remove(oldest.place);
      this.#toWriter?.({ type: 'spooled', names: [name], place: oldest.place });
    } catch (error) {
      if (this.#spoolProblem === undefined) this.#events.spoolFails(reasonOf(error));
      this.#spoolProblem = reasonOf(error);
      this.#spoolAgainAt = performance.now() + SPOOL_AGAIN_AFTER;
    }
    this.#isSpooling = false;
    this.#advance();
  }

  #pauseBeforeSpooling(oldest: WaitingBatch): number {
    const now = performance.now();
    if (now < this.#spoolAgainAt) return this.#spoolAgainAt - now;
    const isUrgent = this.#isAway || this.#isLastCall || this.queuedBytes > SPOOL_ABOVE;
    return isUrgent || this.#spooled.length > 0 ? 0 : oldest.since + PATIENCE - now;
  }

  #lookAgainAfter(pause: number): void {
    const at = performance.now() + pause;
    if (this.#lookAgainAt <= at) return;
    clearTimeout(this.#lookAgain);
    this.#lookAgainAt = at;
    this.#lookAgain = setTimeout(() => {
      this.#lookAgainAt = Number.POSITIVE_INFINITY;
      this.#advance();
    }, pause);
  }

  #longestWait(): number {
    const [oldest = this.#waiting[0]] = this.#spooled;
    return oldest ? performance.now() - oldest.since : 0;
  }

  /** A folder that cannot be listed may hold files that a guessed number would overwrite. */
  #list(): void {
    const names = this.#inlet.leftOver();
    this.#isListed = true;
    const since = performance.now();
    this.#spooled = names.map((name) => ({ name, records: 0, since }));
    if (names.length > 0) this.#toWriter?.({ type: 'spooled', names });
  }

  #setOldestAside(): void {
    const batch = this.#spooled.shift();
    if (!batch) return;
    this.#ends = 0;
    this.#inlet.setAside(batch.name);
    this.#events.setAside(batch.name);
  }

  #remove(place: number): void {
    const index = this.#waiting.findIndex((batch) => batch.place === place);
    const [batch] = index < 0 ? [] : this.#waiting.splice(index, 1);
    this.#waitingBytes -= batch?.packed.length ?? 0;
  }

  #isStored(through: number): boolean {
    const [{ place } = { place: this.#lastPlace + 1 }] = this.#waiting;
    return (
      this.#isAway || (this.#spooled.length === 0 && place > through && through <= this.#lastPlace)
    );
  }

  #passErrands(): void {
    const next = this.#waiting.find(({ isHandedOver }) => !isHandedOver);
    const isPassed = ({ after }: WaitingErrand) => !next || after < next.place;
    while (this.#errands[0] && isPassed(this.#errands[0])) this.#errands.shift()?.resolve();
  }

  #tellIfBehind(): void {
    const wait = this.#longestWait();
    const isBehind = wait >= BEHIND_AFTER;
    if (wait > 0 && !isBehind) this.#lookAgainAfter(BEHIND_AFTER - wait);
    // That the database is away says as much.
    if (isBehind === this.#isBehind || (isBehind && this.#isAway)) return;
    this.#isBehind = isBehind;
    this.#events.behind(isBehind);
  }
}

function recordsOf(batches: readonly { readonly records: number }[]): number {
  return batches.reduce((sum, { records }) => sum + records, 0);
}

/** What was accepted from somebody; what is counted of senders is no record that could be lost. */
function countOf(collected: readonly { readonly head: EntryHead }[]): number {
  return collected.filter(({ head }) => head.kind !== 'sources').length;
}
