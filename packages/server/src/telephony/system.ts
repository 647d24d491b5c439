import type { CallCommand, CallEventName, PhoneBookEntry, PhoneCall } from '@hookline/contract';
import type { App } from '../http/app.ts';
import type { Keeper } from '../http/kept.ts';
import type { AddressCacheOfApp } from './address-cache.ts';
import type { PhoneBook } from './phone-book.ts';
import type { Schedule } from './schedule.ts';

/** Where a system on the internet tells of calls. */
export const PUSH_PATH = '/api/telephony/push';

/** What a person can have done: to a call, or to begin one. */
export type Order = CallCommand | 'dial';

/**
 * A telephone system as the rest of the server sees it; one file for each in `systems/`. What it
 * is told and finds out itself, it tells by `SystemContext.tell`.
 */
export interface TelephonySystem {
  /** What it can do at all. The rest is `unavailable`, and a page has other means. */
  readonly orders: readonly Order[];
  /** The same for a desk, where not all are alike. */
  ordersAt?(desk: string): readonly Order[];
  /** Why it takes none although it could, for whoever gives one. */
  readonly noOrders?: string;
  /** Calls that have not ended. */
  live(): PhoneCall[];
  /** The desk that the orders of a client act for, by the one it says it is; '' for none. */
  deskOf(said: string | undefined): string;
  /** Answers the id of the new call. */
  dial?(number: string, desk: string): string | Promise<string>;
  /** Answers the call after it. `to` is where a transfer goes. */
  command?(
    command: CallCommand,
    callId: string,
    desk: string,
    to: string,
  ): PhoneCall | Promise<PhoneCall>;
  /** Switched off to see how a client does without: whether the command `addresses` is taken. */
  givesBook?(): boolean;
  /** Connects and stays connected, once the server listens and the archive runs. */
  begin?(): void;
  /** Ends what is on; nothing is told afterwards. */
  close?(): void | Promise<void>;
  /** What is wrong with the line to it, in one line for whoever runs the service. */
  trouble?(): string | undefined;
  /** Why no page is let in, where it can hear a part of its calls in spite of trouble. */
  refusal?(): string | undefined;
  /** Its own phone book, if it has one. */
  phoneBook?(): Promise<readonly PhoneBookEntry[]>;
}

export interface TelephonyLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** What a system is given. */
export interface SystemContext extends Keeper {
  /** For routes of its own. */
  readonly app: App;
  readonly book: PhoneBook;
  readonly cache: AddressCacheOfApp;
  readonly now: () => number;
  readonly schedule: Schedule;
  readonly log: TelephonyLog;
  /** Tells every client and the archive. `firstId` is the id that the call was first told under. */
  readonly tell: (event: CallEventName, call: PhoneCall, firstId?: string) => void;
  /** The line to the system is down: pages must not show as live what nobody follows. */
  readonly lineDown: () => void;
  /** What it can do is not what it was: pages are told. */
  readonly greet: () => void;
  /** Reads the phone book again from where it comes, and fills the cache from it. */
  readonly fillBook: () => Promise<void>;
}

export type CreateSystem = (context: SystemContext) => TelephonySystem;
