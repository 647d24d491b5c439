/**
 * The words that the backend and a telephony app say, each list once. They stand here and not with
 * the backend, because this package is published alone.
 */

/** The kinds of data that have a webhook URL of their own. The URL alone decides. */
export const CHANNELS = ['kunden', 'kuriere', 'jobs'] as const;
export type Channel = (typeof CHANNELS)[number];
/** How a stream is narrowed: `generic` is the URL without a channel. */
export type ChannelName = Channel | 'generic';

/** Records of the archive that pages may want to read again. */
export const CHANGED_KINDS = ['addresses', 'calls', 'jobs', 'events', 'mappings'] as const;
export type ChangedKind = (typeof CHANGED_KINDS)[number];

export const CALL_DIRECTIONS = ['in', 'out', 'internal'] as const;
export type CallDirection = (typeof CALL_DIRECTIONS)[number];

export const CALL_STATES = ['dialing', 'ringing', 'connected', 'held', 'ended'] as const;
export type CallState = (typeof CALL_STATES)[number];

export const END_CAUSES = [
  'normal',
  'missed',
  // An answering machine took it; for the office it was missed.
  'voicemail',
  'busy',
  'rejected',
  'canceled',
  'unreachable',
  'forwarded',
  'failed',
] as const;
export type EndCause = (typeof END_CAUSES)[number];

/** Why the desk's own telephone did not place a call that it was to place. */
export const DESK_CAUSES = ['busy', 'rejected', 'unanswered', 'unreachable', 'unable'] as const;
export type DeskCause = (typeof DESK_CAUSES)[number];

/** Commands that are given to a call; `features` of a call lists those that it takes now. */
export const CALL_COMMANDS = ['answer', 'reject', 'hangup', 'hold', 'resume', 'transfer'] as const;
export type CallCommand = (typeof CALL_COMMANDS)[number];

export const CALL_EVENTS = [
  'call.dialing',
  'call.ringing',
  'call.connected',
  'call.held',
  'call.resumed',
  'call.transferred',
  'call.ended',
] as const;
export type CallEventName = (typeof CALL_EVENTS)[number];

/** Whether a telephony app has its copy of the phone book. */
export const CACHE_STATES = ['filled', 'empty'] as const;
export type CacheState = (typeof CACHE_STATES)[number];

/** Why a telephony app does not do what it was told to. */
export const TELEPHONY_ERRORS = [
  'bad_request',
  'unknown_command',
  'not_found',
  'invalid_state',
  'unavailable',
] as const;

/** Which of the usual refusals it is, for a page that has words of its own for it. */
export const TELEPHONY_REFUSALS = [
  ...DESK_CAUSES,
  'telephone',
  'no_telephone',
  'no_desk',
  'other_desk',
  'several_calls',
  'dialling',
  'no_line',
  'no_number',
] as const;
export type TelephonyRefusal = (typeof TELEPHONY_REFUSALS)[number];
