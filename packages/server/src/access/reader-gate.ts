import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Declared } from '../http/gate.ts';
import { HttpProblem } from '../http/problem.ts';
import { bearerOf, type Visitors } from './visitors.ts';

/** The check of a server whose readers have to say who they are. */
export function readerCheck(visitors: Visitors, { lasting }: Declared): onRequestHookHandler {
  return (request, reply, done) => {
    const visitor = visitors.of(request.raw);
    if (!visitor) {
      if (isNavigation(request)) sendToLogin(request, reply);
      else done(loginRequired(request.raw));
      return;
    }
    const { session } = visitor;
    if (session) {
      const renewal = visitors.renew(request.raw, session);
      if (renewal !== undefined) reply.header('set-cookie', renewal);
      if (lasting) visitors.hold(session, request.raw.socket);
    }
    done();
  };
}

/** The check of personal data on a server that others can reach although nobody closed it. */
export const refuseUnconfigured: onRequestHookHandler = (_request, _reply, done) => {
  done(
    new HttpProblem(
      'access_not_configured',
      'Others can reach this server, and nobody has said who may read personal data. ' +
        'Set app.access.password or app.access.token; ' +
        'app.access.open=true lets everyone read who reaches the server.',
      { 'cache-control': 'no-store' },
    ),
  );
};

function loginRequired(request: IncomingMessage): HttpProblem {
  const [detail, error] =
    bearerOf(request) === undefined
      ? ['Log in at /login, or send app.access.token as a Bearer token.', '']
      : ['The token is wrong.', ', error="invalid_token"'];
  return new HttpProblem('login_required', detail, {
    'www-authenticate': `Bearer realm="hookline"${error}`,
    'cache-control': 'no-store',
  });
}

/** Somebody opens a page, as opposed to a page or a program that asks for data. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode'] ?? 'navigate';
  const wantsPage = /\btext\/html\b/.test(headers.accept ?? '');
  return method === 'GET' && wantsPage && mode === 'navigate';
}

/** The part of the address behind `#` is not sent, and browsers keep it over a redirect. */
function sendToLogin(request: FastifyRequest, reply: FastifyReply): void {
  const next = request.url === '/' ? '' : `?next=${encodeURIComponent(request.url)}`;
  reply.code(303).header('location', `/login${next}`).header('cache-control', 'no-store').send();
}
