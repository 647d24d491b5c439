import { scopesOf } from './address.ts';
import { parsedJson } from './exact-json.ts';
import { filledText, foldedName, isJsonObject, type JsonObject, NameList, own } from './fields.ts';
import {
  CONTENTS,
  EVENT_KINDS,
  GOODS,
  IDS,
  JOBS,
  KINDS,
  MAYBE_CONTENTS,
  MESSAGE_IDS,
  MESSAGE_TIMES,
  META,
  METADATA,
  OWN_NUMBERS,
  OWN_REFERENCES,
  PRESENT,
  RECORD_LISTS,
  REFERENCES,
  STATUSES,
} from './names.ts';
import { withAddedFields } from './pairs.ts';
import { placeIn } from './place.ts';
import { isFormer, isOthersName, sideOf } from './sides.ts';

/** A message and what it is about. */
export interface Message {
  readonly whole: JsonObject;
  /** The record itself: what is inside of all envelopes, or the message if there is none. */
  readonly record: JsonObject;
  /** The same as it stands in the message: another object where the record was put together. */
  readonly standing: JsonObject;
  /** The envelopes around the record, the outermost first. */
  readonly envelopes: readonly JsonObject[];
}

const MAX_ENVELOPES = 4;
const LONGEST_TEXT = 256 * 1024;
/** `order.updated`, `ORDER_STATUS`: such a kind is that of a message. */
const IS_OF_EVENT =
  /^(?:event|webhook|notification)$|[.:_ -](?:event|status|state|(?:status|state)?[._ -]?(?:updated?|changed?|created?))$/i;
/** `{"status":"success","data":{…}}`: how the call went, and not the job. */
export const IS_OF_CALL = /^(?:success|successful|ok|unknown|20[01])$/i;

const messages = new WeakMap<JsonObject, Message>();

/** Looks through the envelopes of a message: once, though whoever reads a part of it asks. */
export function messageOf(whole: JsonObject): Message {
  const known = messages.get(whole);
  if (known) return known;
  const message = opened(whole);
  messages.set(whole, message);
  return message;
}

function opened(whole: JsonObject): Message {
  const envelopes: JsonObject[] = [];
  let record = whole;
  while (envelopes.length < MAX_ENVELOPES) {
    // `{"order":{"id":7,"delivery":{"id":9,"status":…}}}`: the order is no message.
    const isJob = JOBS.entriesOf(envelopes.at(-1) ?? {}).some(([, value]) => value === record);
    const inner = contentOf(record, envelopes.length > 0, isJob);
    if (!inner) break;
    envelopes.push(record);
    record = inner;
  }
  return { whole, record: resourceIn(record, envelopes) ?? record, standing: record, envelopes };
}

/** Of a job, with what an office has added to it. */
export function jobMessageOf(whole: JsonObject): Message {
  const message = messageOf(whole);
  return { ...message, record: withAddedFields(message.record) };
}

const LONGEST_INCLUDED = 200;

/**
 * JSON:API: `{"data":{"type":…,"id":…,"attributes":{…},"relationships":{"courier":{"data":{"type":"people",
 * "id":"5"}}}},"included":[{"type":"people","id":"5","attributes":{…}}]}` as one object: its courier
 * would be nobody but an id.
 */
function resourceIn(record: JsonObject, envelopes: readonly JsonObject[]): JsonObject | undefined {
  const attributes = own(record, 'attributes');
  const isOne =
    envelopes.length > 0 && ['type', 'id'].every((name) => own(record, name) !== undefined);
  if (!isOne || !isJsonObject(attributes)) return undefined;
  const included = envelopes.flatMap((object) => {
    const list = own(object, 'included');
    return Array.isArray(list) ? list.slice(0, LONGEST_INCLUDED).filter(isJsonObject) : [];
  });
  const { attributes: _, relationships, links, type, ...others } = record;
  const related = Object.entries(isJsonObject(relationships) ? relationships : {}).flatMap(
    ([name, value]): [string, unknown][] => {
      const data = isJsonObject(value) ? own(value, 'data') : undefined;
      if (!isJsonObject(data)) return [];
      const found = included.find(
        (one) => own(one, 'type') === own(data, 'type') && own(one, 'id') === own(data, 'id'),
      );
      const told = found && own(found, 'attributes');
      return [[name, isJsonObject(told) ? { id: own(data, 'id'), ...told } : data]];
    },
  );
  return { ...others, ...Object.fromEntries(related), ...attributes };
}

/** The kinds of message that these objects name. */
export function kindsIn(objects: readonly JsonObject[]): readonly string[] {
  return objects.flatMap((object) =>
    KINDS.entriesOf(object).flatMap(([name, value]) => {
      // `{"event_type":{"id":"letter.returned","resource":"letters"}}`.
      const told = isJsonObject(value) && EVENT_KINDS.has(name) ? KIND_WORDS.textIn(value) : value;
      const text = typeof told === 'string' ? filledText(told) : undefined;
      return text === undefined ? [] : [text];
    }),
  );
}

const KIND_WORDS = new NameList('id', 'name', 'code', 'key');

/** `ORDER_STATUS`, `shipment.status_changed`: the message is about nothing else. */
export function tellsOfStatus(objects: readonly JsonObject[]): boolean {
  return kindsIn(objects).some((kind) => /status|state|statut|estado/i.test(kind));
}

/** What an envelope holds; undefined if the object is none. */
function contentOf(object: JsonObject, isInside: boolean, isJob: boolean): JsonObject | undefined {
  const contents = CONTENTS.entriesOf(object).filter(([, value]) => isJsonObject(value));
  const content =
    contents[0]?.[1] ??
    CONTENTS.firstIn([object], writtenObject) ??
    MAYBE_CONTENTS.firstIn([object], namedPart) ??
    partOfKind(object) ??
    // `{"event_type":…,"meta":{"resource_id":…,"status":…}}` tells of the job in its margin.
    META.firstIn([object], (value) =>
      isJsonObject(value) && hasStatus(value) ? value : undefined,
    ) ??
    presentIn(object) ??
    METADATA.firstIn([object], holdingPart) ??
    (isInside ? (RECORD_LISTS.firstIn([object], onlyRecordIn) ?? onlyPartOf(object)) : undefined);
  const isAnswer = IS_OF_CALL.test(STATUSES.textIn(object) ?? '');
  if (!isJsonObject(content) || hasPlace(object)) return undefined;
  // `{"eventId":…,"status":"processed","job":{"id":7,"status":…}}`: how far the event is.
  const isOfEvent = isEvent(object) && isNamed(content) && hasStatus(content);
  if (hasStatus(object) && !isAnswer && !isOfEvent) return undefined;
  const namesKind = KINDS.entriesOf(object).some(([, value]) => typeof value === 'string');
  // `{"Data":{…},"ErrorCode":0}`: nothing else in it can be what it is about.
  const isPlain = !(isNamed(object) || hasPeople(object));
  const isHolder =
    namesKind || isPlain || holdsPresent(object) || (!isJob && isBareAround(content, object));
  return isHolder ? content : undefined;
}

/** `{"id":…,"data":{"pickup_location":…,"move":{"id":…,"status":…}}}`: the id is that of the message. */
function isBareAround(content: JsonObject, object: JsonObject): boolean {
  const isJob = (value: unknown) => isJsonObject(value) && isNamed(value) && hasStatus(value);
  const others = Object.entries(object).filter(([, value]) => value !== content);
  return (
    others.every(([name]) => IDS.has(name) || MESSAGE_TIMES.has(name)) &&
    [content, ...Object.values(content)].some(isJob)
  );
}

/** `{"type":60,"message":"{\\"orderId\\":…}"}`: JSON in a text, as queues send it. */
function writtenObject(value: unknown): JsonObject | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_TEXT || !/^\s*\{\s*"/.test(value)) {
    return undefined;
  }
  try {
    const written = parsedJson(value);
    return isJsonObject(written) ? written : undefined;
  } catch {
    return undefined;
  }
}

/** `{"id":…,"event":{"op":"UPDATE","data":{"old":{…},"new":{…}}}}`: the id is that of the event. */
function holdsPresent(object: JsonObject): boolean {
  const event = own(object, 'event');
  const data = isJsonObject(event) ? own(event, 'data') : undefined;
  return isJsonObject(data) && presentIn(data) !== undefined;
}

/** `{"op":"u","before":{…},"after":{…}}`, `{"old":{…},"new":{…}}`. */
function presentIn(object: JsonObject): JsonObject | undefined {
  if (!Object.keys(object).some(isFormer)) return undefined;
  return PRESENT.firstIn([object], (value) => (isJsonObject(value) ? value : undefined));
}

/** `{"eventType":…,"metadata":{"storeId":…,"payload":{…}}}`: there it is all in the margin. */
function holdingPart(value: unknown): JsonObject | undefined {
  const isHolder =
    isJsonObject(value) && CONTENTS.firstIn([value], (one) => isJsonObject(one) || undefined);
  return isHolder ? value : undefined;
}

/** `{"offset":0,"total":1,"items":[{"resource":{"orderId":…}}]}`: a page of one, and no goods. */
function onlyRecordIn(value: unknown): JsonObject | undefined {
  const [only, ...others] = Array.isArray(value) ? value : [];
  if (!isJsonObject(only) || others.length > 0) return undefined;
  const { record } = messageOf(only);
  const isOne = REFERENCES.textIn(record) !== undefined && GOODS.entriesOf(record).length === 0;
  return isOne ? only : undefined;
}

/** `{"resource":"dispatch_guide","event":"create","dispatch_guide":{"identifier":…}}`. */
function partOfKind(object: JsonObject): JsonObject | undefined {
  const kinds = RESOURCES.entriesOf(object).flatMap(([, value]) =>
    typeof value === 'string' ? foldedName(value) : [],
  );
  const part = Object.entries(object).find(([name]) => kinds.includes(foldedName(name)))?.[1];
  return isJsonObject(part) && isNamed(part) ? part : undefined;
}
const RESOURCES = NameList.of('resource object entity type resourceType entityType');

/** `{"Payload":{"OrderChangeNotification":{"AmazonOrderId":…}}}`: there is nothing else in it. */
function onlyPartOf(object: JsonObject): JsonObject | undefined {
  const [[name, part] = [], ...others] = Object.entries(object);
  const isOne = name !== undefined && sideOf(name) === undefined && !isOthersName(name);
  return isOne && others.length === 0 && isJsonObject(part) ? part : undefined;
}

/** `{"event":…,"load":{"reference":…}}`. */
function namedPart(value: unknown): JsonObject | undefined {
  const isOne = isJsonObject(value) && (isNamed(value) || OWN_NUMBERS.textIn(value) !== undefined);
  return isOne ? value : undefined;
}

/** `{"customer":{…},"delivery":{…}}` is a job, and its delivery the way of it. */
function hasPeople(object: JsonObject): boolean {
  return Object.entries(object).some(
    ([name, value]) =>
      isJsonObject(value) && !CONTENTS.has(name) && (sideOf(name)?.side ?? 'courier') !== 'courier',
  );
}

/** Whether it calls itself one, and no job. */
function isEvent(object: JsonObject): boolean {
  const isOne = [EVENT_KINDS, MESSAGE_IDS].some((list) => list.textIn(object) !== undefined);
  const isCalledSo = isOne || kindsIn([object]).some((kind) => IS_OF_EVENT.test(kind));
  return isCalledSo && REFERENCES.textIn(object) === undefined;
}

function isNamed(object: JsonObject): boolean {
  return [IDS, REFERENCES, OWN_REFERENCES].some((list) => list.textIn(object) !== undefined);
}

function hasStatus(object: JsonObject): boolean {
  return STATUSES.entriesOf(object).some(
    ([, value]) => filledText(value) !== undefined || isJsonObject(value),
  );
}

function hasPlace(object: JsonObject): boolean {
  const isContent = (name: string) => CONTENTS.has(name);
  return placeIn(scopesOf(object, isContent)) !== undefined;
}
