import { connect, errors, type NatsConnection } from '@nats-io/transport-node';
import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';
import { Mistake } from '../config/mistake.ts';
import type { NatsServers } from '../config/nats-servers.ts';

const TIMEOUT = 2000;

// The client may write to a socket that is being ended, after it has stopped listening to it: that
// error would end the whole process. What is not sent is sent again by whoever waits for an answer.
const { prototype } = NodeTransport;
const { _send: send } = prototype;
prototype._send = function (frame) {
  return this.socket?.writableEnded ? Promise.resolve() : send.call(this, frame);
};

/**
 * One attempt at all servers; once it is there, the connection comes back by itself for ever. The
 * defaults of the client give up after ten attempts and notice a dead line after four minutes.
 */
export async function connectTo(
  { servers, user, password, token }: NatsServers,
  name: string,
): Promise<NatsConnection> {
  try {
    return await connect({
      servers: servers.map((server) => server.replace(/^tls:/, 'nats:')),
      ...(servers[0]?.startsWith('tls:') && { tls: {} }),
      ...(user !== undefined && { user }),
      ...(password !== undefined && { pass: password }),
      ...(token !== undefined && { token }),
      name,
      maxReconnectAttempts: -1,
      // Somebody may be changing the password on one side after the other.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: 250,
      reconnectJitter: 100,
      pingInterval: 5000,
      maxPingOut: 2,
      timeout: TIMEOUT,
      noAsyncTraces: true,
    });
  } catch (error) {
    throw isRefusal(error)
      ? new Mistake(
          'app.cluster.url: NATS refuses the login; put the right user and password, or token, into the address',
        )
      : error;
  }
}

export function isRefusal(error: unknown): boolean {
  return error instanceof errors.AuthorizationError;
}

/** What went wrong, in a few words that name no secret. */
export function reasonOf(error: unknown): string {
  const { message = '', code } = error as { message?: string; code?: unknown };
  return message || String(code ?? error);
}
