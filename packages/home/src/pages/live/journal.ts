import type { LiveEvents, Snapshot } from 'hookline-client';
import { type Entry, isNewer, liveEntry } from './entry.ts';

/** What has left the 50 live ones stays on the screen, up to so many in all. */
const MOST = 120;
const LEFT_WHEN_TRIMMED = 60;

export interface JournalView {
  /** Newest first and without a gap. */
  readonly entries: readonly Entry[];
  /** What was known before a gap: shown until the archive has filled it. */
  readonly beforeGap: readonly Entry[];
  /** What the archive is asked at this moment or later goes on where `entries` end. */
  readonly completeSince: number;
  /** Keys of those that nobody has looked at here. */
  readonly fresh: ReadonlySet<string>;
}

/**
 * The live events and those that later ones have pushed out of the 50, so that nothing vanishes
 * between them and what the archive told earlier. Bounded: beyond that the archive is asked anew.
 */
export class Journal {
  readonly #live: Pick<LiveEvents, 'getSnapshot' | 'subscribe'>;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #looked = new Set<string>();
  #applied: Snapshot | undefined;
  /** The newest id that was known, and the life it is from. */
  #last: { readonly instance: string; readonly id: number } | undefined;
  #view: JournalView;

  constructor(live: Pick<LiveEvents, 'getSnapshot' | 'subscribe'>, now: () => number = Date.now) {
    this.#live = live;
    this.#now = now;
    this.#view = { entries: [], beforeGap: [], completeSince: now(), fresh: new Set() };
  }

  readonly getSnapshot = (): JournalView => {
    const snapshot = this.#live.getSnapshot();
    if (snapshot !== this.#applied) {
      this.#view = this.#after(snapshot);
      this.#applied = snapshot;
    }
    return this.#view;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    const leave = this.#live.subscribe(listener);
    return () => {
      this.#listeners.delete(listener);
      leave();
    };
  };

  /** Somebody has looked at this one. */
  looked(key: string): void {
    // A screenful is looked at together: one rendering for all.
    if (this.#looked.size === 0) setTimeout(() => this.#dropLooked(), 50);
    this.#looked.add(key);
  }

  #dropLooked(): void {
    const fresh = [...this.#view.fresh].filter((key) => !this.#looked.has(key));
    this.#looked.clear();
    this.#view = { ...this.#view, fresh: new Set(fresh) };
    for (const listener of this.#listeners) listener();
  }

  #after({ events, instance = '', clearedThrough, unseen }: Snapshot): JournalView {
    const { beforeGap, fresh, entries: before } = this.#view;
    const arrived = events.map((event) => liveEntry(event, instance));
    const last = this.#last;
    const lastId = last?.instance === instance ? last.id : 0;
    // Before the backend has said which life it is in, there is nothing to compare with.
    if (instance !== '') {
      this.#last = { instance, id: Math.max(lastId, clearedThrough, arrived[0]?.eventId ?? 0) };
    }

    const news = arrived.filter(({ eventId }) => eventId > lastId);
    const oldestNew = news.at(-1)?.eventId ?? 0;
    // After a restart, or when more than 50 came at once, something is missing in between.
    const hasGap =
      last !== undefined &&
      (last.instance !== instance || oldestNew > Math.max(lastId, clearedThrough) + 1);
    // Cleared is also what stood below the cleared ones.
    const isCleared = (entry: Entry) =>
      clearedThrough > 0 && !(entry.instance === instance && entry.eventId > clearedThrough);
    // A tab may hear of a new event before another tab has told it what came earlier.
    const lowest = before.at(-1);
    const late = arrived.filter((entry) => lowest && !hasGap && isNewer(lowest, entry));
    const kept = before
      .concat(beforeGap.length === 0 ? late : [])
      .filter((entry) => !isCleared(entry));
    const isLong = news.length + kept.length > MOST;
    // What was cleared is no longer here: should somebody want it back, the archive has to have it.
    const isShort = before.some(isCleared);
    return {
      entries: hasGap
        ? news
        : news.concat(isLong ? kept.slice(0, LEFT_WHEN_TRIMMED - news.length) : kept),
      beforeGap: hasGap ? kept : beforeGap.filter((entry) => !isCleared(entry)),
      completeSince: hasGap || isLong || isShort ? this.#now() : this.#view.completeSince,
      fresh: withNews(
        fresh,
        arrived.slice(0, unseen).filter((entry) => news.includes(entry) || late.includes(entry)),
      ),
    };
  }
}

function withNews(fresh: ReadonlySet<string>, news: readonly Entry[]): ReadonlySet<string> {
  if (news.length === 0) return fresh;
  return new Set([...news.map(({ key }) => key), ...fresh].slice(0, MOST));
}
