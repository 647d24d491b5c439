import type { NatsConnection } from '@nats-io/transport-node';
import { isRefusal } from './connection.ts';

/** Whether there is a connection at the moment. */
export class Line {
  /** NATS refuses the login since the connection was lost. */
  isRefused = false;
  #isUp = true;
  #up = Promise.withResolvers<undefined>();
  readonly #listeners = new Set<() => void>();

  constructor(nc: NatsConnection, onReconnect: () => void) {
    void this.#watch(nc, onReconnect);
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** How many want to know when it is lost. */
  get watchers(): number {
    return this.#listeners.size;
  }

  /** When it is back, while it is lost. */
  back(): Promise<undefined> {
    return this.#up.promise;
  }

  /**
   * Tells when it is lost; answers how not to be told. No promise: one that lasts as long as the
   * line would keep everybody in memory who ever waited for it.
   */
  whenLost(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #watch(nc: NatsConnection, onReconnect: () => void): Promise<void> {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') {
        this.#isUp = false;
        for (const listener of this.#listeners) listener();
      } else if (status.type === 'reconnect') {
        this.#isUp = true;
        this.isRefused = false;
        this.#up.resolve(undefined);
        this.#up = Promise.withResolvers();
        onReconnect();
      } else if (status.type === 'error' && isRefusal(status.error)) this.isRefused = true;
    }
  }
}
