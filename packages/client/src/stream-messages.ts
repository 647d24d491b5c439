import type { Refusal } from './backend.ts';
import type { WebhookEvent } from './event.ts';
import type { Tally } from './tally.ts';
import type { ChangedKind } from './words.ts';

/** First message of every connection. */
export interface Hello {
  readonly instance: string;
  readonly head: number;
  readonly oldest: number | null;
  readonly missed: number;
  readonly clearedThrough: number;
  /** Names the latest erasure; null if there was none. */
  readonly erasure: string | null;
}

/**
 * - `connecting`: asked for a stream, no answer yet
 * - `live`: events come as they happen
 * - `stalled`: the line is open but silent; it is being replaced
 * - `waiting`: the line was lost; the next attempt is due soon
 * - `busy`: the backend has no place left; it said when to ask again
 * - `unauthorised`: the backend wants a login; nothing is tried until `retry()` or a wake-up
 * - `refused`: the backend will never take this, an unknown channel say; as with `unauthorised`
 * - `stopped`: ended by `stop()`
 */
export type LiveState =
  | 'connecting'
  | 'live'
  | 'stalled'
  | 'waiting'
  | 'busy'
  | 'unauthorised'
  | 'refused'
  | 'stopped';

/** What a stream tells, in this order for every tab of a browser. */
export type Signal =
  | { readonly type: 'state'; readonly state: LiveState; readonly refusal?: Refusal | undefined }
  | { readonly type: 'hello'; readonly hello: Hello }
  | { readonly type: 'event'; readonly event: WebhookEvent; readonly text?: string | undefined }
  | { readonly type: 'head'; readonly head: number }
  /** What there was while nobody listened, and is no longer held. */
  | { readonly type: 'ids'; readonly instance: string | undefined; readonly ids: Tally }
  | { readonly type: 'cleared'; readonly clearedThrough: number }
  | { readonly type: 'changed'; readonly kind: ChangedKind }
  /** Of these events something was erased; without ids, of the archive. */
  | { readonly type: 'erased'; readonly ids: readonly number[]; readonly erasure: string };

/** Where a stream has to go on. */
export interface Position {
  readonly instance: string | undefined;
  readonly lastId: number;
}

/** A source of signals that keeps itself alive. */
export interface EventStream {
  start(): void;
  stop(): void;
  /** The tab came back, the network came back, or somebody logged in: look now, do not wait. */
  wake(): void;
}
