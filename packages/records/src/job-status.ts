import type { CourierClass, JobClass } from '@hookline/contract';
import { IS_OF_CALL, kindsIn, type Message, tellsOfStatus } from './envelope.ts';
import {
  filledText,
  foldedName,
  IS_UUID,
  isJsonObject,
  type JsonObject,
  listIn,
  NameList,
  remembered,
  sortedEntries,
} from './fields.ts';
import { newestEvent } from './happened.ts';
import {
  DONE_FLAGS,
  EVENT_LISTS,
  EVENTS,
  IS_OTHER_STATUS,
  IS_RAW_STATUS,
  SOUNDS_LIKE_STATUS,
  STATUS_KINDS,
  WEAK_STATUSES,
} from './job-names.ts';
import { HEADERS, POSTCODES, STATUS_WORDS, STATUSES, TOWNS } from './names.ts';
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
const LONGEST_CODE = 4;
const MAX_PARTS = 40;
const MAX_DEPTH = 3;
/** When something happened: `ShippedAt`, `cancelled_at`, `zugestellt_am`. */
const HAPPENED = /^(.{3,30}?)(?:at|time|date|on|am|um)$/;
/** `pickupTime`, `start_date`: when something is to be, or was. */
const IS_OCCASION =
  /^(?:(?:pick|drop)_?(?:up|off)|collect(?:ion)?|deliver(?:y|ies)?|arriv(?:al|e)|depart(?:ure)?|start|end|finish|dispatch|hand_?over|(?:un)?load(?:ing)?|ship(?:ping)?|return|transit|an(?:fahrt|kunft)|abfahrt|abhol(?:ung)?|zustell(?:ung)?|liefer(?:ung)?)$/;
const REGIONS = new NameList('state', 'estado', 'stato');
/** What is over beats what was before it. */
const BY_PROGRESS: readonly StatusClass[] = ['canceled', 'done', 'problem', 'underway'];

/** The words for couriers, said of a job. */
const OF_COURIERS: Readonly<Record<CourierClass, JobClass | null>> = {
  free: 'open',
  busy: 'underway',
  break: 'problem',
  off: null,
};

/** What a message says about how far its job is. */
export function statusIn(message: Message, words: StatusWords): StatusReading {
  const { record } = message;
  const isKnown = (word: string) => classIn(words, word) !== null;
  const texts = statusTexts(record, words);
  // `{"status":"success","shipment_status":"out_for_delivery"}`.
  const own = texts.toSorted((a, b) => Number(IS_OF_CALL.test(a)) - Number(IS_OF_CALL.test(b)));
  // A number is a status where the office has said what it means.
  const first = own.find((word) => isWord(word) || isKnown(word));
  // `"statusCode":"AT","statusDescription":"Delivery Attempt"`: a code is told by its text.
  const text = first && first.length <= LONGEST_CODE ? own.find(isKnown) : undefined;
  // `"status":{"name":"İşleniyor"},"status_category":"in_progress"`: a word by what is meant by it.
  const kinds = STATUS_KINDS.entriesOf(record).flatMap(([, value]) => statusText(value) ?? []);
  const told =
    text ??
    (first && isKnown(first)
      ? undefined
      : (kinds.find(isKnown) ?? synonymOf(first, record, words)));
  const stated =
    takenBack(record, words) ?? furtherOn(message, words, told ?? first) ?? told ?? first;
  if (stated !== undefined) return { status: stated, statusClass: classIn(words, stated) };

  const parts = partsOf(record);
  const inner = parts.flatMap((part) => statusTexts(part, words)).filter(isWord);
  const found =
    inner.find(isKnown) ??
    statusOfKind([...message.envelopes, record], words)?.status ??
    codeIn(message, words) ??
    WEAK_STATUSES.firstIn([record], (value) => knownWord(value, words)) ??
    statusTexts(record, words, true).find((word) => isWord(word) || isKnown(word)) ??
    deepStatus(message, words) ??
    // Where only what happened is listed, the newest of it tells.
    (own.length > 0 ? undefined : wordOf(newestEvent([record, ...parts]), words));
  if (found !== undefined) return { status: found, statusClass: classIn(words, found) };
  const status = inner[0] ?? own[0] ?? null;
  return { status, statusClass: milestoneIn([record, ...parts], words) };
}

function wordOf(value: unknown, words: StatusWords): string | undefined {
  return isJsonObject(value) ? wordIn(value, words) : statusText(value);
}

function knownWord(value: unknown, words: StatusWords): string | undefined {
  const word = wordOf(value, words);
  return word !== undefined && classIn(words, word) !== null ? word : undefined;
}

/** `{"status":"PENDING","voided":true}`: what is called off goes no further, wherever it was. */
function takenBack(record: JsonObject, words: StatusWords): string | undefined {
  const [flag] = DONE_FLAGS.entriesOf(record).find(
    ([name, value]) => value === true && classIn(words, name) === 'canceled',
  ) ?? [undefined];
  return flag;
}

/**
 * `{"status":"ready","deliveryStatus":"EN_ROUTE_TO_CUSTOMER"}`, `{"status":"shipped","trackings":[{
 * "tracking_status":"delivered"}]}`: an order may stay as it was while somebody brings it.
 */
function furtherOn(
  { record, envelopes }: Message,
  words: StatusWords,
  stated: string | undefined,
): string | undefined {
  const progress = (word = '') => ON_THE_WAY.indexOf(classIn(words, word) as StatusClass);
  const reached = progress(stated);
  const isOver = reached === ON_THE_WAY.length - 1 || (reached < 0 && classIn(words, stated ?? ''));
  if (stated === undefined || isOver) return undefined;
  const parts = [record, ...[record, ...envelopes].flatMap(partsOf)];
  const further = parts.flatMap((part) =>
    Object.keys(part).some(isOfDelivery)
      ? sortedEntries(part).filter(([name]) => isOfDelivery(name))
      : [],
  );
  return further
    .flatMap(([, value]) => wordOf(value, words) ?? [])
    .find((word) => progress(word) > reached);
}
const ON_THE_WAY: readonly StatusClass[] = ['new', 'open', 'assigned', 'underway', 'done'];
const isOfDelivery = remembered((name) => IS_OF_DELIVERY.test(foldedName(name)));
const IS_OF_DELIVERY =
  /^(?:delivery|shipment|shipping|fulfill?ment|tracking|liefer|versand|sendungs)(?:status|state)$/;

/** `{"status":"تم التوصيل","order":{"status":{"name":"تم التوصيل","slug":"delivered"}}}`. */
function synonymOf(
  word: string | undefined,
  record: JsonObject,
  words: StatusWords,
): string | undefined {
  if (word === undefined) return undefined;
  return partsOf(record)
    .flatMap((part) => STATUSES.entriesOf(part))
    .flatMap(([, value]) => (isJsonObject(value) ? [wordTexts(value)] : []))
    .find((texts) => texts.includes(word))
    ?.find((text) => classIn(words, text) !== null);
}

/** `{"type":"ORDER_STATUS","attributes":{"code":"NOT_DELIVERED"}}`: there a code is a status. */
function codeIn({ record, envelopes }: Message, words: StatusWords): string | undefined {
  if (!tellsOfStatus([...envelopes, record])) return undefined;
  return [record, ...partsOf(record)]
    .flatMap((part) => STATUS_WORDS.entriesOf(part).flatMap(([, value]) => wordTexts(value)))
    .find((word) => isWord(word) && classIn(words, word) !== null);
}

/** A known word further in, or beside what the message is about: `latestStatusUpdate`. */
function deepStatus({ record, envelopes }: Message, words: StatusWords): string | undefined {
  let level = [...envelopes.flatMap(partsOf), ...partsOf(record)];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const told = level
      .filter((part) => part !== record)
      .flatMap((part) => statusTexts(part, words))
      .find((word) => isWord(word) && classIn(words, word) !== null);
    if (told !== undefined) return told;
    level = level.flatMap(partsOf).slice(0, MAX_PARTS);
  }
  return undefined;
}

/** What the kind of a message says, such as `order.dispatched`. */
export function statusOfKind(
  objects: readonly JsonObject[],
  words: StatusWords,
): StatusReading | undefined {
  const event = EVENTS.firstIn(objects, (value) =>
    isJsonObject(value) ? knownWord(value, words) : undefined,
  );
  const headers = objects.flatMap((object) =>
    HEADERS.entriesOf(object).flatMap(([, value]) => (isJsonObject(value) ? [value] : [])),
  );
  const kinds = kindsIn([...objects, ...headers]);
  const kind = event ?? kinds.find((one) => one.length <= MAX_LENGTH && words.isToldBy(one));
  return kind === undefined ? undefined : { status: kind, statusClass: classIn(words, kind) };
}

/** What a word means for a job: one that is available waits, and one that is active goes on. */
function classIn(words: StatusWords, word: string): StatusClass | null {
  const found = words.classOf(word);
  if (/^(?:active|aktiv)$/i.test(word)) return found && 'underway';
  return found && found in OF_COURIERS ? OF_COURIERS[found as CourierClass] : found;
}

/** All statuses that an object tells by itself, the strongest name first. */
function statusTexts(object: JsonObject, words: StatusWords, areRaw = false): readonly string[] {
  const listed = areRaw ? [] : STATUSES.entriesOf(object);
  const sounding = sortedEntries(object).filter(
    ([name]) => soundOf(name) === (areRaw ? 'raw' : 'plain'),
  );
  const isKnown = (value: unknown) => classIn(words, statusText(value) ?? '') !== null;
  // `"overallStatus":"C","overallStatusText":"Completed"`.
  const further = sounding.sort(([, a], [, b]) => Number(isKnown(b)) - Number(isKnown(a)));
  // Beside a town, `"state":"BY"` is where it lies.
  const isPlace = POSTCODES.textIn(object) !== undefined || TOWNS.textIn(object) !== undefined;
  return [...listed, ...further].flatMap(([name, value]) => {
    const text = wordOf(value, words);
    if (text === undefined) return [];
    const isLand = isPlace && REGIONS.has(name) && classIn(words, text) === null;
    return isLand ? [] : [text];
  });
}

const soundOf = remembered((name) => {
  if (STATUSES.has(name)) return undefined;
  const folded = foldedName(name);
  if (!SOUNDS_LIKE_STATUS.test(folded) || IS_OTHER_STATUS.test(folded)) return undefined;
  return IS_RAW_STATUS.test(folded) ? 'raw' : 'plain';
});

/** Of `{"code":"FS","description":"Delivered"}` the word that is known. */
function wordIn(status: JsonObject, words: StatusWords): string | undefined {
  const texts = STATUS_WORDS.entriesOf(status).flatMap(([, value]) => wordTexts(value));
  return (
    texts.find((text) => classIn(words, text) !== null) ??
    texts.find((text) => isWord(text) && text.length > LONGEST_CODE) ??
    texts.find(isWord) ??
    texts[0]
  );
}

/** `{"status":{"code":{"key":"2105","value":"En route"}}}`. */
function wordTexts(value: unknown): readonly string[] {
  const values = isJsonObject(value)
    ? STATUS_WORDS.entriesOf(value).map(([, one]) => one)
    : [value];
  return values.flatMap((one) => statusText(one) ?? []);
}

/** The objects inside that are about the job and not about its people; a list of one is that one. */
function partsOf(record: JsonObject): readonly JsonObject[] {
  return sortedEntries(record)
    .flatMap(([name, value]): JsonObject[] => {
      const part = Array.isArray(value) && value.length === 1 ? value[0] : value;
      if (!isJsonObject(part)) return [];
      // `{"order_number":…,"history":{"state":"DELIVERED"}}`: what is listed elsewhere, one by one.
      const isList = part === value && EVENT_LISTS.has(name);
      const isOwn = isList
        ? listIn(part) === undefined
        : !STATUSES.has(name) && !isOthersName(name) && !isPerson(name);
      return isOwn ? [part] : [];
    })
    .slice(0, MAX_PARTS);
}

function isPerson(name: string): boolean {
  const side = sideOf(name);
  return side !== undefined && (side.side !== 'dropoff' || side.isWeak);
}

/** Where there is no word, what has happened already tells: `ShippedAt`, `"isCancelled":true`. */
function milestoneIn(parts: readonly JsonObject[], words: StatusWords): StatusClass | null {
  // `"options":{"return":true}` is what somebody wishes: only flags that say it happened count.
  const flags = parts.flatMap((part) =>
    DONE_FLAGS.entriesOf(part).flatMap(([name, value]) =>
      value === true ? [foldedName(name).replace(/^is/, '')] : [],
    ),
  );
  const [record = {}] = parts;
  const told = flags.concat(
    Object.entries(record).flatMap(([name, value]) => {
      if (name.length > 40 || filledText(value) === undefined) return [];
      const what = HAPPENED.exec(foldedName(name))?.[1];
      return what === undefined || IS_OCCASION.test(what) ? [] : what;
    }),
  );
  const reached = new Set(told.map((what) => classIn(words, what)));
  return BY_PROGRESS.find((one) => reached.has(one)) ?? null;
}

function statusText(value: unknown): string | undefined {
  const text = filledText(value);
  return text !== undefined && text.length <= MAX_LENGTH ? text : undefined;
}

/** The id of a status object, or of one in a list of statuses, is none. */
function isWord(text: string): boolean {
  return /\p{L}/u.test(text) && !IS_UUID.test(text);
}
