import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import type { App } from '../http/app.ts';

const FILES = {
  'page.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

/** Nothing is loaded from elsewhere, no script stands in a page, nobody may frame one. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** A page of ours, with what its content security policy allows beyond the usual. */
export function sendPage(
  reply: FastifyReply,
  html: string,
  further: readonly string[] = [],
): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', [...CONTENT_SECURITY_POLICY, ...further].join('; '))
    .header('cache-control', 'no-cache')
    .send(html);
}

/** The files that pages without a build share. */
export function pageFileRoutes(app: App): void {
  for (const [name, type] of Object.entries(FILES)) {
    const content = readFileSync(new URL(`./pages/${name}`, import.meta.url));
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
