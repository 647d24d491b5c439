import type { IncomingMessage } from 'node:http';
import { TelephonyAddress } from '@hookline/contract';
import type { App } from '../http/app.ts';

export interface TelephonyOptions {
  /** `app.telephony.url`. */
  readonly url: string | undefined;
  /** Where this client reaches the server. */
  readonly originFor: (request: IncomingMessage) => string;
  /** Where this server is the telephony app itself. */
  readonly path: string | undefined;
}

/** Where the pages find the telephony app; without one they have `tel:` links. */
export function telephonyRoutes(app: App, options: TelephonyOptions): void {
  app.route({
    method: 'GET',
    url: '/api/telephony',
    config: { access: 'reader' },
    schema: {
      tags: ['telephony'],
      summary: 'Where the telephony app is',
      response: { 200: TelephonyAddress },
    },
    handler: (request, reply) =>
      reply.header('cache-control', 'no-store').send({ url: addressFor(request.raw, options) }),
  });
}

function addressFor(request: IncomingMessage, options: TelephonyOptions): string | null {
  if (options.url !== undefined) return options.url;
  if (options.path === undefined) return null;
  return `${options.originFor(request).replace(/^http/, 'ws')}${options.path}`;
}
