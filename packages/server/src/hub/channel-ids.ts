import { CHANNELS, type Channel, GENERIC } from '@hookline/contract';

/** A reader counts to a thousand, and one more says that there are more. */
const MOST = 1001;

/**
 * The newest ids of each channel. A reader that was away counts by them what it was not told of:
 * the events themselves are long gone from the history by then.
 */
export class ChannelIds {
  readonly #ids = new Map<string, number[]>([...CHANNELS, GENERIC].map((name) => [name, []]));

  add(channel: Channel | null, id: number): void {
    const ids = this.#of(channel);
    ids.push(id);
    // Cut off only now and then: doing it each time moves every entry.
    if (ids.length >= 2 * MOST) ids.splice(0, ids.length - MOST);
  }

  /** It was erased: nobody will ever see it. */
  remove(channel: Channel | null, id: number): void {
    const ids = this.#of(channel);
    const at = ids.lastIndexOf(id);
    if (at >= 0) ids.splice(at, 1);
  }

  /** Those greater than an id, of each channel, the newest 1,001 at most. */
  after(id: number): Record<string, readonly number[]> {
    const entries = [...this.#ids].map(([name, ids]) => {
      const first = ids.findIndex((each) => each > id);
      return [name, first < 0 ? [] : ids.slice(first).slice(-MOST)] as const;
    });
    return Object.fromEntries(entries);
  }

  #of(channel: Channel | null): number[] {
    return this.#ids.get(channel ?? GENERIC) ?? [];
  }
}
