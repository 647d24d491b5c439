import type { ByDesk, CallDirection, CallState } from '@hookline/contract';
import type { PhoneRules } from '@hookline/records/phone';
import type { Kysely } from 'kysely';
import { type KnownName, withKnownNames } from '../addresses/known-names.ts';
import {
  at,
  byDesk,
  CLAIMED,
  type Columns,
  type Field,
  field,
  moment,
  NOTED,
  payload,
  recordShape,
  shownColumns,
  wordField,
} from '../engine/lists/fields.ts';
import { JsonText } from '../engine/lists/shape.ts';
import { inSteps } from '../engine/store/bulk-insert.ts';
import type { Schema } from '../engine/store/schema.ts';
import { jobsMeant, referenceOf } from '../jobs/job-names.ts';

export const CALL_COLUMNS = shownColumns(
  'calls',
  ...(['dedup_key', 'answered_at', 'merge_state', 'created_at', 'updated_at'] as const),
);
type Called = Columns<'calls', 'number' | 'number_key' | 'job'>;
/** What of a call stands elsewhere: whom its line is known by, and what its job is called now. */
type Shown = KnownName & { readonly job_shown: string | null };
export type CallRow = Columns<'calls', (typeof CALL_COLUMNS)[number]> & Shown;

/** Rows as they are shown; of a job that is gone nothing is. */
export async function shownCalls<Row extends Called>(
  db: Kysely<Schema>,
  rules: PhoneRules,
  rows: readonly Row[],
): Promise<(Row & Shown)[]> {
  const named = rows.flatMap(({ job }) => (job === null ? [] : [job]));
  const jobOf = await jobsMeant(db, named);
  const shown = new Map<string, string>();
  await inSteps([...new Set(named.map(jobOf))], async (some) => {
    const jobs = await db.selectFrom('jobs').select(['name', 'id']).where('name', 'in', some);
    for (const job of await jobs.execute()) shown.set(job.name, referenceOf(job) ?? job.id);
  });
  return (await withKnownNames(db, rules, rows)).map((row) => ({
    ...row,
    job_shown: (row.job !== null && shown.get(jobOf(row.job))) || null,
  }));
}

export function attemptsOf({ attempts }: Columns<'calls', 'attempts'>): readonly ByDesk[] {
  return JSON.parse(attempts ?? '[]');
}

/** In a table how often, and the latest of them. */
function attempted(): Field<Columns<'calls', 'attempts'>> {
  type Row = Columns<'calls', 'attempts'>;
  const count = (row: Row) => attemptsOf(row).length;
  const latest = (row: Row) => attemptsOf(row).at(-1);
  return {
    name: 'attempts',
    json: (row) => new JsonText(row.attempts ?? '[]'),
    csv: [
      ['attempts', count],
      ['attemptedBy', (row) => latest(row)?.desk ?? null],
      ['attemptedAt', (row) => latest(row)?.at ?? null],
    ],
    excel: [
      ['Versuche', (row) => (row.attempts ? { digits: String(count(row)) } : null)],
      ['Versucht von', (row) => latest(row)?.desk ?? null],
      ['Versucht am', (row) => at(latest(row)?.at ?? null)],
    ],
  };
}

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
    wordField('state', 'Zustand', CALL_STATES, (row) => row.state),
    wordField('direction', 'Richtung', DIRECTIONS, (row) => row.direction),
    field('number', (row) => row.number, 'Telefon'),
    field('e164', (row) => row.e164, 'Telefon international'),
    field('line', (row) => row.number_key),
    field('name', (row) => row.contact ?? row.known_name ?? row.name, 'Name'),
    field('addressId', (row) => row.address_id),
    field('missed', (row) => row.missed === 1, 'Verpasst'),
    field('settled', (row) => row.settled === 1, 'Erledigt'),
    byDesk('settled', 'Erledigt'),
    ...NOTED,
    CLAIMED,
    attempted(),
    moment('remindAt', 'Erinnern am', (row) => row.remind_at),
    field('remindBy', (row) => row.remind_by, 'Erinnern an Platz'),
    field('job', (row) => row.job_shown, 'Auftrag'),
    field('contact', (row) => row.contact),
    moment('startedAt', 'Beginn', (row) => row.started_at),
    moment('endedAt', 'Ende', (row) => row.ended_at),
    payload,
  ],
  (row) => row.payload,
  'startedAt endedAt direction state number e164 name missed settled settledBy note noteBy claimedBy attempts remindAt remindBy job callId id',
);

/** The JSON text of a `Call`. */
export const callText = CALL.write.json;
