import { ArchiveError, unavailable } from '../engine/archive-error.ts';
import type { Reply } from './messages.ts';

/** Runs a call that came as a message and answers it; an error crosses with its reason. */
export async function answer(
  id: number,
  work: () => Promise<unknown>,
  send: (reply: Reply) => void,
): Promise<void> {
  try {
    send({ type: 'reply', id, value: await work() });
  } catch (error) {
    const { reason, inTheWay = {} } = error instanceof ArchiveError ? error : {};
    send({ type: 'reply', id, error: { reason, message: (error as Error).message, inTheWay } });
  }
}

interface Outstanding {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** The other end: calls that wait for their reply. */
export class Replies {
  readonly #outstanding = new Map<number, Outstanding>();
  #last = 0;

  get areAwaited(): boolean {
    return this.#outstanding.size > 0;
  }

  expect<T>(send: (id: number) => void): Promise<T> {
    const id = ++this.#last;
    return new Promise<T>((resolve, reject) => {
      this.#outstanding.set(id, { resolve, reject });
      send(id);
    });
  }

  settle({ id, value, error }: Reply): void {
    const waiting = this.#outstanding.get(id);
    this.#outstanding.delete(id);
    if (!error) waiting?.resolve(value as never);
    else if (error.reason) waiting?.reject(new ArchiveError(error.reason, error.message, error));
    else waiting?.reject(new Error(`the archive failed: ${error.message}`));
  }

  /** The thread is gone and will not answer any more. */
  abandon(why?: Error): void {
    for (const { reject } of this.#outstanding.values()) {
      reject(why ?? unavailable());
    }
    this.#outstanding.clear();
  }
}
