import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Cuts a connection whose client has taken nothing of its answer for `patience` milliseconds.
 * A client that asks for much and reads nothing would keep the answer in memory for ever.
 */
export function cutUnreadAnswers(server: Server, patience: number): void {
  server.setTimeout(patience, (socket: Socket) => {
    // A handler may think for longer, and then nothing is unread. Between two requests Node has
    // set another time, at whose end the connection is idle and goes too.
    const isWaitingForUs = socket.writableLength === 0 && socket.timeout === patience;
    if (isWaitingForUs) socket.setTimeout(patience);
    else socket.destroy();
  });
}
