import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { AccessRight } from '../config/named-secrets.ts';
import type { Config } from '../config/properties.ts';
import type { RequestHead } from '../http/gate.ts';
import type { OriginGuard } from '../http/origin-guard.ts';
import { placeAmong } from '../http/secret.ts';
import type { SessionCookie } from './cookie.ts';
import type { LastingConnections } from './lasting-connections.ts';
import type { Session, Sessions } from './sessions.ts';

/** Somebody who may read: a person with a session, or a program with a token. */
export interface Visitor {
  readonly session: Session | undefined;
  /** What is open for a visitor ends with this: the session, or the token as long as it is one. */
  readonly stay: Session;
  /** Undefined: everything. */
  readonly rights: readonly AccessRight[] | undefined;
}

export interface VisitorsParts {
  readonly config: Config;
  /** There are none without a password. */
  readonly sessions: Sessions | undefined;
  readonly cookie: SessionCookie;
  readonly lasting: LastingConnections;
  readonly guard: OriginGuard;
}

/** No session is called like that. */
const PROGRAM = 'token ';

/** Finds out who somebody is. */
export class Visitors {
  readonly #parts: VisitorsParts;
  #programs: readonly Visitor[] = [];
  #placeOf: (candidate: string) => number = () => -1;

  constructor(parts: VisitorsParts) {
    this.#parts = parts;
    this.takeTokens(parts.config);
  }

  /** From now on these are the tokens that are right; what is open for others ends. */
  takeTokens(config: Config): void {
    const { 'app.access.token': full, 'app.access.tokens': limited = [] } = config;
    const tokens = [
      ...(full === undefined ? [] : [{ token: full, rights: undefined }]),
      ...limited,
    ];
    this.#placeOf = placeAmong(tokens.map(({ token }) => token));
    this.#programs = tokens.map(({ token, rights }) => ({
      session: undefined,
      // With what it may do: whatever is open ends when that changes.
      stay: { id: `${PROGRAM}${hash('sha256', token)} ${rights}`, expires: Infinity },
      rights,
    }));
    this.#parts.lasting.look();
  }

  of(request: RequestHead): Visitor | undefined {
    const bearer = bearerOf(request);
    // Who shows a token wants to be judged by it: a wrong one must not pass for a session.
    if (bearer !== undefined) return this.#programs[this.#placeOf(bearer)];
    const session = this.sessionOf(request);
    return session && { session, stay: session, rights: undefined };
  }

  sessionOf(request: RequestHead): Session | undefined {
    const { sessions, cookie, guard } = this.#parts;
    const text = sessions && cookie.read(request);
    if (text === undefined) return undefined;
    // Browsers send the cookie for pages of another port of the same host too.
    if (guard.isForeign(request) && !isLink(request)) return undefined;
    return sessions?.read(text);
  }

  /** The header that makes a session last longer, when it is time for that. */
  renew(request: RequestHead, session: Session): string | undefined {
    const { sessions, cookie, lasting } = this.#parts;
    lasting.seen(session);
    if (!sessions?.isDueForRenewal(session)) return undefined;
    const renewed = sessions.renewed(session);
    lasting.seen(renewed);
    return cookie.write(request, sessions.write(renewed), sessions.lifetime);
  }

  /** Ties a connection that stays open to what it was opened with. */
  hold({ stay }: Visitor, socket: Socket): void {
    this.#parts.lasting.add(stay, socket);
  }

  /** Is this neither a session that lasts nor a token that is right? */
  isOver(stay: Session): boolean {
    return stay.id.startsWith(PROGRAM)
      ? !this.#programs.some((program) => program.stay.id === stay.id)
      : (this.#parts.sessions?.isOver(stay) ?? true);
  }
}

/** The token of a request. Other schemes are between the browser and a proxy before us. */
export function bearerOf({ headers }: RequestHead): string | undefined {
  return /^Bearer +(\S*) *$/i.exec(headers.authorization ?? '')?.[1];
}

/** Somebody follows a link on a page of another origin: what they get is for their eyes only. */
function isLink({ method, headers }: RequestHead): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  );
}
