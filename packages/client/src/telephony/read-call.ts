import {
  CALL_COMMANDS,
  CALL_DIRECTIONS,
  CALL_EVENTS,
  CALL_STATES,
  type CallEventName,
  DESK_CAUSES,
  END_CAUSES,
} from '../words.ts';
import type { CallParty, PhoneBookEntry, PhoneCall } from './phone-call.ts';
import type { AddressCacheState, TelephoneOrder } from './telephony-system.ts';

const IS_LINE = /^(?:\+\d|internal:|other:)/;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name of a call event; undefined for any other word. */
export function callEventOf(value: unknown): CallEventName | undefined {
  return CALL_EVENTS.find((name) => name === value);
}

/**
 * A call out of a frame. What is missing becomes null: a telephony app that leaves a field out
 * must not break the page that shows it. Undefined without an id or a state.
 */
export function readCall(value: unknown): PhoneCall | undefined {
  if (!isObject(value)) return undefined;
  const state = CALL_STATES.find((name) => name === value['state']);
  const callId = value['callId'];
  if (state === undefined || typeof callId !== 'string' || callId === '') return undefined;
  const deskCause = DESK_CAUSES.find((name) => name === value['deskCause']);
  const features = Array.isArray(value['features']) ? value['features'] : [];
  return {
    callId,
    direction: CALL_DIRECTIONS.find((name) => name === value['direction']) ?? 'in',
    state,
    from: readParty(value['from']),
    to: readParty(value['to']),
    extension: text(value['extension']) ?? '',
    startedAt: text(value['startedAt']) ?? '',
    answeredAt: text(value['answeredAt']),
    endedAt: text(value['endedAt']),
    durationSec: typeof value['durationSec'] === 'number' ? value['durationSec'] : null,
    endCause: END_CAUSES.find((name) => name === value['endCause']) ?? null,
    ...(deskCause && { deskCause }),
    ...(value['blocked'] === true && { blocked: true }),
    features: CALL_COMMANDS.filter((name) => features.includes(name)),
    note: text(value['note']),
  };
}

export function readCalls(value: unknown): PhoneCall[] {
  return Array.isArray(value) ? value.flatMap((call) => readCall(call) ?? []) : [];
}

/** Null for a system that does not say what it can do. */
export function readOrders(value: unknown): readonly TelephoneOrder[] | null {
  if (!Array.isArray(value)) return null;
  return (['dial', ...CALL_COMMANDS] as const).filter((name) => value.includes(name));
}

/** Undefined without a number: nobody can be called by such an entry. */
export function readEntry(value: unknown): PhoneBookEntry | undefined {
  if (!isObject(value)) return undefined;
  const { number, name, line, ...fields } = value;
  if (typeof number !== 'string') return undefined;
  return { ...fields, number, name: text(name) ?? '', ...lineIn(line) };
}

export function readEntries(value: unknown): PhoneBookEntry[] {
  return Array.isArray(value) ? value.flatMap((entry) => readEntry(entry) ?? []) : [];
}

function readParty(value: unknown): CallParty {
  const party = isObject(value) ? value : {};
  const number = text(party['number']);
  return {
    raw: text(party['raw']) ?? number ?? '',
    number,
    name: text(party['name']),
    anonymous: party['anonymous'] === true,
    ...lineIn(party['line']),
  };
}

/** A field of another system may have the same name, for a bus or a landline. */
function lineIn(value: unknown): { line?: string | null } {
  const isLine = value === null || (typeof value === 'string' && IS_LINE.test(value));
  return isLine ? { line: value } : {};
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export type Fields = Readonly<Record<string, unknown>>;

export function cacheStateOf(told: Fields): AddressCacheState {
  const { state, updatedAt } = told;
  return {
    state: state === 'filled' ? 'filled' : 'empty',
    count: countOf(told['count']),
    updatedAt: typeof updatedAt === 'string' ? updatedAt : '',
    ofArchive: told['ofArchive'] === true,
  };
}

export function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Rubbish is passed over: hanging up because of it would bring it back with the next line. */
export function parsedFrame(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined;
  } catch {
    return undefined;
  }
}
