import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import type { App } from '../http/app.ts';

const FILES = {
  'page.css': 'text/css; charset=utf-8',
  'live.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

const read = (name: string) => readFileSync(new URL(`./pages/${name}`, import.meta.url));

/** Nothing is loaded from elsewhere, no script stands in a page, nobody may frame one. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export function sendPage(reply: FastifyReply, html: string | Buffer): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cache-control', 'no-cache')
    .send(html);
}

/** The page at `/` and the files it and /docs need. */
export function pageRoutes(app: App): void {
  const index = read('index.html');
  app.route({
    method: 'GET',
    url: '/',
    config: { access: 'reader' },
    schema: { hide: true },
    handler: (_request, reply) => sendPage(reply, index),
  });
  for (const [name, type] of Object.entries(FILES)) {
    const content = read(name);
    app.route({
      method: 'GET',
      url: `/assets/${name}`,
      config: { access: 'open' },
      schema: { hide: true },
      handler: (_request, reply) =>
        reply.header('content-type', type).header('cache-control', 'no-cache').send(content),
    });
  }
}
