import type { HeldEvent } from './lost-stream.ts';
import type { Outgoing } from './waiting.ts';

/**
 * Events that JetStream has, as it says, and that have not come out of it yet. Were the stream lost
 * now, nobody but this node would have them. By the time they come by, this node need not read what
 * it has written beside them itself.
 */
export class Unseen {
  readonly #most: { readonly requests: number; readonly bytes: number };
  readonly #events = new Map<number, Outgoing>();
  #bytes = 0;

  constructor(most: { readonly requests: number; readonly bytes: number }) {
    this.#most = most;
  }

  add(id: number, outgoing: Outgoing): void {
    this.remove(id);
    this.#events.set(id, outgoing);
    this.#bytes += outgoing.payload.length;
    const { requests, bytes } = this.#most;
    // A node that is far behind does not hold what the stream has as well.
    for (const oldest of this.#events.keys()) {
      if (this.#events.size <= requests && this.#bytes <= bytes) return;
      this.remove(oldest);
    }
  }

  /** The one with this id; those before it will not come any more. */
  take(id: number): Outgoing | undefined {
    const found = this.#events.get(id);
    for (const each of this.#events.keys()) if (each <= id) this.remove(each);
    return found;
  }

  takeAll(): HeldEvent[] {
    const all = [...this.#events].map(([id, { origin, ...event }]) => ({
      ...event,
      ...origin,
      id,
    }));
    this.#events.clear();
    this.#bytes = 0;
    return all;
  }

  /** It was erased. */
  remove(id: number): void {
    this.#bytes -= this.#events.get(id)?.payload.length ?? 0;
    this.#events.delete(id);
  }
}
