import type { IncomingMessage } from 'node:http';
import { Readiness, Rejection } from '@hookline/contract';
import Type from 'typebox';
import { type App, describing } from '../http/app.ts';

const about = describing('operations', { access: 'reader' });
const OPEN = { access: 'open', whileDraining: true } as const;

export type Phase = 'starting' | 'running' | 'draining';

/** What is wrong although the relay works. */
export interface Trouble {
  /** For everybody: the part that is troubled. */
  readonly code: 'archive' | 'telephony' | 'silence' | 'cluster';
  /** For readers: a sentence, which may name a database and what it said. */
  readonly text: string;
}

export interface OperationsParts {
  readonly version: string;
  readonly phase: () => Phase;
  readonly troubles: () => readonly Trouble[];
  /** Why no webhook can be taken, although it runs. */
  readonly obstacle: () => Trouble | undefined;
  /** How many percent of what is stored were read anew, while that lasts. */
  readonly rebuilding: () => number | undefined;
  /** Whether it may be told more than a stranger. */
  readonly isReader: (request: IncomingMessage) => boolean;
  readonly rejections: () => readonly Rejection[];
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
}

/** For operators and their tools: is it alive, is it ready, what does it do, what went wrong. */
export function operationsRoutes(app: App, parts: OperationsParts): void {
  app.get(
    '/healthz',
    about(
      'Is the process alive?',
      {
        response: {
          200: Type.Object(
            { status: Type.Literal('alive'), version: Type.Optional(Type.String()) },
            { title: 'Liveness', description: 'It lives; readers are told the version.' },
          ),
        },
      },
      OPEN,
    ),
    ({ raw }, reply) => {
      // Which weaknesses a server has is nothing for strangers to look up.
      const version = parts.isReader(raw) ? { version: parts.version } : {};
      return reply.header('cache-control', 'no-store').send({ status: 'alive', ...version });
    },
  );

  app.get(
    '/readyz',
    about(
      'Can it take webhooks? `degraded` means yes, but something needs attention',
      { response: { 200: Readiness, 503: Readiness } },
      OPEN,
    ),
    ({ raw }, reply) => {
      const phase = parts.phase();
      const isReader = parts.isReader(raw);
      reply.header('cache-control', 'no-store');
      const obstacle = parts.obstacle();
      const reasonOf = ({ code, text }: Trouble) => (isReader ? text : code);
      if (phase !== 'running') {
        const reasons = [isReader ? `the service is ${phase}` : phase];
        if (obstacle) reasons.push(reasonOf(obstacle));
        const concerns = obstacle ? [obstacle.code] : [];
        return reply.code(503).send({ status: phase, reasons, concerns, rereading: null });
      }
      const troubles = [...(obstacle ? [obstacle] : []), ...parts.troubles()];
      const reasons = troubles.map(reasonOf);
      if (obstacle) reply.code(503);
      const impaired = obstacle ? 'unavailable' : 'degraded';
      const status = troubles.length > 0 ? impaired : 'ready';
      const rereading = parts.rebuilding() ?? null;
      const concerns = [...new Set(troubles.map(({ code }) => code))];
      return reply.send({ status, reasons: [...new Set(reasons)], concerns, rereading });
    },
  );

  app.get(
    '/metrics',
    about(
      'Figures for Prometheus',
      { response: { 200: { content: { 'text/plain': { schema: Type.String() } } } } },
      { right: 'metrics' },
    ),
    async (_request, reply) =>
      reply.header('content-type', parts.metrics.contentType).send(await parts.metrics.text()),
  );

  app.get(
    '/api/webhook/rejections',
    describing('webhook', { access: 'reader' })(
      'The latest refused webhooks, newest first, 50 at most',
      { response: { 200: Type.Array(Rejection) } },
    ),
    (_request, reply) => reply.header('cache-control', 'no-store').send([...parts.rejections()]),
  );
}
