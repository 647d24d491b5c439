import { Rejection } from '@hookline/contract';
import Type from 'typebox';
import type { App } from '../http/app.ts';

export type Phase = 'starting' | 'running' | 'draining';

export interface OperationsParts {
  readonly phase: () => Phase;
  /** What is wrong although the relay works, one sentence each. */
  readonly troubles: () => readonly string[];
  readonly rejections: () => readonly Rejection[];
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
}

const Readiness = Type.Object({
  status: Type.Enum(['ready', 'degraded', 'starting', 'draining'], { type: 'string' }),
  reasons: Type.Array(Type.String()),
});

/** For operators and their tools: is it alive, is it ready, what does it do, what went wrong. */
export function operationsRoutes(app: App, parts: OperationsParts): void {
  app.route({
    method: 'GET',
    url: '/healthz',
    config: { access: 'open', whileDraining: true },
    schema: {
      tags: ['operations'],
      summary: 'Is the process alive?',
      response: { 200: Type.Object({ status: Type.Literal('alive') }) },
    },
    handler: (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  });

  app.route({
    method: 'GET',
    url: '/readyz',
    config: { access: 'open', whileDraining: true },
    schema: {
      tags: ['operations'],
      summary: 'Can it take webhooks? `degraded` means yes, but something needs attention',
      response: { 200: Readiness, 503: Readiness },
    },
    handler(_request, reply) {
      const phase = parts.phase();
      const reasons = [...parts.troubles()];
      reply.header('cache-control', 'no-store');
      if (phase !== 'running') {
        return reply.code(503).send({ status: phase, reasons: [`the service is ${phase}`] });
      }
      return reply.send({ status: reasons.length > 0 ? 'degraded' : 'ready', reasons });
    },
  });

  app.route({
    method: 'GET',
    url: '/metrics',
    config: { access: 'reader' },
    schema: {
      tags: ['operations'],
      summary: 'Figures for Prometheus',
      response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
    },
    async handler(_request, reply) {
      return reply
        .header('content-type', parts.metrics.contentType)
        .send(await parts.metrics.text());
    },
  });

  app.route({
    method: 'GET',
    url: '/api/webhook/rejections',
    config: { access: 'reader' },
    schema: {
      tags: ['webhook'],
      summary: 'The latest refused webhooks, newest first, 50 at most',
      response: { 200: Type.Array(Rejection) },
    },
    handler: (_request, reply) =>
      reply.header('cache-control', 'no-store').send([...parts.rejections()]),
  });
}
