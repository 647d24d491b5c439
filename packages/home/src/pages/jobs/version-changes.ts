import { foldedName, isJsonObject, type JsonObject, names } from '@hookline/records';
import { isContainer } from '../../format/payload-json.ts';

/** A field that a version of a job says anew; undefined stands for one that nobody had told. */
export interface Change {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Beyond these a payload is no longer taken apart: nobody would read it field by field. */
const DEEPEST = 8;
const MOST = 100;
const MOST_LOOKED_AT = 5000;

/** What a payload says other than what was known, the fields a dispatcher looks for first. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const changes: Change[] = [];
  // A queue instead of recursion: what is further out comes first and is found within the bounds.
  const waiting: Change[] = [{ path: [], before, after }];
  let lookedAt = 0;
  for (const pair of waiting) {
    const parts = pair.path.length < DEEPEST ? partsOf(pair) : undefined;
    for (const part of parts ?? [pair]) {
      if (changes.length >= MOST || ++lookedAt > MOST_LOOKED_AT) return sorted(changes);
      if (part.before === part.after) continue;
      if (part !== pair && isContainer(part.before) && isContainer(part.after)) waiting.push(part);
      else if (!isSame(part.before, part.after)) changes.push(part);
    }
  }
  return sorted(changes);
}

/** What is known after one more payload: what it lacks stays. */
export function knownAfter(known: unknown, payload: unknown, depth = 0): unknown {
  if (depth > DEEPEST || !isJsonObject(known) || !isJsonObject(payload)) return payload;
  const said = Object.entries(payload).map(([name, value]): [string, unknown] => [
    name,
    knownAfter(own(known, name), value, depth + 1),
  ]);
  return Object.fromEntries([...Object.entries(known), ...said]);
}

/** The fields of two objects or lists, side by side; nothing if they cannot be compared so. */
function partsOf(pair: Change): Iterable<Change> | undefined {
  const { before, after } = pair;
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length ? itemPairs(pair.path, before, after) : undefined;
  }
  return isJsonObject(before) && isJsonObject(after)
    ? fieldPairs(pair.path, before, after)
    : undefined;
}

function* itemPairs(
  path: readonly string[],
  before: readonly unknown[],
  after: readonly unknown[],
): Generator<Change> {
  for (const [at, value] of before.entries()) {
    yield { path: [...path, String(at + 1)], before: value, after: after[at] };
  }
}

function* fieldPairs(
  path: readonly string[],
  before: JsonObject,
  after: JsonObject,
): Generator<Change> {
  // What a message lacks it says nothing about: a status alone takes no courier away.
  for (const key of Object.keys(after)) {
    yield { path: [...path, key], before: own(before, key), after: own(after, key) };
  }
}

/** Not `object[key]` alone: every object has a `toString` that nobody sent. */
function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Nothing, null and an empty text all look the same to a reader. */
function isSame(before: unknown, after: unknown): boolean {
  if (isNothing(before) || isNothing(after)) return isNothing(before) && isNothing(after);
  if (typeof before !== 'object' || typeof after !== 'object') return before === after;
  return JSON.stringify(before) === JSON.stringify(after);
}

export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** What every message carries anew: its own id and time. */
const OF_THE_MESSAGE =
  /^(?:id|uuid|eventid|messageid|created|createdat|updated|updatedat|timestamp|time|sentat|version|seq|sequence|zeitstempel)$/;

function sorted(changes: Change[]): Change[] {
  return changes.sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ path }: Change): number {
  const name = foldedName(path.at(-1) ?? '');
  if (names.STATUSES.has(name)) return path.length === 1 ? 0 : 1;
  return OF_THE_MESSAGE.test(name) ? 3 : 2;
}
