import { type Backend, baseUrl } from './backend.ts';
import type { WebhookEvent } from './event.ts';
import { clearHistory, fetchHistory } from './history.ts';
import { LiveStream } from './live-stream.ts';
import { SharedStream } from './one-stream-per-browser/shared-stream.ts';
import { type OpenTabChannel, openTabChannel } from './one-stream-per-browser/tab-channel.ts';
import { whenPageWakes } from './page-wakes.ts';
import type { EventStream, LiveState, Signal } from './stream-messages.ts';
import { Subscribers } from './subscribers.ts';
import { sumOf, unseenByChannel } from './tally.ts';
import { realTimers, type Timers } from './timers.ts';
import {
  browserSeenStorage,
  type LastSeen,
  marksIn,
  memorySeenStorage,
  type SeenStorage,
  seenThrough,
  seenToo,
} from './unseen.ts';
import {
  apply,
  applyHistory,
  applyView,
  EMPTY,
  hasMissedErasure,
  type LiveEvent,
  type View,
} from './view.ts';
import type { ChangedKind, ChannelName } from './words.ts';

export interface LiveEventsOptions extends Backend {
  /** Only these: `kunden`, `kuriere`, `jobs`, `generic`. */
  readonly channels?: readonly ChannelName[];
  /** Milliseconds between heartbeats; learned from the stream when left out. */
  readonly heartbeat?: number;
  /** Where the last seen id is kept; `localStorage` in a page, memory elsewhere. */
  readonly storage?: SeenStorage;
  /** How tabs reach each other; `false` gives each a stream of its own. */
  readonly tabs?: OpenTabChannel | false;
  readonly timers?: Timers;
}

export interface Snapshot {
  readonly state: LiveState;
  /** Of the last attempt, if it failed: HTTP status, and the backend's own code and sentence. */
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  /** Newest first, 50 at most. */
  readonly events: readonly LiveEvent[];
  /** Counted truly to 1,000, with those that are no longer in the list; 1,001 stands for more. */
  readonly unseen: number;
  /** The same by channel: `kunden`, `kuriere`, `jobs`, `generic`. */
  readonly unseenByChannel: Readonly<Record<string, number>>;
  /** What was seen in this epoch of the backend; `isSeen(seen, event)` tells of one. */
  readonly seen: LastSeen;
  /** How many events came and went while there was no line, since `markSeen()`. */
  readonly missed: number;
  /** Everything up to this id was cleared; 0 if nothing was. */
  readonly clearedThrough: number;
  /** The epoch of the backend. */
  readonly instance: string | undefined;
  /** This tab holds the stream of the browser: the one that may ring the bell. */
  readonly leading: boolean;
}

/** A live list of events. It is there at once and keeps itself alive until `stop()`. */
export class LiveEvents {
  readonly #options: LiveEventsOptions;
  readonly #stream: EventStream;
  readonly #storage: SeenStorage;
  readonly #snapshots = new Subscribers<[]>();
  readonly #arrivals = new Subscribers<[LiveEvent]>();
  readonly #changes = new Subscribers<[ChangedKind]>();
  readonly #erasures = new Subscribers<[readonly number[]]>();
  readonly #release: (() => void)[] = [];
  #view = EMPTY;
  #anew = Promise.resolve();
  #leading: boolean;
  #snapshot: Snapshot | undefined;

  constructor(options: LiveEventsOptions) {
    this.#options = options;
    const { channels, heartbeat, timers = realTimers } = options;
    const name = `hookline ${new URL(baseUrl(options), globalThis.location?.origin)} ${channels ?? ''}`;
    const inPage = typeof document === 'object';
    this.#storage =
      options.storage ?? (inPage ? browserSeenStorage(`${name}seen`) : memorySeenStorage());
    const stream = (emit: (signal: Signal) => void) =>
      new LiveStream({
        backend: options,
        channels,
        heartbeat,
        timers,
        position: () => this.#view,
        countedAfter: () => this.#seen().id,
        emit,
      });
    const take = (signal: Signal) => this.#take(signal);
    const open = options.tabs ?? openTabChannel;
    this.#leading = !open;
    this.#stream = open
      ? new SharedStream({
          open: (listener) => open(name, listener),
          timers,
          stream,
          emit: take,
          view: () => this.#view,
          takeView: (view) => this.#takeView(view),
          leading: (leading) => {
            this.#leading = leading;
            this.#changed();
          },
        })
      : stream(take);
    if (inPage) this.#release.push(whenPageWakes(this.#stream));
    this.#release.push(this.#storage.watch?.(() => this.#changed()) ?? (() => {}));
    this.#stream.start();
  }

  /** The same object until something changes. */
  readonly getSnapshot = (): Snapshot => {
    if (!this.#snapshot) {
      const { state, refusal, events, missed, clearedThrough, instance, tally } = this.#view;
      const seen = this.#seen();
      const byChannel = unseenByChannel(tally, seen, clearedThrough);
      this.#snapshot = {
        ...refusal,
        state,
        events,
        unseen: sumOf(byChannel),
        unseenByChannel: byChannel,
        seen,
        missed,
        clearedThrough,
        instance,
        leading: this.#leading,
      };
    }
    return this.#snapshot;
  };

  /** Calls back after each change, once for events that came together. */
  readonly subscribe = (listener: () => void): (() => void) => this.#snapshots.add(listener);

  get state(): LiveState {
    return this.#view.state;
  }

  get events(): readonly LiveEvent[] {
    return this.#view.events;
  }

  get unseen(): number {
    return this.getSnapshot().unseen;
  }

  /** Calls back once per event, oldest first. */
  onEvent(listener: (event: LiveEvent) => void): () => void {
    return this.#arrivals.add(listener);
  }

  /** Calls back when records in the archive have changed. */
  onChanged(listener: (kind: ChangedKind) => void): () => void {
    return this.#changes.add(listener);
  }

  /**
   * Calls back when somebody was erased: of these events, which this list has dropped or read anew;
   * without ids, from the archive. Then whatever was read from it, or from a phone book, has to be
   * dropped and read anew.
   */
  onErased(listener: (ids: readonly number[]) => void): () => void {
    return this.#erasures.add(listener);
  }

  /** Somebody has looked at everything, or at everything up to an id, of one channel perhaps. */
  markSeen(id = this.#view.events[0]?.id ?? 0, channel?: string): void {
    this.#mark((seen) => (id > seen.id ? seenThrough(seen, id, channel) : seen));
  }

  /** Somebody has looked at these alone, in a list of what a search has found say. */
  markEachSeen(ids: readonly number[]): void {
    this.#mark((seen) => seenToo(seen, ids));
  }

  /** Clears the history in the backend and the list in every browser. */
  async clear(): Promise<void> {
    const { instance, events } = this.#view;
    const newest = events[0]?.id ?? 0;
    await clearHistory(this.#options);
    // Without a line nobody tells that these are gone.
    if (instance === this.#view.instance && newest > this.#view.clearedThrough) {
      this.#take({ type: 'cleared', clearedThrough: newest });
    }
  }

  /** Reads the history too, for a network that lets answers through but no stream. */
  async refresh(): Promise<void> {
    const before = this.#view;
    const { events, instance } = await fetchHistory(this.#options);
    const view = this.#view;
    // The stream has told of another epoch of the backend meanwhile: this history is old.
    if (view.instance !== before.instance && view.instance !== instance) return;
    // Who was erased meanwhile may stand in it.
    if (hasMissedErasure(before, view.erasure)) return this.refresh();
    const { channels } = this.#options;
    const wanted = ({ channel }: WebhookEvent) =>
      !channels || channels.includes(channel ?? 'generic');
    this.#view = applyHistory(view, instance, events.filter(wanted));
    this.#changed();
  }

  /** Tries at once, after a login say. */
  retry(): void {
    this.#stream.wake();
  }

  stop(): void {
    this.#stream.stop();
    for (const release of this.#release) release();
  }

  #seen(): LastSeen {
    return marksIn(this.#view.instance, this.#storage.read());
  }

  #mark(marked: (seen: LastSeen) => LastSeen): void {
    const before = this.#seen();
    const after = marked(before);
    if (this.#view.instance !== undefined && after !== before) this.#storage.write(after);
    this.#view = { ...this.#view, missed: 0 };
    this.#changed();
  }

  #take(signal: Signal): void {
    const { lastId } = this.#view;
    const isErasureMissed =
      signal.type === 'hello' && hasMissedErasure(this.#view, signal.hello.erasure);
    this.#view = apply(this.#view, signal);
    if (isErasureMissed) this.#readAnew([]);
    if (signal.type === 'erased') this.#readAnew(signal.ids);
    if (signal.type === 'changed') this.#changes.tell(signal.kind);
    if (signal.type === 'event' && signal.event.id > lastId) this.#tellArrival(signal.event.id);
    if (signal.type !== 'head') this.#changed();
  }

  #takeView(view: View): void {
    const { lastId, instance } = this.#view;
    const isErasureMissed =
      view.instance !== undefined && hasMissedErasure(this.#view, view.erasure);
    this.#view = applyView(this.#view, view);
    if (isErasureMissed) this.#readAnew([]);
    const known = instance === undefined || instance === view.instance ? lastId : 0;
    for (const { id } of this.#view.events.toReversed()) if (id > known) this.#tellArrival(id);
    this.#changed();
  }

  /** Of some events a part is left, and only the backend knows which; the others are gone. */
  #readAnew(erased: readonly number[]): void {
    // One after another: who hears of the last one takes all of it for done.
    this.#anew = this.#anew
      .then(() => this.refresh())
      .catch(() => {})
      .then(() => {
        this.#erasures.tell(erased);
        this.#changed();
      });
  }

  #tellArrival(id: number): void {
    const event = this.#view.events.find((event) => event.id === id);
    if (event) this.#arrivals.tell(event);
  }

  #changed(): void {
    this.#snapshot = undefined;
    this.#snapshots.tellSoon();
  }
}

export function liveEvents(options: LiveEventsOptions = {}): LiveEvents {
  return new LiveEvents(options);
}
