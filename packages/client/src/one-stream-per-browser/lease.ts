import type { Timers } from '../timers.ts';

/** The leader says so this often (milliseconds). */
const BEAT = 400;
/** After so much silence the leader is asked whether it is still there … */
const SILENCE = 800;
/** … and has this long to answer: busy machines are slow, and a lead that moves rings twice. */
const ANSWER = 1500;
/** A claim that nobody contests for so long is won. */
const CLAIM = 150;

export type LeaseMessage =
  | { readonly type: 'claim'; readonly from: string; readonly term: number }
  | { readonly type: 'beat'; readonly from: string; readonly term: number }
  | { readonly type: 'ping'; readonly from: string }
  | { readonly type: 'bye'; readonly from: string };

export interface LeaseOptions {
  readonly timers: Timers;
  readonly post: (message: LeaseMessage) => void;
  readonly lead: () => void;
  /** Another tab leads now. */
  readonly follow: (leader: string) => void;
}

/**
 * Which of the tabs leads. Each claim has a term greater than any heard of; the greater term
 * wins, among equal ones the smaller name.
 *
 * Two tabs can believe to lead for a moment (one was frozen, say). That costs a second connection
 * until they hear of each other and no event: tabs merge by id.
 *
 * A hidden tab's timers run once a minute, so a leader is never replaced because it is silent but
 * because it does not answer: messages, unlike timers, are not throttled.
 */
export class Lease {
  readonly name = crypto.getRandomValues(new Uint32Array(2)).join('-');
  readonly #options: LeaseOptions;
  #role: 'none' | 'candidate' | 'leader' | 'follower' = 'none';
  #term = 0;
  #leader: string | undefined;
  #heardAt = 0;
  #callOff = () => {};

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  get leads(): boolean {
    return this.#role === 'leader';
  }

  start(): void {
    if (this.#role === 'none') this.#claim();
  }

  stop(): void {
    this.#callOff();
    if (this.leads) this.#options.post({ type: 'bye', from: this.name });
    this.#role = 'none';
  }

  take(message: LeaseMessage): void {
    if (this.#role === 'none') return;
    if (message.type === 'ping') {
      if (this.leads) this.#say('beat');
    } else if (message.type === 'bye') {
      if (this.#role === 'follower') this.#claim();
    } else if (message.type === 'beat') this.#heardBeat(message.from, message.term);
    else this.#heardClaim(message.from, message.term);
  }

  #heardBeat(from: string, term: number): void {
    if (this.leads && this.#beats(from, term)) {
      this.#say('beat');
      return;
    }
    this.#term = Math.max(this.#term, term);
    this.#heardAt = this.#options.timers.now();
    if (this.#role !== 'follower') this.#wait();
    if (this.#leader === from) return;
    this.#leader = from;
    this.#options.follow(from);
  }

  #heardClaim(from: string, term: number): void {
    if (this.leads) this.#say('beat');
    else if (this.#role === 'candidate') {
      if (this.#beats(from, term)) this.#say('claim');
      else this.#wait();
    }
  }

  /** Is this tab's own claim the better one? */
  #beats(from: string, term: number): boolean {
    return this.#term === term ? this.name < from : this.#term > term;
  }

  #claim(): void {
    this.#role = 'candidate';
    this.#leader = undefined;
    this.#term++;
    this.#say('claim');
    this.#after(CLAIM, () => {
      this.#role = 'leader';
      this.#beat();
      this.#options.lead();
    });
  }

  #beat(): void {
    this.#say('beat');
    this.#after(BEAT, () => this.#beat());
  }

  #wait(): void {
    this.#role = 'follower';
    this.#heardAt = this.#options.timers.now();
    this.#watch();
  }

  #watch(): void {
    const heard = this.#heardAt;
    const silentFor = this.#options.timers.now() - heard;
    this.#after(Math.max(0, SILENCE - silentFor), () => {
      if (this.#heardAt !== heard) {
        this.#watch();
        return;
      }
      this.#options.post({ type: 'ping', from: this.name });
      this.#after(ANSWER, () => (this.#heardAt === heard ? this.#claim() : this.#watch()));
    });
  }

  #say(type: 'claim' | 'beat'): void {
    this.#options.post({ type, from: this.name, term: this.#term });
  }

  #after(milliseconds: number, callback: () => void): void {
    this.#callOff();
    this.#callOff = this.#options.timers.after(milliseconds, callback);
  }
}
