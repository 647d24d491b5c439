import type { Server, Socket } from 'node:net';
import { networkOf, peerOf } from './clients.ts';

export interface ConnectionLimitOptions {
  /** Open connections of one client. */
  readonly most: number;
  readonly isExempt: (address: string) => boolean;
  /** The first of a client's connections that is refused since it was last below the limit. */
  readonly onLimit: (client: string) => void;
}

/**
 * Keeps one client from taking every connection there is. What is too many is reset as soon as it
 * is accepted, before HTTP or TLS has spent anything on it.
 */
export class ConnectionLimit {
  readonly #options: ConnectionLimitOptions;
  readonly #open = new Map<string, number>();
  readonly #full = new Set<string>();
  refused = 0;

  constructor(options: ConnectionLimitOptions) {
    this.#options = options;
  }

  /** Stands before whatever the server does with a connection. */
  guard(server: Server): void {
    const listeners = server.listeners('connection');
    server.removeAllListeners('connection');
    server.on('connection', (socket) => {
      if (this.#admits(socket)) for (const listener of listeners) listener.call(server, socket);
      else socket.resetAndDestroy();
    });
  }

  #admits(socket: Socket): boolean {
    const { most, isExempt, onLimit } = this.#options;
    const address = peerOf(socket);
    if (isExempt(address)) return true;
    const client = networkOf(address);
    const open = this.#open.get(client) ?? 0;
    if (open >= most) {
      this.refused++;
      if (!this.#full.has(client)) onLimit(client);
      this.#full.add(client);
      return false;
    }
    this.#open.set(client, open + 1);
    socket.once('close', () => this.#closed(client));
    return true;
  }

  #closed(client: string): void {
    const open = (this.#open.get(client) ?? 1) - 1;
    // Not at the first one that closes: a client at its limit would fill the log.
    if (open < this.#options.most / 2) this.#full.delete(client);
    if (open === 0) this.#open.delete(client);
    else this.#open.set(client, open);
  }
}
