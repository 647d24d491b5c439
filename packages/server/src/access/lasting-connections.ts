import type { Socket } from 'node:net';
import type { Session } from './sessions.ts';

/** The streams and WebSockets that are open for somebody's session. They end with it. */
export class LastingConnections {
  readonly #bySession = new Map<string, { session: Session; sockets: Set<Socket> }>();
  readonly #isOver: (session: Session) => boolean;
  readonly #looks: NodeJS.Timeout;

  constructor(isOver: (session: Session) => boolean, every: number) {
    this.#isOver = isOver;
    this.#looks = setInterval(() => this.look(), every);
    this.#looks.unref();
  }

  add(session: Session, socket: Socket): void {
    const { id } = session;
    const held = this.#bySession.get(id) ?? { session, sockets: new Set() };
    if (held.sockets.has(socket)) return;
    this.#bySession.set(id, held);
    held.sockets.add(socket);
    socket.once('close', () => {
      held.sockets.delete(socket);
      if (held.sockets.size === 0) this.#bySession.delete(id);
    });
  }

  /** It was used elsewhere and lasts longer now. */
  seen(session: Session): void {
    const held = this.#bySession.get(session.id);
    if (held && held.session.expires < session.expires) held.session = session;
  }

  /** Ends what belongs to sessions that are over. */
  look(): void {
    for (const { session, sockets } of this.#bySession.values()) {
      if (this.#isOver(session)) for (const socket of sockets) socket.destroy();
    }
  }

  close(): void {
    clearInterval(this.#looks);
  }
}
