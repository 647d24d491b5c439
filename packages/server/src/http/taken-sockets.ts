import type { Duplex } from 'node:stream';

const taken = new WeakSet<Duplex>();

/** From here on somebody writes to the connection past the HTTP server. */
export function takeSocket(socket: Duplex): void {
  taken.add(socket);
}

/** An answer of the HTTP server would come in the middle of what is written there. */
export function isTaken(socket: Duplex): boolean {
  return taken.has(socket);
}
