import {
  type CallEvent,
  createTelephony,
  fetchTelephonyUrl,
  type Telephony,
  type TelephonySnapshot,
} from 'hookline-client/telephony';
import { BookLines } from './book-lines.ts';

const ASK_AGAIN = 5000;

export interface PhoneSnapshot extends TelephonySnapshot {
  /** The backend has said whether there is a telephony app; before that, `state` is `none` too. */
  readonly isKnown: boolean;
}

/** The telephony of this desk. Where it is, the backend says, and the backend may be away. */
export class Phone {
  #telephony: Telephony = createTelephony();
  #isKnown = false;
  #snapshot: PhoneSnapshot | undefined;
  readonly #lines = new BookLines(() => this.#changed());
  readonly #listeners = new Set<() => void>();
  readonly #callListeners = new Set<(event: CallEvent) => void>();

  constructor() {
    void this.#ask();
  }

  readonly getSnapshot = (): PhoneSnapshot => {
    this.#snapshot ??= this.#made(this.#telephony.getSnapshot());
    return this.#snapshot;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Once per event of a call, as it happens. */
  onCallEvent(listener: (event: CallEvent) => void): () => void {
    this.#callListeners.add(listener);
    return () => this.#callListeners.delete(listener);
  }

  /** Commands for calls: `dial`, `answer`, `hangup` and so on. */
  get commands(): Telephony {
    return this.#telephony;
  }

  #made(snapshot: TelephonySnapshot): PhoneSnapshot {
    const { phoneBook } = snapshot;
    const entries = this.#lines.of(phoneBook.entries);
    return { ...snapshot, phoneBook: { ...phoneBook, entries }, isKnown: this.#isKnown };
  }

  async #ask(): Promise<void> {
    try {
      const url = await fetchTelephonyUrl();
      this.#isKnown = true;
      if (url !== null) {
        this.#telephony = createTelephony({ url });
        this.#telephony.subscribe(() => this.#changed());
        this.#telephony.onCallEvent((event) => {
          for (const listener of this.#callListeners) listener(event);
        });
      }
      this.#changed();
    } catch {
      // The backend is away or wants a login; its state is shown by the stream.
      setTimeout(() => this.#ask(), ASK_AGAIN);
    }
  }

  #changed(): void {
    this.#snapshot = undefined;
    for (const listener of this.#listeners) listener();
  }
}
