import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ChangedKind, Channel } from '@hookline/contract';
import type { HeldMemory } from '../http/held-memory.ts';
import type { Hub, Listener } from '../hub/hub.ts';
import { type ChannelSet, channelBit } from '../hub/relay-event.ts';
import { Batches } from './batches.ts';
import { type ConnectionOwner, type CutReason, StreamConnection } from './connection.ts';
import { controlFrame } from './frames.ts';
import { asOfBefore, awaitedId, type Resume, type Start, startOf } from './replay.ts';
import { VanishedPeers } from './vanished.ts';

/** Browsers that lose the server together come back spread over this time (milliseconds). */
const RETRY = { from: 1000, to: 4000 };
const RETRY_WHEN_BUSY = { from: 10_000, to: 30_000 };
const CHANGED_INTERVAL = 1000;
const REDACTED_INTERVAL = 100;
/** How long a stream that is being ended may take to read its last bytes. */
const END_GRACE = 2000;
/** By then readers of a lost stream are back by `retry:`; until then, who names no epoch may mean its ids (milliseconds). */
const COMING_BACK = 10_000;
/** How long a reader waits for an id that another node has given out already. */
const LAG_TIMEOUT = 1000;

export interface SharedIds {
  /** Whether this node follows the stream yet. */
  readonly isFollowing: boolean;
  /** Whether any node may have given out this id; an error if nobody can say so at the moment. */
  isIssued(id: number): Promise<boolean>;
}

export interface StreamsOptions {
  readonly hub: Hub;
  readonly heartbeat: number;
  readonly maxClients: number;
  readonly stallTimeout: number;
  readonly held: HeldMemory;
  readonly now: () => number;
  /** Where ids come from a stream that several nodes follow. */
  readonly shared?: SharedIds;
}

/** A reader that has seen more than this node has. */
interface Awaiting {
  readonly id: number;
  readonly open: () => void;
}

/** All open streams, and what concerns them together. */
export class Streams implements Listener, ConnectionOwner {
  /** Plain numbers, for they are counted on the hottest path; the metrics read them. */
  readonly counts = {
    delivered: 0,
    refused: 0,
    cut: { stalled: 0, lagging: 0, misbehaving: 0, crowded: 0 } satisfies Record<CutReason, number>,
  };
  readonly log: Hub['log'];
  readonly batches: Batches;
  readonly stallTimeout: number;
  readonly held: HeldMemory;
  readonly #options: StreamsOptions;
  readonly #connections = new Set<StreamConnection>();
  readonly #awaiting = new Set<Awaiting>();
  /** How many streams there are per set of channels, so that a receipt need not count them. */
  readonly #perChannelSet = new Map<ChannelSet, number>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #vanished: VanishedPeers;
  readonly #changed = new Map<ChangedKind, { pause: NodeJS.Timeout; again: boolean }>();
  /** Names the latest erasure. */
  #erasure: string | null = null;
  readonly #redacted: number[] = [];
  #tellRedacted: NodeJS.Timeout | undefined;
  #otherIdsSince = Number.NEGATIVE_INFINITY;
  #closing: { resolve: () => void } | undefined;

  constructor(options: StreamsOptions) {
    this.#options = options;
    this.log = options.hub.log;
    this.batches = new Batches(this.log);
    this.stallTimeout = options.stallTimeout;
    this.held = options.held;
    this.#vanished = new VanishedPeers(options.stallTimeout, options.now);
    this.#heartbeat = setInterval(() => this.#beat(), options.heartbeat);
    options.hub.listen(this);
  }

  get open(): number {
    return this.#connections.size;
  }

  /** How many streams an event of this channel goes to. */
  listenersOf(channel: Channel | null): number {
    const bit = channelBit(channel);
    let count = 0;
    for (const [set, streams] of this.#perChannelSet) if (set & bit) count += streams;
    return count;
  }

  /** How many streams there are for each set of channels. */
  get perChannelSet(): ReadonlyMap<ChannelSet, number> {
    return this.#perChannelSet;
  }

  /** Takes over a socket whose request has been read; `head` is the head of the answer. */
  take(socket: Socket, head: string, channels: ChannelSet, asked: Resume): void {
    const { hub, maxClients } = this.#options;
    if (this.#connections.size >= maxClients || this.#closing) {
      this.counts.refused++;
      const retry = between(this.#closing ? RETRY : RETRY_WHEN_BUSY);
      const busy = controlFrame('busy', { maxClients }, retry);
      socket.end(Buffer.concat([Buffer.from(head, 'latin1'), busy]));
      return;
    }
    const { shared } = this.#options;
    if (shared?.isFollowing === false) {
      askToRetry(socket, head);
      return;
    }
    const { instance } = hub;
    // Another event has this id by now, or will soon.
    const isOfBefore = performance.now() - this.#otherIdsSince < COMING_BACK;
    const resume = isOfBefore ? asOfBefore(asked) : asked;
    const awaited = shared && awaitedId(resume, this.log, instance);
    if (awaited === undefined) {
      this.#open(socket, head, channels, startOf(resume, this.log, instance));
      return;
    }
    this.#await(awaited, async () => {
      const start = await this.#startAhead(awaited, resume, instance);
      if (start === undefined) askToRetry(socket, head);
      else if (!socket.destroyed) this.#open(socket, head, channels, start);
    });
  }

  /**
   * For a reader that has seen more than this node has. Its own word says of which epoch that is;
   * of one that gives none, such as a plain EventSource, the stream knows whether the id was ever
   * issued: taken for one of an earlier epoch, it would be given what it has had once more.
   * Undefined if nobody can say so at the moment.
   */
  async #startAhead(awaited: number, resume: Resume, instance: string): Promise<Start | undefined> {
    const { hub, shared } = this.#options;
    const isHere = () => awaited <= this.log.head || hub.instance !== instance;
    if (!isHere() && resume.instance === undefined) {
      const isIssued = await shared?.isIssued(awaited).catch(() => undefined);
      if (isIssued === undefined) return undefined;
      if (!isIssued) return startOf({ ...resume, instance: '' }, this.log, hub.instance);
    }
    return isHere()
      ? startOf({ ...resume, instance }, this.log, hub.instance)
      : { position: awaited + 1, missed: 0 };
  }

  #await(id: number, open: () => void): void {
    const awaiting = {
      id,
      open: () => {
        clearTimeout(timeout);
        if (this.#awaiting.delete(awaiting)) open();
      },
    };
    const timeout = setTimeout(awaiting.open, LAG_TIMEOUT);
    this.#awaiting.add(awaiting);
  }

  #open(socket: Socket, head: string, channels: ChannelSet, { position, missed }: Start): void {
    const { hub } = this.#options;
    const connection = new StreamConnection(socket, this, channels, position);
    this.#connections.add(connection);
    this.#count(channels, 1);

    const { head: newest, firstInHistory, clearedThrough } = this.log;
    const oldest = firstInHistory > newest ? null : firstInHistory;
    const { instance } = hub;
    const erasure = this.#erasure;
    const hello = { instance, head: newest, oldest, missed, clearedThrough, erasure };
    const greeting = controlFrame('hello', hello, between(RETRY));
    connection.open(Buffer.concat([Buffer.from(head, 'latin1'), greeting]));
  }

  wake(): void {
    for (const { id, open } of this.#awaiting) if (id <= this.log.head) open();
    for (const connection of this.#connections) connection.wake();
  }

  redacted(ids: readonly number[]): void {
    this.batches.forget();
    this.#redacted.push(...ids);
    // What is looked through in many turns is told of together.
    this.#tellRedacted ??= setTimeout(() => this.#flushRedacted(), REDACTED_INTERVAL);
  }

  /** Somebody is gone from everywhere: pages drop what they hold and read anew. */
  announceErased(erasure: string = randomUUID()): void {
    this.#flushRedacted();
    this.#sayErased([], erasure);
  }

  #flushRedacted(): void {
    clearTimeout(this.#tellRedacted);
    this.#tellRedacted = undefined;
    if (this.#redacted.length > 0) this.#sayErased(this.#redacted.splice(0), randomUUID());
  }

  #sayErased(ids: number[], erasure: string): void {
    this.#erasure = erasure;
    // By a name of its own, or it would take the place of ids that a slow reader has not got yet.
    this.#broadcast(`erased ${erasure}`, controlFrame('erased', { ids, erasure }));
  }

  /** Readers come back by `retry:`, and are told in `hello` whose ids they get from there on. */
  begunAnew(hasOtherIds: boolean): void {
    if (hasOtherIds) this.#otherIdsSince = performance.now();
    this.batches.forget();
    for (const { open } of this.#awaiting) open();
    for (const connection of this.#connections) connection.end();
  }

  cleared(clearedThrough: number): void {
    this.#broadcast('cleared', controlFrame('cleared', { clearedThrough }));
  }

  /** Tells every page that something in the archive changed, at most once a second per kind. */
  announceChanged(kind: ChangedKind): void {
    const recent = this.#changed.get(kind);
    if (recent) {
      recent.again = true;
      return;
    }
    this.#broadcast(`changed ${kind}`, controlFrame('changed', { kind }));
    const pause = setTimeout(() => {
      const again = this.#changed.get(kind)?.again;
      this.#changed.delete(kind);
      if (again) this.announceChanged(kind);
    }, CHANGED_INTERVAL);
    this.#changed.set(kind, { pause, again: false });
  }

  /** Ends every stream once it has what was accepted; readers come back by `retry:`. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    for (const { pause } of this.#changed.values()) clearTimeout(pause);
    clearTimeout(this.#tellRedacted);
    this.#options.hub.runRound();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closing = { resolve };
    for (const connection of this.#connections) connection.end();
    if (this.#connections.size === 0) resolve();
    const grace = setTimeout(() => {
      for (const connection of this.#connections) connection.destroy();
    }, END_GRACE);
    await promise;
    clearTimeout(grace);
  }

  delivered(events: number): void {
    this.counts.delivered += events;
  }

  cut(reason: CutReason): void {
    this.counts.cut[reason]++;
  }

  closed(connection: StreamConnection): void {
    if (!this.#connections.delete(connection)) return;
    this.#count(connection.channels, -1);
    if (this.#connections.size === 0) this.#closing?.resolve();
  }

  #count(channels: ChannelSet, change: 1 | -1): void {
    const count = (this.#perChannelSet.get(channels) ?? 0) + change;
    if (count === 0) this.#perChannelSet.delete(channels);
    else this.#perChannelSet.set(channels, count);
  }

  #beat(): void {
    const at = new Date(this.#options.now()).toISOString();
    this.#broadcast('heartbeat', controlFrame('heartbeat', { head: this.log.head, at }));
    if (this.#connections.size > 0) void this.#cutVanished();
  }

  async #cutVanished(): Promise<void> {
    const vanished = await this.#vanished.look();
    if (vanished.size === 0) return;
    for (const connection of this.#connections) {
      if (vanished.has(connection.peer)) connection.cut('stalled');
    }
  }

  #broadcast(name: string, frame: Buffer): void {
    // A control message comes after every event accepted before it, so those go first.
    this.#options.hub.runRound();
    for (const connection of this.#connections) connection.control(name, frame);
  }
}

/** A refusal would end an EventSource for ever. */
function askToRetry(socket: Socket, head: string): void {
  socket.end(`${head}retry: ${between(RETRY)}\n\n`);
}

function between({ from, to }: { from: number; to: number }): number {
  return from + Math.floor(Math.random() * (to - from));
}
