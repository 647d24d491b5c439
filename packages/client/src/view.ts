import type { Refusal } from './backend.ts';
import type { WebhookEvent } from './event.ts';
import type { LiveState, Position, Signal } from './stream-messages.ts';
import { joined, type Tally, tallyOf, without } from './tally.ts';

export interface LiveEvent extends WebhookEvent {
  /** It had happened before the line was up: no reason to ring a bell. */
  readonly replayed: boolean;
  /** The payload as it was sent, byte for byte, when it came by the stream. */
  readonly text?: string | undefined;
}

/** What one tab knows. The same signals make the same view in every tab. */
export interface View extends Position {
  readonly state: LiveState;
  /** Why the last attempt failed, if it did. */
  readonly refusal: Refusal | undefined;
  readonly events: readonly LiveEvent[];
  readonly clearedThrough: number;
  /** Newest id when the line came up: what is not newer is being replayed. */
  readonly replayThrough: number;
  /** Events that came and went while there was no line. */
  readonly missed: number;
  /** The latest erasure that this tab has heard of; undefined before it was greeted. */
  readonly erasure: string | null | undefined;
  /** All events that are known of, to be counted. */
  readonly tally: Tally;
}

export const EMPTY: View = {
  state: 'connecting',
  refusal: undefined,
  instance: undefined,
  lastId: 0,
  events: [],
  clearedThrough: 0,
  replayThrough: 0,
  missed: 0,
  erasure: undefined,
  tally: {},
};

export function apply(view: View, signal: Signal): View {
  switch (signal.type) {
    case 'state':
      return { ...view, state: signal.state, refusal: signal.refusal };
    case 'hello': {
      const { instance, missed, clearedThrough, head, erasure } = signal.hello;
      const base = inLife(view, instance);
      return clear(
        {
          ...base,
          // Nobody can tell any more which of them were erased.
          events: hasMissedErasure(base, erasure) ? [] : base.events,
          erasure,
          replayThrough: head,
          missed: base.missed + missed,
        },
        clearedThrough,
      );
    }
    case 'event': {
      const { event } = signal;
      const replayed = event.id <= view.replayThrough;
      return {
        ...view,
        lastId: Math.max(view.lastId, event.id),
        events: mergeEvents(view.events, [{ ...event, replayed, text: signal.text }]),
        tally: joined(view.tally, tallyOf([event])),
      };
    }
    // Every event up to the head came before it, those of unwanted channels left out.
    case 'head':
      return { ...view, lastId: Math.max(view.lastId, signal.head) };
    case 'ids':
      return signal.instance === view.instance
        ? { ...view, tally: joined(view.tally, signal.ids) }
        : view;
    case 'cleared':
      return clear(view, signal.clearedThrough);
    case 'changed':
      return view;
    case 'erased': {
      const gone = new Set(signal.ids);
      const events = view.events.filter(({ id }) => !gone.has(id));
      return { ...view, events, erasure: signal.erasure, tally: without(view.tally, gone) };
    }
  }
}

/** Whether something was erased that this tab was not told of, and may still hold. */
export function hasMissedErasure(view: View, erasure: string | null | undefined): boolean {
  return view.erasure !== undefined && view.erasure !== erasure;
}

/** What a fetched history adds. It may be older than a clearing that the stream has told of. */
export function applyHistory(
  view: View,
  instance: string | undefined,
  events: readonly WebhookEvent[],
): View {
  const base = inLife(view, instance);
  const arrived = events.filter(({ id }) => id > base.clearedThrough);
  const marked = arrived.map((event) => ({ ...event, replayed: true }));
  return {
    ...base,
    events: mergeEvents(base.events, marked),
    tally: joined(base.tally, tallyOf(arrived)),
  };
}

/** Ids begin at 1 again after a restart: old and new ones cannot share a list. */
function inLife(view: View, instance: string | undefined): View {
  if (view.instance === undefined || view.instance === instance) return { ...view, instance };
  const { state, refusal, missed } = view;
  return { ...EMPTY, state, refusal, missed, instance };
}

/** What another tab knows, added to what this one does. */
export function applyView(view: View, other: View): View {
  // A tab that leads but has not been greeted yet knows less than one that was there before.
  if (other.instance === undefined) return { ...view, state: other.state, refusal: other.refusal };
  if (view.instance !== other.instance || hasMissedErasure(view, other.erasure)) {
    return { ...other, tally: other.tally ?? {} };
  }
  const lastId = Math.max(view.lastId, other.lastId);
  const missed = Math.max(view.missed, other.missed);
  const events = mergeEvents(view.events, other.events);
  // A tab that was opened before an update of the page keeps no tally.
  const tally = joined(view.tally, other.tally ?? {});
  return clear(
    { ...other, events, lastId, missed, tally },
    Math.max(view.clearedThrough, other.clearedThrough),
  );
}

function clear(view: View, clearedThrough: number): View {
  return {
    ...view,
    clearedThrough,
    lastId: Math.max(view.lastId, clearedThrough),
    events: dropThrough(view.events, clearedThrough),
  };
}

/** How many events are kept, here and in the backend. */
export const LIMIT = 50;

interface Numbered {
  readonly id: number;
}

/**
 * Newest first, one per id, 50 at most. An event that is there already is replaced, so it does
 * no harm when history and stream both bring it.
 */
export function mergeEvents<E extends Numbered>(list: readonly E[], arrived: readonly E[]): E[] {
  const byId = new Map(list.map((event) => [event.id, event]));
  for (const event of arrived) byId.set(event.id, event);
  return [...byId.values()].sort((a, b) => b.id - a.id).slice(0, LIMIT);
}

/** What is left when everything up to an id was cleared. */
export function dropThrough<E extends Numbered>(list: readonly E[], id: number): readonly E[] {
  return list.some((event) => event.id <= id) ? list.filter((event) => event.id > id) : list;
}
