import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { TextPage } from '../archive/archive.ts';
import { HttpProblem } from '../http/app.ts';
import type { ExportForm } from './export-forms.ts';
import { textChunks } from './text-chunks.ts';

export interface Export {
  readonly form: ExportForm;
  readonly first: TextPage;
  /** The page at a cursor; without this function the first page is all. */
  readonly more: ((cursor: string) => Promise<TextPage>) | undefined;
}

/** The downloads under way. Each holds one page and reads the next when its client has taken it. */
export class Exports {
  readonly #running = new Set<Readable>();
  readonly #onBroken: (cause: unknown) => void;
  #closed = false;

  constructor(onBroken: (cause: unknown) => void) {
    this.#onBroken = onBroken;
  }

  send(reply: FastifyReply, { form, first, more }: Export): FastifyReply {
    if (this.#closed) {
      const headers = { 'retry-after': '5', connection: 'close' };
      throw new HttpProblem('shutting_down', 'The service is shutting down.', headers);
    }
    reply
      .header('content-type', form.contentType)
      .header('content-disposition', `attachment; filename="${form.fileName}"`);
    // The framework would read the whole archive to throw it away.
    if (reply.request.method === 'HEAD') return reply.send(Readable.from([]));

    const stream = Readable.from(this.#texts(form, first, more));
    this.#running.add(stream);
    stream.once('close', () => this.#running.delete(stream));
    return reply.send(stream);
  }

  /** Breaks off what is under way: a client that hardly reads would keep the server from ending. */
  close(): void {
    this.#closed = true;
    for (const stream of this.#running) stream.destroy(new Error('the service is shutting down'));
  }

  async *#texts(form: ExportForm, first: TextPage, more: Export['more']): AsyncGenerator<string> {
    if (form.head !== '') yield form.head;
    let page = first;
    for (;;) {
      yield* textChunks(page.items.values().map(form.line));
      if (page.next === null || !more) return;
      try {
        page = await more(page.next);
      } catch (cause) {
        // Thrown on, it cuts the connection: ended in order, half a file would pass for a whole.
        this.#onBroken(cause);
        throw cause;
      }
    }
  }
}
