import {
  isSeen,
  type LiveEvent,
  type LiveEvents,
  MOST_COUNTED,
  type Snapshot,
} from 'hookline-client';
import { Store } from '../../store.ts';
import { type Entry, isNewer, liveEntry } from './entry.ts';

/** What has left the 50 live ones stays on the screen, up to so many in all. */
const MOST = 120;
const LEFT_WHEN_TRIMMED = 60;

type Live = Pick<LiveEvents, 'getSnapshot' | 'subscribe' | 'onEvent' | 'onErased'>;

export interface JournalView {
  /** Newest first and without a gap. */
  readonly entries: readonly Entry[];
  /** What was known before a gap: shown until the archive has filled it. */
  readonly beforeGap: readonly Entry[];
  /** What the archive is asked at this moment or later has filled it. */
  readonly gapSince: number;
  /** What the archive is asked at this moment or later goes on where `entries` end. */
  readonly completeSince: number;
  /** Keys of those that nobody has looked at here. */
  readonly fresh: ReadonlySet<string>;
  /** Ids of all that came in this epoch, kept here or not, newest first; as many as are counted. */
  readonly came: readonly number[];
}

const NOTHING = {
  entries: [],
  beforeGap: [],
  gapSince: 0,
  fresh: new Set<string>(),
  came: [],
};

/** The one of the page. It outlives a visit to another page, so that the list is the same after it. */
export function journalOf(live: Live): Journal {
  const known = journals.get(live);
  if (known) return known;
  const journal = new Journal(live);
  journals.set(live, journal);
  // Rows that have left the 50 may be about who was erased; the archive goes on below those.
  live.onErased(() => journal.beginAnew());
  return journal;
}
const journals = new WeakMap<Live, Journal>();

/**
 * The live events and those that later ones have pushed out of the 50, so that nothing vanishes
 * between them and what the archive told earlier. Bounded: beyond that the archive is asked anew.
 */
export class Journal {
  readonly #live: Live;
  readonly #now: () => number;
  readonly #isWanted: (entry: Entry) => boolean;
  readonly #whole: Journal | undefined;
  /** Looked at, and to be told of together. */
  readonly #looking = new Set<string>();
  readonly #looked = new Store<readonly string[]>([]);
  #applied: Snapshot | undefined;
  /** Came since, of which a snapshot has the newest 50 only. */
  #arrived: LiveEvent[] = [];
  /** The newest id that was known, and the epoch it is from. */
  #last: { readonly instance: string; readonly id: number } | undefined;
  #view: JournalView;
  /** How often it was begun anew. */
  #erasures = 0;

  constructor(
    live: Live,
    now: () => number = Date.now,
    part?: { readonly of: Journal; readonly isWanted: (entry: Entry) => boolean },
  ) {
    this.#live = live;
    this.#now = now;
    this.#isWanted = part?.isWanted ?? (() => true);
    this.#whole = part?.of;
    this.#last = part ? part.of.#last : undefined;
    this.#applied = part ? part.of.#applied : undefined;
    this.#view = part ? partOf(part.of.#view, part.isWanted) : { ...NOTHING, completeSince: now() };
    this.#erasures = part ? part.of.#erasures : 0;
  }

  beginAnew(): void {
    this.#erasures++;
    this.#last = undefined;
    this.#applied = undefined;
    this.#arrived = [];
    this.#view = { ...NOTHING, completeSince: this.#now() };
  }

  /** The same of those that a filter shows: among many others they stay for longer. */
  filtered(isWanted: (entry: Entry) => boolean): Journal {
    this.getSnapshot();
    return new Journal(this.#live, this.#now, { of: this, isWanted });
  }

  readonly getSnapshot = (): JournalView => {
    const snapshot = this.#live.getSnapshot();
    // So that it has no gap when the filter is taken away.
    this.#whole?.getSnapshot();
    if (this.#whole && this.#erasures !== this.#whole.#erasures) {
      this.beginAnew();
      this.#erasures = this.#whole.#erasures;
    }
    if (snapshot !== this.#applied) {
      this.#view = this.#after(snapshot);
      this.#applied = snapshot;
    }
    const looked = this.#looked.get();
    if (looked.some((key) => this.#view.fresh.has(key))) {
      const fresh = new Set(this.#view.fresh);
      for (const key of looked) fresh.delete(key);
      this.#view = { ...this.#view, fresh };
    }
    return this.#view;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    const leaveLooked = this.#looked.subscribe(listener);
    const leaveWhole = this.#whole?.subscribe(() => {});
    const leave = this.#live.subscribe(listener);
    const leaveEvents = this.#live.onEvent((event) => this.#arrived.push(event));
    return () => {
      leaveLooked();
      leaveWhole?.();
      leave();
      leaveEvents();
    };
  };

  /** Somebody has looked at this one. */
  looked(key: string): void {
    this.#whole?.looked(key);
    // A screenful is looked at together: one rendering for all.
    if (this.#looking.size === 0) setTimeout(() => this.#tellLooked(), 50);
    this.#looking.add(key);
  }

  #tellLooked(): void {
    const looked = [...this.#looked.get(), ...this.#looking];
    this.#looking.clear();
    // Those that nobody shows as fresh any more need not be remembered.
    this.#looked.set(looked.filter((key) => this.#view.fresh.has(key)));
  }

  #after(snapshot: Snapshot): JournalView {
    const { instance = '', clearedThrough, seen } = snapshot;
    const { beforeGap, fresh, came, entries: before } = this.#view;
    const arrived = this.#newest(snapshot).map((event) => liveEntry(event, instance));
    const last = this.#last;
    const lastId = last?.instance === instance ? last.id : 0;
    // Before the backend has said which epoch it is in, there is nothing to compare with.
    if (instance !== '') {
      this.#last = { instance, id: Math.max(lastId, clearedThrough, arrived[0]?.eventId ?? 0) };
    }

    const news = arrived.filter(({ eventId }) => eventId > lastId);
    const oldestNew = news.at(-1)?.eventId ?? 0;
    // After a restart, or when some were never told of, something is missing in between.
    const hasGap =
      last !== undefined &&
      (last.instance !== instance || oldestNew > Math.max(lastId, clearedThrough) + 1);
    // Cleared is also what stood below the cleared ones.
    const isCleared = (entry: Entry) =>
      clearedThrough > 0 && !(entry.instance === instance && entry.eventId > clearedThrough);
    // A tab may hear of a new event before another tab has told it what came earlier.
    const lowest = before.at(-1);
    const late = arrived.filter(
      (entry) => lowest && !hasGap && isNewer(lowest, entry) && this.#isWanted(entry),
    );
    const wanted = news.filter(this.#isWanted);
    const kept = before
      .concat(beforeGap.length === 0 ? late : [])
      .filter((entry) => !isCleared(entry));
    const all = hasGap ? wanted : wanted.concat(kept);
    const isLong = all.length > MOST;
    // What was cleared is no longer here: should somebody want it back, the archive has to have it.
    const isShort = before.some(isCleared);
    const isFresh = (entry: Entry) =>
      (news.includes(entry) || late.includes(entry)) &&
      !isSeen(seen, { id: entry.eventId, channel: entry.channel });
    return {
      entries: isLong ? all.slice(0, LEFT_WHEN_TRIMMED) : all,
      beforeGap: hasGap ? kept : beforeGap.filter((entry) => !isCleared(entry)),
      gapSince: hasGap ? this.#now() : this.#view.gapSince,
      completeSince: hasGap || isLong || isShort ? this.#now() : this.#view.completeSince,
      fresh: withNews(fresh, arrived.filter(isFresh).filter(this.#isWanted)),
      came: wanted
        .map(({ eventId }) => eventId)
        .concat(last?.instance === instance ? came : [])
        .slice(0, MOST_COUNTED + 1),
    };
  }

  /** What a snapshot has and what came before it: more than 50 may come in one go. */
  #newest({ events, instance = '', clearedThrough }: Snapshot): readonly LiveEvent[] {
    const arrived = this.#arrived;
    this.#arrived = [];
    const oldest = events.at(-1)?.id ?? 0;
    const isSameLife = this.#last === undefined || this.#last.instance === instance;
    if (!isSameLife || arrived.length <= 1) return events;
    const others = arrived.filter(({ id }) => id < oldest && id > clearedThrough);
    return events.concat(others.sort((a, b) => b.id - a.id));
  }
}

function partOf(view: JournalView, isWanted: (entry: Entry) => boolean): JournalView {
  return {
    ...view,
    entries: view.entries.filter(isWanted),
    beforeGap: view.beforeGap.filter(isWanted),
    // Only what comes from now on can be compared with what is shown from now on.
    came: [],
  };
}

function withNews(fresh: ReadonlySet<string>, news: readonly Entry[]): ReadonlySet<string> {
  if (news.length === 0) return fresh;
  return new Set([...news.map(({ key }) => key), ...fresh].slice(0, MOST));
}
