import type { IncomingMessage } from 'node:http';
import { Receipt, Sources } from '@hookline/contract';
import { type App, describing } from '../http/app.ts';

const about = describing('webhook', { access: 'reader', personal: true });

export interface SourcesRoutesParts {
  readonly sources: () => Sources;
  /** Sends an event that says of itself that it is a test. */
  readonly sendTest: (request: IncomingMessage) => Promise<Receipt>;
}

/** Who sends, and whether what they send would arrive. */
export function sourcesRoutes(app: App, { sources, sendTest }: SourcesRoutesParts): void {
  app.get(
    '/api/sources',
    about('Who sends what to which URL, what is refused and why, and who has gone silent', {
      response: { 200: Sources },
    }),
    (_request, reply) => reply.header('cache-control', 'no-store').send(sources()),
  );

  // Nobody should get past the token of the webhook by this.
  app.post(
    '/api/sources/test',
    about("Send a test event to all pages; it is marked, and counts as nobody's event", {
      response: { 202: Receipt },
    }),
    async ({ raw }, reply) => reply.code(202).send(await sendTest(raw)),
  );
}

/**
 * The payload of a test event, marked so that nobody takes it for an order. It says what it is in
 * both languages, for whoever sees it need not be who sent it.
 */
export function testPayload(now: number): Buffer {
  return Buffer.from(
    JSON.stringify({
      hookline: 'test',
      title: 'Testereignis / test event',
      text: 'Von der Seite „Quellen“ gesendet; es zählt nicht. / Sent from the page “Sources”; it does not count.',
      sentAt: new Date(now).toISOString(),
    }),
  );
}
