import type { LiveEvent, Snapshot } from 'hookline-client';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { journalOf } from '../../src/pages/live/journal.ts';
import { LOOK, LookedAt } from '../../src/pages/live/use-seen.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A stream as the client library keeps it: 50 at most. */
class Stream {
  #events: LiveEvent[] = [];
  #instance: string | undefined = 'a';
  #clearedThrough = 0;
  #seen = 0;
  #snapshot: Snapshot | undefined;
  readonly subscribe = () => () => {};
  readonly onEvent = (listener: (event: LiveEvent) => void) => {
    this.#listener = listener;
    return () => {};
  };
  #listener: (event: LiveEvent) => void = () => {};
  readonly onErased = (listener: (ids: readonly number[]) => void) => {
    this.#onErased = listener;
    return () => {};
  };
  #onErased: (ids: readonly number[]) => void = () => {};
  readonly getSnapshot = (): Snapshot => {
    this.#snapshot ??= {
      state: 'live',
      status: undefined,
      events: this.#events,
      unseen: this.#events.filter(({ id }) => id > this.#seen).length,
      unseenByChannel: {},
      seen: { instance: this.#instance ?? '', id: this.#seen },
      missed: 0,
      clearedThrough: this.#clearedThrough,
      instance: this.#instance,
      leading: true,
    };
    return this.#snapshot;
  };

  /** All of them before anybody looks. */
  come(from: number, through = from): void {
    const news = events(from, through);
    for (const event of news.toReversed()) this.#listener(event);
    this.#events = [...news, ...this.#events].slice(0, 50);
    this.#snapshot = undefined;
  }

  comeLate(from: number, through: number): void {
    this.#events = [...this.#events, ...events(from, through)];
    this.#snapshot = undefined;
  }

  unknown(): void {
    this.#instance = undefined;
    this.#snapshot = undefined;
  }

  seen(id: number): void {
    this.#seen = id;
    this.#snapshot = undefined;
  }

  erase(id: number): void {
    this.#events = this.#events.filter((event) => event.id !== id);
    this.#snapshot = undefined;
    this.#onErased([id]);
  }

  clear(): void {
    this.#clearedThrough = this.#events[0]?.id ?? 0;
    this.#events = [];
    this.#snapshot = undefined;
  }

  restart(): void {
    this.#events = [];
    this.#clearedThrough = 0;
    this.#seen = 0;
    this.#instance = 'b';
    this.#snapshot = undefined;
  }
}

/** Newest first. */
function events(from: number, through: number): LiveEvent[] {
  return down(through, from).map((id) => {
    const receivedAt = new Date(id * 1000).toISOString();
    return { id, receivedAt, payload: id, replayed: false, text: String(id) };
  });
}

function watched() {
  const stream = new Stream();
  const journal = journalOf(stream);
  const ids = () => journal.getSnapshot().entries.map(({ eventId }) => eventId);
  const one = (from: number, through = from) => {
    for (let id = from; id <= through; id++) {
      stream.come(id);
      journal.getSnapshot();
    }
  };
  return { stream, journal, ids, one };
}
const later = () => void vi.advanceTimersByTime(1);
const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, i) => from - i);

describe('[HP1] nothing vanishes between the live events and the archive', () => {
  test('what is pushed out of the 50 stays', () => {
    const { journal, ids, one } = watched();
    const { completeSince } = journal.getSnapshot();
    one(1, 120);
    expect(ids()).toEqual(down(120, 1));
    expect(journal.getSnapshot().completeSince).toBe(completeSince);
  });

  test('it does not grow for ever: the archive is asked again for what was dropped', () => {
    const { journal, ids, one } = watched();
    later();
    one(1, 2000);
    expect(ids().length).toBeLessThanOrEqual(120);
    expect(ids().length).toBeGreaterThanOrEqual(60);
    expect(ids()).toEqual(down(2000, 2001 - ids().length));
    expect(journal.getSnapshot().completeSince).toBe(Date.now());
  });

  test('more than 50 at once leave a gap, and what is above it has none', () => {
    const { stream, journal, ids, one } = watched();
    one(1, 10);
    later();
    stream.come(11, 80);
    expect(ids()).toEqual(down(80, 31));
    expect(journal.getSnapshot().beforeGap.map(({ eventId }) => eventId)).toEqual(down(10, 1));
    expect(journal.getSnapshot().completeSince).toBe(Date.now());
  });

  test('after an outage the replay comes in pieces, and the gap is still noticed', () => {
    const { stream, journal, ids, one } = watched();
    one(1, 5);
    stream.come(31, 50);
    expect(ids()).toEqual(down(50, 31));
    one(51, 80);
    expect(ids()).toEqual(down(80, 31));
    expect(journal.getSnapshot().beforeGap.map(({ eventId }) => eventId)).toEqual(down(5, 1));
  });

  test('a tab that hears of a new event first and of the earlier ones later has them all', () => {
    const { stream, journal, ids, one } = watched();
    one(7);
    later();
    stream.comeLate(3, 6);
    expect(ids()).toEqual(down(7, 3));
    expect(journal.getSnapshot().completeSince).toBeLessThan(Date.now());
  });

  test('the first word of the backend is no restart', () => {
    const { stream, journal, ids } = watched();
    stream.unknown();
    expect(ids()).toEqual([]);
    stream.restart();
    later();
    stream.come(31, 60);
    expect(ids()).toEqual(down(60, 31));
    expect(journal.getSnapshot().completeSince).toBeLessThan(Date.now());
  });

  test('after a restart the old ones are still there until the archive has them', () => {
    const { stream, journal, ids, one } = watched();
    one(1, 3);
    stream.restart();
    expect(ids()).toEqual([]);
    one(1, 2);
    expect(ids()).toEqual([2, 1]);
    expect(journal.getSnapshot().beforeGap.map(({ key }) => key)).toEqual(['a 3', 'a 2', 'a 1']);
  });

  test('what was cleared is gone, also what had been pushed out', () => {
    const { stream, journal, ids, one } = watched();
    one(1, 70);
    stream.clear();
    expect(ids()).toEqual([]);
    one(71, 72);
    expect(ids()).toEqual([72, 71]);
    stream.clear();
    later();
    stream.come(73, 140);
    expect(ids()).toEqual(down(140, 91));
    expect(journal.getSnapshot().completeSince).toBe(Date.now());
  });
});

describe('[HP13] counts are those of all that came, not of what is kept', () => {
  test('whoever listens has no gap, however many come at once', () => {
    const { stream, journal, ids, one } = watched();
    journal.subscribe(() => {});
    one(1, 10);
    stream.come(11, 80);
    expect(ids()).toEqual(down(80, 1));
    expect(journal.getSnapshot().beforeGap).toEqual([]);
  });

  test('what a filter shows stays among many others, and is counted beyond what is kept', () => {
    const { stream, journal, one } = watched();
    one(1, 5);
    const odd = journal.filtered(({ eventId }) => eventId % 1000 === 1);
    odd.subscribe(() => {});
    const { completeSince } = odd.getSnapshot();
    later();
    for (let id = 6; id <= 2400; id++) {
      stream.come(id);
      odd.getSnapshot();
    }
    expect(odd.getSnapshot().entries.map(({ eventId }) => eventId)).toEqual([2001, 1001, 1]);
    expect(odd.getSnapshot()).toMatchObject({ came: [2001, 1001], completeSince });
    expect(journal.getSnapshot().came).toEqual(down(2400, 1400));
    // It was told of them all along.
    expect(journal.getSnapshot().beforeGap).toEqual([]);
  });
});

describe('[HP1] what is new is marked until somebody has looked', () => {
  test('it is marked by what was unseen when it came, and unmarked one by one', () => {
    const { stream, journal, one } = watched();
    stream.come(1, 3);
    stream.seen(1);
    expect([...journal.getSnapshot().fresh]).toEqual(['a 3', 'a 2']);
    stream.seen(3);
    expect([...journal.getSnapshot().fresh]).toEqual(['a 3', 'a 2']);
    journal.looked('a 2');
    vi.advanceTimersByTime(100);
    expect([...journal.getSnapshot().fresh]).toEqual(['a 3']);
    one(4);
    expect([...journal.getSnapshot().fresh]).toEqual(['a 4', 'a 3']);
  });

  test('in a rush each is seen in its turn, and none before its time', () => {
    const seen: number[] = [];
    const lookedAt = new LookedAt((id) => seen.push(id));
    for (let id = 1; id <= 30; id++) {
      lookedAt.update(id);
      vi.advanceTimersByTime(100);
    }
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...seen)).toBeLessThanOrEqual(30 - LOOK / 100);
    vi.advanceTimersByTime(2 * LOOK);
    expect(seen.at(-1)).toBe(30);
  });

  test('who looks away has not seen it', () => {
    const seen: number[] = [];
    const lookedAt = new LookedAt((id) => seen.push(id));
    lookedAt.update(1);
    vi.advanceTimersByTime(LOOK / 2);
    lookedAt.update(undefined);
    vi.advanceTimersByTime(10 * LOOK);
    expect(seen).toEqual([]);
  });
});

test('[ST4] what is erased is in no list any more, and what has left the 50 is read anew', () => {
  const { stream, journal, ids, one } = watched();
  one(1, 60);
  const even = journal.filtered(({ eventId }) => eventId % 2 === 0);
  const before = journal.getSnapshot().completeSince;
  expect(ids()).toEqual(down(60, 1));
  later();
  stream.erase(58);
  expect(ids()).toEqual(down(60, 11).filter((id) => id !== 58));
  expect(journal.getSnapshot().completeSince).toBeGreaterThan(before);
  const shown = even.getSnapshot().entries.map(({ eventId }) => eventId);
  expect(shown).toEqual(down(60, 11).filter((id) => id % 2 === 0 && id !== 58));
  one(61);
  expect(ids().slice(0, 3)).toEqual([61, 60, 59]);
});
