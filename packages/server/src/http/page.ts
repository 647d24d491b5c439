import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { type App, hidden } from './app.ts';

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
    app.get(`/assets/${name}`, hidden(access), (_request, reply) =>
      reply.header('content-type', type).header('cache-control', 'no-cache').send(content),
    );
  }
}

/** The language that a browser likes best, by its `Accept-Language`; none of them if it names none. */
export function languageFor<L extends string>(
  acceptLanguage: string | undefined,
  languages: readonly L[],
): L | undefined {
  return liked(acceptLanguage)
    .map(({ name }) => languages.find((each) => each === name.split('-', 1)[0]))
    .find((language) => language !== undefined);
}

/** What an `Accept…` header names, best liked first, without what it refuses. */
export function liked(header = ''): { readonly name: string; readonly weight: number }[] {
  return header
    .split(',')
    .map((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { name, weight: q === undefined ? 1 : Number(q) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and attribute values, in XML and HTML alike. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
