import type { CacheState, CallCommand, CallEventName } from '../words.ts';
import type { PhoneBookEntry, PhoneCall } from './phone-call.ts';

/**
 * - `none`: there is no telephony app; a page has `tel:` links
 * - `connecting`: asked for a line, not greeted yet
 * - `live`: calls are told as they happen
 * - `waiting`: the line was lost; the next attempt is due soon
 * - `stopped`: ended by `stop()`
 */
export type TelephonyState = 'none' | 'connecting' | 'live' | 'waiting' | 'stopped';

/** What a telephone system may be able to do. */
export type TelephoneOrder = CallCommand | 'dial';

export interface CallEvent {
  readonly event: CallEventName;
  /** Grows from event to event as long as the line is up. */
  readonly seq: number;
  /** When the system told it, ISO-8601 UTC: the same for everybody who hears it. */
  readonly timestamp: string;
  readonly call: PhoneCall;
}

/** All calls that have not ended, and the last event that is contained in what they say. */
export interface ReportedCalls {
  readonly seq: number;
  readonly calls: readonly PhoneCall[];
}

export interface AddressCacheState {
  readonly state: CacheState;
  readonly count: number;
  readonly updatedAt: string;
  /** The phone book is made of the archive: told to it, it would bring back who was erased. */
  readonly ofArchive?: boolean;
}

export interface AddressCache extends AddressCacheState {
  readonly addresses: readonly PhoneBookEntry[];
}

export interface AddressPage {
  readonly addresses: readonly PhoneBookEntry[];
  /** Of all pages. */
  readonly total: number;
}

export interface Greeting extends ReportedCalls {
  /** The desk that commands act for; empty for none. */
  readonly extension: string;
  /** What the system can do at all; a system that does not say can do everything. */
  readonly commands?: readonly TelephoneOrder[] | null;
  readonly addressCache: AddressCacheState;
}

/** Who hears of what a telephony system tells by itself. */
export interface TelephonyListener {
  state(state: TelephonyState): void;
  /** The line is up, for the first time or again. The numbers of events may begin anew. */
  greeted(greeting: Greeting): void;
  /** The calls as they are, told again on a line that is up. */
  calls(told: ReportedCalls): void;
  call(event: CallEvent): void;
  addressCacheChanged(state: AddressCacheState): void;
}

/**
 * What the library needs of a telephony system; one file for each. A command that cannot be done
 * fails with a `TelephonyError`: `offline` without a line, `unavailable` or `unknown_command` for
 * what the system does not have. Whatever a command changes is told as an event too.
 */
export interface TelephonySystem {
  /** Connects and stays connected until `close()`. */
  connect(listener: TelephonyListener): void;
  close(): void;
  /** The machine or the network came back: look now, do not wait. */
  wake(): void;
  /** The system's own copy of the phone book, which may be empty. */
  addressCache(): Promise<AddressCache>;
  /** A page of the phone book, counted from 1. */
  addresses(page: number, pageSize: number): Promise<AddressPage>;
  /** One entry: by its place, counted from 1, or by its number. */
  address(which: { index: number } | { number: string }): Promise<PhoneBookEntry>;
  /** Answers the id of the new call. */
  dial(number: string): Promise<string>;
  /** `to` is where a `transfer` goes. */
  command(command: CallCommand, callId: string, to?: string): Promise<void>;
}
