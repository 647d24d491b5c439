import type { ErrorCode } from '@hookline/contract';
import type { AccessRight } from '../config/named-secrets.ts';
import type { Config } from '../config/properties.ts';
import type { App } from '../http/app.ts';
import type { Clients } from '../http/clients.ts';
import type { Admission, Check, Declared, Gate, RequestHead } from '../http/gate.ts';
import type { OriginGuard } from '../http/origin-guard.ts';
import { HttpProblem } from '../http/problem.ts';
import { isEncrypted, isReachable, wantsLogin } from '../http/reach.ts';
import { Attempts } from './attempts.ts';
import { SessionCookie } from './cookie.ts';
import { LastingConnections } from './lasting-connections.ts';
import { logInWith } from './log-in.ts';
import { loginRoutes } from './login-routes.ts';
import { Password } from './password.ts';
import { sessionRoutes } from './session-routes.ts';
import { EndedSessionsFile, type Session, Sessions } from './sessions.ts';
import { bearerOf, type Visitor, Visitors } from './visitors.ts';

export interface AccessOptions {
  readonly config: Config;
  readonly now: () => number;
  readonly log: {
    info(fields: object, text: string): void;
    warn(fields: object, text: string): void;
  };
  readonly clients: Clients;
  readonly guard: OriginGuard;
  /** A login was refused with a page instead of an error. */
  readonly onRefused: (code: ErrorCode) => void;
  /** A login was ended here; other nodes have to know. */
  readonly onEnded: (session: Session) => void;
}

export interface ReaderAccess {
  readonly gate: Gate;
  /** May whoever asks read personal data? */
  isReader(request: RequestHead): boolean;
  addRoutes(app: App): void;
  /** The tokens of programs have changed. */
  takeTokens(config: Config): void;
  /** A login was ended on another node. */
  end(session: Session): void;
  close(): void;
}

/** Who may read, as the configuration says. */
export function createAccess(options: AccessOptions): ReaderAccess {
  const { config, now, log, clients, guard, onRefused, onEnded } = options;
  const configured = config['app.access.password'];
  const isClosed = wantsLogin(config);
  const isConfigured = isClosed || config['app.access.open'] || !isReachable(config);
  const addressOf = (request: RequestHead) => clients.addressOf(request);
  const publicUrl = config['app.server.public-url'];

  const password = configured === undefined ? undefined : new Password(configured);
  const ended =
    password &&
    new EndedSessionsFile({
      file: config['app.access.ended-sessions'],
      now,
      onFailure: (error) =>
        log.warn({ err: error }, 'app.access.ended-sessions: a log-out lasts only until restart'),
    });
  const sessions =
    ended &&
    new Sessions({
      keyFor: (purpose) => password.keyFor(purpose),
      lifetime: config['app.access.session-lifetime'],
      now,
      ended: {
        has: (id) => ended.has(id),
        async add(session) {
          onEnded(session);
          await ended.add(session);
        },
      },
    });
  const lasting = new LastingConnections(
    (stay) => visitors.isOver(stay),
    config['app.stream.heartbeat'],
  );
  const isAlwaysSecure = isEncrypted(config);
  const cookie = new SessionCookie({
    isSecure: (request) => isAlwaysSecure || clients.isEncrypted(request),
  });
  const visitors: Visitors = new Visitors({ config, sessions, cookie, lasting, guard });
  const logIn = logInWith({
    password,
    sessions,
    attempts: new Attempts(now),
    onLogIn: (address) => log.info({ sender: address }, 'logged in'),
    onWrong: (address) => log.warn({ sender: address }, 'wrong password'),
  });

  return {
    gate(declared) {
      if (declared.access !== 'reader') return undefined;
      if (isClosed) return readerCheck(visitors, declared);
      return declared.personal && !isConfigured ? refuseUnconfigured : undefined;
    },
    isReader(request) {
      if (!isClosed) return isConfigured;
      const visitor = visitors.of(request);
      return visitor !== undefined && mayUse(visitor, 'read');
    },
    addRoutes(app) {
      const parts = {
        isClosed,
        hasPassword: password !== undefined,
        isConfigured,
        logIn,
        sessions,
        cookie,
        visitors,
        addressOf,
        onLogOut(request: RequestHead) {
          log.info({ sender: addressOf(request) }, 'logged out');
          lasting.look();
        },
      };
      sessionRoutes(app, parts);
      loginRoutes(app, {
        ...parts,
        secureUrl: publicUrl?.startsWith('https:') ? publicUrl : undefined,
        onProblem: ({ code }) => onRefused(code),
      });
    },
    takeTokens: (next) => visitors.takeTokens(next),
    end(session) {
      if (!ended || ended.has(session.id) || session.expires <= now()) return;
      void ended.add(session);
      lasting.look();
    },
    close: () => lasting.close(),
  };
}

const WELCOME: Admission = { headers: {} };

/** The check of a server whose readers have to say who they are. */
function readerCheck(visitors: Visitors, { lasting, right }: Declared): Check {
  return (request) => {
    const visitor = visitors.of(request);
    if (!visitor) {
      if (isNavigation(request)) return toLogin(request);
      throw loginRequired(request);
    }
    if (!mayUse(visitor, right)) throw tokenLimited(visitor, right);
    if (lasting) visitors.hold(visitor, request.socket);
    const { session } = visitor;
    if (!session) return WELCOME;
    const renewal = visitors.renew(request, session);
    return renewal === undefined ? WELCOME : { headers: { 'set-cookie': renewal } };
  };
}

/** What only reads has the stream and the figures in it, but gives and changes nothing. */
function mayUse({ rights }: Visitor, right: AccessRight | undefined): boolean {
  if (rights === undefined) return true;
  if (right === undefined) return false;
  return rights.includes(right) || (right !== 'report' && rights.includes('read'));
}

function tokenLimited({ rights = [] }: Visitor, right: AccessRight | undefined): HttpProblem {
  const needed = right === undefined ? 'app.access.token' : `the right ${right}`;
  return new HttpProblem(
    'token_limited',
    `The token is for ${rights.join(' and ')}; this needs ${needed}.`,
    {
      'www-authenticate': 'Bearer realm="hookline", error="insufficient_scope"',
      'cache-control': 'no-store',
    },
  );
}

/** The check of personal data and of changes, on a server that others reach and nobody closed. */
const refuseUnconfigured: Check = () => {
  throw new HttpProblem(
    'access_not_configured',
    'Others can reach this server, and nobody has said who may read personal data or change anything. ' +
      'Set app.access.password, app.access.token or app.access.tokens; ' +
      'app.access.open=true lets everyone do both who reaches the server.',
    { 'cache-control': 'no-store' },
  );
};

function loginRequired(request: RequestHead): HttpProblem {
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
function isNavigation({ method, headers }: RequestHead): boolean {
  const mode = headers['sec-fetch-mode'] ?? 'navigate';
  const wantsPage = /\btext\/html\b/.test(headers.accept ?? '');
  return method === 'GET' && wantsPage && mode === 'navigate';
}

/** The part of the address behind `#` is not sent, and browsers keep it over a redirect. */
function toLogin({ url = '/' }: RequestHead): Admission {
  const next = url === '/' ? '' : `?next=${encodeURIComponent(url)}`;
  return { headers: { 'cache-control': 'no-store' }, redirect: `/login${next}` };
}
