import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { HttpProblem } from '../http/app.ts';
import type { HeldMemory } from '../http/held-memory.ts';

const CHUNK_LENGTH = 64 * 1024;

export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** Texts that are held at once; the next ones are made when the client has taken these. */
export type Texts = Iterable<string>;

/** Answers that are too large to be made as a whole. Each holds one page of what it is made of. */
export class Downloads {
  readonly #running = new Set<Readable>();
  readonly #held: HeldMemory;
  readonly #onBroken: (cause: unknown) => void;
  #closed = false;

  constructor(held: HeldMemory, onBroken: (cause: unknown) => void) {
    this.#held = held;
    this.#onBroken = onBroken;
  }

  /** The first page is made before anything is sent: what is wrong is still answered as such. */
  async send(
    reply: FastifyReply,
    headers: Readonly<Record<string, string>>,
    pages: AsyncIterable<Texts>,
  ): Promise<FastifyReply> {
    if (this.#closed) throw shuttingDown();
    const rest = pages[Symbol.asyncIterator]();
    const first = await rest.next();
    reply.headers(headers);
    // The framework would read the whole archive to throw it away.
    if (reply.request.method === 'HEAD') return reply.send(Readable.from([]));

    const stream = Readable.from(this.#chunks(reply, first, rest));
    this.#running.add(stream);
    stream.once('close', () => this.#running.delete(stream));
    return reply.send(stream);
  }

  /** Breaks off what is under way: a client that hardly reads would keep the server from ending. */
  close(): void {
    this.#closed = true;
    for (const stream of this.#running) stream.destroy(new Error('the service is shutting down'));
  }

  async *#chunks(
    { raw }: FastifyReply,
    first: IteratorResult<Texts>,
    rest: AsyncIterator<Texts>,
  ): AsyncGenerator<string> {
    try {
      for (let page = first; !page.done; page = await rest.next()) {
        const texts = [...page.value];
        const hold = this.#held.hold('answer', () => raw.destroy());
        hold.set(texts.reduce((sum, { length }) => sum + length, 0));
        try {
          yield* textChunks(texts);
        } finally {
          hold.release();
        }
      }
    } catch (cause) {
      // Thrown on, it cuts the connection: ended in order, half a file would pass for a whole.
      this.#onBroken(cause);
      throw cause;
    } finally {
      await rest.return?.();
    }
  }
}

function shuttingDown(): HttpProblem {
  const headers = { 'retry-after': '5', connection: 'close' };
  return new HttpProblem('shutting_down', 'The service is shutting down.', headers);
}

/** Joins short texts, because every chunk costs a write of its own. */
function* textChunks(texts: Iterable<string>): Generator<string> {
  let waiting: string[] = [];
  let length = 0;
  for (const text of texts) {
    waiting.push(text);
    length += text.length;
    if (length < CHUNK_LENGTH) continue;
    yield waiting.join('');
    waiting = [];
    length = 0;
  }
  if (length > 0) yield waiting.join('');
}

/**
 * Items of a JSON list with the commas between them. Put together as they are: parsed and written
 * again, a payload would change.
 */
export function listItems(items: readonly string[], areFirst: boolean): string[] {
  return items.flatMap((item, i) => (areFirst && i === 0 ? [item] : [',', item]));
}
