/** How often JetStream is asked, while it is away and while all is well. */
const LOOK_EVERY = { away: 500, well: 2000 };

export interface AvailabilityOptions {
  /** Asks something that only a stream with a leader can answer. */
  readonly probe: () => Promise<unknown>;
  /** How long it may say nothing before it counts as away, in milliseconds. */
  readonly timeout: number;
  readonly onChange: (isAway: boolean) => void;
  /** Asked while it is away: what is wrong, if that can be found out. */
  readonly reason: () => Promise<string | undefined>;
  readonly onReason: (reason: string) => void;
}

/**
 * Whether JetStream takes anything at the moment. One request has waited for it in vain, or it is
 * asked in vain for as long: from then on nobody else has to wait, until it answers again.
 */
export class Availability {
  readonly #options: AvailabilityOptions;
  #isAway = false;
  #reason: string | undefined;
  #isAsking = false;
  #lastAnswer = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: AvailabilityOptions) {
    this.#options = options;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** Why it is away, as far as it is known. */
  get reason(): string | undefined {
    return this.#reason;
  }

  begin(): void {
    this.answered();
    this.#lookLater();
  }

  /** It has just done something for us. */
  answered(): void {
    this.#lastAnswer = performance.now();
    this.#set(false);
  }

  /** Somebody has waited for it for as long as anybody does. */
  missed(): void {
    this.#set(true);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #set(isAway: boolean): void {
    if (isAway === this.#isAway || this.#closed) return;
    this.#isAway = isAway;
    this.#reason = undefined;
    this.#options.onChange(isAway);
    if (isAway) this.#lookLater();
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const pause = this.#isAway ? LOOK_EVERY.away : LOOK_EVERY.well;
    this.#timer = setTimeout(() => void this.#look(), pause);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const { probe, timeout } = this.#options;
    try {
      await probe();
      this.answered();
    } catch {
      if (performance.now() - this.#lastAnswer >= timeout) this.missed();
      if (this.#isAway) void this.#ask();
    }
    this.#lookLater();
  }

  /** Beside the looking, which is not to be late because of it. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const reason = await this.#options.reason().catch(() => undefined);
    this.#isAsking = false;
    if (!this.#isAway || reason === this.#reason) return;
    this.#reason = reason;
    if (reason !== undefined) this.#options.onReason(reason);
  }
}
