import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** What is left of something refused is read and thrown away up to here, then the line is cut. */
const MOST_BYTES = 32 * 1024 * 1024;
/** How long a client may take to read the last words (milliseconds). */
const TIMEOUT = 2000;

/**
 * Reads on after a refusal, so that an honest client gets its answer and keeps its connection:
 * closing with unread bytes would reset it before the answer is read. Not without end, though.
 */
export function discard(rest: Readable, socket: Socket): void {
  let discarded = 0;
  rest.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MOST_BYTES) socket.destroy();
  });
}

/**
 * Ends a connection with these words. A client that neither reads them nor goes would keep its
 * half of the connection open for ever: the time runs out, and whoever listens to that cuts it.
 */
export function farewell(socket: Socket, words: string): void {
  socket.end(words);
  socket.setTimeout(TIMEOUT);
}
