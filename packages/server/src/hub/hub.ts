import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Channel } from '@hookline/contract';
import { isoTime } from '../iso-time.ts';
import { EventLog } from './event-log.ts';
import { NO_ORIGIN, type Origin, type RelayEvent } from './relay-event.ts';

/** Whoever carries events on. It is told that there is news and reads it from the log itself. */
export interface Listener {
  /** New events are in the log. */
  wake(): void;
  /** The history was cleared up to this id. */
  cleared(clearedThrough: number): void;
  /** These events, which are held, were changed or taken out. */
  redacted(ids: readonly number[]): void;
  /**
   * What is held is of another epoch: nothing that a reader was given before counts any more. Its ids
   * may be those of other events than they were before.
   */
  begunAnew(hasOtherIds: boolean): void;
}

/** What becomes of a payload that is held: it stays, it goes, or this text stays of it. */
export type Redaction =
  | { readonly outcome: 'untouched' | 'removed' }
  | { readonly outcome: 'cut'; readonly text: string };

/** A large payload is judged elsewhere, or in turns of its own. */
export type Judge = (payload: string, event: RelayEvent) => Redaction | Promise<Redaction>;

/** Turns an accepted payload into an event with its bytes. Given in, for the hub knows no format. */
export type Encode = (
  id: number,
  receivedAt: string,
  channel: Channel | null,
  payload: Buffer,
  origin: Origin,
) => RelayEvent;

/** Payload that is judged in one turn; made to be slow, it takes 20 ms. */
const BYTES_IN_TURN = 16 * 1024;

/** How long the senders' turn is, measured by the round before it. */
const PAUSE_SHARE = 0.5;

export interface HubOptions {
  readonly encode: Encode;
  readonly maxEventBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called after each round with the time its oldest event was accepted. */
  readonly onRound?: (oldestAcceptedAt: number) => void;
}

/**
 * Gives events their ids, holds the latest ones and wakes whoever listens.
 *
 * Listeners are woken in *rounds*. The first event after a quiet time starts one as soon as the
 * current turn of the event loop is over, which is after its sender has been answered; events
 * accepted until then, or while a round is writing, share the next round, so that a burst costs
 * one write per stream instead of one per event and stream.
 *
 * After a long round that has carried several events the senders get a turn before the next one.
 * Without it they would be let in one by one between rounds, because each waits for its answer
 * before it sends again, and every round would carry next to nothing. A round with a single event
 * shows that nobody waits: whoever comes next would only be kept.
 */
export class Hub {
  readonly log: EventLog;
  #instance: string = randomUUID();
  readonly #options: HubOptions;
  readonly #listeners: Listener[] = [];
  /** When the oldest event was accepted that no round has carried yet. */
  #oldestWaiting: number | undefined;
  /** The newest event that a round has carried. */
  #carriedThrough = 0;
  /** Nothing that it finds is held any longer than it takes to carry it. */
  #suppression: Judge | undefined;
  #judgedThrough = 0;
  #isSuppressing = false;
  /** Until then the senders have their turn. */
  #pauseUntil = 0;

  constructor(options: HubOptions) {
    this.#options = options;
    this.log = new EventLog(options.maxEventBytes);
  }

  /** Names this epoch: of the backend, or of the stream that several share. */
  get instance(): string {
    return this.#instance;
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  append(channel: Channel | null, payload: Buffer, origin = NO_ORIGIN): RelayEvent {
    const now = this.#options.now();
    const id = this.log.head + 1;
    const event = this.#options.encode(id, isoTime(now), channel, payload, origin);
    this.log.append(event);
    if (this.#oldestWaiting === undefined) this.#startRound(now);
    return event;
  }

  /** Appends an event that got its id and its time elsewhere; ids before it that are missing stay empty. */
  take(
    id: number,
    receivedAt: string,
    channel: Channel | null,
    payload: Buffer,
    origin = NO_ORIGIN,
  ): void {
    this.log.skip(id - 1);
    this.log.append(this.#options.encode(id, receivedAt, channel, payload, origin));
    if (this.#oldestWaiting === undefined) this.#startRound(this.#options.now());
  }

  /** The log is another one, of whose events up to this id nothing is here but that they came. */
  beginAnew(
    instance: string,
    head: number,
    earlier: Iterable<readonly [channel: Channel | null, id: number]> = [],
    hasOtherIds = false,
  ): void {
    this.#instance = instance;
    this.#carriedThrough = 0;
    this.#judgedThrough = 0;
    this.log.restart(head, earlier);
    for (const listener of this.#listeners) listener.begunAnew(hasOtherIds);
  }

  #startRound(acceptedAt: number): void {
    this.#oldestWaiting = acceptedAt;
    const pause = Math.round(this.#pauseUntil - performance.now());
    if (pause > 0) setTimeout(() => this.runRound(), pause);
    else setImmediate(() => this.runRound());
  }

  /** Wakes the listeners now if there is anything new. */
  runRound(): void {
    const oldest = this.#oldestWaiting;
    if (oldest === undefined) return;
    this.#oldestWaiting = undefined;
    const first = this.#carriedThrough + 1;
    this.#carriedThrough = this.log.head;
    const began = performance.now();
    for (const listener of this.#listeners) listener.wake();
    const ended = performance.now();
    this.#pauseUntil = this.log.head > first ? ended + (ended - began) * PAUSE_SHARE : 0;
    this.#options.onRound?.(oldest);
    if (this.#suppression) void this.#suppressNews();
  }

  /** From now on events that this finds something in are given out, and not held. */
  suppress(judge: Judge | undefined): void {
    this.#suppression = judge;
    this.#judgedThrough = 0;
    void this.#suppressNews();
  }

  /** One after another, however fast they come: a large one takes a while. */
  async #suppressNews(): Promise<void> {
    if (this.#isSuppressing) return;
    this.#isSuppressing = true;
    while (this.#suppression && this.#judgedThrough < this.#carriedThrough) {
      const first = this.#judgedThrough + 1;
      this.#judgedThrough = this.#carriedThrough;
      await this.redact(this.#suppression, first);
    }
    this.#isSuppressing = false;
  }

  /**
   * Takes out of every event that is held what must not be held any longer, and answers the ids of
   * those. In turns, between which events come and go: to judge the whole ring at once takes seconds.
   */
  async redact(judge: Judge, first = 1): Promise<readonly number[]> {
    const last = this.log.head;
    const changed: number[] = [];
    let bytes = 0;
    for (let id = Math.max(first, this.log.firstInRing); id <= last; id++) {
      const event = this.#held(id);
      if (!event) continue;
      const redaction = await judge(event.payload.toString(), event);
      if (this.#held(id) !== event) {
        // Another erasure has taken its part out meanwhile: what is left is judged again.
        id--;
      } else if (redaction.outcome !== 'untouched') {
        this.replace(id, redaction.outcome === 'cut' ? redaction.text : undefined);
        changed.push(id);
      }
      bytes += event.payload.length;
      if (bytes < BYTES_IN_TURN) continue;
      bytes = 0;
      await nextTurn();
    }
    return changed;
  }

  #held(id: number): RelayEvent | undefined {
    return id >= this.log.firstInRing && id <= this.log.head ? this.log.at(id) : undefined;
  }

  /** Puts this text in the place of an event's payload, or nothing in the place of the event. */
  replace(id: number, text: string | undefined): void {
    const event = this.#held(id);
    if (!event) return;
    const { receivedAt, channel } = event;
    this.log.replace(
      id,
      text === undefined
        ? undefined
        : this.#options.encode(id, receivedAt, channel, Buffer.from(text), event),
    );
    // At once: a stream that reads before the next turn must not get what was remembered.
    for (const listener of this.#listeners) listener.redacted([id]);
  }

  /** Up to an id that is there. */
  clear(through = this.log.head): void {
    this.log.clearHistory(through);
    for (const listener of this.#listeners) listener.cleared(this.log.clearedThrough);
  }
}
