import { ERRORS } from '@hookline/contract';
import Type from 'typebox';
import { type App, describing, hidden } from '../http/app.ts';
import { fileRoutes, sendPage } from '../http/page.ts';
import { asyncApiDocument, type Described } from './asyncapi.ts';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';

const about = describing('documentation', { access: 'reader' });

const AnyObject = Type.Object(
  {},
  { additionalProperties: true, title: 'Document', description: 'A document for programs.' },
);

export function docsRoutes(app: App, described: Described): void {
  app.get(
    '/api/openapi.json',
    about('Every endpoint, as OpenAPI 3.1', { response: { 200: AnyObject } }),
    (_request, reply) =>
      reply
        .header('content-type', 'application/json')
        .send(JSON.stringify(openApiDocument(app.swagger()))),
  );

  app.get(
    '/api/asyncapi.json',
    about(
      'The messages of the stream and, where there is a telephone, of its WebSocket, as AsyncAPI 3.0',
      { response: { 200: AnyObject } },
    ),
    (_request, reply) =>
      reply
        .header('content-type', 'application/json')
        .send(JSON.stringify(asyncApiDocument(described))),
  );

  app.get('/docs', hidden('reader'), (_request, reply) =>
    sendPage(reply, docsPage(app.swagger(), ERRORS)),
  );

  fileRoutes(app, new URL('./pages/', import.meta.url), {
    'page.css': { type: 'text/css; charset=utf-8', access: 'reader' },
    // The login page shows it too.
    'icon.svg': { type: 'image/svg+xml', access: 'open' },
  });
}
