import type { Socket } from 'node:net';
import type { RequestHead } from '../http/gate.ts';
import type { OriginGuard } from '../http/origin-guard.ts';
import { comparedWith } from '../http/secret.ts';
import type { SessionCookie } from './cookie.ts';
import type { LastingConnections } from './lasting-connections.ts';
import type { Session, Sessions } from './sessions.ts';

/** Somebody who may read: a person with a session, or a program with the token. */
export interface Visitor {
  readonly session: Session | undefined;
}

export interface VisitorsParts {
  /** `app.access.token`. */
  readonly token: string | undefined;
  /** There are none without a password. */
  readonly sessions: Sessions | undefined;
  readonly cookie: SessionCookie;
  readonly lasting: LastingConnections | undefined;
  readonly guard: OriginGuard;
}

/** Finds out who somebody is. */
export class Visitors {
  readonly #parts: VisitorsParts;
  readonly #isToken: (candidate: string) => boolean;

  constructor(parts: VisitorsParts) {
    this.#parts = parts;
    this.#isToken = parts.token === undefined ? () => false : comparedWith(parts.token);
  }

  of(request: RequestHead): Visitor | undefined {
    const bearer = bearerOf(request);
    // Who shows a token wants to be judged by it: a wrong one must not pass for a session.
    if (bearer !== undefined) return this.#isToken(bearer) ? { session: undefined } : undefined;
    const session = this.sessionOf(request);
    return session && { session };
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
    lasting?.seen(session);
    if (!sessions?.isDueForRenewal(session)) return undefined;
    const renewed = sessions.renewed(session);
    lasting?.seen(renewed);
    return cookie.write(request, sessions.write(renewed), sessions.lifetime);
  }

  /** Ties a connection that stays open to the session it was opened with. */
  hold(session: Session, socket: Socket): void {
    this.#parts.lasting?.add(session, socket);
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
