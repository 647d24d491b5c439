import { isJsonObject } from '@hookline/records';
import type { LiveCall } from 'hookline-client/telephony';
import type { Call, ListFilters } from '../../backend/archive.ts';
import { usable } from './other-party.ts';

/** What is known of a call of the archive besides its own fields; its payload is foreign. */
interface CallFacts {
  readonly isAnswered: boolean;
  readonly durationSec: number | undefined;
  readonly endCause: string | undefined;
  readonly extension: string | undefined;
}

export function callFacts({ payload, missed, direction, state, startedAt }: Call): CallFacts {
  const told = isJsonObject(payload) ? payload : {};
  const answeredAt = timeIn(told['answeredAt']);
  const endedAt = timeIn(told['endedAt']);
  const talked =
    answeredAt !== undefined && endedAt !== undefined ? endedAt - answeredAt : undefined;
  const duration = told['durationSec'];
  const durationSec =
    typeof duration === 'number' ? duration : talked === undefined ? undefined : talked / 1000;
  return {
    isAnswered:
      state === 'connected' ||
      state === 'held' ||
      answeredAt !== undefined ||
      (durationSec ?? 0) > 0 ||
      (direction === 'in' && state === 'ended' && !missed && startedAt !== null),
    durationSec,
    endCause: textIn(told['endCause']),
    extension: textIn(told['extension']),
  };
}

/**
 * What a person has noted. The archive puts the phone book's remark in the same place as long as
 * there is nothing else; shown as a note, it would look like somebody had written it.
 */
export function ownNote({ note, payload }: Call): string {
  if (note === null) return '';
  return isJsonObject(payload) && payload['note'] === note ? '' : note;
}

/** Whom to call back; null for a withheld number, however a system writes that. */
export function dialable({ number, e164 }: Call): string | null {
  return e164 ?? usable(number);
}

type CallNames = Pick<LiveCall, 'key' | 'callId' | 'startedAt'>;

/** The archive's record of a call that is on or has just ended. */
export function archivedAs(
  { key, callId, startedAt }: CallNames,
  calls: readonly Call[],
): Call | undefined {
  const isSame = (call: Call) =>
    startedAt === '' || Date.parse(call.startedAt ?? '') === Date.parse(startedAt);
  // It is kept under the id that it was first told under, which the key contains.
  return (
    calls.find((call) => isSame(call) && `${startedAt} ${call.callId}` === key) ??
    calls.find((call) => isSame(call) && call.callId === callId)
  );
}

/** The filter of a list that has the call, and few others: those that began when it did. */
export function aroundStart({ startedAt }: Pick<LiveCall, 'startedAt'>): ListFilters['calls'] {
  const start = Date.parse(startedAt);
  if (Number.isNaN(start)) return {};
  return {
    since: new Date(start).toISOString(),
    until: new Date(start + 1).toISOString(),
  };
}

function timeIn(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 60) : undefined;
}
