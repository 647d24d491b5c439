import type { TelephonyAddress } from '@hookline/contract';
import type { CallEvent, LiveCall, Telephony, TelephonySnapshot } from 'hookline-client/telephony';
import { Store } from '../store.ts';
import { BookLines } from './book-lines.ts';
import { request } from './request.ts';

const ASK_AGAIN = 5000;

export interface PhoneSnapshot extends TelephonySnapshot {
  /** Whether there is a telephone is known; before that, `state` is `none` too. */
  readonly isKnown: boolean;
  /** What the backend says of it. */
  readonly address: TelephonyAddress | undefined;
}

/** What a server of an earlier version does not tell. */
const NO_SYSTEM: TelephonyAddress = { url: null, system: null, desks: [], push: null };

const NO_TELEPHONE: TelephonySnapshot = {
  state: 'none',
  extension: null,
  commands: null,
  calls: [],
  phoneBook: { entries: [], source: null, failed: 0 },
  progress: null,
  reports: { leading: false, waiting: 0, dropped: 0 },
};

/**
 * The telephony of this desk. Where it is, the backend says, and the backend may be away. What
 * talks to it is fetched only where there is one, and does not hold up the first view.
 */
export class Phone {
  #telephony: Telephony | undefined;
  #address: TelephonyAddress | undefined;
  #desk = '';
  readonly #lines = new BookLines(() => this.#changed());
  readonly #snapshot = new Store<PhoneSnapshot>(this.#made());
  readonly #callListeners = new Set<(event: CallEvent) => void>();

  constructor() {
    void this.#ask();
  }

  readonly getSnapshot = this.#snapshot.get;
  readonly subscribe = this.#snapshot.subscribe;

  /** Once per event of a call, as it happens. */
  onCallEvent(listener: (event: CallEvent) => void): () => void {
    this.#callListeners.add(listener);
    return () => this.#callListeners.delete(listener);
  }

  /** Commands for calls: `dial`, `answer`, `hangup` and so on. */
  get commands(): Telephony {
    if (!this.#telephony) throw new Error('there is no telephone');
    return this.#telephony;
  }

  /** Somebody was erased: what is known of them goes, and the phone book is read anew. */
  forget(): void {
    this.#telephony?.forget();
  }

  /** The desk that this browser is at; '' for none in particular. */
  sitAt(desk: string): void {
    const before = this.#deskOfPhone();
    this.#desk = desk;
    if (this.#telephony && this.#deskOfPhone() !== before) void this.#open();
  }

  /** A desk that the telephone does not have is a label only; the line is not lost for it. */
  #deskOfPhone(): string {
    return this.#address?.desks.includes(this.#desk) ? this.#desk : '';
  }

  #made(): PhoneSnapshot {
    const snapshot = this.#telephony?.getSnapshot() ?? NO_TELEPHONE;
    const { phoneBook, commands } = snapshot;
    const entries = this.#lines.of(phoneBook.entries);
    const address = this.#address;
    const isKnown =
      address !== undefined && (address.url === null || this.#telephony !== undefined);
    const calls = snapshot.calls.map((call) => takenHere(call, commands));
    return { ...snapshot, calls, phoneBook: { ...phoneBook, entries }, isKnown, address };
  }

  async #ask(): Promise<void> {
    try {
      const address = await request<Partial<TelephonyAddress>>('GET', '/api/telephony');
      this.#address = { ...NO_SYSTEM, ...address };
      await this.#open();
      this.#changed();
    } catch {
      // The backend is away or wants a login; its state is shown by the stream.
      setTimeout(() => this.#ask(), ASK_AGAIN);
    }
  }

  async #open(): Promise<void> {
    const url = this.#address?.url;
    if (url == null) return;
    const { createTelephony } = await import('hookline-client/telephony');
    this.#telephony?.stop();
    const desk = this.#deskOfPhone();
    const telephony = createTelephony({ url, ...(desk !== '' && { desk }) });
    this.#telephony = telephony;
    telephony.subscribe(() => {
      if (this.#telephony === telephony) this.#changed();
    });
    telephony.onCallEvent((event) => {
      for (const listener of this.#callListeners) listener(event);
    });
  }

  #changed(): void {
    this.#snapshot.set(this.#made());
  }
}

/** What a call takes at some desks only is no button at the others. */
function takenHere(call: LiveCall, commands: PhoneSnapshot['commands']): LiveCall {
  const features = call.features.filter((each) => commands?.includes(each) ?? true);
  return features.length === call.features.length ? call : { ...call, features };
}
