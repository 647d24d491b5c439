import { Lease, type LeaseMessage } from '../one-stream-per-browser/lease.ts';
import type { TabChannel } from '../one-stream-per-browser/tab-channel.ts';
import type { Timers } from '../timers.ts';

type TabMessage =
  | LeaseMessage
  /** These were told to the archive. */
  | { readonly type: 'done'; readonly keys: readonly string[] }
  /** Which ones were told before this tab came? */
  | { readonly type: 'ask' };

export interface ReportingTabOptions {
  /** Undefined where there are no tabs: then this is the one that reports. */
  readonly open: ((listener: (message: unknown) => void) => TabChannel) | undefined;
  readonly timers: Timers;
  readonly leads: (isLeading: boolean) => void;
  /** Another tab has told these. */
  readonly settled: (keys: readonly string[]) => void;
  readonly done: () => readonly string[];
}

/**
 * Which tab of a browser reports. All of them hear the same calls and keep what is to be told;
 * one tells it and says so, and the others let go of it. Whichever takes over has the rest.
 */
export class ReportingTab {
  readonly #options: ReportingTabOptions;
  readonly #lease: Lease;
  #channel: TabChannel | undefined;

  constructor(options: ReportingTabOptions) {
    this.#options = options;
    this.#lease = new Lease({
      timers: options.timers,
      post: (message) => this.#post(message),
      lead: () => options.leads(true),
      follow: () => {
        options.leads(false);
        this.#post({ type: 'ask' });
      },
    });
  }

  start(): void {
    const { open, leads } = this.#options;
    if (!open) leads(true);
    else if (!this.#channel) {
      this.#channel = open((message) => this.#take(message as TabMessage));
      this.#lease.start();
    }
  }

  stop(): void {
    this.#lease.stop();
    this.#channel?.close();
    this.#channel = undefined;
    this.#options.leads(false);
  }

  tellDone(keys: readonly string[]): void {
    this.#post({ type: 'done', keys });
  }

  #take(message: TabMessage): void {
    if (message.type === 'done') this.#options.settled(message.keys);
    else if (message.type === 'ask') {
      if (this.#lease.leads) this.tellDone(this.#options.done());
    } else this.#lease.take(message);
  }

  #post(message: TabMessage): void {
    this.#channel?.post(message);
  }
}
