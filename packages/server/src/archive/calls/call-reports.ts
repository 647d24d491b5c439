import {
  depthOf,
  filledText,
  holdsRecords,
  isJsonObject,
  type JsonObject,
  JsonTexts,
  NameList,
  numberOfParty,
  numbersIn,
  objectsOf,
  own,
  parsedJson,
  scalarText,
  type UnwrappedPayload,
} from '@hookline/records';
import type { PhoneLine, PhoneRules } from '@hookline/records/phone';
import { contentHash } from '../engine/content-hash.ts';
import {
  BLOCKED,
  type CallDirection,
  type CallState,
  causeOf,
  directionOf,
  instantOf,
  stateOf,
} from './call-words.ts';

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

export interface CallReports {
  readonly reports: readonly CallReport[];
  readonly accepted: number;
  readonly skipped: number;
}

const NAMES = {
  callId: new NameList('callId', 'callUuid', 'anrufId', 'gespraechsId'),
  startedAt: new NameList('startedAt', 'startTime', 'started', 'start', 'beginn'),
  answeredAt: new NameList('answeredAt', 'answerTime', 'connectedAt', 'angenommenAm'),
  endedAt: new NameList('endedAt', 'endTime', 'ended', 'end', 'hangupAt', 'beendetAm', 'ende'),
  at: new NameList('timestamp', 'at', 'reportedAt', 'time', 'zeit', 'zeitpunkt'),
  state: new NameList('state', 'callState', 'status', 'zustand', 'event'),
  event: new NameList('event'),
  direction: new NameList('direction', 'callDirection', 'richtung'),
  from: new NameList('from', 'caller', 'anrufer', 'von', 'callerNumber', 'fromNumber', 'callerId'),
  to: new NameList('to', 'callee', 'called', 'an', 'calledNumber', 'toNumber', 'angerufener'),
  number: NameList.of(`
    number telefon telefonnummer phone phone_number tel mobil mobile handy rufnummer
    nummer remoteNumber remote gegenstelle
  `),
  name: new NameList('name', 'callerName', 'anruferName', 'remoteName', 'displayName'),
  extension: new NameList('extension', 'nebenstelle', 'durchwahl', 'apparat'),
  duration: new NameList('durationSec', 'durationSeconds', 'duration', 'dauer'),
  endCause: new NameList('endCause', 'hangupCause', 'cause', 'reason', 'grund'),
  answered: new NameList('answered', 'angenommen'),
  missed: new NameList('missed', 'verpasst'),
  blocked: new NameList('blocked', 'gesperrt'),
  note: new NameList('note', 'notiz', 'bemerkung'),
} as const;
/** Longer ones name nothing and are too long for the index of a database. */
const MAX_CALL_ID_LENGTH = 200;

/** Reads what home pages report about calls, given as the JSON text that was sent. */
export function callReports(text: string, rules: PhoneRules): CallReports {
  const { records, skipped } = reportsIn(parsedJson(text));
  const texts = new JsonTexts(text, depthOf(records));
  const reports = records.map(({ record, path }) => callReport(record, texts.at(path), rules));
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
  return { records: [{ record: payload, path: [] }], skipped: 0 };
}

function callReport(record: JsonObject, payload: string, rules: PhoneRules): CallReport {
  const call = withNestedCall(record);
  const read = (name: keyof typeof NAMES) => NAMES[name].textIn(call);
  const instant = (name: keyof typeof NAMES) =>
    NAMES[name].firstIn([call], (value) => instantOf(filledText(value)));
  const flag = (name: keyof typeof NAMES) =>
    NAMES[name].entriesOf(call).some(([, value]) => value === true || value === 'true');
  const party = (name: 'from' | 'to' | 'number') =>
    NAMES[name].firstIn([call], (value) => lineOf(value, rules));
  const partyName = (name: 'from' | 'to' | 'number') =>
    NAMES[name].firstIn([call], (value) =>
      isJsonObject(value) ? filledText(own(value, 'name')) : undefined,
    );

  const { state, cause } =
    NAMES.state.firstIn([call], (value) => {
      const found = stateOf(scalarText(value));
      return found.state ? found : undefined;
    }) ?? (flag('missed') ? stateOf('missed') : stateOf(undefined));
  const endCause = flag('blocked') ? BLOCKED : (causeOf(read('endCause')) ?? cause);
  const durationSec = secondsOf(read('duration'));
  const answeredAt = instant('answeredAt');
  const said = {
    state,
    startedAt: instant('startedAt'),
    direction: directionOf(read('direction')),
    from: party('from'),
    fromName: partyName('from'),
    to: party('to'),
    toName: partyName('to'),
    number: party('number'),
    name: read('name') ?? partyName('number'),
    extension: read('extension'),
    answeredAt,
    endedAt: instant('endedAt'),
    durationSec,
    endCause,
  };
  const isKnown = Object.values(said).some((value) => value !== undefined);
  return {
    ...said,
    callId: (isKnown && callIdOf(call)) || null,
    note: read('note'),
    answered:
      state === 'connected' ||
      state === 'held' ||
      answeredAt !== undefined ||
      flag('answered') ||
      // A telephone system may lose the event of the answer, but not that people talked.
      (endCause === 'normal' && (durationSec ?? 0) > 0),
    at: instant('at'),
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

/** The call of an event such as `{"event":"call.ringing","timestamp":…,"data":{call}}`. */
function withNestedCall(record: JsonObject): JsonObject {
  if (callIdOf(record) !== undefined || holdsRecords(record)) return record;
  const nested = Object.values(record).find(
    (value): value is JsonObject => isJsonObject(value) && callIdOf(value) !== undefined,
  );
  return nested
    ? Object.fromEntries([...Object.entries(nested), ...Object.entries(record)])
    : record;
}

function lineOf(value: unknown, rules: PhoneRules): PhoneLine | undefined {
  const isHidden = isJsonObject(value) && own(value, 'anonymous') === true;
  const [sent] = isHidden
    ? ['anonymous']
    : isJsonObject(value)
      ? [numberOfParty(value)]
      : numbersIn(value);
  if (sent === undefined) return undefined;
  const { aliases: _, ...line } = rules.read(sent);
  return line;
}

function secondsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}(\.\d+)?$/.test(text)
    ? Math.round(Number(text))
    : undefined;
}
