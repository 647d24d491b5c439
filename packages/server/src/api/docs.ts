import swagger from '@fastify/swagger';
import { ERRORS, Problem } from '@hookline/contract';
import Type from 'typebox';
import type { App } from '../http/app.ts';
import { sendPage } from '../http/page.ts';
import { asyncApiDocument, type Described } from './asyncapi.ts';
import { docsPage } from './docs-page.ts';

const AnyObject = Type.Object({}, { additionalProperties: true });

/** What every endpoint may answer instead; one that says otherwise for itself is believed. */
const PROBLEM = {
  description: 'An error as RFC 9457 describes it.',
  content: { 'application/problem+json': { schema: Problem } },
};
const PROBLEMS = { '4xx': PROBLEM, 503: PROBLEM };

/** Collects every route that is registered after it into one OpenAPI document. */
export function collectOpenApi(app: App, version: string): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Hookline',
        version,
        description: 'Takes any JSON by webhook and relays it live to every open browser.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'hookline',
            description: 'With `app.access.password`: by `POST /api/session`.',
          },
          token: { type: 'http', scheme: 'bearer', description: '`app.access.token`' },
        },
      },
      // In the order in which a reader needs them.
      tags: [
        'webhook',
        'stream',
        'history',
        'archive',
        'privacy',
        'SOAP',
        'telephony',
        'telephony mock',
        'operations',
        'session',
        'documentation',
      ].map((name) => ({ name })),
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: {
        ...schema,
        response: { ...PROBLEMS, ...(schema.response as object) },
        // Whoever reads may have to say who they are; where nothing is closed, `{}` is enough.
        ...(route.config?.access === 'reader' && {
          security: [{ session: [] }, { token: [] }, {}],
        }),
      },
    }),
  });
}

export function docsRoutes(app: App, described: Described): void {
  app.route({
    method: 'GET',
    url: '/api/openapi.json',
    config: { access: 'reader' },
    schema: {
      tags: ['documentation'],
      summary: 'Every endpoint, as OpenAPI 3.1',
      response: { 200: AnyObject },
    },
    handler: (_request, reply) =>
      reply.header('content-type', 'application/json').send(JSON.stringify(app.swagger())),
  });

  app.route({
    method: 'GET',
    url: '/api/asyncapi.json',
    config: { access: 'reader' },
    schema: {
      tags: ['documentation'],
      summary:
        'The messages of the stream and, where there is a telephone, of its WebSocket, as AsyncAPI 3.0',
      response: { 200: AnyObject },
    },
    handler: (_request, reply) =>
      reply
        .header('content-type', 'application/json')
        .send(JSON.stringify(asyncApiDocument(described))),
  });

  app.route({
    method: 'GET',
    url: '/docs',
    config: { access: 'reader' },
    schema: { hide: true },
    handler: (_request, reply) => sendPage(reply, docsPage(app.swagger(), ERRORS)),
  });
}
