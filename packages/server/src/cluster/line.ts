import type { NatsConnection } from '@nats-io/transport-node';
import { isRefusal } from './connection.ts';

interface Told {
  readonly onLost: () => void;
  readonly onBack: () => void;
}

/** Whether there is a connection at the moment. */
export class Line {
  /** NATS refuses the login since the connection was lost. */
  isRefused = false;
  #isUp = true;
  #up = Promise.withResolvers<undefined>();

  constructor(nc: NatsConnection, told: Told) {
    void this.#watch(nc, told);
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** When it is back, while it is lost. */
  back(): Promise<undefined> {
    return this.#up.promise;
  }

  async #watch(nc: NatsConnection, told: Told): Promise<void> {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') {
        this.#isUp = false;
        told.onLost();
      } else if (status.type === 'reconnect') {
        this.#isUp = true;
        this.isRefused = false;
        this.#up.resolve(undefined);
        this.#up = Promise.withResolvers();
        told.onBack();
      } else if (status.type === 'error' && isRefusal(status.error)) this.isRefused = true;
    }
  }
}
