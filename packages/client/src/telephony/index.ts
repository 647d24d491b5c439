export { type Backend, HooklineError } from '../backend.ts';
export type { OpenTabChannel, TabChannel } from '../one-stream-per-browser/tab-channel.ts';
export type { Timers } from '../timers.ts';
export type {
  CallCommand,
  CallDirection,
  CallEventName,
  CallState,
  DeskCause,
  EndCause,
  TelephonyRefusal,
} from '../words.ts';
export { HooklineProtocol, type HooklineProtocolOptions } from './hookline-protocol.ts';
export type { LiveCall } from './known-call.ts';
export type { PhoneBook } from './phone-book.ts';
export type { PhoneBookProgress, PhoneBookSource } from './phone-book-ways.ts';
export { type CallParty, isMissed, type PhoneBookEntry, type PhoneCall } from './phone-call.ts';
export {
  createTelephony,
  type Telephony,
  type TelephonyOptions,
  type TelephonySnapshot,
} from './telephony.ts';
export { TelephonyError, type TelephonyErrorCode } from './telephony-error.ts';
export type {
  AddressCache,
  AddressCacheState,
  AddressPage,
  CallEvent,
  Greeting,
  ReportedCalls,
  TelephoneOrder,
  TelephonyListener,
  TelephonyState,
  TelephonySystem,
} from './telephony-system.ts';
export {
  fetchTelephonyAddress,
  fetchTelephonyUrl,
  type TelephonyAddress,
} from './telephony-url.ts';
