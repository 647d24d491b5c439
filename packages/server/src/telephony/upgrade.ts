import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import Type from 'typebox';
import { type App, HttpProblem, pathOf } from '../http/app.ts';
import { takeSocket } from '../http/taken-sockets.ts';

interface SocketRoute {
  readonly path: string;
  /** What it is part of, in the documents of the API. */
  readonly tag: string;
  /** Why nobody is let in now, if so. */
  readonly refusal: () => string | undefined;
  readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/**
 * Lets WebSocket handshakes take the way of every other request, so that the guards, the hooks
 * and the form of errors are the same for them. The package for the framework does that too, but
 * brings a decorator, a stream and a close of its own for one single route.
 */
export function socketRoute(app: App, { path, tag, refusal, accept }: SocketRoute): void {
  const handshakes = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>();

  // With a listener for upgrades Node would hand over every request that offers one, such as what
  // curl --http2 sends; all but ours stay ordinary requests.
  Object.assign(app.server, {
    shouldUpgradeCallback: (request: IncomingMessage) => pathOf(request) === path,
  });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    takeSocket(request.socket);
    handshakes.set(request, { socket, head });
    // A client that goes away in the middle of the handshake would end the process otherwise.
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    try {
      response.assignSocket(request.socket);
    } catch {
      // Another request on this connection still waits for its answer. Node throws, and nobody
      // would catch it.
      socket.destroy();
      return;
    }
    response.on('finish', () => socket.end());
    app.routing(request, response);
  });

  app.route({
    method: 'GET',
    url: path,
    config: { access: 'reader', personal: true, lasting: true },
    schema: {
      tags: [tag],
      summary: 'WebSocket of the telephony; its frames are in /api/asyncapi.json',
      response: { 101: Type.Null({ description: 'The socket is open.' }) },
    },
    handler(request, reply) {
      const handshake = handshakes.get(request.raw);
      if (!handshake || request.headers.upgrade?.toLowerCase() !== 'websocket') {
        const headers = { upgrade: 'websocket', connection: 'upgrade' };
        throw new HttpProblem('upgrade_required', 'This path speaks WebSocket only.', headers);
      }
      const reason = refusal();
      // A page that is let in takes its calls for live, and they are not.
      if (reason !== undefined) {
        throw new HttpProblem('telephony_unavailable', `${reason}.`, { 'retry-after': '5' });
      }
      reply.hijack();
      reply.raw.detachSocket(request.raw.socket);
      accept(request.raw, handshake.socket, handshake.head);
      return reply;
    },
  });
}
