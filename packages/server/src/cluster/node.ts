import { randomUUID } from 'node:crypto';
import { CHANGED_KINDS } from '@hookline/contract';
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { Availability } from './availability.ts';
import { connectTo, reasonOf } from './connection.ts';
import { Epochs } from './epochs.ts';
import { eraseFromStream } from './erasure.ts';
import { Follower } from './follower.ts';
import { JournalErasure } from './journal-erasure.ts';
import { Line } from './line.ts';
import { LostEvents, type LostStream } from './lost-stream.ts';
import { streamOf } from './names.ts';
import type { ClusterFigures, ClusterParts, Finds, LiveNode } from './parts.ts';
import { Peers } from './peers.ts';
import {
  isMissingStream,
  isNoRoom,
  NO_ROOM,
  payloadProblem,
  prepare,
  type StreamSettings,
  SWITCHED_OFF,
  streamSettings,
  versionProblem,
} from './prepare.ts';
import { Publisher } from './publisher.ts';
import { Redactions } from './redactions.ts';
import { settingsHash } from './settings-hash.ts';
import { SharedState } from './shared-state.ts';
import { unavailable } from './unavailable.ts';

const API_TIMEOUT = 2000;
/** A stream or bucket that somebody has removed is not made anew at once: they may be about to do it. */
const MAKE_STREAM_AFTER = 30_000;

/** This node, connected: it publishes, follows, and shares what all nodes know. */
export class Node implements LiveNode {
  readonly #parts: ClusterParts;
  readonly #nc: NatsConnection;
  readonly #jsm: JetStreamManager;
  readonly #settings: StreamSettings;
  readonly #line: Line;
  readonly #availability: Availability;
  readonly #peers: Peers;
  readonly #follower: Follower;
  readonly #state: SharedState;
  readonly #journals: JournalErasure;
  readonly #redactions = new Redactions();
  readonly #lost = new LostEvents();
  readonly publisher: Publisher;
  #last = 0;
  #missingSince: number | undefined;

  static async join(nc: NatsConnection, parts: ClusterParts): Promise<Node> {
    const jsm = await jetstreamManager(nc, { checkAPI: false, timeout: API_TIMEOUT });
    const settings = streamSettings(parts.config);
    const buckets = await prepare(nc, jsm, settings);
    const node = new Node(nc, jsm, settings, buckets, parts);
    await node.#begin();
    return node;
  }

  private constructor(
    nc: NatsConnection,
    jsm: JetStreamManager,
    settings: StreamSettings,
    buckets: Awaited<ReturnType<typeof prepare>>,
    parts: ClusterParts,
  ) {
    this.#parts = parts;
    this.#nc = nc;
    this.#jsm = jsm;
    this.#settings = settings;
    const { config, hub, streams, now, log } = parts;
    const { names } = settings;
    const js = jetstream(nc, { timeout: API_TIMEOUT });
    const common = { nc, js, jsm, names, hub, now };
    const onFailure = (error: unknown) => log.warn({ err: error }, 'the stream cannot be followed');
    this.#line = new Line(nc, {
      onLost: () => this.publisher.lineIsLost(),
      onBack: () => this.#reconnected(),
    });
    this.#availability = new Availability({
      probe: () => this.#probe(),
      timeout: config['app.cluster.timeout'],
      onChange: (isAway) => {
        if (isAway) log.error({}, 'JetStream is away; webhooks are answered 503');
        else log.info({}, 'JetStream is there');
      },
      reason: () => this.#whyAway(),
      onReason: (reason) => log.error({}, reason),
    });
    const node = randomUUID().slice(0, 8);
    this.#journals = new JournalErasure({
      ...common,
      node,
      present: () => this.#peers.present,
      missing: () => this.#peers.missing,
      erase: (number) => parts.eraseHere(number, (judge) => this.#lost.redact(judge)),
    });
    this.#peers = new Peers({
      ...common,
      node,
      name: parts.name,
      version: parts.version,
      settings: () => settingsHash(parts.running()),
      head: () => hub.log.head,
      streams: () => streams.perChannelSet,
      onChanged: parts.onChanged,
      onRejection: parts.onRejection,
      onTrouble: (text) => log.warn({}, text),
    });
    this.publisher = new Publisher({
      ...common,
      line: this.#line,
      availability: this.#availability,
      timeout: config['app.cluster.timeout'],
      listenersOf: (channel) => streams.listenersOf(channel) + this.#peers.listenersOf(channel),
      redacted: (id) => this.#redactions.of(hub.instance, id - 1, id)[0],
      head: () => hub.log.head,
      onTooLarge: (bytes) => log.error({ bytes }, this.#payloadProblem() ?? 'too large for NATS'),
      onNameKept: () =>
        log.warn({}, 'the leader of the stream keeps a name without its event; another is to lead'),
      onFull: (isFull) => {
        if (isFull) log.error({}, NO_ROOM);
        else log.info({}, 'JetStream has room again');
      },
      onStored: parts.onStored,
    });
    this.#state = new SharedState({
      ...common,
      buckets,
      onEpoch: () => this.#follower.renew(),
      onCleared: (instance, through) => this.#redactions.clear(instance, through, hub),
      onRedacted: (instance, redacted) => {
        this.#redactions.add(instance, redacted, hub);
        this.publisher.erased(redacted.id);
      },
      onErased: parts.onErased,
      onEnded: parts.onEnded,
      onFailure,
    });
    this.#follower = new Follower({
      ...common,
      epochs: new Epochs(buckets.lasting, names.stream),
      redacted: (after, through) => this.#redactions.of(hub.instance, after, through),
      sent: (id) => this.publisher.sent(id),
      onBegunAnew: (before) => void this.#putAgain(before),
      onRequest: (request, published) => this.publisher.cameBy(request, published),
      onHead: () => this.#redactions.clearReached(hub),
      onFailure,
    });
  }

  async #begin(): Promise<void> {
    await this.#state.begin();
    await this.#follower.begin();
    this.#peers.begin();
    this.#availability.begin();
    for (const problem of this.#serverProblems()) this.#parts.log.warn({}, problem);
  }

  /** Why no webhook can be taken; undefined while they can. */
  obstacle(): string | undefined {
    if (this.#line.isRefused) return 'NATS refuses the login of app.cluster.url';
    if (!this.#availability.isAway) return this.publisher.isFull ? NO_ROOM : undefined;
    if (!this.#line.isUp) return 'NATS cannot be reached';
    return this.#availability.reason ?? 'JetStream does not answer';
  }

  isIssued(id: number): Promise<boolean> {
    return this.#follower.isIssued(id);
  }

  async clearHistory(): Promise<void> {
    const { hub } = this.#parts;
    const { head } = hub.log;
    await this.#state.clear(hub.instance, head);
    hub.clear(head);
  }

  async redact(judge: Finds, number: string): Promise<readonly string[]> {
    const { hub, stored, log, config } = this.#parts;
    const js = jetstream(this.#nc, { timeout: API_TIMEOUT });
    const { names } = this.#settings;
    const parts = { js, jsm: this.#jsm, names, hub, state: this.#state, stored };
    const timeout = config['app.cluster.timeout'];
    await this.#lost.redact(judge);
    const asking = this.#journals.ask(number, AbortSignal.timeout(timeout));
    const erasing = eraseFromStream(parts, judge, timeout);
    const [failure, missing] = await Promise.all([failureOf(erasing), asking]);
    if (missing.length > 0) {
      log.error(
        { nodes: missing },
        'nodes that did not look through their journals; what waits there is held against the mark of the erasure',
      );
    }
    if (failure) {
      const others = missing.length > 0 ? `, but for those of ${missing.join(', ')}` : '';
      const reached = `Journals and phone books of the nodes are erased${others}; stream and archive are not. Erase it again.`;
      if (failure.name === 'ArchiveError') {
        failure.message += ` ${reached}`;
        throw failure;
      }
      throw unavailable(`JetStream did not do it in time (${reasonOf(failure)}). ${reached}`);
    }
    return missing;
  }

  tellErased(): Promise<void> {
    return this.#state.tellErased();
  }

  endSession(id: string, until: number): Promise<void> {
    return this.#state.end(id, until);
  }

  get peers(): Peers {
    return this.#peers;
  }

  troubles(): string[] {
    return [...this.#serverProblems(), ...this.#peers.troubles()];
  }

  figures(): ClusterFigures {
    return {
      isConnected: this.#line.isUp,
      isAway: this.#availability.isAway,
      lag: Math.max(0, this.#last - this.#parts.hub.log.head),
      restarts: this.#follower.restarts,
      peers: this.#peers.present.size,
      clockOff: this.#peers.clockOff,
      waiting: this.publisher.waiting,
    };
  }

  async close(): Promise<void> {
    this.#availability.close();
    this.#peers.close();
    this.#follower.close();
    this.#state.close();
    await this.#nc.close();
  }

  async #probe(): Promise<void> {
    try {
      const { state } = await this.#follower.info();
      this.#last = state.last_seq;
      void this.#lookForBuckets();
      if (this.publisher.isFull) await this.#lookForRoom();
    } catch (error) {
      await this.#makeIfMissing(error);
      throw error;
    }
  }

  /** Servers may come back with the stream and without a bucket; nobody waits for these to tell. */
  async #lookForBuckets(): Promise<void> {
    const { bucket, passing } = this.#settings.names;
    try {
      for (const each of [bucket, passing]) await this.#jsm.streams.info(streamOf(each));
      this.#missingSince = undefined;
    } catch (error) {
      await this.#makeIfMissing(error).catch(() => {});
    }
  }

  /** Whether it has JetStream, a server says once, at the beginning of a line. */
  async #whyAway(): Promise<string | undefined> {
    const servers = this.#parts.config['app.cluster.url'];
    if (!servers || !this.#line.isUp) return undefined;
    const nc = await connectTo(servers, 'hookline looks');
    const hasJetStream = nc.info?.jetstream === true;
    await nc.close();
    return hasJetStream ? undefined : SWITCHED_OFF;
  }

  /** Only a write can tell, and nobody may send any while it is known. */
  async #lookForRoom(): Promise<void> {
    try {
      await this.#state.write();
      this.publisher.isFull = false;
    } catch (error) {
      if (!isNoRoom(error)) throw error;
    }
  }

  async #makeIfMissing(error: unknown): Promise<void> {
    if (!isMissingStream(error)) return;
    this.#missingSince ??= performance.now();
    if (performance.now() - this.#missingSince < MAKE_STREAM_AFTER) return;
    this.#missingSince = undefined;
    this.#parts.log.error({}, 'stream or bucket are no more; they are made anew');
    await prepare(this.#nc, this.#jsm, this.#settings);
    this.#follower.renew();
  }

  /** Of the server that this node is connected to at the moment. */
  #serverProblems(): string[] {
    const problems = [this.#payloadProblem(), versionProblem(this.#nc.info?.version ?? '')];
    return problems.filter((problem) => problem !== undefined);
  }

  #payloadProblem(): string | undefined {
    return payloadProblem(this.#nc, this.#parts.config['app.webhook.max-bytes']);
  }

  #putAgain({ instance, events }: LostStream): Promise<void> {
    const { fedThrough, log } = this.#parts;
    const lost = { instance, events: [...events, ...this.publisher.takeUnseen()] };
    return this.#lost.putAgain(lost, {
      fedThrough,
      put: (event) => this.publisher.again(event),
      isClosed: () => this.#nc.isClosed(),
      onMissing: (count) =>
        log.warn({ events: count }, 'the archive does not have them of the stream before'),
    });
  }

  /** What was said meanwhile was not heard. */
  #reconnected(): void {
    for (const kind of CHANGED_KINDS) this.#parts.onChanged(kind);
  }
}

/** Undefined if it has none. */
async function failureOf(work: Promise<void>): Promise<Error | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
