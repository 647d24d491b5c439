import { kindsIn, type Message } from './envelope.ts';
import {
  filledText,
  foldedName,
  IS_UUID,
  isJsonObject,
  type JsonObject,
  NameList,
  own,
  remembered,
  sortedEntries,
} from './fields.ts';
import {
  EXTERNAL_IDS,
  IS_ANY_REFERENCE,
  IS_LEAD,
  IS_LIST_OF_LEADS,
  IS_NO_LEAD,
  IS_OTHER_REFERENCE,
  IS_REFERENCE_OF_SENDER,
  KEYS,
  LINKS,
  ORDER_NUMBERS,
  REQUEST_IDS,
  SOUNDS_LIKE_FOREIGN_REFERENCE,
  SOUNDS_LIKE_REFERENCE,
} from './job-names.ts';
import {
  CONTENTS,
  EVENT_KINDS,
  IDS,
  JOBS,
  MAYBE_CONTENTS,
  OTHER_THINGS,
  OWN_NUMBERS,
  OWN_REFERENCES,
  REFERENCES,
  STATUSES,
  UNIQUE_IDS,
} from './names.ts';
import { hasStreet, isHouseNumber } from './phone-fields.ts';
import { isOthersName, sideOf } from './sides.ts';

/** By what a message names its job. */
export interface References {
  /** The job's identity; null if the message names none. */
  readonly reference: string | null;
  /** Further names of the same job: other numbers of its own, and ids that are unique by themselves. */
  readonly aliases: readonly string[];
}

/** Longer ones are no names but contents, and too long for the index of a database. */
const MAX_LENGTH = 200;
const MAX_DEPTH = 3;
const MAX_OBJECTS = 200;
/** A shorter `id` counts the records of one system, and another system counts its own. */
const SHORTEST_ALIAS = 8;
const SHORTEST_TEXT = 4;
const MAX_ALIASES = 8;
/** Nobody counts up like that. */
const IS_UNIQUE = /^(?=\D*\d)(?=[^a-z]*[a-z])[\da-z_-]{10,}$/i;
const OBJECT_TYPES = new NameList('objectType');
/** `{"yourReferences":{"yourReference1":…}}`. */
const HOLDERS = NameList.of('references yourReferences referenceNumbers identifiers referenzen');

/** `houseNames` come first: those that an office has configured. */
export function referencesIn(message: Message, houseNames: NameList): References {
  const { record } = message;
  const within = scopesWithin(message.whole);
  // What was written as a text stands in none of them.
  const scopes = within.includes(record) ? within : [...within, ...scopesWithin(record)];
  const around = [record, ...message.envelopes];
  const told = jobWithin(message);
  const ids = textsOf(IDS.entriesOf(told));
  const unique = textsOf(UNIQUE_IDS.entriesOf(told));
  const ofSender = textsOfSender(record);
  const ofKind = idsOfKind(message);
  const reference =
    firstText(houseNames, around) ??
    jobOfThing(message) ??
    firstText(REFERENCES, scopes) ??
    soundingText(scopes) ??
    ownText(told === record ? around : [told, ...around]) ??
    ids[0] ??
    unique[0] ??
    ofSender[0] ??
    ofKind[0] ??
    firstText(EXTERNAL_IDS, [told]) ??
    numberOfKind(message) ??
    onlyJobText(record) ??
    LINKS.firstIn([record, ...onlyJobIn(record)], linkText) ??
    subjectIn(message) ??
    JOBS.firstIn([record], jobText) ??
    // `{"tracking":{"code":"PK-1"}}`.
    JOBS.firstIn([record], (value) =>
      isJsonObject(value) ? (ownText([value]) ?? LINKS.firstIn([value], linkText)) : undefined,
    ) ??
    // `{"when":…,"load":{"reference":…},"pickup":{…}}`.
    MAYBE_CONTENTS.firstIn([record], (value) =>
      isJsonObject(value) ? ownText([value]) : undefined,
    ) ??
    anyText(scopes) ??
    OWN_REFERENCES.firstIn(
      HOLDERS.entriesOf(record)
        .map(([, value]) => value)
        .filter(isJsonObject),
      linkText,
    ) ??
    // `{"quote":{"id":…,"job":{"id":7,…}}}`.
    JOBS.firstIn(scopes, (value) => (isJsonObject(value) ? firstText(IDS, [value]) : undefined)) ??
    REQUEST_IDS.firstIn(around, uuidText) ??
    null;
  // An order is named by its number, and by that of its parcel once it has one.
  const named = textsOf(scopes.flatMap((scope) => REFERENCES.entriesOf(scope)));
  const further = [
    ...[...ids, ...ofKind].filter(({ length }) => length >= SHORTEST_ALIAS),
    ...unique,
    // It may have been all that named the job before it had a number.
    ...textsOf(
      [...LINKS.entriesOf(told), ...around.flatMap((one) => REQUEST_IDS.entriesOf(one))],
      uuidText,
    ),
    ...[...named, ...ofSender, ...onlyJobIn(record).flatMap(namesOf)].filter(
      ({ length }) => length >= SHORTEST_TEXT,
    ),
    // `{"job_uuid":…,"order_uuid":…}`: some messages have the one, some the other.
    ...textsOf(sortedEntries(record).filter(([name]) => isSounding(name))).filter((text) =>
      IS_UNIQUE.test(text),
    ),
    // A young shop counts its orders from one.
    ...textsOf(ORDER_NUMBERS.entriesOf(record)),
  ];
  const aliases = [...new Set(further)].filter((name) => name !== reference);
  return { reference, aliases: aliases.slice(0, MAX_ALIASES) };
}

/**
 * Further numbers by which somebody may ask for the job: `external_id`, `manifest.reference`. What
 * such a number names nobody knows, so it neither joins jobs nor parts them.
 */
export function leadsIn({ whole, record }: Message, known: References): readonly string[] {
  const inner = whole === record ? [] : ownScopesIn(whole);
  const scopes = new Set([record, ...inner, ...ownScopesIn(record)]);
  const found = [...scopes].flatMap((scope) =>
    sortedEntries(scope).flatMap(([name, value]) => {
      if (Array.isArray(value)) return isListOfLeads(name) ? listedLeads(value) : [];
      const isOfRecord = OF_RECORD.some((list) => list.has(name));
      const isOne = isLead(name) || isSounding(name) || EXTERNAL_IDS.has(name);
      return isOne || (scope === record && isOfRecord) ? (linkText(value) ?? []) : [];
    }),
  );
  const names = [known.reference, ...known.aliases];
  const leads = found.filter((text) => text.length >= SHORTEST_TEXT && !names.includes(text));
  return [...new Set(leads)].slice(0, MAX_ALIASES);
}

/** An object and those inside it that are about the job and not about its people. */
function ownScopesIn(object: JsonObject): readonly JsonObject[] {
  const inner = (outer: JsonObject) =>
    sortedEntries(outer).flatMap(([name, value]) =>
      isJsonObject(value) && sideOf(name) === undefined && !isOthersName(name) ? [value] : [],
    );
  const first = inner(object).slice(0, MAX_OBJECTS);
  return [object, ...first, ...first.flatMap(inner).slice(0, MAX_OBJECTS)];
}

const OF_RECORD = [OWN_REFERENCES, KEYS, IDS];

/** `[{"type":"BILL_OF_LADING","value":"BOL-4491"},…]`, or the numbers themselves. */
function listedLeads(list: readonly unknown[]): readonly string[] {
  return list
    .slice(0, MAX_ALIASES)
    .flatMap(
      (item) => (isJsonObject(item) ? LISTED.firstIn([item], linkText) : linkText(item)) ?? [],
    );
}
const LISTED = NameList.of('value number reference identifier id');

const isListOfLeads = remembered((name) => IS_LIST_OF_LEADS.test(foldedName(name)));

const isLead = remembered((name) => {
  const folded = foldedName(name);
  return IS_LEAD.test(folded) && !IS_NO_LEAD.test(folded);
});

/**
 * `{"type":"ITEM","object":{"list_item_id":…}}`: the number of what the message is about, and
 * `{"event_type":"TASK_CREATED","object_type":"TASK","object_id":…}`.
 */
function numberOfKind({ record, envelopes }: Message): string | undefined {
  const nouns = nounsIn([...envelopes, record]);
  const thing = OBJECT_TYPES.textIn(record);
  // `{"event_type":"CREW_ASSIGNED","object_type":"TASK",…}`: of what else it tells, it is about that.
  const isThing =
    thing !== undefined &&
    !IS_OTHER_REFERENCE.test(foldedName(thing)) &&
    [...nouns, ...JOBS.names, ...CONTENTS.names].includes(foldedName(thing));
  if (isThing) nouns.push('object');
  for (const [name, value] of sortedEntries(record)) {
    const folded = foldedName(name);
    const isOwn = nouns.some((noun) => folded.endsWith(`${noun}id`) && folded.length < 40);
    const text = isOwn ? referenceText(value) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

/** `{"type":"order:created","resource":{"id":…,"type":"order","data":{…}}}`: the id of what it is about. */
function idsOfKind({ record, envelopes }: Message): readonly string[] {
  const nouns = nounsIn([...envelopes, record]);
  return envelopes.slice(1).flatMap((envelope) => {
    const kind = kindsIn([envelope]).find((one) => nouns.includes(foldedName(one)));
    return kind !== undefined && JOBS.has(kind) ? (firstText(IDS, [envelope]) ?? []) : [];
  });
}

/** `{"type":"proof.created","data":{"id":"prf_1","delivery":"del_8"}}`: the id is that of a picture. */
function jobOfThing({ record, envelopes }: Message): string | undefined {
  const isOther = nounsIn([...envelopes, record]).some((noun) => OTHER_THINGS.has(noun));
  return isOther ? JOBS.firstIn([record], jobText) : undefined;
}

/** CloudEvents: `{"specversion":"1.0","type":…,"subject":"shipments/SH-200","data":{…}}`. */
function subjectIn({ whole, envelopes }: Message): string | undefined {
  const event = [whole, ...envelopes].find((one) => own(one, 'specversion') !== undefined);
  const subject = event && filledText(own(event, 'subject'));
  return subject?.includes(' ') ? undefined : linkText(subject?.split('/').at(-1));
}

/** What messages of these kinds are about. */
function nounsIn(objects: readonly JsonObject[]): string[] {
  return kindsIn(objects).flatMap((kind) => {
    const noun = /^\p{L}{3,20}/u.exec(kind)?.[0];
    return noun === undefined ? [] : [foldedName(noun)];
  });
}

function partCalled(record: JsonObject, noun: string): JsonObject | undefined {
  const found = sortedEntries(record).find(
    ([name, value]) => isJsonObject(value) && CONTENTS.has(name) && foldedName(name) === noun,
  );
  return isJsonObject(found?.[1]) ? found[1] : undefined;
}

/** `{"move":{"id":7,"status":…},"pickup":…}`: of a record without a name, the part that is the job. */
function jobWithin({ record, envelopes }: Message): JsonObject {
  const isBare = !hasReference(record);
  // `{"event":"order.updated","data":{"id":…,"order":{"reference_id":…}}}`: the id is the event's.
  const nouns = isBare ? nounsIn([...envelopes, record]) : [];
  const parts = nouns.map((noun) => partCalled(record, noun));
  const isNameless = IDS.textIn(record) === undefined;
  const part = parts.find((one) => one && (isNameless ? namesJob(one) : hasReference(one)));
  if (part) return part;
  // `{"_id":…,"eventType":…,"entity":{"id":…,"status":…}}`, likewise.
  const isEvent = isBare && EVENT_KINDS.textIn(record) !== undefined;
  if (namesJob(record) && !isEvent) return record;
  // `{"token":…,"status":…,"user":{"id":…,"status":"Confirmed"}}`: whoever has ordered is no job.
  const isOthers = (name: string) =>
    sideOf(name) !== undefined || isOthersName(name) || IS_OTHER_REFERENCE.test(foldedName(name));
  const jobs = sortedEntries(record)
    .filter(([name]) => !isOthers(name))
    .map(([, value]) => value)
    .filter(isJsonObject)
    .slice(0, MAX_OBJECTS)
    // `{"customer":{…},"order":{"details":{"id":…,"state":…}}}`.
    .flatMap((part) => (namesJob(part) ? [part] : CONTENTS.entriesOf(part).map(([, one]) => one)))
    .filter(isJsonObject)
    .filter((part) => namesJob(part) && STATUSES.firstIn([part], filledText) !== undefined);
  const [only, ...others] = jobs;
  return only && others.length === 0 ? only : record;
}

/** `{"type":"package_delivered","packages":[{"code":"H-1"}]}`: a list of one is that one. */
function onlyJobIn(record: JsonObject): readonly JsonObject[] {
  return sortedEntries(record)
    .flatMap(([name, value]) => {
      const isOne = Array.isArray(value) && value.length === 1;
      return isOne && CONTENTS.has(name.replace(/ies$/, 'y').replace(/s$/, '')) ? value : [];
    })
    .filter(isJsonObject);
}

/** By what the only parcel of an order is known: what comes of it later may name no more. */
function namesOf(job: JsonObject): readonly string[] {
  return textsOf(REFERENCES.entriesOf(job), linkText);
}

function textsOfSender(record: JsonObject): readonly string[] {
  return textsOf(
    sortedEntries(record).filter(([name]) => isOfSender(name)),
    linkText,
  );
}

function onlyJobText(record: JsonObject): string | undefined {
  const jobs = onlyJobIn(record);
  return (
    firstText(REFERENCES, jobs.flatMap(scopesWithin)) ??
    soundingText(jobs) ??
    jobs.flatMap(textsOfSender)[0]
  );
}

/** Whether the object names a job by itself. */
export function namesJob(object: JsonObject): boolean {
  return hasReference(object) || [IDS, UNIQUE_IDS].some((list) => firstText(list, [object]));
}

/** Whether it has a number that is a job's by its name. */
export function hasReference(object: JsonObject): boolean {
  return (
    firstText(REFERENCES, [object]) !== undefined ||
    ownText([object]) !== undefined ||
    soundingText([object]) !== undefined
  );
}

/** An object and those inside it, outer ones first; lists are not entered. */
function scopesWithin(object: JsonObject): readonly JsonObject[] {
  const scopes: JsonObject[] = [object];
  let level: readonly JsonObject[] = [object];
  for (let depth = 0; depth < MAX_DEPTH && scopes.length < MAX_OBJECTS; depth++) {
    level = level.flatMap(objectsIn).slice(0, MAX_OBJECTS);
    scopes.push(...level);
  }
  return scopes;
}

function objectsIn(outer: JsonObject): readonly JsonObject[] {
  // Most have none: their names need not be put in order.
  if (!Object.values(outer).some(isJsonObject)) return [];
  return sortedEntries(outer)
    .map(([, value]) => value)
    .filter(isJsonObject);
}

/** What counts on the record itself. A `number` does, unless it is that of a house or a phone. */
function ownText(scopes: readonly JsonObject[]): string | undefined {
  const numbers = scopes.map((scope) => {
    const text = firstText(OWN_NUMBERS, [scope]);
    const isOthers = text?.startsWith('+') || (hasStreet(scope) && isHouseNumber('number', text));
    return isOthers ? undefined : text;
  });
  return firstText(OWN_REFERENCES, scopes) ?? numbers.find((text) => text !== undefined);
}

function soundingText(scopes: readonly JsonObject[]): string | undefined {
  for (const scope of scopes) {
    const [text] = textsOf(sortedEntries(scope).filter(([name]) => isSounding(name)));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Better a number that is called a reference of something than none. */
function anyText(scopes: readonly JsonObject[]): string | undefined {
  const named = scopes.flatMap(sortedEntries).filter(([name]) => isAnyReference(name));
  return textsOf(named, linkText)[0];
}

function isAnyReference(name: string): boolean {
  const folded = foldedName(name);
  return IS_ANY_REFERENCE.test(folded) && !IS_OTHER_REFERENCE.test(folded);
}

const isSounding = remembered((name) => {
  const folded = foldedName(name);
  return SOUNDS_LIKE_REFERENCE.test(folded) || SOUNDS_LIKE_FOREIGN_REFERENCE.test(folded);
});

const isOfSender = remembered((name) => {
  const folded = foldedName(name);
  const isOne = IS_REFERENCE_OF_SENDER.test(folded) && !IS_OTHER_REFERENCE.test(folded);
  return isOne && !OWN_REFERENCES.has(name);
});

/** A stronger name beats a place. */
function firstText(names: NameList, scopes: readonly JsonObject[]): string | undefined {
  return names.firstIn(scopes, referenceText);
}

/** What each of these says that names a job. */
function textsOf(
  entries: readonly (readonly [name: string, value: unknown])[],
  read: (value: unknown) => string | undefined = referenceText,
): readonly string[] {
  return entries.flatMap(([, value]) => read(value) ?? []);
}

function referenceText(value: unknown): string | undefined {
  const text = filledText(value);
  return text !== undefined && text.length <= MAX_LENGTH && !isOpaque(text) ? text : undefined;
}

/** A token or what is encrypted: for whoever has its key, and another one in every message. */
export function isOpaque(value: unknown): boolean {
  return typeof value === 'string' && (IS_TOKEN.test(value) || IS_CIPHER.test(value));
}
/** JSON Web Tokens, signed or encrypted. */
const IS_TOKEN = /^eyJ[\w-]{6,}(?:\.[\w-]*){2,4}$/;
const IS_CIPHER = /^(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=\D*\d)[\w+/-]{60,}={0,2}$/;

function uuidText(value: unknown): string | undefined {
  const text = linkText(value);
  return text !== undefined && IS_UUID.test(text) ? text : undefined;
}

/** A text with a number in it; `"order":2` is a place in a list. */
function jobText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length >= SHORTEST_TEXT ? linkText(value) : undefined;
}

function linkText(value: unknown): string | undefined {
  const text = referenceText(value);
  return text !== undefined && /\d/.test(text) ? text : undefined;
}
