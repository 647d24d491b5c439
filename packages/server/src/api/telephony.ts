import type { IncomingMessage } from 'node:http';
import { TelephonyAddress } from '@hookline/contract';
import { type App, describing } from '../http/app.ts';

const about = describing('telephony', { access: 'reader' });

export interface TelephonyOptions {
  /** `app.telephony.url`. */
  readonly url: string | undefined;
  /** Where this client reaches the server. */
  readonly originFor: (request: IncomingMessage) => string;
  /** Where this server is the telephony app itself, and for which telephone system. */
  readonly own:
    | { readonly path: string; readonly system: string; readonly pushPath: string | undefined }
    | undefined;
  readonly desks: readonly string[];
}

/** Where the pages find the telephony app; without one they have `tel:` links. */
export function telephonyRoutes(app: App, options: TelephonyOptions): void {
  app.get(
    '/api/telephony',
    about('Where the telephony app is', { response: { 200: TelephonyAddress } }),
    ({ raw }, reply) => reply.header('cache-control', 'no-store').send(toldTo(raw, options)),
  );
}

function toldTo(request: IncomingMessage, { url, own, desks, originFor }: TelephonyOptions) {
  const origin = originFor(request);
  return {
    url: url ?? (own ? origin.replace(/^http/, 'ws') + own.path : null),
    system: own?.system ?? null,
    desks,
    push: own?.pushPath === undefined ? null : `${origin}${own.pushPath}?token=TOKEN`,
  };
}
