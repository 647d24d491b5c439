import { randomUUID } from 'node:crypto';
import type { Channel } from '@hookline/contract';
import {
  AckPolicy,
  type Consumer,
  DeliverPolicy,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import type { NatsServers } from '../config/nats-servers.ts';
import type { Origin } from '../hub/relay-event.ts';
import { connectTo } from './connection.ts';
import { type Epoch, Epochs } from './epochs.ts';
import { HEADERS, Names, originIn } from './names.ts';
import { leaderInfo, refuseBehind } from './stream-reader.ts';

const API_TIMEOUT = 2000;
const WAIT = 2000;
/** One that says nothing at all, not even that there is nothing. */
const SILENT_AFTER = 5000;
const AT_ONCE = 32;
const BATCH = { events: 500, bytes: 1024 * 1024 };

export interface FedEvent extends Origin {
  readonly id: number;
  readonly receivedAt: string;
  readonly channel: Channel | null;
  /** What its request was called; the same one has it again wherever it is sent again. */
  readonly name: string;
  /** JSON text. */
  readonly text: string;
}

/** Events in the order of the stream. */
export interface FedBatch {
  readonly events: readonly FedEvent[];
  readonly through: number;
  /** How many there are behind it. */
  readonly pending: number;
}

/** The stream as the archive reads it, over a connection of its own. */
export class FeedSource {
  readonly #nc: NatsConnection;
  readonly #jsm: JetStreamManager;
  readonly #names: Names;
  readonly #epochs: Epochs;
  #consumer: Consumer | undefined;
  #delivered = 0;
  #isInterrupted = false;

  static async open(servers: NatsServers, name: string): Promise<FeedSource> {
    const nc = await connectTo(servers, 'hookline archive');
    try {
      const jsm = await jetstreamManager(nc, { checkAPI: false, timeout: API_TIMEOUT });
      const names = new Names(name);
      const kv = await new Kvm(nc).open(names.bucket);
      return new FeedSource(nc, jsm, names, new Epochs(kv, names.stream));
    } catch (error) {
      await nc.close();
      throw error;
    }
  }

  private constructor(nc: NatsConnection, jsm: JetStreamManager, names: Names, epochs: Epochs) {
    this.#nc = nc;
    this.#jsm = jsm;
    this.#names = names;
    this.#epochs = epochs;
    void this.#watch();
  }

  /** The epoch that the stream is in, and what of it is there. */
  async epoch(): Promise<Epoch & { readonly first: number; readonly last: number }> {
    const { created, state } = await leaderInfo(this.#jsm, this.#names.stream);
    const epoch = await this.#epochs.at(created);
    return { ...epoch, first: state.first_seq, last: state.last_seq };
  }

  /** From here on; nothing is acknowledged, for what is stored is known where it is stored. */
  async from(sequence: number): Promise<void> {
    const { stream } = this.#names;
    const name = `archive-${randomUUID()}`;
    const consumer = await this.#jsm.consumers.add(stream, {
      name,
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: sequence,
      mem_storage: true,
      num_replicas: 1,
      inactive_threshold: nanos(10_000),
    });
    await refuseBehind(this.#jsm, consumer);
    this.#consumer = await jetstream(this.#nc, { timeout: API_TIMEOUT }).consumers.get(
      stream,
      name,
    );
    this.#delivered = 0;
    this.#isInterrupted = false;
  }

  /** What comes next, once there is something; undefined if nothing came for a while. */
  async next(): Promise<FedBatch | undefined> {
    const [first] = await this.#fetch(1);
    if (!first) return undefined;
    const messages = [first];
    let bytes = first.data.length;
    let { pending } = first.info;
    while (pending > 0 && messages.length < BATCH.events && bytes < BATCH.bytes) {
      const more = await this.#fetch(Math.min(pending, AT_ONCE));
      const last = more.at(-1);
      if (!last) break;
      messages.push(...more);
      bytes += more.reduce((sum, { data }) => sum + data.length, 0);
      ({ pending } = last.info);
    }
    const events = messages.map((message) => this.#event(message));
    return { events, through: events.at(-1)?.id ?? 0, pending };
  }

  async close(): Promise<void> {
    await this.#nc.close();
  }

  /** Always all of them: what was fetched and is not read would be missing. */
  async #fetch(count: number): Promise<JsMsg[]> {
    if (!this.#consumer || this.#isInterrupted) throw new Error('the stream was interrupted');
    const fetched: JsMsg[] = [];
    const messages = await this.#consumer.fetch({ max_messages: count, expires: WAIT });
    const timeout = setTimeout(() => messages.stop(new Error('NATS is silent')), SILENT_AFTER);
    try {
      for await (const message of messages) fetched.push(message);
    } finally {
      clearTimeout(timeout);
    }
    for (const { info } of fetched) {
      this.#delivered++;
      if (info.deliverySequence !== this.#delivered) throw new Error('the stream has a gap');
    }
    return fetched;
  }

  #event(message: JsMsg): FedEvent {
    const { headers, subject, seq } = message;
    return {
      id: seq,
      receivedAt: headers?.get(HEADERS.at) || message.time.toISOString(),
      channel: this.#names.channelOf(subject),
      ...originIn(headers),
      name: headers?.get(HEADERS.name) ?? '',
      text: message.string(),
    };
  }

  /** The servers may have come back with another history. */
  async #watch(): Promise<void> {
    for await (const { type } of this.#nc.status()) {
      if (type === 'disconnect') this.#isInterrupted = true;
    }
  }
}
