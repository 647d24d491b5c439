import type { Channel } from '@hookline/contract';
import { JetStreamApiError, type PubAck } from '@nats-io/jetstream';
import type { Msg, PublishOptions } from '@nats-io/transport-node';
import type { Origin } from '../hub/relay-event.ts';
import type { Published } from '../hub/transport.ts';

/** An event on its way into the stream. */
export interface Outgoing {
  readonly channel: Channel | null;
  readonly payload: Buffer;
  readonly origin: Origin;
  readonly request: string;
  /** What JetStream tells two of the same by. */
  readonly name: string;
  readonly receivedAt: string;
  readonly listeners: number;
  readonly options: PublishOptions;
}

type Ack = Pick<PubAck, 'seq'> & { readonly duplicate?: boolean };
/** Undefined if nothing was said in time, or what was sent may have been lost with the line. */
export type Told = Published | Ack | undefined;

/** A request that JetStream has not answered yet. */
export class Waiting {
  readonly outgoing: Outgoing;
  #published: Published | undefined;
  #told: PromiseWithResolvers<Told> | undefined;
  #until = Number.POSITIVE_INFINITY;

  constructor(outgoing: Outgoing) {
    this.outgoing = outgoing;
  }

  /**
   * What comes first until then: its event, which may be before JetStream says that it has it, or what
   * JetStream says, to whichever attempt; an error if it was not stored.
   */
  answer(until: number): Promise<Told> {
    this.#until = until;
    this.#told = Promise.withResolvers();
    if (this.#published) this.#told.resolve(this.#published);
    return this.#told.promise;
  }

  cameBy(published: Published): void {
    this.#published = published;
    this.#told?.resolve(published);
  }

  /** Answers its place in the stream, if it has just got one. */
  answered(message: Msg): number | undefined {
    // So NATS says that nobody listens.
    if (message.data.length === 0) {
      this.#told?.reject(new Error('nobody leads the stream'));
      return undefined;
    }
    const ack = message.json<Ack & { error?: ApiError }>();
    if (ack.error) this.#told?.reject(new JetStreamApiError(ack.error));
    else this.#told?.resolve(ack);
    return ack.error || ack.duplicate ? undefined : ack.seq;
  }

  sendAgain(): void {
    this.#told?.resolve(undefined);
  }

  lookAtClock(now: number): void {
    if (now >= this.#until) this.sendAgain();
  }
}

type ApiError = ConstructorParameters<typeof JetStreamApiError>[0];
