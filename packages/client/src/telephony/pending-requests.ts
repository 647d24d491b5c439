import type { Timers } from '../timers.ts';
import { isObject } from './read-call.ts';
import { reportedCode, TelephonyError } from './telephony-error.ts';

interface Pending {
  readonly command: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: TelephonyError) => void;
  readonly callOff: () => void;
}

/** Requests under way on one socket. Every one of them ends: answered, too late, or cut off. */
export class PendingRequests {
  readonly #timers: Timers;
  readonly #pending = new Map<string, Pending>();
  #lastId = 0;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  add(
    command: string,
    params: object,
    timeout: number,
    send: (frame: string) => void,
  ): Promise<unknown> {
    const id = String(++this.#lastId);
    return new Promise((resolve, reject) => {
      const callOff = this.#timers.after(timeout, () => {
        this.#take(id)?.reject(new TelephonyError('timeout', `${command}: no answer in time`));
      });
      this.#pending.set(id, { command, resolve, reject, callOff });
      send(JSON.stringify({ id, command, params }));
    });
  }

  /** An answer that nobody waits for any more is passed over. */
  answer(frame: Readonly<Record<string, unknown>>): void {
    const pending = this.#take(String(frame['id']));
    if (!pending) return;
    if (frame['ok'] === true) pending.resolve(frame['result']);
    else {
      const { code, message } = isObject(frame['error']) ? frame['error'] : {};
      const text = typeof message === 'string' ? message : 'refused';
      pending.reject(new TelephonyError(reportedCode(code), `${pending.command}: ${text}`));
    }
  }

  cutOff(): void {
    for (const id of [...this.#pending.keys()]) {
      const pending = this.#take(id);
      pending?.reject(new TelephonyError('offline', `${pending.command}: the line was lost`));
    }
  }

  #take(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    pending?.callOff();
    this.#pending.delete(id);
    return pending;
  }
}
