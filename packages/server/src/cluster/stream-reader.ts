import type { ConsumerMessages, JetStreamClient, JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

const PAUSE = 250;
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

/** Reads a stream for ever, from where it was left off, whatever happens to servers and lines. */
export class StreamReader {
  readonly #nc: NatsConnection;
  readonly #js: JetStreamClient;
  readonly #reading: Reading;
  #messages: ConsumerMessages | undefined;
  #renewing = false;
  #again = false;
  #closed = false;
  #isFailing = false;

  constructor(nc: NatsConnection, js: JetStreamClient, reading: Reading) {
    this.#nc = nc;
    this.#js = js;
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
        await new Promise((resolve) => setTimeout(resolve, PAUSE).unref());
      }
    }
    this.#renewing = false;
  }

  close(): void {
    this.#closed = true;
    this.#messages?.stop();
  }

  async #replace(): Promise<void> {
    const { stream, from, take } = this.#reading;
    const consumer = await this.#js.consumers.get(stream, {
      opt_start_seq: Math.max(await from(), 1),
      inactive_threshold: 10_000,
    });
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

  async #watch(messages: ConsumerMessages): Promise<void> {
    for await (const { type } of messages.status()) {
      if (messages === this.#messages && BROKEN.has(type)) void this.renew();
    }
  }

  async #watchConnection(): Promise<void> {
    for await (const { type } of this.#nc.status()) if (type === 'reconnect') void this.renew();
  }
}
