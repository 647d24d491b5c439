import { JetStreamApiError, type PubAck } from '@nats-io/jetstream';
import type { Msg } from '@nats-io/transport-node';
import type { Published } from '../hub/transport.ts';

type Ack = Pick<PubAck, 'seq'> & { readonly duplicate?: boolean };
type Told = Published | Ack | JetStreamApiError | 'nobody' | undefined;

/** A request that JetStream has not answered yet. */
export class Waiting {
  #published: Published | undefined;
  #tell: ((told: Told) => void) | undefined;

  /**
   * What comes first: its event, which may be before JetStream says that it has it, or what JetStream
   * says, to whichever attempt. Undefined if nothing does in so many milliseconds, or what was sent may
   * have been lost with the line; an error if it was not stored.
   */
  async answer(milliseconds: number): Promise<Published | Ack | undefined> {
    const told = this.#published ?? (await this.#next(milliseconds));
    if (told === 'nobody') throw new Error('nobody leads the stream');
    if (told instanceof Error) throw told;
    return told;
  }

  cameBy(published: Published): void {
    this.#published = published;
    this.#tell?.(published);
  }

  answered(message: Msg): void {
    // So NATS says that nobody listens.
    if (message.data.length === 0) {
      this.#tell?.('nobody');
      return;
    }
    const ack = message.json<Ack & { error?: ApiError }>();
    this.#tell?.(ack.error ? new JetStreamApiError(ack.error) : ack);
  }

  sendAgain(): void {
    this.#tell?.(undefined);
  }

  #next(milliseconds: number): Promise<Told> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds, undefined);
      this.#tell = (told) => {
        clearTimeout(timer);
        this.#tell = undefined;
        resolve(told);
      };
    });
  }
}

type ApiError = ConstructorParameters<typeof JetStreamApiError>[0];
