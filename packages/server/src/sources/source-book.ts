import { randomUUID } from 'node:crypto';
import { type Channel, GENERIC, SOURCE_URLS, type SourceUrl } from '@hookline/contract';
import type { KeptSource, SourceChanges } from '../archive/events/kept-sources.ts';
import { type OfficeDay, officeDay } from './opening-hours.ts';
import { type KeptRefusal, Source, type SourceState } from './source.ts';

const DAY = 24 * 60 * 60 * 1000;
/** A sender that is no longer configured is shown this long after it was last heard of. */
const REMEMBERED_FOR = 30 * DAY;

export interface SourceBookOptions {
  /** The names that are configured; others come from what was stored. */
  readonly senders: readonly string[];
  readonly timeZone: string;
  readonly now: () => number;
}

/**
 * What every sender sends to every URL. There are as many entries as configured senders and URLs
 * make, whatever is sent: nothing here grows with what strangers make up.
 */
export class SourceBook {
  readonly #options: SourceBookOptions;
  readonly #run = randomUUID();
  readonly #sources = new Map<string | null, Partial<Record<SourceUrl, Source>>>();
  /** What is not stored yet. */
  readonly #changed = new Set<Source>();
  /** Stored by earlier runs, and added to what is counted here, or no longer wanted. */
  #forgotten: Omit<KeptSource, 'state'>[] = [];
  #senders: readonly string[];
  #day: OfficeDay;
  /** Called when there is something to store. */
  onChange: () => void = () => {};

  constructor(options: SourceBookOptions) {
    this.#options = options;
    this.#senders = options.senders;
    this.#day = officeDay(options.now(), options.timeZone);
  }

  takeSenders(senders: readonly string[]): void {
    this.#senders = senders;
  }

  accepted(sender: string | null, channel: Channel | null): void {
    const now = this.#options.now();
    const source = this.#source(sender, channel ?? GENERIC);
    source.accept(now, this.dayAt(now));
    this.#note(source);
  }

  refused(
    sender: string | null,
    url: SourceUrl,
    refusal: Omit<KeptRefusal, 'at' | 'count'> | undefined,
  ): void {
    const now = this.#options.now();
    const source = this.#source(sender, url);
    const at = new Date(now).toISOString();
    source.refuse(this.dayAt(now), refusal && { ...refusal, at });
    this.#note(source);
  }

  dayAt(now: number): string {
    if (now < this.#day.from || now >= this.#day.until) {
      this.#day = officeDay(now, this.#options.timeZone);
    }
    return this.#day.name;
  }

  *[Symbol.iterator](): Iterator<Source> {
    for (const urls of this.#sources.values()) {
      for (const url of SOURCE_URLS) if (urls[url]) yield urls[url];
    }
  }

  isConfigured(sender: string | null): boolean {
    return sender === null || this.#senders.includes(sender);
  }

  /** When the latest event came: of a sender, or of a URL whoever sent it. */
  lastEventOf(name: string): number | undefined {
    const times = [...this]
      .filter(({ sender, url }) => sender === name || url === name)
      .flatMap(({ lastAt }) => lastAt ?? []);
    return times.length === 0 ? undefined : Math.max(...times);
  }

  get firstEvent(): number | undefined {
    const times = [...this].flatMap(({ firstAt }) => firstAt ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Adds what was stored before the start. */
  restore(kept: readonly KeptSource[]): void {
    const oldest = this.#options.now() - REMEMBERED_FOR;
    for (const { sender, url, life, state } of kept) {
      if (life === this.#run) continue;
      const name = sender === '' ? null : sender;
      const read = JSON.parse(state) as SourceState;
      const isOld = Date.parse(read.lastAt ?? '1970-01-01') < oldest;
      const known = SOURCE_URLS.find((one) => one === url);
      this.#forgotten.push({ sender, url, life });
      if (!known || (!this.isConfigured(name) && isOld)) continue;
      const source = this.#source(name, known);
      source.restore(read);
      this.#note(source);
    }
    if (this.#forgotten.length > 0) this.onChange();
  }

  /** What has changed since this was last asked. */
  takeChanges(): Omit<SourceChanges, 'silences'> {
    const sources = [...this.#changed].map((source) => ({
      sender: source.sender ?? '',
      url: source.url,
      life: this.#run,
      state: JSON.stringify(source.state()),
    }));
    const forgotten = this.#forgotten;
    this.#changed.clear();
    this.#forgotten = [];
    return { sources, forgotten };
  }

  #source(sender: string | null, url: SourceUrl): Source {
    let urls = this.#sources.get(sender);
    if (!urls) {
      urls = {};
      this.#sources.set(sender, urls);
    }
    urls[url] ??= new Source(sender, url);
    return urls[url];
  }

  #note(source: Source): void {
    const isFirst = this.#changed.size === 0;
    this.#changed.add(source);
    if (isFirst) this.onChange();
  }
}
