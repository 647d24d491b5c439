import { setTimeout as pause } from 'node:timers/promises';
import type {
  Consumer,
  ConsumerInfo,
  ConsumerMessages,
  JetStreamClient,
  JetStreamManager,
  JsMsg,
  StreamInfo,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

const PAUSE = 250;
/** Who has heard of its followers so lately leads: they elect another after four seconds of silence. */
const LEADS_FOR = 3000;
/** How long an answer may take before it is asked again, and how often it is. */
const AGAIN_AFTER = 500;
const MOST_ASKED = 4;
/** Of these the library would mend the reading itself, with pauses of up to a minute. */
const BROKEN: ReadonlySet<string> = new Set([
  'heartbeats_missed',
  'consumer_deleted',
  'consumer_not_found',
  'stream_not_found',
  'no_responders',
  'reset',
]);

export interface Reading {
  readonly stream: string;
  /** The sequence to begin at; asked before each beginning. */
  readonly from: () => Promise<number>;
  readonly take: (message: JsMsg) => void;
  /** It did not begin; it is tried again, and only the first failure in a row is told. */
  readonly onFailure: (error: unknown) => void;
  readonly onBegin: () => void;
}

/**
 * A stream as its leader knows it. One that has lost the others answers too, and while there is none,
 * so does every copy: they know and store nothing new. A copy may hear who leads while it writes its
 * answer: it names all servers but itself, so the leader is among them.
 */
export async function leaderInfo(jsm: JetStreamManager, stream: string): Promise<StreamInfo> {
  const info = await answerTo(() => jsm.streams.info(stream, { deleted_details: true }));
  if (info.cluster && !info.cluster.leader) throw new Error('the stream has no leader');
  const followers = info.cluster?.replicas ?? [];
  if (followers.some(({ name }) => name === info.cluster?.leader)) {
    throw new Error('a copy has answered for the leader of the stream');
  }
  const heard = followers.filter(({ active }) => active < LEADS_FOR * 1_000_000);
  if (heard.length < Math.ceil(followers.length / 2)) {
    throw new Error('the leader of the stream has lost the other servers');
  }
  return info;
}

/**
 * The first answer. What is asked before there is a leader, or of a machine that was cut off, nobody
 * answers later: it is asked anew, and whoever waits does not wait for the answer that is lost.
 */
async function answerTo<T>(ask: () => Promise<T>): Promise<T> {
  const asked: Promise<T>[] = [];
  while (asked.length < MOST_ASKED) {
    asked.push(ask());
    const first = Promise.any(asked).catch(({ errors: [error] }: AggregateError) => {
      throw error;
    });
    const found = await Promise.race([first, pause(AGAIN_AFTER, undefined, { ref: false })]);
    if (found) return found;
  }
  throw new Error('JetStream does not answer');
}

/**
 * NATS puts what reads a stream on any server that has a copy. One that is behind gives out what it
 * has, as if that were all; one that was left out when the others began anew has an earlier stream of
 * this name, whose events would be taken for those of this one.
 */
export async function refuseBehind(
  jsm: JetStreamManager,
  { stream_name, cluster: place }: ConsumerInfo,
): Promise<void> {
  const { cluster } = await leaderInfo(jsm, stream_name);
  const copy = cluster?.replicas?.find(({ name }) => name === place?.leader);
  if (copy?.current === false) {
    throw new Error(`NATS reads the stream on server ${copy.name}, which is behind`);
  }
}

export type StreamState = Pick<
  StreamInfo['state'],
  'first_seq' | 'last_seq' | 'messages' | 'deleted'
>;

/** Where the stream ends. */
export interface End {
  readonly last: number;
  /** The last one that is not erased: the others will never come. */
  readonly present: number;
}

export function endOf({ first_seq, last_seq, messages, deleted = [] }: StreamState): End {
  const erased = new Set(deleted);
  let present = messages === 0 ? 0 : last_seq;
  while (present >= first_seq && erased.has(present)) present--;
  return { last: last_seq, present };
}

export interface ReaderParts {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
}

/** Reads a stream for ever, from where it was left off, whatever happens to servers and lines. */
export class StreamReader {
  readonly #nc: NatsConnection;
  readonly #js: JetStreamClient;
  readonly #jsm: JetStreamManager;
  readonly #reading: Reading;
  #messages: ConsumerMessages | undefined;
  #renewing = false;
  #again = false;
  #closed = false;
  #isFailing = false;

  constructor({ nc, js, jsm }: ReaderParts, reading: Reading) {
    this.#nc = nc;
    this.#js = js;
    this.#jsm = jsm;
    this.#reading = reading;
  }

  begin(): void {
    void this.#watchConnection();
    void this.renew();
  }

  /** Begins anew; the one before goes on until the new one runs, for it may be well. */
  async renew(): Promise<void> {
    this.#again = true;
    if (this.#renewing) return;
    this.#renewing = true;
    while (this.#again && !this.#closed) {
      this.#again = false;
      try {
        await this.#replace();
        this.#isFailing = false;
        this.#reading.onBegin();
      } catch (error) {
        if (this.#closed) break;
        if (!this.#isFailing) this.#reading.onFailure(error);
        this.#isFailing = true;
        this.#again = true;
        await pause(PAUSE, undefined, { ref: false });
      }
    }
    this.#renewing = false;
  }

  close(): void {
    this.#closed = true;
    this.#messages?.stop();
  }

  async #replace(): Promise<void> {
    const { from, take } = this.#reading;
    const consumer = await this.#consumerFrom(Math.max(await from(), 1));
    await refuseBehind(this.#jsm, await consumer.info(true));
    // In this mode nothing is queued: what was received is taken.
    const messages = await consumer.consume({
      max_messages: 1000,
      expires: 5000,
      idle_heartbeat: 500,
      callback: take,
    });
    this.#messages?.stop();
    this.#messages = messages;
    void this.#watch(messages);
    if (this.#closed) messages.stop();
  }

  /**
   * NATS puts each on any one of the servers, for half a minute also on one that was cut off in
   * silence: such a consumer never comes. Those that nobody reads go by themselves.
   */
  #consumerFrom(start: number): Promise<Consumer> {
    return answerTo(() =>
      this.#js.consumers.get(this.#reading.stream, {
        // Of each its own: the client writes the consumer's name into it.
        opt_start_seq: start,
        inactive_threshold: 10_000,
      }),
    );
  }

  async #watch(messages: ConsumerMessages): Promise<void> {
    for await (const { type } of messages.status()) {
      if (messages === this.#messages && BROKEN.has(type)) void this.renew();
    }
  }

  async #watchConnection(): Promise<void> {
    for await (const { type } of this.#nc.status()) if (type === 'reconnect') void this.renew();
  }
}
