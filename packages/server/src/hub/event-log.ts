import { CHANNELS, type Channel, GENERIC } from '@hookline/contract';
import type { RelayEvent } from './relay-event.ts';

const HISTORY_LENGTH = 50;
const RING_BYTES = 8 * 1024 * 1024;
/** Forgotten events are cut off the array only now and then: doing it each time moves every entry. */
const COMPACT_AFTER = 1024;
/** A longer gap is not filled in: those who read before it have to come back. */
const LONGEST_GAP = 10_000;

/**
 * The events this backend still holds, in id order, in one array with two views on it:
 * the *history* (the latest 50 that nobody cleared) and the *ring* (the latest few MiB, cleared
 * or not, for streams that lag behind). An event is let go when it is in neither.
 */
export class EventLog {
  readonly #ringBytes: number;
  /** Undefined where an event was erased or forgotten: the ids of the others stay. */
  #events: (RelayEvent | undefined)[] = [];
  /** Index of the oldest event held; everything before it is forgotten. */
  #start = 0;
  #bytes = 0;
  #head = 0;
  #clearedThrough = 0;
  #ids = new ChannelIds();

  constructor(maxEventBytes: number) {
    this.#ringBytes = Math.max(RING_BYTES, 4 * maxEventBytes);
  }

  /** Newest id issued, 0 if none. */
  get head(): number {
    return this.#head;
  }

  /** Highest id cleared from the history, 0 if never. */
  get clearedThrough(): number {
    return this.#clearedThrough;
  }

  /** Lowest id that a stream can still be given. */
  get firstInRing(): number {
    return this.#head - (this.#events.length - this.#start) + 1;
  }

  /** Lowest id in the history; one above `head` when the history is empty. */
  get firstInHistory(): number {
    return Math.max(this.#clearedThrough + 1, this.#head - HISTORY_LENGTH + 1, 1);
  }

  append(event: RelayEvent): void {
    this.#events.push(event);
    this.#head = event.id;
    this.#bytes += event.bytes;
    this.#ids.add(event.channel, event.id);
    this.#forget();
  }

  /** There is nothing to be had up to this id: it was erased, or is too old. */
  skip(through: number): void {
    if (through - this.#head > LONGEST_GAP) this.#stand(through);
    while (this.#head < through) {
      this.#events.push(undefined);
      this.#head++;
    }
    this.#forget();
  }

  /** Another epoch, of which nothing is held yet; it is known which events there were. */
  restart(head: number, earlier: Iterable<readonly [Channel | null, number]>): void {
    this.#clearedThrough = 0;
    this.#ids = new ChannelIds();
    for (const [channel, id] of earlier) this.#ids.add(channel, id);
    this.#stand(head);
  }

  /** The event with this id, which must be in the ring; undefined if it was erased. */
  at(id: number): RelayEvent | undefined {
    return this.#events[this.#indexOf(id)];
  }

  /** Puts another event in the place of this one, or none. */
  replace(id: number, event: RelayEvent | undefined): void {
    const index = this.#indexOf(id);
    const before = this.#events[index];
    this.#bytes += (event?.bytes ?? 0) - (before?.bytes ?? 0);
    this.#events[index] = event;
    if (before && !event) this.#ids.remove(before.channel, id);
  }

  /** By channel, which events there were after an id that nobody has cleared; 1,001 at most. */
  idsAfter(id: number): Record<string, readonly number[]> {
    return this.#ids.after(Math.max(id, this.#clearedThrough));
  }

  /** In the order of their ids. */
  held(): RelayEvent[] {
    return this.#events.slice(this.#start).filter((event) => event !== undefined);
  }

  /** Newest first. */
  history(): RelayEvent[] {
    return this.#events
      .slice(this.#start + this.firstInHistory - this.firstInRing)
      .filter((event) => event !== undefined)
      .reverse();
  }

  clearHistory(through = this.#head): void {
    this.#clearedThrough = Math.max(this.#clearedThrough, through);
    this.#forget();
  }

  /** With nothing in the ring but empty places, of which the history needs its length. */
  #stand(head: number): void {
    this.#events = Array(Math.min(head, HISTORY_LENGTH)).fill(undefined);
    this.#start = 0;
    this.#bytes = 0;
    this.#head = head;
  }

  #indexOf(id: number): number {
    const index = this.#start + id - this.firstInRing;
    if (index < this.#start || index >= this.#events.length) {
      throw new RangeError(`event ${id} is not held`);
    }
    return index;
  }

  #forget(): void {
    while (this.#bytes > this.#ringBytes && this.firstInRing < this.firstInHistory) {
      this.#bytes -= this.#events[this.#start]?.bytes ?? 0;
      // Left in its place, it would stay in memory until the array is next cut.
      this.#events[this.#start] = undefined;
      this.#start++;
    }
    if (this.#start >= COMPACT_AFTER && this.#start * 2 >= this.#events.length) {
      this.#events = this.#events.slice(this.#start);
      this.#start = 0;
    }
  }
}

/** A reader counts to a thousand, and one more says that there are more. */
const MOST = 1001;

/**
 * The newest ids of each channel. A reader that was away counts by them what it was not told of:
 * the events themselves are long gone from the history by then.
 */
export class ChannelIds {
  readonly #ids = new Map<string, number[]>([...CHANNELS, GENERIC].map((name) => [name, []]));

  add(channel: Channel | null, id: number): void {
    const ids = this.#of(channel);
    ids.push(id);
    // Cut off only now and then: doing it each time moves every entry.
    if (ids.length >= 2 * MOST) ids.splice(0, ids.length - MOST);
  }

  /** It was erased: nobody will ever see it. */
  remove(channel: Channel | null, id: number): void {
    const ids = this.#of(channel);
    const at = ids.lastIndexOf(id);
    if (at >= 0) ids.splice(at, 1);
  }

  /** Those greater than an id, of each channel, the newest 1,001 at most. */
  after(id: number): Record<string, readonly number[]> {
    const entries = [...this.#ids].map(([name, ids]) => {
      const first = ids.findIndex((each) => each > id);
      return [name, first < 0 ? [] : ids.slice(first).slice(-MOST)] as const;
    });
    return Object.fromEntries(entries);
  }

  #of(channel: Channel | null): number[] {
    return this.#ids.get(channel ?? GENERIC) ?? [];
  }
}
