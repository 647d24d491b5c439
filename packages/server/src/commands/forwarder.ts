import type { LiveEvent } from 'hookline-client';
import { channelOf, payloadOf } from './event-line.ts';
import { reachProblem } from './reach-problem.ts';

const TIMEOUT = 10_000;
/** Behind a target that is slower than the stream; what comes beyond is not kept. */
const MOST_WAITING = 1000;

/** Hands events on to a URL, one after another, and goes on whatever becomes of one. */
export class Forwarder {
  readonly #url: string;
  readonly #say: (text: string) => void;
  readonly #ending = new AbortController();
  #waiting: LiveEvent[] = [];
  #isBusy = false;
  #work: Promise<void> = Promise.resolve();
  #dropped = 0;

  constructor(url: string, say: (text: string) => void) {
    this.#url = url;
    this.#say = say;
  }

  add(event: LiveEvent): void {
    if (this.#waiting.length >= MOST_WAITING) {
      if (this.#dropped++ === 0) this.#say(`${this.#url} is too slow; events are left out`);
      return;
    }
    this.#waiting.push(event);
    if (!this.#isBusy) this.#work = this.#handOn();
  }

  /** Until everything is handed on, or somebody does not want to wait. */
  async finish(ended: AbortSignal): Promise<void> {
    const timeout = new Promise<void>((resolve) => {
      ended.addEventListener('abort', () => resolve());
    });
    await Promise.race([this.#work, timeout]);
  }

  /** Gives up what was not handed on, and says so. */
  stop(): void {
    const left = this.#waiting.length + (this.#isBusy ? 1 : 0) + this.#dropped;
    if (left > 0) this.#say(`${left} events were not forwarded`);
    this.#waiting = [];
    this.#ending.abort();
  }

  async #handOn(): Promise<void> {
    this.#isBusy = true;
    for (let event = this.#waiting.shift(); event; event = this.#waiting.shift()) {
      const problem = await this.#forward(event);
      if (this.#ending.signal.aborted) return;
      if (problem) this.#say(`#${event.id} was not forwarded to ${this.#url}: ${problem}`);
    }
    this.#isBusy = false;
  }

  async #forward(event: LiveEvent): Promise<string | undefined> {
    try {
      const answer = await fetch(this.#url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-hookline-event-id': String(event.id),
          'x-hookline-channel': channelOf(event),
          ...(event.sender !== undefined && { 'x-hookline-sender': event.sender }),
          ...(event.topic !== undefined && { 'x-hookline-topic': event.topic }),
        },
        body: payloadOf(event),
        // Followed, a POST would become a GET without a payload.
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), this.#ending.signal]),
      });
      await answer.body?.cancel();
      return answer.ok ? undefined : `it answered ${answer.status} ${answer.statusText}`.trimEnd();
    } catch (error) {
      return reachProblem(error, this.#url);
    }
  }
}
