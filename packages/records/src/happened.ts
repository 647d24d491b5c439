import type { Message } from './envelope.ts';
import { foldedName, isJsonObject, type JsonObject } from './fields.ts';
import {
  EVENT_LISTS,
  EVENT_TIMES,
  EVENTS,
  MESSAGE_TIMES,
  STATUSES,
  UPDATE_TIMES,
} from './names.ts';
import { type Moment, momentOf } from './times.ts';

/** When what a message tells happened, as it says itself. */
export interface Happened {
  /** Where in the message that stands: only times of one place can be compared. */
  readonly path: string;
  readonly at: Moment;
}

const MAX_EVENTS = 50;
const DAY_LENGTH = '2026-03-04'.length;

/**
 * By the record itself, else by its newest status, else by the envelopes around it: an envelope may
 * only say when it was sent, and what is sent again is no newer for that. A bare date is no time.
 */
export function happenedIn(
  { record, envelopes }: Message,
  around: readonly JsonObject[],
  timeZone: string,
): Happened | undefined {
  const outside = [...around, ...envelopes].reverse();
  const places = [
    { place: 'record', object: record, names: UPDATE_TIMES },
    ...[record, ...outside]
      .flatMap(eventsIn)
      .map((object) => ({ place: 'event', object, names: EVENT_TIMES })),
    ...outside.map((object, i) => ({ place: `envelope${i}`, object, names: MESSAGE_TIMES })),
  ];
  for (const { place, object, names } of places) {
    for (const [name, value] of names.entriesOf(object)) {
      const at = momentOf(value, timeZone);
      if (at !== undefined && at.length > DAY_LENGTH) {
        return { path: `${place}.${foldedName(name)}`, at };
      }
    }
  }
  return undefined;
}

/** `"status":{"code":…,"timestamp":…}`, `"lastEvent":{…}`, and the newest of `"history":[…]`. */
function eventsIn(object: JsonObject): readonly JsonObject[] {
  const told = [STATUSES, EVENTS, EVENT_LISTS].flatMap((names) => names.entriesOf(object));
  const newest = newestEvent([object]);
  return [...told.map(([, value]) => value).filter(isJsonObject), ...(newest ? [newest] : [])];
}

/** Where it is listed what happened, the newest of it; undefined where nobody can tell which. */
export function newestEvent(parts: readonly JsonObject[]): JsonObject | undefined {
  const lists = parts.flatMap((part) => EVENT_LISTS.entriesOf(part).map(([, value]) => value));
  const events = lists.find(Array.isArray) ?? [];
  // Some begin with the newest, others end with it.
  const ends = [...events.slice(0, MAX_EVENTS), ...events.slice(MAX_EVENTS).slice(-MAX_EVENTS)];
  const told = ends.filter(isJsonObject).map((event) => ({
    event,
    at: EVENT_TIMES.firstIn([event], (value) => momentOf(value, 'UTC')) ?? '',
  }));
  if (told.length > 1 && told.some(({ at }) => at === '')) return undefined;
  return told.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))[0]?.event;
}
