import { createInbox, type NatsConnection } from '@nats-io/transport-node';
import type { Names } from './names.ts';

export interface JournalErasureParts {
  readonly nc: NatsConnection;
  readonly names: Names;
  readonly node: string;
  /** The other nodes that can be heard, and what they are called. */
  readonly present: () => ReadonlyMap<string, string>;
  /** What those are called that cannot be heard any more. */
  readonly missing: () => readonly string[];
  /** Takes a number out of what waits here for the database. */
  readonly erase: (number: string) => Promise<void>;
}

/**
 * What pages have reported waits on the node that took it while the database is away, and its phone
 * book holds what it was told. So every node is asked to look through its own; what one has written
 * down that cannot be reached is held against a mark when it is stored. This is the one message that
 * a number travels in; it is stored nowhere.
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

  /** Answers what the nodes are called that have not done it when the signal is given. */
  async ask(number: string, isOver: AbortSignal): Promise<readonly string[]> {
    const { nc, names, node, present, missing } = this.#parts;
    const waiting = new Map(present());
    if (waiting.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const reply = createInbox();
      const answers = nc.subscribe(reply, {
        callback: (error, message) => {
          if (!error) waiting.delete(message.string());
          if (waiting.size === 0) resolve();
        },
      });
      nc.publish(names.said('erase'), JSON.stringify({ node, number }), { reply });
      isOver.addEventListener('abort', () => resolve());
      if (isOver.aborted) resolve();
      await promise;
      answers.unsubscribe();
    }
    return [...new Set([...waiting.values(), ...missing()])];
  }
}
