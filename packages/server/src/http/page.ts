import type { FastifyReply } from 'fastify';

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
