import { BackOff } from '../back-off.ts';
import type { Timers } from '../timers.ts';
import type { CallCommand } from '../words.ts';
import type { PhoneBookEntry } from './phone-call.ts';
import {
  cacheStateOf,
  callEventOf,
  countOf,
  type Fields,
  isObject,
  parsedFrame,
  readCall,
  readCalls,
  readEntries,
  readEntry,
  readOrders,
} from './read-call.ts';
import { reportedCode, TelephonyError } from './telephony-error.ts';
import type {
  AddressCache,
  AddressPage,
  TelephonyListener,
  TelephonyState,
  TelephonySystem,
} from './telephony-system.ts';

const PROTOCOL = 1;
/** An attempt that is not greeted within this time is given up (milliseconds). */
const GREETING = 10_000;
const ANSWER = 10_000;
/** So often the calls are asked for: a line that is dead without a word does not answer. */
const PROBE = 20_000;

export interface HooklineProtocolOptions {
  /** `ws://` or `wss://`. */
  readonly url: string;
  readonly timers: Timers;
  /** Opens it instead of the built-in `WebSocket`, which Node has from version 22. */
  readonly openSocket?: ((url: string) => WebSocket) | undefined;
}

/** The protocol of docs/telephony.md over a WebSocket that is opened again whenever it is lost. */
export class HooklineProtocol implements TelephonySystem {
  readonly #options: HooklineProtocolOptions;
  readonly #backOff = new BackOff();
  readonly #requests: PendingRequests;
  #listener: TelephonyListener | undefined;
  #state: TelephonyState = 'stopped';
  #socket: WebSocket | undefined;
  #seq = 0;
  #greetedAt: number | undefined;
  #callOff = () => {};

  constructor(options: HooklineProtocolOptions) {
    this.#options = options;
    this.#requests = new PendingRequests(options.timers);
  }

  connect(listener: TelephonyListener): void {
    this.#listener = listener;
    if (this.#state === 'stopped') this.#open();
  }

  close(): void {
    this.#giveUp();
    this.#enter('stopped');
  }

  wake(): void {
    if (this.#state === 'waiting') this.#open();
    else if (this.#state === 'live') this.#probe();
  }

  async addressCache(): Promise<AddressCache> {
    const result = await this.#ask('addressCache');
    return { ...cacheStateOf(result), addresses: readEntries(result['addresses']) };
  }

  async addresses(page: number, pageSize: number): Promise<AddressPage> {
    const result = await this.#ask('addresses', { page, pageSize });
    const addresses = readEntries(result['addresses']);
    return { addresses, total: countOf(result['total']) };
  }

  async address(which: { index: number } | { number: string }): Promise<PhoneBookEntry> {
    const { address } = await this.#ask('address', which);
    const entry = readEntry(address);
    if (!entry) throw new TelephonyError('unavailable', 'address: the answer has no number');
    return entry;
  }

  async dial(number: string): Promise<string> {
    const { callId } = await this.#ask('dial', { number });
    if (typeof callId === 'string') return callId;
    throw new TelephonyError('unavailable', 'dial: the answer has no callId');
  }

  async command(command: CallCommand, callId: string, to?: string): Promise<void> {
    await this.#ask(command, { callId, ...(to !== undefined && { to }) });
  }

  async #ask(command: string, params: object = {}): Promise<Fields> {
    const socket = this.#socket;
    if (!socket || this.#state !== 'live') {
      throw new TelephonyError('offline', `${command}: there is no line`);
    }
    const result = await this.#requests.add(command, params, (frame) => socket.send(frame));
    return isObject(result) ? result : {};
  }

  #open(): void {
    this.#giveUp();
    this.#enter('connecting');
    this.#after(GREETING, () => this.#lost());
    const { url, openSocket = (address: string) => new WebSocket(address) } = this.#options;
    try {
      const socket = openSocket(url);
      this.#socket = socket;
      // What an old socket still says after a new one was opened belongs to nobody.
      const current = () => this.#socket === socket;
      socket.addEventListener('message', ({ data }) => current() && this.#take(data));
      socket.addEventListener('close', () => current() && this.#lost());
      socket.addEventListener('error', () => current() && this.#lost());
    } catch {
      // An address that is refused at once (ws:// in a page of https://, say) must not end the page.
      this.#lost();
    }
  }

  #take(data: unknown): void {
    const frame = parsedFrame(data);
    if (!isObject(frame)) return;
    const { event, seq, timestamp, data: told } = frame;
    if (event === undefined) {
      this.#requests.answer(frame);
      return;
    }
    if (!isObject(told)) return;
    if (event === 'hello') {
      this.#hello(told, countOf(seq));
      return;
    }
    if (this.#state !== 'live') return;
    const name = callEventOf(event);
    const call = readCall(told);
    if (event === 'addressCache.changed') this.#listener?.addressCacheChanged(cacheStateOf(told));
    // An event of a name that this version does not know may still move the number on.
    this.#seq = Math.max(this.#seq, countOf(seq));
    if (!name || !call) return;
    const at = typeof timestamp === 'string' ? timestamp : new Date().toISOString();
    this.#listener?.call({ event: name, seq: countOf(seq), timestamp: at, call });
  }

  #hello(hello: Fields, seq: number): void {
    if (hello['protocol'] !== PROTOCOL) {
      this.#lost();
      return;
    }
    this.#seq = seq;
    this.#greetedAt = this.#options.timers.now();
    this.#enter('live');
    this.#listener?.greeted({
      seq,
      extension: typeof hello['extension'] === 'string' ? hello['extension'] : '',
      commands: readOrders(hello['commands']),
      addressCache: cacheStateOf(isObject(hello['addressCache']) ? hello['addressCache'] : {}),
      calls: readCalls(hello['calls']),
    });
    this.#after(PROBE, () => this.#probe());
  }

  /** A browser sees no pings. The answer also mends what a lost event has left behind. */
  #probe(): void {
    const socket = this.#socket;
    this.#after(PROBE, () => this.#probe());
    this.#ask('calls').then(
      ({ calls }) => {
        if (this.#socket === socket && Array.isArray(calls)) {
          this.#listener?.calls({ seq: this.#seq, calls: readCalls(calls) });
        }
      },
      (error: unknown) => {
        const isSilent = error instanceof TelephonyError && error.code === 'timeout';
        if (isSilent && this.#socket === socket) this.#lost();
      },
    );
  }

  #lost(): void {
    const { timers } = this.#options;
    if (this.#greetedAt !== undefined) this.#backOff.lasted(timers.now() - this.#greetedAt);
    this.#giveUp();
    this.#enter('waiting');
    this.#after(this.#backOff.next(), () => this.#open());
  }

  #giveUp(): void {
    this.#callOff();
    const socket = this.#socket;
    this.#socket = undefined;
    this.#greetedAt = undefined;
    socket?.close();
    this.#requests.cutOff();
  }

  #enter(state: TelephonyState): void {
    this.#state = state;
    this.#listener?.state(state);
  }

  #after(milliseconds: number, callback: () => void): void {
    this.#callOff();
    this.#callOff = this.#options.timers.after(milliseconds, callback);
  }
}

interface Pending {
  readonly command: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: TelephonyError) => void;
  readonly callOff: () => void;
}

/** Requests under way on one socket. Every one of them ends: answered, too late, or cut off. */
class PendingRequests {
  readonly #timers: Timers;
  readonly #pending = new Map<string, Pending>();
  #lastId = 0;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  add(command: string, params: object, send: (frame: string) => void): Promise<unknown> {
    const id = String(++this.#lastId);
    return new Promise((resolve, reject) => {
      const callOff = this.#timers.after(ANSWER, () => {
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
      const { code, message, reason } = isObject(frame['error']) ? frame['error'] : {};
      const text = typeof message === 'string' ? message : 'refused';
      pending.reject(new TelephonyError(reportedCode(code), `${pending.command}: ${text}`, reason));
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
