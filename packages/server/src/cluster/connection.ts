import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import {
  connect,
  errors,
  type NatsConnection,
  type ReconnectToServerHandler,
} from '@nats-io/transport-node';
import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';
import { Mistake } from '../config/mistake.ts';
import type { NatsServers } from '../config/nats-servers.ts';

const TIMEOUT = 2000;
/** A machine that vanishes says nothing: two of these go by, and the third ends the line. */
const PING_EVERY = 1000;
/** The own server is tried again and again while it is away, and another one in between. */
const HOME_AGAIN = 5000;

// The client may write to a socket that is being ended, after it has stopped listening to it: that
// error would end the whole process. What is not sent is sent again by whoever waits for an answer.
const { prototype } = NodeTransport;
const { _send: send } = prototype;
prototype._send = function (frame) {
  return this.socket?.writableEnded ? Promise.resolve() : send.call(this, frame);
};

/**
 * One attempt at all servers; once it is there, the connection comes back by itself for ever. The
 * defaults of the client give up after ten attempts, notice a dead line after four minutes, and take
 * any server: with that of another machine, a node would fail when that machine does.
 */
export async function connectTo(
  { servers, user, password, token }: NatsServers,
  name: string,
): Promise<NatsConnection> {
  const ordered = await ownFirst(servers);
  try {
    return await connect({
      servers: ordered.map((server) => server.replace(/^tls:/, 'nats:')),
      noRandomize: true,
      reconnectToServer: homeFirst(new URL(ordered[0] ?? '').host.toLowerCase()),
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
      pingInterval: PING_EVERY,
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

/** That of this machine, if one of them is; else the order in which they are configured counts. */
export async function ownFirst(servers: readonly string[]): Promise<readonly string[]> {
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((some) => some?.map(({ address }) => address) ?? []),
  );
  const areOwn = await Promise.all(
    servers.map(async (server) => {
      const host = new URL(server).hostname.replace(/^\[|\]$/g, '');
      // A name that is not known yet is that of another machine, or of none.
      const found = isIP(host)
        ? [{ address: host }]
        : await lookup(host, { all: true }).catch(none);
      return found.some(({ address }) => own.has(address));
    }),
  );
  return [true, false].flatMap((isOwn) => servers.filter((_, i) => areOwn[i] === isOwn));
}

const none = () => [];

/** While the line is lost, the first of them is tried before any other, though not all the time. */
function homeFirst(home: string): ReconnectToServerHandler {
  return (servers) => {
    const first = servers.find(({ listen }) => listen === home);
    return first && Date.now() - first.lastConnect > HOME_AGAIN ? first : null;
  };
}

export function isRefusal(error: unknown): boolean {
  return error instanceof errors.AuthorizationError;
}

/** What went wrong, in a few words that name no secret. */
export function reasonOf(error: unknown): string {
  const { message = '', code } = error as { message?: string; code?: unknown };
  return message || String(code ?? error);
}
