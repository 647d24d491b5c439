export { type Backend, HooklineError, type Refusal } from './backend.ts';
export { isEvent, type WebhookEvent } from './event.ts';
export { clearHistory, fetchHistory, type History } from './history.ts';
export {
  type LiveEvents,
  type LiveEventsOptions,
  liveEvents,
  type Snapshot,
} from './live-events.ts';
export type { OpenTabChannel, TabChannel } from './one-stream-per-browser/tab-channel.ts';
export type { LiveState } from './stream-messages.ts';
export { MOST_COUNTED } from './tally.ts';
export type { Timers } from './timers.ts';
export {
  browserSeenStorage,
  countUnseen,
  isSeen,
  type LastSeen,
  memorySeenStorage,
  type SeenStorage,
  seenIn,
} from './unseen.ts';
export type { LiveEvent } from './view.ts';
export { dropThrough, LIMIT, mergeEvents } from './view.ts';
export type { ChangedKind, Channel, ChannelName } from './words.ts';
