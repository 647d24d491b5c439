import type { CallDirection, CallState } from '@hookline/contract';
import type { KnownName } from '../addresses/known-names.ts';
import {
  byDesk,
  CLAIMED,
  type Columns,
  field,
  moment,
  NOTED,
  payload,
  recordShape,
  shownColumns,
  worded,
} from '../engine/lists/fields.ts';
import { jsonOf } from '../engine/lists/shape.ts';

export const CALL_COLUMNS = shownColumns(
  'calls',
  ...(['dedup_key', 'answered_at', 'merge_state', 'created_at', 'updated_at'] as const),
);
export type CallRow = Columns<'calls', (typeof CALL_COLUMNS)[number]> & KnownName;

const DIRECTIONS: Readonly<Record<CallDirection, string>> = {
  in: 'eingehend',
  out: 'ausgehend',
  internal: 'intern',
};
const CALL_STATES: Readonly<Record<CallState, string>> = {
  dialing: 'wählt',
  ringing: 'klingelt',
  connected: 'verbunden',
  held: 'gehalten',
  ended: 'beendet',
};

export const CALL = recordShape<CallRow>(
  [
    field('id', (row) => row.id, 'Kennung'),
    field('callId', (row) => row.call_id, 'Anruf-ID'),
    field(
      'state',
      (row) => row.state,
      'Zustand',
      (row) => worded(CALL_STATES, row.state),
    ),
    field(
      'direction',
      (row) => row.direction,
      'Richtung',
      (row) => worded(DIRECTIONS, row.direction),
    ),
    field('number', (row) => row.number, 'Telefon'),
    field('e164', (row) => row.e164, 'Telefon international'),
    field('line', (row) => row.number_key),
    field('name', (row) => row.known_name ?? row.name, 'Name'),
    field('addressId', (row) => row.address_id),
    field('missed', (row) => row.missed === 1, 'Verpasst'),
    field('settled', (row) => row.settled === 1, 'Erledigt'),
    byDesk('settled', 'Erledigt'),
    ...NOTED,
    CLAIMED,
    moment('startedAt', 'Beginn', (row) => row.started_at),
    moment('endedAt', 'Ende', (row) => row.ended_at),
    payload,
  ],
  (row) => row.payload,
  'startedAt endedAt direction state number e164 name missed settled settledBy note noteBy claimedBy callId id',
);

/** The JSON text of a `Call`. */
export const callText = (row: CallRow): string => jsonOf(CALL.json, row);
