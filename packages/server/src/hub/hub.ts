import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Channel } from '@hookline/contract';
import { isoTime } from '../iso-time.ts';
import { EventLog } from './event-log.ts';
import type { RelayEvent } from './relay-event.ts';

/** Whoever carries events on. It is told that there is news and reads it from the log itself. */
export interface Listener {
  /** New events are in the log. */
  wake(): void;
  /** The history was cleared up to this id. */
  cleared(clearedThrough: number): void;
  /** Events that are held were changed or erased. */
  redacted(): void;
}

/** What becomes of a payload that is held: it stays, it goes, or this text stays of it. */
export type Redaction =
  | { readonly outcome: 'untouched' | 'removed' }
  | { readonly outcome: 'cut'; readonly text: string };

/** Turns an accepted payload into an event with its bytes. Given in, for the hub knows no format. */
export type Encode = (
  id: number,
  receivedAt: string,
  channel: Channel | null,
  payload: Buffer,
) => RelayEvent;

/** Payload that is judged in one turn; a single event may have more. */
const BYTES_IN_TURN = 64 * 1024;

/** How long the senders' turn is, measured by the round before it. */
const PAUSE_SHARE = 0.25;

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
 * After a long round the senders get a turn before the next one. Without it they would be let in
 * one by one between rounds, because each waits for its answer before it sends again, and every
 * round would carry next to nothing.
 */
export class Hub {
  /** Names this life of the backend. */
  readonly instance = randomUUID();
  readonly log: EventLog;
  readonly #options: HubOptions;
  readonly #listeners: Listener[] = [];
  /** When the oldest event was accepted that no round has carried yet. */
  #oldestWaiting: number | undefined;
  /** Until then the senders have their turn. */
  #pauseUntil = 0;

  constructor(options: HubOptions) {
    this.#options = options;
    this.log = new EventLog(options.maxEventBytes);
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  append(channel: Channel | null, payload: Buffer): RelayEvent {
    const now = this.#options.now();
    const id = this.log.head + 1;
    const event = this.#options.encode(id, isoTime(now), channel, payload);
    this.log.append(event);
    if (this.#oldestWaiting === undefined) {
      this.#oldestWaiting = now;
      const pause = Math.round(this.#pauseUntil - performance.now());
      if (pause > 0) setTimeout(() => this.runRound(), pause);
      else setImmediate(() => this.runRound());
    }
    return event;
  }

  /** Wakes the listeners now if there is anything new. */
  runRound(): void {
    const oldest = this.#oldestWaiting;
    if (oldest === undefined) return;
    this.#oldestWaiting = undefined;
    const began = performance.now();
    for (const listener of this.#listeners) listener.wake();
    const ended = performance.now();
    this.#pauseUntil = ended + (ended - began) * PAUSE_SHARE;
    this.#options.onRound?.(oldest);
  }

  /**
   * Takes out of every event that is held what must not be held any longer. In turns, between
   * which events come and go: to judge the whole ring at once takes seconds.
   */
  async redact(judge: (payload: string) => Redaction): Promise<void> {
    const last = this.log.head;
    let id = this.log.firstInRing;
    while (id <= last) {
      id = this.#redactSome(id, last, judge);
      await nextTurn();
      // What was forgotten meanwhile needs no judging.
      id = Math.max(id, this.log.firstInRing);
    }
  }

  /** Answers the id to go on with. */
  #redactSome(first: number, last: number, judge: (payload: string) => Redaction): number {
    let id = first;
    let isChanged = false;
    for (let bytes = 0; id <= last && bytes < BYTES_IN_TURN; id++) {
      const event = this.log.at(id);
      if (!event) continue;
      bytes += event.payload.length;
      const { receivedAt, channel } = event;
      const redaction = judge(event.payload.toString());
      if (redaction.outcome === 'untouched') continue;
      const kept =
        redaction.outcome === 'cut'
          ? this.#options.encode(id, receivedAt, channel, Buffer.from(redaction.text))
          : undefined;
      this.log.replace(id, kept);
      isChanged = true;
    }
    // At once: a stream that reads before the next turn must not get what was remembered.
    if (isChanged) for (const listener of this.#listeners) listener.redacted();
    return id;
  }

  clear(): void {
    this.log.clearHistory();
    for (const listener of this.#listeners) listener.cleared(this.log.clearedThrough);
  }
}
