import { UNNAMED_SENDER } from '@hookline/contract/words';
import { NumberFinder, type PhoneRules } from '@hookline/records/phone';
import { type Selectable, sql } from 'kysely';
import { addressText } from '../addresses/address-fields.ts';
import { callText, shownCalls } from '../calls/call-fields.ts';
import type { View } from '../engine/lists/page.ts';
import { scan } from '../engine/lists/scan.ts';
import { JsonText, jsonOf, type Shape } from '../engine/lists/shape.ts';
import { SCANNED, type Scanned, type Schema } from '../engine/store/schema.ts';
import type { Store } from '../engine/store/store.ts';
import { eventText } from '../events/event-fields.ts';
import { ASSIGNMENT, versionText } from '../jobs/job-fields.ts';
import { jobsMeant, referenceOf } from '../jobs/job-names.ts';
import { carries } from './erase-in-json.ts';
import { keysOf } from './erase-number.ts';
import {
  isOnLine,
  PERSONAL_TABLES,
  type PersonalDataPiece,
  type PersonalTable,
} from './personal-tables.ts';

type Row<Table extends Scanned> = Selectable<Schema[Table]>;

/** How an export writes the rows of each table. */
const TEXTS: {
  readonly [Table in Scanned]: (
    rows: readonly Row<Table>[],
    db: Store['db'],
    rules: PhoneRules,
  ) => readonly string[] | Promise<readonly string[]>;
} = {
  addresses: (rows) => rows.map(addressText),
  calls: async (rows, db, rules) => (await shownCalls(db, rules, rows)).map(callText),
  call_reports: (rows) => rows.map((row) => jsonOf(REPORT, row)),
  job_versions: (rows) => rows.map(versionText),
  job_assignments: async (rows, db) => {
    const jobOf = await jobsMeant(
      db,
      rows.map(({ name }) => name),
    );
    return rows.map((row) => jsonOf(ASSIGNED, { ...row, name: jobOf(row.name) }));
  },
  events: (rows) => rows.map(eventText),
  dead_letters: (rows) => rows.map((row) => jsonOf(REFUSED, row)),
  mapping_versions: (rows) =>
    rows.map((row) =>
      JSON.stringify({
        sender: row.sender || UNNAMED_SENDER,
        channel: row.channel,
        version: row.version,
        savedAt: row.saved_at,
        savedBy: row.saved_by === null ? null : { desk: row.saved_by, at: row.saved_at },
        rules: JSON.parse(row.rules),
      }),
    ),
};

export interface PrivacyReader {
  /** Everything held about a phone number, the lists one after another. */
  exportNumber(number: string): AsyncIterable<PersonalDataPiece>;
}

export function privacyReader(view: () => View): PrivacyReader {
  return { exportNumber: (number) => personalData(view().store, view().rules, number) };
}

/**
 * Everything held about a phone number in any spelling, piece by piece: all of it may be more than
 * a text can hold.
 */
export async function* personalData(
  { db }: Store,
  rules: PhoneRules,
  number: string,
): AsyncGenerator<PersonalDataPiece> {
  const keys = keysOf(rules, number);
  const finder = new NumberFinder(keys, rules);
  /** Calls of which some part is about the number: all of them is. */
  const calls = new Set<string>();
  /** Jobs of which some version is about the number. */
  const jobs = new Set<string>();
  for (const table of SCANNED) yield* pieces(table);

  async function* pieces<Table extends Scanned>(table: Table): AsyncGenerator<PersonalDataPiece> {
    const { list, lines, partOf, elsewhere }: PersonalTable<Table> = PERSONAL_TABLES[table];
    // The payload of a call is that of its last report; the number may stand in another one.
    if (table === 'calls') yield* lookIntoReports();
    // A number that an address had before is in none of its fields, and still finds it.
    const onLine = lines ? await idsOnLine(lines) : new Set<string>();
    for await (const rows of scan(db, table, elsewhere)) {
      const jobOf = await jobsOf(table, rows);
      const wanted = rows.filter((row) => {
        if (partOf === 'calls') return calls.has((row as Row<'call_reports'>).call);
        const { id, name = '' } = row as { id: string; name?: string };
        if (partOf === 'jobs' && jobs.has(jobOf(name))) return true;
        const isWanted = onLine.has(id) || calls.has(id) || isAbout(table, row);
        if (isWanted && table === 'calls') calls.add(id);
        if (isWanted && table === 'job_versions') jobs.add(jobOf(name));
        return isWanted;
      });
      // One piece for each step, an empty one too: whoever waits can tell that work goes on.
      yield { list, items: await TEXTS[table](wanted, db, rules) };
    }
  }

  /** Which job each row is about, by its name. */
  function jobsOf<Table extends Scanned>(table: Table, rows: readonly Row<Table>[]) {
    const isOfJobs = table === 'job_versions' || table === 'job_assignments';
    const some = isOfJobs ? (rows as readonly Row<'job_versions' | 'job_assignments'>[]) : [];
    return jobsMeant(
      db,
      some.map(({ name }) => name),
    );
  }

  async function* lookIntoReports(): AsyncGenerator<PersonalDataPiece> {
    for await (const reports of scan(db, 'call_reports')) {
      const found = reports.filter((report) => isAbout('call_reports', report));
      for (const { call } of found) calls.add(call);
      yield { list: 'calls', items: [] };
    }
  }

  async function idsOnLine({ table, row }: NonNullable<PersonalTable<Scanned>['lines']>) {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(row)} as id
      from ${sql.table(table)} where ${isOnLine(keys)}`.execute(db);
    return new Set(rows.map(({ id }) => id));
  }

  function isAbout<Table extends Scanned>(table: Table, row: Row<Table>): boolean {
    const json = PERSONAL_TABLES[table].json(row);
    return json !== null && carries(json, finder);
  }
}

const REPORT: Shape<Pick<Row<'call_reports'>, 'call' | 'received_at' | 'payload'>> = [
  ['call', (row) => row.call],
  ['receivedAt', (row) => row.received_at],
  ['payload', (row) => new JsonText(row.payload)],
];
const ASSIGNED: Shape<Row<'job_assignments'>> = [
  ['job', (row) => referenceOf(row) ?? row.id],
  ...ASSIGNMENT,
];
const REFUSED: Shape<Row<'dead_letters'>> = [
  ['kind', (row) => row.kind],
  ['receivedAt', (row) => row.at],
  ['reason', (row) => row.reason],
  ['payload', (row) => new JsonText(row.content)],
];
