import type { CallDirection, CallState } from '@hookline/contract';
import {
  depthOf,
  filledText,
  holdsRecords,
  isJsonObject,
  type JsonObject,
  NameList,
  nameOf,
  numberEntries,
  numberOfParty,
  numbersIn,
  objectsOf,
  own,
  parsedJson,
  scalarText,
  textsIn,
  type UnwrappedPayload,
} from '@hookline/records';
import type { PhoneLine, PhoneRules } from '@hookline/records/phone';
import { contentHash } from '../engine/content-hash.ts';
import { NAMES } from './call-names.ts';
import { BLOCKED, causeOf, directionOf, instantOf, stateOf, VOICEMAIL } from './call-words.ts';

/** What one report says about a call; undefined is what it does not say. */
export interface CallReport {
  /** Null for a report that names no call or says nothing known: it is a call of its own. */
  readonly callId: string | null;
  /** ISO-8601 UTC, as are all times. */
  readonly startedAt: string | undefined;
  readonly state: CallState | undefined;
  readonly direction: CallDirection | undefined;
  readonly from: PhoneLine | undefined;
  readonly fromName: string | undefined;
  readonly to: PhoneLine | undefined;
  readonly toName: string | undefined;
  /** The other party, where a report does not tell from and to. */
  readonly number: PhoneLine | undefined;
  readonly name: string | undefined;
  readonly extension: string | undefined;
  readonly answeredAt: string | undefined;
  readonly endedAt: string | undefined;
  readonly durationSec: number | undefined;
  readonly endCause: string | undefined;
  readonly note: string | undefined;
  /** Whether the report proves that somebody answered. */
  readonly answered: boolean;
  /** When the report was made. */
  readonly at: string | undefined;
  /** The same for two reports that say the same. */
  readonly hash: string;
  /** Its JSON text as it was sent. */
  readonly payload: string;
}

const OUTWARD: ReadonlyMap<string, CallDirection> = new Map([
  ['true', 'out'],
  ['1', 'out'],
  ['false', 'in'],
  ['0', 'in'],
]);
/** Longer ones name nothing and are too long for the index of a database. */
const MAX_CALL_ID_LENGTH = 200;

/** Reads what home pages report about calls, given as the JSON text that was sent. */
export function callReports(text: string, rules: PhoneRules) {
  const { records, skipped } = reportsIn(parsedJson(text));
  const textAt = textsIn(text, depthOf(records));
  const reports = records.map(({ record, path }) => callReport(record, textAt(path), rules));
  return { reports, accepted: reports.length, skipped };
}

/** How many calls a payload reports, without reading them. */
export function countCalls(payload: unknown): { accepted: number; skipped: number } {
  const { records, skipped } = reportsIn(payload);
  return { accepted: records.length, skipped };
}

/** Unlike other payloads, an unknown shape is not taken apart: it is kept whole. */
function reportsIn(payload: unknown): UnwrappedPayload {
  if (Array.isArray(payload)) return objectsOf(payload, []);
  if (!isJsonObject(payload)) return { records: [], skipped: 1 };
  const calls = own(payload, 'calls');
  if (Array.isArray(calls) && callIdOf(payload) === undefined) return objectsOf(calls, ['calls']);
  const lists = Object.entries(payload).filter(([, list]) => areCalls(list));
  const [[name, list] = [], ...others] = lists;
  if (name !== undefined && Array.isArray(list) && others.length === 0 && !hasWay(payload)) {
    return objectsOf(list, [name]);
  }
  return { records: [{ record: payload, path: [] }], skipped: 0 };
}

/** `{"value":[{"callType":"user_in","callerNumber":…},…]}`. */
function areCalls(list: unknown): boolean {
  return (
    Array.isArray(list) &&
    list.length > 0 &&
    list.every((one) => isJsonObject(one) && hasWay(one) && callIdOf(one) !== undefined)
  );
}

function callReport(record: JsonObject, payload: string, rules: PhoneRules): CallReport {
  const inner = innerCall(record);
  const call = withDetails(inner ?? withNestedCall(record));
  const read = (name: keyof typeof NAMES) => NAMES[name].textIn(call);
  const instant = (name: keyof typeof NAMES) =>
    NAMES[name].firstIn([call], (value) => instantOf(filledText(value)));
  const flag = (name: keyof typeof NAMES) =>
    NAMES[name].entriesOf(call).some(([, value]) => value === true || value === 'true');
  const isTold = (name: keyof typeof NAMES) =>
    NAMES[name].entriesOf(call).some(([, value]) => !!value && value !== 'false');
  const isInternational = (['from', 'to'] as const).every((name) =>
    IS_INTERNATIONAL.test(NAMES[name].firstIn([call], dialledText) ?? ''),
  );
  const party = (name: 'from' | 'to' | 'number') =>
    // `{"destination":"in","dst":"494055501080"}` goes to a number.
    NAMES[name].firstIn([call], (value) =>
      wayIn(value) ? undefined : lineOf(value, rules, isInternational),
    );
  const partyName = (name: 'from' | 'to' | 'number') =>
    NAMES[name].firstIn([call], (value) =>
      isJsonObject(value) && lineOf(value, rules, false) ? (nameOf(value) ?? undefined) : undefined,
    );
  const contact = NAMES.contact.firstIn([call], (value) =>
    isJsonObject(value) ? value : undefined,
  );
  const [contactNumber] = contact ? numberEntries(contact) : [];

  const stateIn = (value: unknown) => {
    const word = isJsonObject(value) ? NAMES_OF_STATE.textIn(value) : scalarText(value);
    const found = stateOf(word);
    return found.state ? found : undefined;
  };
  // Where a call lies in a message, the kind of that says what has happened to it.
  const told =
    (inner && NAMES.kind.firstIn([inner], stateIn)) || NAMES.state.firstIn([call], stateIn);
  // `{"direction":"inbound","answered":false,"voicemail":true}`: told when it was over.
  const endedAt = instant('endedAt');
  const isOver =
    NAMES.answered.entriesOf(call).some(([, value]) => typeof value === 'boolean') ||
    // `{"answer_time":null,"hangup_time":…}`.
    (endedAt !== undefined && NAMES.answeredAt.entriesOf(call).length > 0);
  const { state, cause } =
    told ??
    // `{"id":…,"cause":"UNANSWERED"}`.
    NAMES.endCause.firstIn([call], stateIn) ??
    (isTold('missed') ? stateOf('missed') : stateOf(isOver ? 'ended' : undefined));
  const over = state === 'ended' && isTold('voicemail') ? VOICEMAIL : cause;
  const endCause = flag('blocked') ? BLOCKED : (causeOf(read('endCause')) ?? over);
  const durationSec = secondsOf(read('duration'));
  const answeredAt = instant('answeredAt');
  const at = instant('at');
  const begun = instant('startedAt');
  // `{"event_type":"call.hangup","occurred_at":…,"start_time":…}`: when that event was.
  const isOfEvent = begun === at && PAST_START.includes(state ?? '') && !!inner;
  const startedAt = isOfEvent ? undefined : begun;
  const [from, to] = [party('from'), party('to')];
  const said = {
    state,
    startedAt,
    direction:
      NAMES.direction.firstIn([call], (value) => directionOf(scalarText(value))) ??
      NAMES.to.firstIn([call], wayIn) ??
      NAMES.outward.firstIn([call], (value) => OUTWARD.get(String(value))) ??
      // Direct inward dialling: such a number is one of the house.
      (NAMES.inward.textIn(call) === undefined ? undefined : 'in') ??
      byExtension(call) ??
      byLines(from, to) ??
      // Nobody misses a call of his own.
      (NAMES.kind.firstIn([call], isOfMissed) ? 'in' : undefined),
    from,
    fromName: partyName('from') ?? NAMES.fromName.firstIn([call], wordsOf),
    to,
    toName: partyName('to') ?? NAMES.toName.firstIn([call], wordsOf),
    number: party('number') ?? lineOf(contactNumber?.[1], rules, false),
    name: read('name') ?? (contact && nameOf(contact)) ?? partyName('number'),
    extension: read('extension'),
    answeredAt,
    endedAt,
    durationSec,
    endCause,
  };
  const isKnown = Object.values(said).some((value) => value !== undefined);
  return {
    ...said,
    callId:
      (isKnown &&
        (callIdOf(call) ?? (inner ? undefined : ownIdOf(call, state)) ?? idByStart(said))) ||
      null,
    note: read('note'),
    answered:
      state === 'connected' ||
      state === 'held' ||
      answeredAt !== undefined ||
      flag('answered') ||
      // A telephone system may lose the event of the answer, but not that people talked.
      (endCause === 'normal' && (durationSec ?? 0) > 0),
    at,
    hash: contentHash(eventOf(call, said.startedAt) ?? record),
    payload,
  };
}

/**
 * What makes two reports the same event, whoever tells it and whatever else they carry; undefined
 * for a report that is no event. Two browsers know a call by different names, and what the server
 * itself follows is reported by every page as well.
 */
function eventOf(call: JsonObject, startedAt: string | undefined): JsonObject | undefined {
  const callId = callIdOf(call);
  const event = NAMES.event.textIn(call);
  const at = NAMES.at.firstIn([call], (value) => instantOf(filledText(value)));
  const isEvent = callId !== undefined && startedAt && event !== undefined && at;
  return isEvent ? { callId, startedAt, event, at } : undefined;
}

/**
 * What makes a call of its own unique: a report that carries a time is the same one when it is
 * delivered again. Null without a time, for two like it may be two calls, and none may be lost.
 */
export function ownCallKey(report: CallReport): string | null {
  const time = report.startedAt ?? report.answeredAt ?? report.endedAt ?? report.at;
  return time === undefined ? null : report.hash;
}

function callIdOf(call: JsonObject): string | undefined {
  const id = NAMES.callId.textIn(call);
  return id !== undefined && id.length <= MAX_CALL_ID_LENGTH ? id : undefined;
}

/**
 * `{"event":"ringing","from":…,"to":…,"started":…}` and, without an id either, what comes of it: nobody
 * calls the same one twice at one moment.
 */
function idByStart({ from, to, startedAt }: Pick<CallReport, 'from' | 'to' | 'startedAt'>) {
  return from?.key && to?.key && startedAt
    ? contentHash({ from: from.key, to: to.key, startedAt })
    : undefined;
}

/**
 * `{"event_type":"call_init","uuid":…,"caller":…,"callee":…}`, `{"id":…,"from":…,"to":…}` and what
 * comes of that, `{"id":…,"cause":…}`: where an event is named, the id is that of the event.
 */
function ownIdOf(call: JsonObject, state: CallState | undefined): string | undefined {
  const uuid = filledText(own(call, 'uuid'));
  if (uuid !== undefined && IS_UUID.test(uuid) && tellsOfCall(call)) return uuid;
  const session = NAMES.sessionId.textIn(call);
  const isSession = session !== undefined && session.length <= MAX_CALL_ID_LENGTH;
  if (isSession && tellsOfCall(call)) return session;
  const id = filledText(own(call, 'id'));
  const isCall = tellsOfCall(call) || state !== undefined;
  const isOne = id !== undefined && IS_LONG_ID.test(id) && NAMES.kind.textIn(call) === undefined;
  return isOne && isCall ? id : undefined;
}
const IS_UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** A shorter one may be a number of anything. */
const IS_LONG_ID = /^(?=.*\d)[\w.:-]{16,200}$/;

/** The call of an event such as `{"event":"call.ringing","timestamp":…,"data":{call}}`. */
function withNestedCall(record: JsonObject): JsonObject {
  if (callIdOf(record) !== undefined || holdsRecords(record)) return record;
  const nested = Object.values(record).find(
    (value): value is JsonObject => isJsonObject(value) && callIdOf(value) !== undefined,
  );
  return nested
    ? Object.fromEntries([
        ...Object.entries(nested),
        // What a webhook is called is nobody's name.
        ...Object.entries(record).filter(([name]) => !OWN_NAMES.has(name)),
      ])
    : record;
}

/** `{"event":"hangup","caller":…,"cdr":{"answer_time":…}}`. */
function withDetails(call: JsonObject): JsonObject {
  const details = DETAILS.firstIn([call], (value) => (isJsonObject(value) ? value : undefined));
  return details ? Object.fromEntries([...scalarsIn(details), ...Object.entries(call)]) : call;
}

/** How deep a call may lie: `{"data":{"object":{…}}}`, `{"body":{"parties":[{…}]}}`. */
const MAX_DEPTH = 3;
const MAX_OBJECTS = 100;
const MAX_WRITTEN = 64 * 1024;
const PARTIES = new NameList('parties', 'legs', 'participants', 'members', 'calls', 'flows');
/** The id of such an object is that of the call. */
const IDS = new NameList('id', 'uuid', 'sid');
/** Around a call they are those of the message. */
const OWN_NAMES = new NameList('name');
const OF_MESSAGE = new NameList(...IDS.names, ...OWN_NAMES.names);
/** What is told of a call when it is over. */
const DETAILS = new NameList('cdr', 'callDetails');

/** The first object further in that tells which way a call goes, with what stands around it. */
function innerCall(whole: JsonObject): JsonObject | undefined {
  if (callIdOf(whole) !== undefined || tellsOfCall(whole) || holdsRecords(whole)) return undefined;
  let level: readonly (readonly JsonObject[])[] = [[whole]];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    level = level.flatMap(innerOf).slice(0, MAX_OBJECTS);
    const found = level.find(([inner]) => inner && tellsOfCall(inner));
    const [inner, ...outer] = found ?? [];
    if (!inner) continue;
    const around = outer.reverse().flatMap(scalarsIn);
    const call = Object.fromEntries([...around, ...Object.entries(inner)]);
    const callId = callIdOf(call) ?? IDS.textIn(inner);
    return callId === undefined ? call : { ...call, callId };
  }
  return undefined;
}

/** The objects in the first of these, each with those around it. */
function innerOf(way: readonly JsonObject[]): readonly (readonly JsonObject[])[] {
  const [object = {}] = way;
  return Object.entries(object).flatMap(([name, value]) => {
    const inner = PARTIES.has(name) && Array.isArray(value) ? value[0] : writtenIn(value);
    return isJsonObject(inner) ? [[inner, ...way]] : [];
  });
}

/** `"msg":"{\\"call_id\\":…}"`. */
function writtenIn(value: unknown): unknown {
  const isObject = typeof value === 'string' && value.length < MAX_WRITTEN && /^\s*\{/.test(value);
  try {
    return isObject ? parsedJson(value) : value;
  } catch {
    return value;
  }
}

function scalarsIn(object: JsonObject): readonly [string, unknown][] {
  return Object.entries(object).filter(
    ([name, value]) => !isJsonObject(value) && !Array.isArray(value) && !OF_MESSAGE.has(name),
  );
}

/** `{"caller":{"phone_number":…},"callee":{"extension_number":…}}`: who has an extension is in the house. */
function byExtension(call: JsonObject): CallDirection | undefined {
  const [isFromHouse, isToHouse] = [NAMES.from, NAMES.to].map((list) =>
    list
      .entriesOf(call)
      .some(([, value]) => isJsonObject(value) && EXTENSIONS.textIn(value) !== undefined),
  );
  if (isFromHouse === isToHouse) return undefined;
  return isFromHouse ? 'out' : 'in';
}
const EXTENSIONS = new NameList(...NAMES.extension.names, 'extensionNumber');

/** `{"from":"21","to":"+49 171 …"}`: a number of few digits is one of the house. */
function byLines(from: PhoneLine | undefined, to: PhoneLine | undefined) {
  const [isFromHouse, isToHouse] = [from, to].map((line) => line?.kind === 'internal');
  if (!from || !to || !(isFromHouse || isToHouse)) return undefined;
  if (isFromHouse && isToHouse) return 'internal';
  return isFromHouse ? 'out' : 'in';
}

/** `phone.callee_missed`. */
function isOfMissed(value: unknown): true | undefined {
  return (typeof value === 'string' && /miss(?:ed)?|verpasst/i.test(value)) || undefined;
}

function tellsOfCall(object: JsonObject): boolean {
  // What pages report names its call.
  return own(object, 'callId') === undefined && hasWay(object);
}

function hasWay(object: JsonObject): boolean {
  return (
    NAMES.direction.firstIn([object], (value) => directionOf(scalarText(value))) !== undefined ||
    [NAMES.from, NAMES.to].every((list) => list.entriesOf(object).length > 0)
  );
}

const PAST_START: readonly string[] = ['connected', 'held', 'ended'];
/** The word in a status that is an object. */
const NAMES_OF_STATE = new NameList('code', 'state', 'status', 'name', 'value');
/** Where both parties are so, no zero has been left out: `441632960301`. */
const IS_INTERNATIONAL = /^[1-9]\d{10,14}$/;
const DIGITS = new NameList('e164');

function lineOf(
  value: unknown,
  rules: PhoneRules,
  isInternational: boolean,
): PhoneLine | undefined {
  const isHidden = isJsonObject(value) && own(value, 'anonymous') === true;
  const [sent] = isHidden
    ? ['anonymous']
    : isJsonObject(value)
      ? [numberOfParty(value) ?? DIGITS.textIn(value)]
      : numbersIn(value);
  if (sent === undefined) return undefined;
  const { aliases: _, ...line } = rules.read(
    isInternational && IS_INTERNATIONAL.test(sent) ? `+${sent}` : sent,
  );
  return line;
}

/** One word and no number. */
function wayIn(value: unknown): CallDirection | undefined {
  const text = filledText(value) ?? '';
  return /^\p{L}{2,8}$/u.test(text) ? directionOf(text) : undefined;
}

/** A text with a digit in it. */
function dialledText(value: unknown): string | undefined {
  const text = filledText(value);
  return text !== undefined && /\d/.test(text) ? text : undefined;
}

/** `"\"442035141598\" <2035141598>"` is nobody's name. */
function wordsOf(value: unknown): string | undefined {
  const text = filledText(value);
  return text !== undefined && /\p{L}/u.test(text) ? text : undefined;
}

function secondsOf(text: string | undefined): number | undefined {
  const [clock, hours, minutes, seconds] = /^(\d\d?):(\d\d):(\d\d)$/.exec(text ?? '') ?? [];
  if (clock) return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return text !== undefined && /^\d{1,9}(\.\d+)?$/.test(text)
    ? Math.round(Number(text))
    : undefined;
}
