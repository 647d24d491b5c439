import type { EventStream, Position, Signal } from '../stream-messages.ts';
import type { Timers } from '../timers.ts';
import type { View } from '../view.ts';
import { Lease, type LeaseMessage } from './lease.ts';
import type { TabChannel } from './tab-channel.ts';

type TabMessage =
  | LeaseMessage
  /** What the leader's stream told, numbered so that a gap shows. */
  | { type: 'signals'; from: string; seq: number; signals: Signal[] }
  /** A follower does not know what the leader knows. */
  | { type: 'ask'; from: string; have: Have }
  | { type: 'view'; from: string; to: string; seq: number; view: View }
  /** The user is back at a tab that does not lead. */
  | { type: 'wake'; from: string };

/** What a follower knows already; with another erasure, nothing that is worth keeping. */
type Have = Position & Pick<View, 'erasure'>;

interface OwnStream extends EventStream {
  look(): void;
}

export interface SharedStreamOptions {
  readonly open: (listener: (message: unknown) => void) => TabChannel;
  readonly timers: Timers;
  /** Makes the stream that this tab holds while it leads. */
  readonly stream: (emit: (signal: Signal) => void) => OwnStream;
  readonly emit: (signal: Signal) => void;
  readonly view: () => View;
  readonly takeView: (view: View) => void;
  readonly leading: (leading: boolean) => void;
}

/**
 * One stream for all tabs: the leading one holds it and hands on what it tells. Every tab keeps
 * the whole view, so whichever takes over goes on after the last id it knows; what others know
 * already is merged by id.
 */
export class SharedStream implements EventStream {
  readonly #options: SharedStreamOptions;
  readonly #lease: Lease;
  readonly #stream: OwnStream;
  #channel: TabChannel | undefined;
  #outgoing: Signal[] = [];
  #seq = 0;
  /** Whose signals this tab applies; without `seq` it waits for the view they build on. */
  #leader: { readonly name: string; readonly seq: number | undefined } | undefined;

  constructor(options: SharedStreamOptions) {
    this.#options = options;
    this.#stream = options.stream((signal) => this.#handOn(signal));
    this.#lease = new Lease({
      timers: options.timers,
      post: (message) => this.#post(message),
      lead: () => {
        this.#leader = undefined;
        options.leading(true);
        this.#stream.start();
      },
      follow: (name) => {
        this.#stream.stop();
        options.leading(false);
        this.#ask(name);
      },
    });
  }

  start(): void {
    this.#channel ??= this.#options.open((message) => this.#take(message as TabMessage));
    this.#lease.start();
  }

  stop(): void {
    this.#flush();
    this.#lease.stop();
    this.#stream.stop();
    this.#channel?.close();
    this.#channel = undefined;
    this.#options.leading(false);
    this.#options.emit({ type: 'state', state: 'stopped' });
  }

  wake(): void {
    if (this.#lease.leads) this.#stream.wake();
    else {
      this.#post({ type: 'wake', from: this.#lease.name });
      if (this.#leader) this.#ask(this.#leader.name);
    }
  }

  #handOn(signal: Signal): void {
    // A tab that has just lost the lead ends its stream, which is not the end of the others'.
    if (!this.#lease.leads) return;
    this.#options.emit(signal);
    if (this.#outgoing.push(signal) === 1) queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    if (this.#outgoing.length === 0 || !this.#lease.leads) return;
    const signals = this.#outgoing;
    this.#outgoing = [];
    this.#post({ type: 'signals', from: this.#lease.name, seq: ++this.#seq, signals });
  }

  #take(message: TabMessage): void {
    const { from } = message;
    if (message.type === 'signals') {
      if (!this.#lease.leads) this.#takeSignals(from, message.seq, message.signals);
    } else if (message.type === 'view') {
      if (this.#lease.leads || message.to !== this.#lease.name) return;
      this.#leader = { name: from, seq: message.seq };
      this.#options.takeView(message.view);
    } else if (message.type === 'ask') {
      if (this.#lease.leads) this.#answer(from, message.have);
    } else if (message.type === 'wake') {
      if (this.#lease.leads) this.#stream.wake();
    } else {
      this.#lease.take(message);
      // The timers of a hidden tab hardly run; the messages of a visible one make up for them.
      if (message.type === 'ping' && this.#lease.leads) this.#stream.look();
    }
  }

  #takeSignals(from: string, seq: number, signals: Signal[]): void {
    const known = this.#leader?.name === from ? this.#leader : undefined;
    if (known && known.seq === undefined) return;
    if (known?.seq !== seq - 1) {
      this.#ask(from);
      return;
    }
    this.#leader = { name: from, seq };
    for (const signal of signals) this.#options.emit(signal);
  }

  #ask(leader: string): void {
    this.#leader = { name: leader, seq: undefined };
    const { instance, lastId, erasure } = this.#options.view();
    this.#post({ type: 'ask', from: this.#lease.name, have: { instance, lastId, erasure } });
  }

  /** Only what the other tab lacks: fifty large events for each of ten tabs would be felt. */
  #answer(to: string, have: Have): void {
    this.#flush();
    const view = this.#options.view();
    const isSame = have.instance === view.instance && have.erasure === view.erasure;
    const lastId = isSame ? have.lastId : 0;
    const events = view.events.filter(({ id }) => id > lastId);
    const lacking = { ...view, events };
    this.#post({ type: 'view', from: this.#lease.name, to, seq: this.#seq, view: lacking });
  }

  #post(message: TabMessage): void {
    this.#channel?.post(message);
  }
}
