import type { IncomingMessage } from 'node:http';
import type { AccessRight } from '../config/named-secrets.ts';

/** What is known of a request before its body: enough to judge who asks, and for what. */
export type RequestHead = Pick<
  IncomingMessage,
  'method' | 'url' | 'headers' | 'httpVersion' | 'socket'
>;

/** Who may use a route: senders of webhooks, readers of the page and its data, or anyone. */
export type Access = 'intake' | 'reader' | 'open';

/** What a route declares about its use. */
export interface Declared {
  readonly access: Access;
  /** It shows personal data, or changes anything: not for strangers while nobody has closed it. */
  readonly personal?: boolean;
  /** Its answer goes on for hours, and has to end with the login of its reader. */
  readonly lasting?: boolean;
  /**
   * What a token has to be good for. Where nothing is said, what only reads is `read`, and the rest
   * is for those who may do everything.
   */
  readonly right?: AccessRight;
}

/** What comes of a request that is not refused. */
export interface Admission {
  /** For the answer, whoever makes it. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the visitor has to go first, instead of being answered. */
  readonly redirect?: string;
}

/** Lets a request in or throws. */
export type Check = (request: RequestHead) => Admission;

/**
 * The check that a route gets for what it declares; none where everybody may come in. It is asked
 * once, when the route is registered: a route that nobody checks costs nothing per request.
 */
export type Gate = (declared: Declared) => Check | undefined;
