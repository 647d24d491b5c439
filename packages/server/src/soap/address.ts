import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '../http/app.ts';

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Where this client reaches the service: the public address if there is one, else as it asked. */
export function soapAddress(
  request: FastifyRequest,
  publicUrl: string | undefined,
  path: string,
): string {
  return `${publicUrl ?? `${request.protocol}://${hostOf(request.raw)}`}${path}`;
}

function hostOf({ headers: { host = '' }, socket }: IncomingMessage): string {
  if (host !== '') {
    // Node lets markup through as a host name; the address goes into documents for others.
    if (!HOST.test(host)) throw new HttpProblem('bad_request', 'The Host header is not valid.');
    return host;
  }
  const address = (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:(?=\d+\.)/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${socket.localPort}`;
}
