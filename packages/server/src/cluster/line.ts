import type { NatsConnection } from '@nats-io/transport-node';
import { isRefusal } from './connection.ts';

/** Whether there is a connection at the moment. */
export class Line {
  /** NATS refuses the login since the connection was lost. */
  isRefused = false;
  #up = Promise.withResolvers<undefined>();
  #down = Promise.withResolvers<undefined>();
  #isUp = true;

  constructor(nc: NatsConnection, onReconnect: () => void) {
    this.#up.resolve(undefined);
    void this.#watch(nc, onReconnect);
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  up(): Promise<undefined> {
    return this.#up.promise;
  }

  down(): Promise<undefined> {
    return this.#down.promise;
  }

  async #watch(nc: NatsConnection, onReconnect: () => void): Promise<void> {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') {
        this.#isUp = false;
        this.#up = Promise.withResolvers();
        this.#down.resolve(undefined);
      } else if (status.type === 'reconnect') {
        this.#isUp = true;
        this.isRefused = false;
        this.#down = Promise.withResolvers();
        this.#up.resolve(undefined);
        onReconnect();
      } else if (status.type === 'error' && isRefusal(status.error)) this.isRefused = true;
    }
  }
}
