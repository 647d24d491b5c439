import { BackOff } from '../back-off.ts';
import { ask, type Backend, HooklineError } from '../backend.ts';
import { Lease, type LeaseMessage } from '../one-stream-per-browser/lease.ts';
import type { TabChannel } from '../one-stream-per-browser/tab-channel.ts';
import type { Timers } from '../timers.ts';
import type { PhoneBookEntry } from './phone-call.ts';
import { type Report, ReportQueue } from './report-queue.ts';
import type { CallEvent } from './telephony-system.ts';

/** A request that is not answered by then is given up (milliseconds). */
const ANSWER = 15_000;
/** Entries in one request: more might be larger than the backend takes. */
const BOOK_PART = 500;
/** What the archive will not take the next time either. */
const REFUSALS: readonly number[] = [400, 413, 415, 422];
/** Nobody may report to this backend: whatever else waits would be refused as well. */
const CLOSED = 'access_not_configured';

export interface ReportsOptions {
  readonly backend: Backend;
  readonly timers: Timers;
  readonly open: ((listener: (message: unknown) => void) => TabChannel) | undefined;
  readonly changed: () => void;
}

/** Tells the archive of the phone book and of calls: in order, and once for all tabs. */
export class Reports {
  readonly #options: ReportsOptions;
  readonly #queue = new ReportQueue();
  readonly #tab: ReportingTab;
  #backOff = new BackOff();
  #isLeading = false;
  #isSending = false;
  /** One by one, to find the report that is refused among many. */
  #isSearching = false;
  #dueAt = 0;
  #callOff = () => {};

  constructor(options: ReportsOptions) {
    this.#options = options;
    this.#tab = new ReportingTab({
      open: options.open,
      timers: options.timers,
      leads: (isLeading) => this.#lead(isLeading),
      settled: (keys) => this.#settled(keys),
      done: () => this.#queue.done,
    });
  }

  get isLeading(): boolean {
    return this.#isLeading;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  get dropped(): number {
    return this.#queue.dropped;
  }

  start(): void {
    this.#tab.start();
  }

  stop(): void {
    this.#callOff();
    this.#tab.stop();
  }

  /** The network may be back: no need to wait. */
  wake(): void {
    this.#dueAt = 0;
    void this.#send();
  }

  book(entries: readonly PhoneBookEntry[]): void {
    // Who compares lines has made this one; it is nothing that the phone book says.
    const said = entries.map(({ line: _, ...entry }) => entry);
    const parts = Array.from({ length: Math.ceil(said.length / BOOK_PART) }, (_, part) =>
      said.slice(part * BOOK_PART, (part + 1) * BOOK_PART),
    );
    this.#queue.addBook(
      parts.map((addresses) => ({
        kind: 'addresses',
        key: `addresses ${fingerprint(JSON.stringify(addresses))}`,
        body: addresses,
      })),
    );
    this.#added();
  }

  /** Who stands in a book that is not told yet may have been erased. */
  forgetBook(): void {
    this.#queue.addBook([]);
    this.#options.changed();
  }

  /** `callId` is the one that the call was first told under: the archive lists it once. */
  call({ event, seq, timestamp, call }: CallEvent, callId: string): void {
    const renamed = callId === call.callId ? {} : { renamedTo: call.callId };
    const body = { event, timestamp, ...call, callId, ...renamed };
    this.#queue.add({ kind: 'calls', key: `call ${timestamp} ${seq} ${call.callId}`, body });
    this.#added();
  }

  #added(): void {
    this.#options.changed();
    void this.#send();
  }

  #lead(isLeading: boolean): void {
    if (isLeading === this.#isLeading) return;
    this.#isLeading = isLeading;
    if (isLeading) {
      this.#dueAt = 0;
      void this.#send();
    }
    this.#options.changed();
  }

  #settled(keys: readonly string[]): void {
    this.#queue.settle(keys);
    this.#options.changed();
  }

  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#isLeading && this.#options.timers.now() >= this.#dueAt) {
      const reports = this.#queue.next(this.#isSearching ? 1 : undefined);
      if (reports.length === 0) break;
      await this.#sendOne(reports);
    }
    this.#isSending = false;
  }

  async #sendOne(reports: readonly Report[]): Promise<void> {
    const keys = reports.map(({ key }) => key);
    try {
      await this.#post(reports);
      this.#backOff = new BackOff();
      this.#settled(keys);
      this.#tab.tellDone(keys);
    } catch (error) {
      const { status = 0, code } = error instanceof HooklineError ? error : {};
      const isClosed = code === CLOSED;
      if (!isClosed && !REFUSALS.includes(status)) this.#wait();
      else if (!isClosed && reports.length > 1) {
        this.#isSearching = true;
        return;
      } else {
        this.#queue.refuse(keys);
        this.#settled(keys);
        this.#tab.tellDone(keys);
      }
    }
    this.#isSearching &&= this.#queue.size > 0;
  }

  async #post(reports: readonly Report[]): Promise<void> {
    const { backend } = this.#options;
    const isBook = reports[0]?.kind === 'addresses';
    const body = isBook
      ? { addresses: reports.flatMap(({ body }) => body) }
      : { calls: reports.map(({ body }) => body) };
    const answer = await ask(backend, isBook ? '/api/addresses' : '/api/calls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER),
    });
    // Read to its end, so that the connection can be used again.
    await answer.text();
  }

  #wait(): void {
    const { timers } = this.#options;
    const wait = this.#backOff.next();
    this.#dueAt = timers.now() + wait;
    this.#callOff();
    this.#callOff = timers.after(wait, () => this.wake());
  }
}

/** FNV-1a: tells two phone books apart, no more. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return `${text.length} ${hash >>> 0}`;
}

type TabMessage =
  | LeaseMessage
  /** These were told to the archive. */
  | { readonly type: 'done'; readonly keys: readonly string[] }
  /** Which ones were told before this tab came? */
  | { readonly type: 'ask' };

interface ReportingTabOptions {
  /** Undefined where there are no tabs: then this is the one that reports. */
  readonly open: ((listener: (message: unknown) => void) => TabChannel) | undefined;
  readonly timers: Timers;
  readonly leads: (isLeading: boolean) => void;
  /** Another tab has told these. */
  readonly settled: (keys: readonly string[]) => void;
  readonly done: () => readonly string[];
}

/**
 * Which tab of a browser reports. All of them hear the same calls and keep what is to be told;
 * one tells it and says so, and the others let go of it. Whichever takes over has the rest.
 */
class ReportingTab {
  readonly #options: ReportingTabOptions;
  readonly #lease: Lease;
  #channel: TabChannel | undefined;

  constructor(options: ReportingTabOptions) {
    this.#options = options;
    this.#lease = new Lease({
      timers: options.timers,
      post: (message) => this.#post(message),
      lead: () => options.leads(true),
      follow: () => {
        options.leads(false);
        this.#post({ type: 'ask' });
      },
    });
  }

  start(): void {
    const { open, leads } = this.#options;
    if (!open) leads(true);
    else if (!this.#channel) {
      this.#channel = open((message) => this.#take(message as TabMessage));
      this.#lease.start();
    }
  }

  stop(): void {
    this.#lease.stop();
    this.#channel?.close();
    this.#channel = undefined;
    this.#options.leads(false);
  }

  tellDone(keys: readonly string[]): void {
    this.#post({ type: 'done', keys });
  }

  #take(message: TabMessage): void {
    if (message.type === 'done') this.#options.settled(message.keys);
    else if (message.type === 'ask') {
      if (this.#lease.leads) this.tellDone(this.#options.done());
    } else this.#lease.take(message);
  }

  #post(message: TabMessage): void {
    this.#channel?.post(message);
  }
}
