import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import type { App } from './app.ts';

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

/** The files of pages that need no build, from a folder beside the sources. */
export function fileRoutes(
  app: App,
  folder: URL,
  files: Readonly<Record<string, { readonly type: string; readonly access: 'reader' | 'open' }>>,
): void {
  for (const [name, { type, access }] of Object.entries(files)) {
    const content = readFileSync(new URL(name, folder));
    app.route({
      method: 'GET',
      url: `/assets/${name}`,
      config: { access },
      schema: { hide: true },
      handler: (_request, reply) =>
        reply.header('content-type', type).header('cache-control', 'no-cache').send(content),
    });
  }
}

/** The language that a browser likes best, by its `Accept-Language`; none of them if it names none. */
export function languageFor<L extends string>(
  acceptLanguage: string | undefined,
  languages: readonly L[],
): L | undefined {
  let best: L | undefined;
  let weight = 0;
  for (const range of (acceptLanguage ?? '').split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = languages.find((each) => each === tag.split('-', 1)[0]);
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const liked = q === undefined ? 1 : Number(q) || 0;
    if (language && liked > weight) {
      best = language;
      weight = liked;
    }
  }
  return best;
}
