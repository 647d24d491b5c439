import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../http/app.ts';
import { readBody } from '../http/body.ts';
import { sendPage } from '../http/page.ts';
import { HttpProblem } from '../http/problem.ts';
import { type LoginView, loginPage } from './login-page.ts';
import { languageFor } from './login-texts.ts';
import { MOST_BODY_BYTES, type SessionRoutesParts, withCookie } from './session-routes.ts';

const FILES = {
  'login.css': 'text/css; charset=utf-8',
  'login.js': 'text/javascript; charset=utf-8',
} as const;

export interface LoginRoutesParts extends SessionRoutesParts {
  /** `app.server.public-url` where that is encrypted and the server itself is not. */
  readonly secureUrl: string | undefined;
  /** An error was answered as a page instead of in the form of all others. */
  readonly onProblem: (problem: HttpProblem) => void;
}

/** `/login`: the page, and what its form sends. */
export function loginRoutes(app: App, parts: LoginRoutesParts): void {
  const { isClosed, hasPassword, secureUrl, logIn, visitors, addressOf, onProblem } = parts;
  const config = { access: 'open' } as const;
  const schema = { hide: true } as const;

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    next: string,
    problem?: LoginView['problem'],
  ) => {
    const language = languageFor(request.headers['accept-language']);
    const page = loginPage({ language, next, hasPassword, secureUrl, problem });
    // Without a referrer browsers hide the origin of a form, and it would pass for a foreign one.
    return sendPage(reply.header('referrer-policy', 'same-origin'), page);
  };

  app.route({
    method: 'GET',
    url: '/login',
    config,
    schema,
    handler(request, reply) {
      const next = returnPath((request.query as Record<string, unknown>)['next']);
      const isIn = !isClosed || visitors.of(request.raw) !== undefined;
      return isIn ? goTo(reply, next) : send(request, reply, next);
    },
  });

  app.route({
    method: 'POST',
    url: '/login',
    config,
    schema,
    async handler(request, reply) {
      const { raw } = request;
      const fields = new URLSearchParams((await readBody(raw, MOST_BODY_BYTES)).toString());
      const next = returnPath(fields.get('next'));
      if (!isClosed) return goTo(reply, next);
      try {
        const session = await logIn(addressOf(raw), fields.get('password') ?? '');
        return goTo(withCookie(reply, parts, session), next);
      } catch (error) {
        const problem = shownProblem(error);
        if (!problem || !(error instanceof HttpProblem)) throw error;
        onProblem(error);
        reply.code(error.status).headers(error.headers);
        return send(request, reply, next, problem);
      }
    },
  });

  for (const [name, type] of Object.entries(FILES)) {
    const content = readFileSync(new URL(`./pages/${name}`, import.meta.url));
    app.route({
      method: 'GET',
      url: `/assets/${name}`,
      config,
      schema,
      handler: (_request, reply) =>
        reply.header('content-type', type).header('cache-control', 'no-cache').send(content),
    });
  }
}

function goTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).header('location', path).header('cache-control', 'no-store').send();
}

/** What the page has words for. */
function shownProblem(error: unknown): LoginView['problem'] {
  if (!(error instanceof HttpProblem)) return undefined;
  if (error.code === 'wrong_password') return 'wrong';
  if (error.code !== 'too_many_attempts') return undefined;
  return { waitSeconds: Number(error.headers['retry-after']) };
}

const ELSEWHERE = 'http://nowhere.invalid';
const LOGIN = /^\/(?:login|api\/session)(?:[/?#]|$)/;

/**
 * Where to go after the login. Only a path of this server: with anything else a link to our login
 * page could lead to a page of somebody else that looks like ours and asks for the password again.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  // Browsers read `/\`, and a tab between two slashes, as the beginning of a host.
  const url = URL.parse(wanted, ELSEWHERE);
  if (url?.origin !== ELSEWHERE) return '/';
  const path = url.pathname + url.search + url.hash;
  // `/..//elsewhere` is a path of ours until it is written without the dots.
  return path.startsWith('//') || LOGIN.test(path) ? '/' : path;
}
