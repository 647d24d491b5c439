import { kindsOf, type Message } from './envelope.ts';
import { filledText, foldedName, isJsonObject, type JsonObject, sortedEntries } from './fields.ts';
import { STATUS_WORDS, STATUSES, WEAK_STATUSES } from './names.ts';
import { isOthersName, sideOf } from './sides.ts';
import type { StatusWords } from './status.ts';
import type { StatusClass } from './status-words.ts';

export interface StatusReading {
  /** As the foreign system calls it; null if the message has none. */
  readonly status: string | null;
  /** Null for a word that nobody knows, and without a status. */
  readonly statusClass: StatusClass | null;
}

/** Longer ones are no names but contents. */
const MAX_LENGTH = 200;
const MAX_PARTS = 40;
/** When something happened: `ShippedAt`, `cancelled_at`, `zugestellt_am`. */
const HAPPENED = /^(.{3,30}?)(?:at|time|date|on|am|um)$/;
/** What is over beats what was before it. */
const BY_PROGRESS: readonly StatusClass[] = ['canceled', 'done', 'problem', 'underway'];

/** What a message says about how far its job is. */
export function statusIn(message: Message, words: StatusWords): StatusReading {
  const { record } = message;
  const own = statusTexts(record);
  const stated = own.find(isWord);
  if (stated !== undefined) return { status: stated, statusClass: words.classOf(stated) };

  const inner = partsOf(record).flatMap(statusTexts).filter(isWord);
  const known = inner.find((word) => words.classOf(word) !== null);
  if (known !== undefined) return { status: known, statusClass: words.classOf(known) };
  const kind = kindsOf(message).find((one) => one.length <= MAX_LENGTH && words.isToldBy(one));
  if (kind !== undefined) return { status: kind, statusClass: words.classOf(kind) };
  const weak = WEAK_STATUSES.firstIn([record], (value) => {
    const word = statusText(value);
    return word !== undefined && words.classOf(word) !== null ? word : undefined;
  });
  if (weak !== undefined) return { status: weak, statusClass: words.classOf(weak) };

  const status = inner[0] ?? own[0] ?? null;
  return { status, statusClass: milestoneIn(record, words) };
}

/** All statuses that an object tells by itself, the strongest name first. */
function statusTexts(object: JsonObject): readonly string[] {
  return STATUSES.entriesOf(object).flatMap(([, value]) => {
    const inner = isJsonObject(value)
      ? STATUS_WORDS.entriesOf(value).flatMap(([, one]) => statusText(one) ?? [])
      : [];
    return isJsonObject(value) ? (inner.find(isWord) ?? inner[0] ?? []) : (statusText(value) ?? []);
  });
}

/** The objects inside that are about the job and not about its people. */
function partsOf(record: JsonObject): readonly JsonObject[] {
  return sortedEntries(record)
    .filter(([name]) => !STATUSES.has(name) && !isOthersName(name) && !isPerson(name))
    .map(([, value]) => value)
    .filter(isJsonObject)
    .slice(0, MAX_PARTS);
}

function isPerson(name: string): boolean {
  const side = sideOf(name);
  return side !== undefined && (side.side !== 'dropoff' || side.isWeak);
}

/** Where there is no word, what has happened already tells. */
function milestoneIn(record: JsonObject, words: StatusWords): StatusClass | null {
  const reached = new Set(
    Object.entries(record).flatMap(([name, value]) => {
      if (name.length > 40 || filledText(value) === undefined) return [];
      const [, what] = HAPPENED.exec(foldedName(name)) ?? [];
      return what === undefined ? [] : [words.classOf(what)];
    }),
  );
  return BY_PROGRESS.find((one) => reached.has(one)) ?? null;
}

function statusText(value: unknown): string | undefined {
  const text = filledText(value);
  return text !== undefined && text.length <= MAX_LENGTH ? text : undefined;
}

function isWord(text: string): boolean {
  return /\p{L}/u.test(text);
}
