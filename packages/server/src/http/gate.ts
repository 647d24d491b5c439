import type { onRequestHookHandler } from 'fastify';

/** Who may use a route: senders of webhooks, readers of the page and its data, or anyone. */
export type Access = 'intake' | 'reader' | 'open';

/** What a route declares about its use. */
export interface Declared {
  readonly access: Access;
  /** It shows or changes personal data of the archive. */
  readonly personal?: boolean;
  /** Its answer goes on for hours, and has to end with the login of its reader. */
  readonly lasting?: boolean;
}

/**
 * The check that a route gets for what it declares; none where everybody may come in. It is asked
 * once, when the route is registered: a route that nobody checks costs nothing per request.
 */
export type Gate = (declared: Declared) => onRequestHookHandler | undefined;
