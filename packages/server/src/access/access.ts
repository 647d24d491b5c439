import type { ErrorCode } from '@hookline/contract';
import type { Config } from '../config/properties.ts';
import type { App } from '../http/app.ts';
import type { Clients } from '../http/clients.ts';
import type { Gate, RequestHead } from '../http/gate.ts';
import type { OriginGuard } from '../http/origin-guard.ts';
import { isEncrypted, isReachable, wantsLogin } from '../http/reach.ts';
import { Attempts } from './attempts.ts';
import { SessionCookie } from './cookie.ts';
import { EndedSessionsFile } from './ended-sessions.ts';
import { LastingConnections } from './lasting-connections.ts';
import { logInWith } from './log-in.ts';
import { loginRoutes } from './login-routes.ts';
import { Password } from './password.ts';
import { mayUse, readerCheck, refuseUnconfigured } from './reader-gate.ts';
import { sessionRoutes } from './session-routes.ts';
import { type Session, Sessions } from './sessions.ts';
import { Visitors } from './visitors.ts';

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
export function createAccess({
  config,
  now,
  log,
  clients,
  guard,
  onRefused,
  onEnded,
}: AccessOptions): ReaderAccess {
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
