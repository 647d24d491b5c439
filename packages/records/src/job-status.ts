import { kindsOf, type Message } from './envelope.ts';
import { filledText, foldedName, isJsonObject, type JsonObject, sortedEntries } from './fields.ts';
import {
  IS_OTHER_STATUS,
  POSTCODES,
  SOUNDS_LIKE_STATUS,
  STATUS_WORDS,
  STATUSES,
  TOWNS,
  WEAK_STATUSES,
} from './names.ts';
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
  const own = statusTexts(record, words);
  const stated = own.find(isWord);
  if (stated !== undefined) return { status: stated, statusClass: words.classOf(stated) };

  const inner = partsOf(record)
    .flatMap((part) => statusTexts(part, words))
    .filter(isWord);
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
function statusTexts(object: JsonObject, words: StatusWords): readonly string[] {
  const listed = STATUSES.entriesOf(object);
  const sounding = sortedEntries(object).filter(([name]) => isSounding(name));
  const isKnown = (value: unknown) => words.classOf(statusText(value) ?? '') !== null;
  // `"overallStatus":"C","overallStatusText":"Completed"`.
  const further = sounding.sort(([, a], [, b]) => Number(isKnown(b)) - Number(isKnown(a)));
  // Beside a town, `"state":"BY"` is where it lies.
  const isPlace = POSTCODES.textIn(object) !== undefined || TOWNS.textIn(object) !== undefined;
  return [...listed, ...further].flatMap(([name, value]) => {
    const text = isJsonObject(value) ? wordIn(value, words) : statusText(value);
    if (text === undefined) return [];
    return isPlace && foldedName(name) === 'state' && words.classOf(text) === null ? [] : [text];
  });
}

function isSounding(name: string): boolean {
  if (name.length > 64 || STATUSES.has(name)) return false;
  const folded = foldedName(name);
  return SOUNDS_LIKE_STATUS.test(folded) && !IS_OTHER_STATUS.test(folded);
}

/** Of `{"code":"FS","description":"Delivered"}` the word that is known. */
function wordIn(status: JsonObject, words: StatusWords): string | undefined {
  const texts = STATUS_WORDS.entriesOf(status).flatMap(([, value]) => statusText(value) ?? []);
  return texts.find((text) => words.classOf(text) !== null) ?? texts.find(isWord) ?? texts[0];
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
