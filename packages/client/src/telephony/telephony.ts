import { type Backend, baseUrl } from '../backend.ts';
import { type OpenTabChannel, openTabChannel } from '../one-stream-per-browser/tab-channel.ts';
import { whenPageWakes } from '../page-wakes.ts';
import { Subscribers } from '../subscribers.ts';
import { realTimers, type Timers } from '../timers.ts';
import type { CallCommand } from '../words.ts';
import {
  applyCalls,
  applyEvent,
  applyGreeting,
  type CallBook,
  currentId,
  firstId,
  NO_CALLS,
  withoutEnded,
} from './call-state.ts';
import { HooklineProtocol } from './hookline-protocol.ts';
import type { LiveCall } from './known-call.ts';
import { type PhoneBook, PhoneBookKeeper } from './phone-book.ts';
import type { PhoneBookProgress } from './phone-book-ways.ts';
import { Reports } from './reports.ts';
import { TelephonyError } from './telephony-error.ts';
import type {
  CallEvent,
  TelephoneOrder,
  TelephonyState,
  TelephonySystem,
} from './telephony-system.ts';
import { socketUrl } from './telephony-url.ts';

export interface TelephonyOptions extends Backend {
  /** WebSocket of the telephony app; null or left out when there is none. */
  readonly url?: string | null | undefined;
  /** The desk that this page is at, where the system has several. */
  readonly desk?: string | undefined;
  /** Another telephony system than the one at `url`. */
  readonly system?: TelephonySystem;
  /** Whether phone book and calls are told to the archive; they are unless this is `false`. */
  readonly report?: boolean;
  /** How tabs reach each other; `false` lets each one report for itself. */
  readonly tabs?: OpenTabChannel | false;
  readonly timers?: Timers;
  /** Opens the WebSocket, for a Node that has none of its own. */
  readonly openSocket?: (url: string) => WebSocket;
}

export interface TelephonySnapshot {
  readonly state: TelephonyState;
  /** The desk that commands act for, empty for none; null before the system has told. */
  readonly extension: string | null;
  /** What the system can do at all; null before it has told, or if it does not say. */
  readonly commands: readonly TelephoneOrder[] | null;
  /** Newest first: those that are on, and the last ones that have ended. */
  readonly calls: readonly LiveCall[];
  readonly phoneBook: PhoneBook;
  /** How far the phone book is read; null while it is not. */
  readonly progress: PhoneBookProgress | null;
  readonly reports: {
    /** This tab is the one that reports. */
    readonly leading: boolean;
    readonly waiting: number;
    /** Given up: refused by the archive, or too many to be kept. */
    readonly dropped: number;
  };
}

/** Calls and phone book of a telephony system. It keeps itself connected until `stop()`. */
export class Telephony {
  readonly #system: TelephonySystem | undefined;
  readonly #reports: Reports | undefined;
  readonly #keeper: PhoneBookKeeper | undefined;
  readonly #snapshots = new Subscribers<[]>();
  readonly #callEvents = new Subscribers<[CallEvent]>();
  readonly #release: (() => void)[] = [];
  #state: TelephonyState = 'none';
  #extension: string | null = null;
  #orders: readonly TelephoneOrder[] | null = null;
  #calls: CallBook = NO_CALLS;
  #snapshot: TelephonySnapshot | undefined;

  constructor(options: TelephonyOptions) {
    const { url, desk, timers = realTimers, openSocket } = options;
    this.#system =
      options.system ??
      (url ? new HooklineProtocol({ url: socketUrl(url, desk), timers, openSocket }) : undefined);
    if (!this.#system) return;
    const changed = () => this.#changed();
    // Tabs at different telephony apps hear different calls: neither can report for the other.
    const name = `hookline telephony ${baseUrl(options)} ${url ?? ''}`;
    const open = options.tabs ?? openTabChannel;
    if (options.report !== false) {
      this.#reports = new Reports({
        backend: options,
        timers,
        open: open ? (listener) => open(name, listener) : undefined,
        changed,
      });
    }
    this.#keeper = new PhoneBookKeeper({
      system: this.#system,
      timers,
      changed,
      report: (entries) => this.#reports?.book(entries),
    });
    const line = {
      start: () => this.#start(),
      stop: () => this.#pause(),
      wake: () => this.retry(),
    };
    if (typeof document === 'object') this.#release.push(whenPageWakes(line));
    this.#start();
  }

  /** The same object until something changes. */
  readonly getSnapshot = (): TelephonySnapshot => {
    this.#snapshot ??= {
      state: this.#state,
      extension: this.#extension,
      commands: this.#orders,
      calls: this.#calls.calls,
      phoneBook: this.#keeper?.book ?? { entries: [], source: null, failed: 0 },
      progress: this.#keeper?.progress ?? null,
      reports: {
        leading: this.#reports?.isLeading ?? false,
        waiting: this.#reports?.waiting ?? 0,
        dropped: this.#reports?.dropped ?? 0,
      },
    };
    return this.#snapshot;
  };

  /** Calls back after each change, once for all that happens together. */
  readonly subscribe = (listener: () => void): (() => void) => this.#snapshots.add(listener);

  /** Calls back once per event of a call, as it happens: a bell may ring. */
  onCallEvent(listener: (event: CallEvent) => void): () => void {
    return this.#callEvents.add(listener);
  }

  /** Answers the id of the new call. */
  dial(number: string): Promise<string> {
    return this.#commanded((system) => system.dial(number));
  }

  answer(callId: string): Promise<void> {
    return this.#command('answer', callId);
  }

  reject(callId: string): Promise<void> {
    return this.#command('reject', callId);
  }

  hangup(callId: string): Promise<void> {
    return this.#command('hangup', callId);
  }

  hold(callId: string): Promise<void> {
    return this.#command('hold', callId);
  }

  resume(callId: string): Promise<void> {
    return this.#command('resume', callId);
  }

  transfer(callId: string, to: string): Promise<void> {
    return this.#command('transfer', callId, to);
  }

  /** Reads the phone book again. */
  refreshPhoneBook(): void {
    this.#keeper?.refresh();
  }

  /** Somebody was erased: drops the phone book and the calls that are over, and reads it anew. */
  forget(): void {
    this.#calls = withoutEnded(this.#calls);
    this.#reports?.forgetBook();
    this.#keeper?.forget();
    this.#changed();
  }

  /** Tries at once. */
  retry(): void {
    this.#system?.wake();
    this.#reports?.wake();
  }

  stop(): void {
    this.#pause();
    for (const release of this.#release) release();
  }

  #start(): void {
    this.#reports?.start();
    this.#system?.connect({
      state: (state) => {
        this.#state = state;
        if (state !== 'live') this.#keeper?.end();
        this.#changed();
      },
      greeted: (greeting) => {
        this.#extension = greeting.extension;
        this.#orders = greeting.commands ?? null;
        this.#calls = applyGreeting(this.#calls, greeting);
        this.#keeper?.begin(greeting.addressCache);
        // The telephony app is often on the same machine as the page: both networks may be back.
        this.#reports?.wake();
        this.#changed();
      },
      calls: (told) => {
        this.#calls = applyCalls(this.#calls, told);
        this.#changed();
      },
      call: (event) => this.#take(event),
      addressCacheChanged: (state) => this.#keeper?.changed(state),
    });
  }

  #pause(): void {
    this.#system?.close();
    this.#reports?.stop();
  }

  #take(event: CallEvent): void {
    const before = this.#calls;
    this.#calls = applyEvent(before, event);
    if (this.#calls === before) return;
    this.#reports?.call(event, firstId(this.#calls, event.call));
    this.#changed();
    this.#callEvents.tell(event);
  }

  #command(command: CallCommand, callId: string, to?: string): Promise<void> {
    const id = currentId(this.#calls, callId);
    return this.#commanded((system) => system.command(command, id, to));
  }

  async #commanded<T>(act: (system: TelephonySystem) => Promise<T>): Promise<T> {
    if (this.#system) return act(this.#system);
    throw new TelephonyError('offline', 'There is no telephony');
  }

  #changed(): void {
    this.#snapshot = undefined;
    this.#snapshots.tellSoon();
  }
}

export function createTelephony(options: TelephonyOptions = {}): Telephony {
  return new Telephony(options);
}
