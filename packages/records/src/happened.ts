import type { Message } from './envelope.ts';
import { foldedName, isJsonObject, type JsonObject, listIn, type NameList } from './fields.ts';
import { EVENT_LISTS, EVENT_TIMES, EVENTS } from './job-names.ts';
import { MESSAGE_TIMES, STATUSES, UPDATE_TIMES } from './names.ts';
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
  const timeIn = (place: string, object: JsonObject, names: NameList): Happened | undefined => {
    for (const [name, value] of names.entriesOf(object)) {
      const at = momentOf(value, timeZone);
      if (at !== undefined && at.length > DAY_LENGTH) {
        return { path: `${place}.${foldedName(name)}`, at };
      }
    }
    return undefined;
  };
  const own = timeIn('record', record, UPDATE_TIMES);
  if (own) return own;
  // Only now: which of a hundred events is the newest takes longer than all the rest.
  for (const event of [record, ...outside].flatMap(eventsIn)) {
    const told = timeIn('event', event, EVENT_TIMES);
    if (told) return told;
  }
  for (const [i, envelope] of outside.entries()) {
    const told = timeIn(`envelope${i}`, envelope, MESSAGE_TIMES);
    if (told) return told;
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
  const lists = parts.flatMap((part) =>
    EVENT_LISTS.entriesOf(part).map(([, value]) => listIn(value)),
  );
  const events = lists.find((list) => list !== undefined) ?? [];
  // Some begin with the newest, others end with it.
  const ends = [...events.slice(0, MAX_EVENTS), ...events.slice(MAX_EVENTS).slice(-MAX_EVENTS)];
  const told = ends.filter(isJsonObject).map((event) => ({
    event,
    at: EVENT_TIMES.firstIn([event], (value) => momentOf(value, 'UTC')) ?? '',
  }));
  if (told.length > 1 && told.some(({ at }) => at === '')) return undefined;
  return told.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))[0]?.event;
}
