import { createInbox, type NatsConnection } from '@nats-io/transport-node';
import type { Names } from './names.ts';

/** A node that has not answered by then is named to the operator. */
const TIMEOUT = 5000;

export interface JournalErasureParts {
  readonly nc: NatsConnection;
  readonly names: Names;
  readonly node: string;
  /** The other nodes that can be heard. */
  readonly present: () => readonly string[];
  /** Takes a number out of what waits here for the database. */
  readonly erase: (number: string) => Promise<void>;
}

/**
 * What pages have reported waits on the node that took it while the database is away, and would
 * bring an erased number back. So every node is asked to look through its own. This is the one
 * message that a number travels in; it is stored nowhere.
 */
export class JournalErasure {
  readonly #parts: JournalErasureParts;

  constructor(parts: JournalErasureParts) {
    this.#parts = parts;
    const { nc, names, node, erase } = parts;
    nc.subscribe(names.said('erase'), {
      callback: (error, message) => {
        const asked = error ? undefined : message.json<{ node: string; number: string }>();
        if (!asked || asked.node === node) return;
        // No answer says that it could not be done.
        erase(asked.number).then(
          () => message.respond(node),
          () => {},
        );
      },
    });
  }

  /** Answers which nodes did not do it. */
  async ask(number: string): Promise<readonly string[]> {
    const { nc, names, node, present } = this.#parts;
    const waiting = new Set(present());
    if (waiting.size === 0) return [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const reply = createInbox();
    const answers = nc.subscribe(reply, {
      callback: (error, message) => {
        if (!error) waiting.delete(message.string());
        if (waiting.size === 0) resolve();
      },
    });
    nc.publish(names.said('erase'), JSON.stringify({ node, number }), { reply });
    const timeout = setTimeout(resolve, TIMEOUT);
    await promise;
    clearTimeout(timeout);
    answers.unsubscribe();
    return [...waiting];
  }
}
