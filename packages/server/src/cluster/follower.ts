import { setTimeout as pause } from 'node:timers/promises';
import type { JsMsg, StreamInfo } from '@nats-io/jetstream';
import type { Hub } from '../hub/hub.ts';
import type { RelayEvent } from '../hub/relay-event.ts';
import type { Published } from '../hub/transport.ts';
import { earlierIds } from './earlier-ids.ts';
import { type Epoch, type Epochs, isOneStream } from './epochs.ts';
import type { LostStream } from './lost-stream.ts';
import { HEADERS, type Names, originIn } from './names.ts';
import type { Redacted } from './shared-state.ts';
import {
  type End,
  endOf,
  leaderInfo,
  type ReaderParts,
  StreamReader,
  type StreamState,
} from './stream-reader.ts';
import type { Outgoing } from './waiting.ts';

/** As many as the history holds. */
const HELD = 50;
/** So many are counted back at a start: as many as a reader counts to, in each channel. */
const COUNTED = 4 * 1001;
/** After an election the new leader may lag behind what was delivered, for some seconds. */
const ELECTION_TIMEOUT = 20_000;
/** This node may not have seen what such a leader does not know yet: before an id counts as never issued, it is asked twice. */
const LOOKS = 2;
const LOOK_AGAIN_AFTER = 1000;
/** Of so many events it is known when they were stored. */
const KNOWN = 4096;

export interface FollowerParts extends ReaderParts {
  readonly names: Names;
  readonly epochs: Epochs;
  readonly hub: Hub;
  /** What is left of erased events after the first id up to the second one, in order. */
  readonly redacted: (after: number, through: number) => readonly Redacted[];
  /** What this node has sent, and has this id; one of another epoch may have it, too. */
  readonly sent: (id: number) => Outgoing | undefined;
  /** Nothing comes any more of the stream before, of which this is held that is not in this one. */
  readonly onBegunAnew: (before: LostStream) => void;
  /** An event came by that this request has brought in. */
  readonly onRequest: (request: string, published: Published) => void;
  /** The head has moved. */
  readonly onHead: (head: number) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Puts into the log what comes out of the stream: every event once, in the order of its ids.
 *
 *     same epoch? ──no──► the log begins anew, 50 events before the end of the stream
 *         │yes
 *     still what was taken? ──no──► another epoch for all nodes (a power cut has rewritten it)
 *         │yes
 *     read from the head on ──► erased since? ──► skip, or its text that is left ──► log ──► browsers
 *         ▲                                                                      │
 *         └─────────── any failure: a new reader before the old one goes ◄───────┘
 *
 * On the node that took a webhook as on all others, nothing else appends: an answer of JetStream
 * gives out no event, so no two nodes can have another order. Gaps between ids are erased events;
 * they are passed, never waited for. A leader that was just elected may know less than was delivered
 * for some seconds, which must not be taken for a stream that was rewritten.
 */
export class Follower {
  restarts = -1;
  readonly #parts: FollowerParts;
  readonly #reader: StreamReader;
  readonly #caughtUp = Promise.withResolvers<void>();
  #end: End = { last: 0, present: 0 };
  /** The last one that was given out. */
  #last = 0;
  readonly #taken = new TakenTimes();
  /** What events were called that are held. */
  readonly #names = new WeakMap<RelayEvent, string>();
  #behindSince: number | undefined;
  /** What the log is of. */
  #begun: Epoch | undefined;
  /** Another object whenever another epoch may have begun: what was asked before is not kept then. */
  #known: { readonly created?: string; readonly epoch?: Epoch } = {};

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#reader = new StreamReader(parts, {
      stream: parts.names.stream,
      from: () => this.#from(),
      take: (message) => this.#take(message),
      onFailure: parts.onFailure,
      onBegin: () => {
        this.restarts++;
        this.#skipErasedEnd();
      },
    });
  }

  /** Done when everything is here that was in the stream at the beginning. */
  begin(): Promise<void> {
    this.#reader.begin();
    return this.#caughtUp.promise;
  }

  /** Looks whether the stream is in another epoch. */
  renew(): void {
    this.#known = {};
    void this.#reader.renew();
  }

  close(): void {
    this.#reader.close();
  }

  /** Whether a node may have given out this id; an error if the servers that could say so do not. */
  async isIssued(id: number): Promise<boolean> {
    for (let looks = 0; looks < LOOKS; looks++) {
      if (looks > 0) await pause(LOOK_AGAIN_AFTER, undefined, { ref: false });
      // Before it is asked: what is taken meanwhile is newer than the answer.
      const last = this.#last;
      const { last_seq } = (await this.info()).state;
      if (last_seq < last) throw new Error(BEHIND);
      if (id <= Math.max(last_seq, this.#last)) return true;
    }
    return false;
  }

  async #from(): Promise<number> {
    const { epochs, hub } = this.#parts;
    const known = this.#known;
    // Before anything is asked: what is read at the moment goes on meanwhile.
    const last = this.#last;
    const { created, state } = await this.info().catch((error: unknown) => {
      this.#behindSince = undefined;
      throw error;
    });
    // Whoever begins another epoch is heard of: those who keep it may be electing, and the stream goes on.
    const epoch = (known.created === created && known.epoch) || (await epochs.at(created));
    if (this.#known === known) this.#known = { created, epoch };
    const { instance } = epoch;
    if (instance !== hub.instance) {
      await this.#beginAnew(epoch, state);
    } else if (await this.#isRewritten(last, state.last_seq)) {
      await epochs.rewritten(instance, await this.#sameThrough(Math.min(last, state.last_seq)));
      this.#known = {};
      throw new Error('the stream has other events than before');
    }
    this.#end = endOf(state);
    return hub.log.head + 1;
  }

  info(): Promise<StreamInfo> {
    return leaderInfo(this.#parts.jsm, this.#parts.names.stream);
  }

  async #beginAnew(epoch: Epoch, { first_seq, last_seq }: StreamState): Promise<void> {
    const { instance, continues } = epoch;
    const { hub, onBegunAnew, onHead } = this.#parts;
    const head = Math.max(0, last_seq - HELD);
    const earlier = await earlierIds(this.#parts, Math.max(first_seq, head - COUNTED, 1), head);
    this.#last = head;
    this.#taken.forget();
    const held = continues === null ? hub.log.held() : [];
    const events = held.map((event) => {
      const { id, receivedAt, channel, payload, sender, topic } = event;
      // One of which a number was taken out is another event than its sender's.
      const name = this.#names.get(event) || `${hub.instance} ${id}`;
      return { id, receivedAt, channel, payload, sender, topic, name };
    });
    const before = { instance: hub.instance, events };
    const hasOtherIds = this.#begun !== undefined && !isOneStream(this.#begun, epoch);
    this.#begun = epoch;
    hub.beginAnew(instance, head, earlier, hasOtherIds);
    onBegunAnew(before);
    onHead(head);
  }

  /** Whether the stream holds something else than what was taken from it, as it may after a power cut. */
  async #isRewritten(taken: number, last: number): Promise<boolean> {
    if (!(await this.#isSame(Math.min(taken, last)))) return true;
    if (last >= taken) {
      this.#behindSince = undefined;
      return false;
    }
    this.#behindSince ??= performance.now();
    if (performance.now() - this.#behindSince < ELECTION_TIMEOUT) throw new Error(BEHIND);
    return true;
  }

  async #isSame(id: number): Promise<boolean> {
    const { jsm, names } = this.#parts;
    const taken = this.#taken.of(id);
    if (taken === undefined) return true;
    // Of its leader: a copy may not have it yet.
    const stored = await jsm.streams.getMessage(names.stream, { seq: id });
    // What was taken is known to the microsecond; nothing is lost and another stored in the same millisecond.
    return stored === null || Math.abs(stored.time.getTime() - taken) <= 1;
  }

  /** The last id up to which nothing is another, as far back as anything is known. */
  async #sameThrough(last: number): Promise<number> {
    let [same, other] = [Math.max(0, last - KNOWN), last + 1];
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2);
      if (await this.#isSame(middle)) same = middle;
      else other = middle;
    }
    return same;
  }

  #take(message: JsMsg): void {
    const { hub, redacted, sent, onHead, onRequest } = this.#parts;
    const { streamSequence: id, timestampNanos } = message.info;
    // The one before this may still be read, too.
    if (id <= hub.log.head) return;
    this.#fillUp(id - 1);
    const payload = bytesOf(message.data);
    const own = sent(id);
    const told = own?.payload.equals(payload) ? own : this.#told(message);
    const { receivedAt, channel, origin, request, listeners, name } = told;
    // Erased since it was sent here.
    if (redacted(id - 1, id).length > 0) this.#fillUp(id);
    else {
      hub.take(id, receivedAt, channel, payload, origin);
      const event = hub.log.at(id);
      if (event) this.#names.set(event, name);
    }
    this.#last = id;
    this.#taken.add(id, timestampNanos / 1_000_000);
    if (told !== own) onRequest(request, { id, receivedAt, channel, listeners });
    onHead(id);
    this.#skipErasedEnd();
  }

  /** What stands beside it; to read it costs more than all else that is done to an event. */
  #told(message: JsMsg): Omit<Outgoing, 'payload' | 'options'> {
    const { headers, subject } = message;
    return {
      channel: this.#parts.names.channelOf(subject),
      origin: originIn(headers),
      request: headers?.get(HEADERS.request) ?? '',
      name: headers?.get(HEADERS.name) ?? '',
      receivedAt: headers?.get(HEADERS.at) ?? message.time.toISOString(),
      listeners: Number(headers?.get(HEADERS.listeners) ?? 0),
    };
  }

  /** What is missing between two events is erased; of some of them a text stays. */
  #fillUp(through: number): void {
    const { hub, redacted } = this.#parts;
    for (const { id, receivedAt, channel, text } of redacted(hub.log.head, through)) {
      if (text !== null) hub.take(id, receivedAt, channel, Buffer.from(text));
    }
    hub.log.skip(through);
  }

  #skipErasedEnd(): void {
    const { hub, onHead } = this.#parts;
    const { last, present } = this.#end;
    if (hub.log.head < present) return;
    if (hub.log.head < last) {
      this.#fillUp(last);
      onHead(last);
    }
    this.#caughtUp.resolve();
  }
}

const BEHIND = 'the stream does not have all yet that it had';

/** When the stream stored what was taken last. */
class TakenTimes {
  readonly #ids = new Float64Array(KNOWN);
  readonly #times = new Float64Array(KNOWN);

  add(id: number, time: number): void {
    this.#ids[id % KNOWN] = id;
    this.#times[id % KNOWN] = time;
  }

  /** Undefined for one that nobody has seen here. */
  of(id: number): number | undefined {
    return id > 0 && this.#ids[id % KNOWN] === id ? this.#times[id % KNOWN] : undefined;
  }

  forget(): void {
    this.#ids.fill(0);
  }
}

function bytesOf(data: Uint8Array): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}
