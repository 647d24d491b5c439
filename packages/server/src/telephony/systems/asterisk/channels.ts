import type { AmiBlock } from './ami.ts';

/** A channel is one leg of a call: a phone, a trunk, or one of Asterisk's own (`Local/…`). */
export interface Channel {
  /** It is another one when a call is picked up for somebody else. */
  name: string;
  /** Of the call, which is named after its oldest channel. */
  call: string;
  isRinging: boolean;
  isBridged: boolean;
}

export class Channels {
  readonly #channels = new Map<string, Channel>();
  /** Calls that have become a part of another one, by the name that Asterisk has for them. */
  readonly #joined = new Map<string, string>();
  readonly #onMoved: (before: string, now: string) => void;
  /** While all channels are told again after a login: the ones that are on, new ones too. */
  #listed: { readonly ids: Set<string>; readonly calls: Set<string> } | undefined;

  constructor(onMoved: (before: string, now: string) => void) {
    this.#onMoved = onMoved;
  }

  /** The call that Asterisk names so. */
  callOf(linked: string): string {
    return this.#joined.get(linked) ?? linked;
  }

  /**
   * The channel that an event is about if it is on. Most events must not bring one back: told after
   * its end, it would keep its call on.
   */
  known(event: AmiBlock, prefix = ''): Channel | undefined {
    const isOn = this.#channels.has(event.get(`${prefix}uniqueid`) ?? '');
    return isOn ? this.follow(event, prefix) : undefined;
  }

  /** The channel that an event is about, with the name and the call that it has by now. */
  follow(event: AmiBlock, prefix = ''): Channel | undefined {
    const id = event.get(`${prefix}uniqueid`);
    const name = event.get(`${prefix}channel`);
    const linked = event.get(`${prefix}linkedid`) ?? event.get('linkedid');
    if (id === undefined || name === undefined || linked === undefined) return undefined;
    const call = this.callOf(linked);
    this.#listed?.ids.add(id);
    this.#listed?.calls.add(call);
    const known = this.#channels.get(id);
    if (!known) {
      const added = { name, call, isRinging: false, isBridged: false };
      this.#channels.set(id, added);
      return added;
    }
    known.name = name;
    const before = known.call;
    known.call = call;
    if (before !== call) this.#onMoved(before, call);
    return known;
  }

  delete(id: string): void {
    this.#channels.delete(id);
  }

  legsOf(call: string): Channel[] {
    return [...this.#channels.values()].filter((channel) => channel.call === call);
  }

  /** Two calls have become one; what Asterisk still tells of the part is about the whole. */
  join(part: string, whole: string): void {
    for (const [linked, call] of this.#joined) {
      if (call === part) this.#joined.set(linked, whole);
    }
    this.#joined.delete(whole);
    this.#joined.set(part, whole);
    for (const leg of this.legsOf(part)) leg.call = whole;
  }

  /** The call is over. */
  forget(call: string): void {
    for (const [linked, whole] of this.#joined) if (whole === call) this.#joined.delete(linked);
  }

  /** All channels are told from now on. */
  list(): void {
    this.#listed = { ids: new Set(), calls: new Set() };
  }

  /** A call that was ordered meanwhile has no channel yet. */
  keep(call: string): void {
    this.#listed?.calls.add(call);
  }

  /** All are told; answers the calls that are on. What was not told ended while nobody heard it. */
  listed(): readonly string[] | undefined {
    const listed = this.#listed;
    this.#listed = undefined;
    if (!listed) return undefined;
    for (const id of this.#channels.keys()) if (!listed.ids.has(id)) this.#channels.delete(id);
    return [...listed.calls].map((call) => this.callOf(call));
  }

  clear(): void {
    this.#listed = undefined;
    this.#channels.clear();
    this.#joined.clear();
  }
}
