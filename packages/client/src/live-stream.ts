import { BackOff } from './back-off.ts';
import { ask, type Backend, HooklineError, type Refusal, refusalOf } from './backend.ts';
import { isEvent, payloadText } from './event.ts';
import { fetchIds } from './history.ts';
import { type SseListener, type SseMessage, SseParser } from './sse-parser.ts';
import type { EventStream, Hello, LiveState, Position, Signal } from './stream-messages.ts';
import type { Timers } from './timers.ts';
import type { ChangedKind } from './words.ts';

/** An attempt that is not greeted within this time is given up (milliseconds). */
const GREETING = 10_000;
/** The clock is looked at this often: a look that comes late tells of a sleep. */
const LOOK = 5000;

/** What control messages carry, each a part of it. */
interface Control extends Hello {
  readonly at: string;
  readonly kind: ChangedKind;
  readonly ids: readonly number[];
  readonly erasure: string;
}

export interface LiveStreamOptions {
  readonly backend: Backend;
  readonly channels?: readonly string[] | undefined;
  /** Milliseconds between heartbeats, if known. */
  readonly heartbeat?: number | undefined;
  readonly timers: Timers;
  readonly position: () => Position;
  /** The id after which events are counted. */
  readonly countedAfter: () => number;
  readonly emit: (signal: Signal) => void;
}

/**
 * Keeps one connection alive. What has to happen by itself has a time at which it is due, and
 * timers only make it look at the clock: they run late in hidden tabs and not at all in a
 * sleeping laptop, so whoever comes by may look too.
 */
export class LiveStream implements EventStream {
  readonly #options: LiveStreamOptions;
  readonly #timeout: HeartbeatTimeout;
  readonly #backOff = new BackOff();
  #state: LiveState = 'stopped';
  #attempt: AbortController | undefined;
  /** When the present state is over, unless something happens before. */
  #due = Number.POSITIVE_INFINITY;
  #since = 0;
  #lastSign = 0;
  #resumed = false;
  #greetedAt: number | undefined;
  #callOff = () => {};

  constructor(options: LiveStreamOptions) {
    this.#options = options;
    this.#timeout = new HeartbeatTimeout(options.heartbeat);
  }

  start(): void {
    if (this.#state === 'stopped') this.#connect('connecting');
  }

  stop(): void {
    this.#giveUp();
    this.#enter('stopped');
  }

  wake(): void {
    if (this.#state === 'unauthorised' || this.#state === 'refused') this.#connect('connecting');
    else this.look(true);
  }

  /** Does what is due. On a machine that just woke an overdue heartbeat is enough. */
  look(justWoke = false): void {
    const now = this.#options.timers.now();
    if (this.#state === 'live') {
      const silence = now - this.#lastSign;
      const allowed = justWoke ? this.#timeout.overdue : this.#timeout.limit;
      // Below zero the clock was set back, and nobody knows how long it has been.
      if (silence <= allowed && silence >= 0) return;
      if (!justWoke) this.#timeout.ranOut();
      this.#connect('stalled');
    } else if (now >= this.#due || now < this.#since || (justWoke && this.#state === 'waiting')) {
      if (this.#attempt) this.#lost();
      else this.#connect('connecting');
    }
  }

  #connect(state: 'connecting' | 'stalled'): void {
    this.#giveUp();
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#timeout.newConnection();
    this.#enter(state, GREETING);
    const { backend, channels } = this.#options;
    const position = this.#options.position();
    this.#resumed = position.instance !== undefined;
    const current = () => this.#attempt === attempt;
    readStream(
      { backend, channels, position, signal: attempt.signal },
      {
        alive: () => {
          if (current()) this.#lastSign = this.#options.timers.now();
        },
        message: (message) => {
          if (current()) this.#take(message);
        },
        retry: (milliseconds) => {
          if (current()) this.#backOff.asked(milliseconds);
        },
      },
    ).then(
      () => current() && this.#lost(),
      (error: unknown) => current() && this.#lost(error),
    );
  }

  #take({ id, event: name, data }: SseMessage): void {
    const value = parsed(data);
    const control = value as Control;
    const { emit, timers } = this.#options;
    // Whatever its name: the operator can give events one.
    if (id !== undefined) {
      if (isEvent(value)) emit({ type: 'event', event: value, text: payloadText(data) });
    } else if (name === 'hello') {
      this.#greetedAt = timers.now();
      // To somebody who was never here nothing is missing.
      const missed = this.#resumed ? control.missed : 0;
      // A backend of an earlier version does not tell.
      emit({ type: 'hello', hello: { ...control, missed, erasure: control.erasure ?? null } });
      this.#enter('live');
      if (control.missed > 0) this.#askForMissed(control);
    } else if (name === 'heartbeat') {
      this.#timeout.heartbeat(control.at);
      if (control.head > 0) emit({ type: 'head', head: control.head });
    } else if (name === 'cleared' || name === 'changed' || name === 'erased') {
      emit({ ...control, type: name });
    } else if (name === 'busy') {
      this.#giveUp();
      this.#enter('busy', this.#backOff.whenBusy);
    }
  }

  /** What is not replayed can still be counted. */
  #askForMissed({ clearedThrough, oldest }: Hello): void {
    const { backend, channels, countedAfter, emit } = this.#options;
    const after = Math.max(countedAfter(), clearedThrough);
    if (oldest !== null && after >= oldest - 1) return;
    const attempt = this.#attempt;
    fetchIds(backend, after).then(
      ({ instance, ids }) => {
        if (this.#attempt !== attempt) return;
        const wanted = Object.entries(ids).filter(([name]) => channels?.includes(name) ?? true);
        emit({ type: 'ids', instance, ids: Object.fromEntries(wanted) });
      },
      // A backend that cannot tell, or a line that is lost: the next greeting asks again.
      () => {},
    );
  }

  /** The connection ended, or there never was one. */
  #lost(error?: unknown): void {
    if (this.#greetedAt !== undefined) {
      this.#backOff.lasted(this.#options.timers.now() - this.#greetedAt);
    }
    this.#giveUp();
    const refusal = error ? refusalOf(error, this.#options.backend) : {};
    const { status = 0, code } = refusal;
    if (status === 401 || status === 403) this.#enter('unauthorised', undefined, refusal);
    // Said by the backend itself: a proxy has no codes, and comes and goes.
    else if (code && status < 500 && status !== 408 && status !== 429) {
      this.#enter('refused', undefined, refusal);
    } else this.#enter('waiting', this.#backOff.next(), refusal);
  }

  #giveUp(): void {
    this.#attempt?.abort();
    this.#attempt = undefined;
    this.#greetedAt = undefined;
  }

  #enter(state: LiveState, milliseconds?: number, refusal?: Refusal): void {
    this.#state = state;
    this.#since = this.#options.timers.now();
    this.#due = this.#since + (milliseconds ?? Number.POSITIVE_INFINITY);
    this.#options.emit({ type: 'state', state, refusal });
    this.#setTimer();
  }

  #setTimer(): void {
    this.#callOff();
    // Nothing is due in any other: a door that is closed is not knocked at all day.
    if (this.#state !== 'live' && this.#due === Number.POSITIVE_INFINITY) return;
    const { timers } = this.#options;
    const now = timers.now();
    const span = this.#state === 'live' ? this.#timeout.limit / 4 : this.#due - now;
    const wait = Math.max(0, Math.min(span, LOOK));
    this.#callOff = timers.after(wait, () => {
      const late = Math.abs(timers.now() - now - wait) > LOOK;
      this.look(late);
      this.#setTimer();
    });
  }
}

/** A mangled event is passed over: failing at it would bring it back with every replay. */
function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return {};
  }
}

interface StreamReader extends SseListener {
  /** Bytes came, whatever they say: the line is not dead. */
  alive(): void;
}

interface StreamRequest {
  readonly backend: Backend;
  readonly channels: readonly string[] | undefined;
  readonly position: Position;
  readonly signal: AbortSignal;
}

/**
 * One connection, from request to end. EventSource hides heartbeats, statuses and bytes, and
 * cannot say which epoch of the backend its last id is from; so this is a `fetch`.
 */
async function readStream(request: StreamRequest, reader: StreamReader): Promise<void> {
  const { backend, channels, position, signal } = request;
  const query = new URLSearchParams();
  if (position.instance !== undefined) query.set('instance', position.instance);
  if (channels) query.set('channel', channels.join(','));
  const path = `/api/webhook/events?${query}`;
  const answer = await ask(backend, path, {
    headers: { accept: 'text/event-stream', 'last-event-id': String(position.lastId) },
    signal,
  });
  // A proxy's login or error page comes with 200 too; read as a stream it would be silence.
  if (!answer.body || !/^text\/event-stream/.test(answer.headers.get('content-type') ?? '')) {
    throw new HooklineError(answer.status, 'The answer is no event stream');
  }
  const parser = new SseParser(reader);
  const decoder = new TextDecoder();
  const bytes = answer.body.getReader();
  for (;;) {
    const { done, value } = await bytes.read();
    // Bytes that were under way when the connection was given up belong to nobody.
    if (done || signal.aborted) return;
    reader.alive();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

/** Heartbeats come this often unless the backend is told otherwise (milliseconds). */
const USUAL = 15_000;
/** A longer pause than this between two heartbeats is a sleep or a changed clock. */
const LONGEST = 900_000;
/** Networks and busy machines may hold a heartbeat up for so long. */
const GRACE = 2000;

/** How long silence is normal, learned from the heartbeats that come. */
export class HeartbeatTimeout {
  #interval: number;
  #learned: boolean;
  #previous: number | undefined;

  /** With the interval in milliseconds, if it is known. */
  constructor(given: number | undefined) {
    this.#interval = given ?? USUAL;
    this.#learned = given !== undefined;
  }

  /** After so much silence the line is dead. */
  get limit(): number {
    return Math.max(this.#interval * 2.5, this.#interval + GRACE);
  }

  /** After so much silence a heartbeat is overdue: reason enough on a machine that just woke. */
  get overdue(): number {
    return this.#interval + GRACE;
  }

  /** `at` is when the backend sent it: a proxy that hands on several at once misleads nobody. */
  heartbeat(at: string): void {
    const time = Date.parse(at);
    const gap = this.#previous === undefined ? 0 : time - this.#previous;
    this.#previous = time;
    if (gap > 0 && gap < LONGEST) {
      this.#interval = gap;
      this.#learned = true;
    }
  }

  newConnection(): void {
    this.#previous = undefined;
  }

  /** A backend with rarer heartbeats than usual must not be taken for dead again and again. */
  ranOut(): void {
    if (!this.#learned) this.#interval = Math.min(this.#interval * 2, LONGEST);
  }
}
