import { randomUUID } from 'node:crypto';
import type { Channel } from '@hookline/contract';
import { JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream';
import { createInbox, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { HttpProblem } from '../http/problem.ts';
import type { Origin } from '../hub/relay-event.ts';
import type { Published } from '../hub/transport.ts';
import { isoTime } from '../iso-time.ts';
import type { Availability } from './availability.ts';
import type { Line } from './line.ts';
import type { HeldEvent } from './lost-stream.ts';
import { HEADERS, type Names } from './names.ts';
import { codeOf, isNoRoom, NO_ROOM } from './prepare.ts';
import type { Redacted } from './shared-state.ts';
import { unavailable } from './unavailable.ts';
import { Unseen } from './unseen.ts';
import { type Outgoing, type Told, Waiting } from './waiting.ts';

const ATTEMPT = 2000;
const PAUSE = { from: 100, to: 250 };
/** A timer for each event costs more than to look at all that wait, now and then. */
const LOOK_EVERY = 50;
/** Beyond this, whoever comes is turned away at once: what waits is held in memory. */
const MOST_WAITING = { requests: 1000, bytes: 16 * 1024 * 1024 };
/** One that has the same name is being stored; who says so for longer has forgotten that it is not. */
const IN_PROCESS = 10158;
const IN_PROCESS_FOR = 1000;
/** Between two times that another server is asked to lead. */
const LEADS_AT_LEAST = 5000;
/** The message is larger than the server takes, or than the stream does. */
const TOO_LARGE = 10054;

export interface PublisherParts {
  readonly nc: NatsConnection;
  readonly jsm: JetStreamManager;
  readonly line: Line;
  readonly names: Names;
  readonly availability: Availability;
  /** Milliseconds. */
  readonly timeout: number;
  readonly now: () => number;
  /** Streams of all nodes that an event of this channel goes to. */
  readonly listenersOf: (channel: Channel | null) => number;
  readonly redacted: (id: number) => Redacted | undefined;
  /** The newest event that has come by. */
  readonly head: () => number;
  readonly onTooLarge: (bytes: number) => void;
  /** The leader knows a name of which it has nothing; another server is asked to lead. */
  readonly onNameKept: () => void;
  /** JetStream has no room left, or has it again. */
  readonly onFull: (isFull: boolean) => void;
  readonly onStored: (seconds: number) => void;
}

/**
 * Puts events into the stream. What is answered is stored; whether what was not answered is stored
 * nobody knows, so it is sent again under the same name, which JetStream takes once.
 */
export class Publisher {
  readonly #parts: PublisherParts;
  readonly #waiting = new Map<string, Waiting>();
  readonly #unseen = new Unseen(MOST_WAITING);
  /** Where JetStream answers: the client would make promises and an error with its stack for each event. */
  readonly #inbox = createInbox();
  /** Of the names of its requests: no other node has it, nor this one in another run. */
  readonly #run = randomUUID();
  #requests = 0;
  #looking: NodeJS.Timeout | undefined;
  #isFull = false;
  #waitingBytes = 0;
  #turn: Promise<void> | undefined;
  #leaderReplacedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
    const before = this.#inbox.length + 1;
    parts.nc.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        const waiting = this.#waiting.get(message.subject.slice(before));
        if (error || !waiting) return;
        const id = waiting.answered(message);
        if (id !== undefined && id > parts.head()) this.#unseen.add(id, waiting.outgoing);
      },
    });
  }

  /** Webhooks that wait for JetStream. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** JetStream says that it has no room left. */
  get isFull(): boolean {
    return this.#isFull;
  }

  set isFull(isFull: boolean) {
    if (isFull === this.#isFull) return;
    this.#isFull = isFull;
    this.#parts.onFull(isFull);
  }

  publish(
    channel: Channel | null,
    payload: Buffer,
    origin: Origin,
    name?: string,
  ): Promise<Published> {
    const { availability } = this.#parts;
    if (availability.isAway) return Promise.reject(unavailable(availability.reason));
    const isCrowded = this.#waitingBytes + payload.length > MOST_WAITING.bytes;
    if (isCrowded || this.#waiting.size >= MOST_WAITING.requests) {
      return Promise.reject(unavailable('Too many webhooks wait for JetStream.'));
    }
    return this.#store(this.#outgoing(channel, payload, origin, name));
  }

  async #store(outgoing: Outgoing): Promise<Published> {
    const { availability, onStored } = this.#parts;
    const { payload, request } = outgoing;
    const waiting = new Waiting(outgoing);
    this.#waiting.set(request, waiting);
    this.#waitingBytes += payload.length;
    const began = performance.now();
    try {
      const published = await this.#attempts(outgoing, waiting, began);
      availability.answered();
      this.isFull = false;
      onStored((performance.now() - began) / 1000);
      return published;
    } finally {
      this.#waiting.delete(request);
      this.#waitingBytes -= payload.length;
    }
  }

  /** What JetStream has said of an event that has this id, if this node has sent it. */
  sent(id: number): Outgoing | undefined {
    return this.#unseen.take(id);
  }

  /** It is to be nowhere any more. */
  erased(id: number): void {
    this.#unseen.remove(id);
  }

  /** What JetStream has said it has, and has not given out, in the stream that is no more. */
  takeUnseen(): HeldEvent[] {
    return this.#unseen.takeAll();
  }

  /** Puts one into the stream that was in another one before. */
  again({ channel, payload, sender, topic, name, receivedAt }: HeldEvent): Promise<Published> {
    return this.#store(this.#outgoing(channel, payload, { sender, topic }, name, receivedAt));
  }

  /** An event came by, often before the confirmation that it is stored. */
  cameBy(request: string, published: Published): void {
    this.#waiting.get(request)?.cameBy(published);
  }

  lineIsLost(): void {
    for (const each of this.#waiting.values()) each.sendAgain();
  }

  #outgoing(
    channel: Channel | null,
    payload: Buffer,
    origin: Origin,
    given: string | undefined,
    receivedAt = isoTime(this.#parts.now()),
  ): Outgoing {
    const { listenersOf } = this.#parts;
    const request = `${this.#run}-${this.#requests++}`;
    const name = given ?? request;
    const listeners = listenersOf(channel);
    const { sender, topic } = origin;
    const lines = headerLine(HEADERS.sender, sender) + headerLine(HEADERS.topic, topic);
    // What the client makes of headers costs more than all else that it does to publish.
    const headers = Buffer.from(
      `NATS/1.0\r\n${HEADERS.at}: ${receivedAt}\r\n${HEADERS.listeners}: ${listeners}\r\n${HEADERS.request}: ${request}\r\n${HEADERS.name}: ${name}\r\n${lines}\r\n`,
    );
    const options = {
      headers: { encode: () => headers } as unknown as MsgHdrs,
      reply: `${this.#inbox}.${request}`,
    };
    return { channel, payload, origin, request, name, receivedAt, listeners, options };
  }

  async #attempts(outgoing: Outgoing, waiting: Waiting, began: number): Promise<Published> {
    const { timeout, availability, line } = this.#parts;
    const deadline = began + timeout;
    const left = () => Math.max(0, deadline - performance.now());
    let noRoom = false;
    let inProcessSince: number | undefined;
    // Whoever is alone does not wait for others who might come.
    if (this.#waiting.size > 1) await this.#turnIsOver();
    for (let now = began; now < deadline; now = performance.now()) {
      // What is sent without a line is dropped, and would be waited for.
      if (!line.isUp) await Promise.race([line.back(), pauseFor(left())]);
      try {
        this.#send(outgoing);
        this.#looking ??= setTimeout(() => this.#look(), LOOK_EVERY);
        const told = await waiting.answer(Math.min(performance.now() + ATTEMPT, deadline + 1));
        const published = this.#published(outgoing, told);
        if (published) return await published;
      } catch (thrown) {
        const error = this.#isTooLarge(outgoing, thrown) ? this.#tooLarge(outgoing) : thrown;
        if (error instanceof HttpProblem) throw error;
        // The last attempt may be too short for an answer: what was said before still holds.
        noRoom ||= isNoRoom(error);
        // That it is full, it says at once: only the first one waits for it to pass.
        if (noRoom && this.#isFull) break;
        inProcessSince = isInProcess(error) ? (inProcessSince ?? performance.now()) : undefined;
        if (inProcessSince !== undefined) this.#freeName(inProcessSince);
        await pauseFor(Math.min(between(PAUSE), left()));
      }
    }
    this.isFull = noRoom;
    if (noRoom) throw unavailable(NO_ROOM);
    availability.missed();
    throw unavailable(
      'JetStream did not answer in time. It may have been stored: sent again with the same Idempotency-Key or webhook-id it counts once.',
    );
  }

  #look(): void {
    const now = performance.now();
    for (const each of this.#waiting.values()) each.lookAtClock(now);
    this.#looking = this.#waiting.size > 0 ? setTimeout(() => this.#look(), LOOK_EVERY) : undefined;
  }

  /** Whoever comes in one turn is sent with one write, which costs more than all the rest. */
  #turnIsOver(): Promise<void> {
    this.#turn ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#turn = undefined;
        resolve();
      });
    });
    return this.#turn;
  }

  #send({ channel, payload, options }: Outgoing): void {
    const { nc, names } = this.#parts;
    nc.publish(names.subjectOf(channel), payload, options);
  }

  #published(outgoing: Outgoing, told: Told): Published | Promise<Published> | undefined {
    const { receivedAt, channel, listeners } = outgoing;
    if (!told || 'id' in told) return told;
    if (!told.duplicate) return { id: told.seq, receivedAt, channel, listeners };
    if (told.seq === 0) throw new InProcess();
    return this.#earlier(outgoing, told.seq);
  }

  /** Thrown by the client before anything is sent, or said by JetStream. */
  #isTooLarge({ payload }: Outgoing, error: unknown): boolean {
    const most = this.#parts.nc.info?.max_payload ?? Number.POSITIVE_INFINITY;
    const isRefused = error instanceof JetStreamApiError && error.code === TOO_LARGE;
    return isRefused || payload.length >= most || /max_payload/.test(String(error));
  }

  #tooLarge({ payload }: Outgoing): HttpProblem {
    this.#parts.onTooLarge(payload.length);
    return unavailable('NATS does not take a message of this size.');
  }

  /**
   * A leader that had lost the others keeps the names of what it could not store with them. When it
   * leads again, these would never be taken: another one takes them, and then they are known rightly.
   */
  #freeName(inProcessSince: number): void {
    const { nc, names, onNameKept } = this.#parts;
    const now = performance.now();
    if (now - inProcessSince < IN_PROCESS_FOR) return;
    if (now - this.#leaderReplacedAt < LEADS_AT_LEAST) return;
    this.#leaderReplacedAt = now;
    onNameKept();
    nc.publish(`$JS.API.STREAM.LEADER.STEPDOWN.${names.stream}`);
  }

  /** The name was known: by an earlier attempt of this request, or by an earlier request. */
  async #earlier(outgoing: Outgoing, seq: number): Promise<Published> {
    const { jsm, names, redacted } = this.#parts;
    const { channel, payload, request, receivedAt, listeners } = outgoing;
    const stored = await jsm.streams.getMessage(names.stream, { seq });
    if (!stored) {
      // Erased since: all that is left of it is that it came.
      const at = redacted(seq)?.receivedAt ?? receivedAt;
      return { id: seq, receivedAt: at, channel, listeners: 0, isRepeated: true };
    }
    const { header, data } = stored;
    if (header.get(HEADERS.request) === request) return { id: seq, receivedAt, channel, listeners };
    if (!payload.equals(data)) {
      throw new HttpProblem(
        'key_reused',
        'A request with the same Idempotency-Key, webhook-id or delivery id had another body.',
      );
    }
    return {
      id: seq,
      receivedAt: header.get(HEADERS.at),
      channel,
      listeners: Number(header.get(HEADERS.listeners)),
      isRepeated: true,
    };
  }
}

function headerLine(name: string, value: string | null): string {
  return value === null ? '' : `${name}: ${value}\r\n`;
}

class InProcess extends Error {}

/** Some versions say it by an error, others by the sequence 0. */
function isInProcess(error: unknown): boolean {
  return error instanceof InProcess || codeOf(error) === IN_PROCESS;
}

function between({ from, to }: { readonly from: number; readonly to: number }): number {
  return from + Math.random() * (to - from);
}

function pauseFor(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds));
}
