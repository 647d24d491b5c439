import { SessionState } from '@hookline/contract';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { type App, describing } from '../http/app.ts';
import type { RequestHead } from '../http/gate.ts';
import { readObject } from '../http/json-body.ts';
import type { SessionCookie } from './cookie.ts';
import type { LogIn } from './log-in.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Visitors } from './visitors.ts';

export const MOST_BODY_BYTES = 8 * 1024;

const Credentials = Type.Object(
  { password: Type.String() },
  { additionalProperties: false, title: 'Credentials' },
);

const about = describing('session', { access: 'open' });

export interface SessionRoutesParts {
  /** Readers have to say who they are. */
  readonly isClosed: boolean;
  readonly hasPassword: boolean;
  /** Personal data can be read at all. */
  readonly isConfigured: boolean;
  readonly logIn: LogIn;
  readonly sessions: Sessions | undefined;
  readonly cookie: SessionCookie;
  readonly visitors: Visitors;
  readonly addressOf: (request: RequestHead) => string;
  /** A session is over; what is open for it has to end. */
  readonly onLogOut: (request: RequestHead) => void;
}

/** Hands over the cookie of a session that has just begun. */
export function withCookie(
  reply: FastifyReply,
  { sessions, cookie }: Pick<SessionRoutesParts, 'sessions' | 'cookie'>,
  session: Session,
): FastifyReply {
  if (!sessions) return reply;
  const { raw } = reply.request;
  return reply.header('set-cookie', cookie.write(raw, sessions.write(session), sessions.lifetime));
}

/** `/api/session`: log in, log out, and whether one is logged in. */
export function sessionRoutes(app: App, parts: SessionRoutesParts): void {
  const { isClosed, hasPassword, isConfigured, logIn, sessions, cookie, visitors } = parts;

  app.get(
    '/api/session',
    about('Is a login needed, and is there one?', {
      description: 'To ask makes a login last longer, as every other request of a reader does.',
      response: { 200: SessionState },
    }),
    ({ raw }, reply) => {
      const visitor = visitors.of(raw);
      const session = visitor?.session;
      const renewal = session && visitors.renew(raw, session);
      if (renewal !== undefined) reply.header('set-cookie', renewal);
      return reply.header('cache-control', 'no-store').send({
        required: isClosed,
        active: visitor !== undefined,
        password: hasPassword,
        configured: isConfigured,
        lifetime: session && sessions ? Math.floor(sessions.lifetime / 1000) : null,
      });
    },
  );

  app.post(
    '/api/session',
    about('Log in; the answer sets a cookie', {
      body: Credentials,
      response: {
        204: Type.Null({ description: 'Logged in.' }),
      },
    }),
    async ({ raw }, reply) => {
      const { password } = await readObject(raw, MOST_BODY_BYTES, Credentials);
      const session = await logIn(parts.addressOf(raw), password);
      return withCookie(reply, parts, session).header('cache-control', 'no-store').code(204).send();
    },
  );

  app.delete(
    '/api/session',
    about('Log out; what is open for this login ends', {
      response: { 204: Type.Null({ description: 'Logged out.' }) },
    }),
    async ({ raw }, reply) => {
      const session = visitors.sessionOf(raw);
      if (session) {
        await sessions?.end(session);
        parts.onLogOut(raw);
      }
      return reply
        .header('set-cookie', cookie.write(raw, '', 0))
        .code(204)
        .send();
    },
  );
}
