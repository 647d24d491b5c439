import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Address, Call, Courier, Job } from '@hookline/contract';
import { PhoneRules } from '@hookline/records/phone';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { JournalReader } from '../../../src/archive/engine/journal/journal-reader.ts';
import { MappingBook } from '../../../src/archive/engine/mapping-book.ts';
import { sqlitePath } from '../../../src/archive/engine/store/sqlite-file.ts';
import {
  migrate,
  migrationState,
  openStore,
  type Store,
} from '../../../src/archive/engine/store/store.ts';
import { JobReading } from '../../../src/archive/jobs/job-reports.ts';
import { Suppression } from '../../../src/archive/privacy/suppression.ts';
import type { WriterContext } from '../../../src/archive/privacy/writer-context.ts';
import { createReader } from '../../../src/archive/threads/reader.ts';
import {
  addressRebuilder,
  eventRebuilder,
  jobRebuilder,
  rebuildAll,
} from '../../../src/archive/threads/rebuild.ts';
import { DATABASES, type DatabaseKind, databaseWithTables } from '../../support/databases.ts';
import { earlierArchive } from '../../support/earlier-archive.ts';
import { HOUSE } from '../../support/house.ts';
import { follow } from '../../support/operator-steps.ts';
import { ALL, temporaryFolder, WrittenArchive } from '../../support/written-archive.ts';
import { madeUpDay, UNSTORABLE } from '../earlier/made-up-day.ts';
import { FORGOTTEN } from '../earlier/made-up-week.ts';
import { VERSION_NAMES } from '../earlier/versions.ts';

type Row = Readonly<Record<string, unknown>>;
type Rows = ReadonlyMap<string, readonly Row[]>;

/** Everything in the database but what the search keeps for itself and the list of steps. */
async function allRows({ db }: Store): Promise<Rows> {
  const tables = (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('kysely_') && !/_search(?:_|$)/.test(name));
  const rows = new Map<string, readonly Row[]>();
  for (const table of tables) {
    const found = await sql<Row>`select * from ${sql.table(table)}`.execute(db);
    rows.set(table, found.rows);
  }
  return rows;
}

/** Every column and every index that has a name of ours. */
async function schemaOf({ db, kind }: Store): Promise<readonly string[]> {
  const tables = await db.introspection.getTables();
  const columns = tables.flatMap(({ name, columns: some }) =>
    some.map((column) => `${name}.${column.name} ${column.dataType.toLowerCase()}`),
  );
  const { rows } = await (kind === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'index' and sql is not null`
    : sql<{ name: string }>`select indexname as name from pg_indexes
        where schemaname = current_schema() and indexname !~ '_(pk|pkey|key|once)$'`
  ).execute(db);
  return [...columns, ...rows.map(({ name }) => name)].toSorted();
}

/** The rows of a table with these columns of theirs, in one order. */
function texts(rows: readonly Row[] = [], columns: readonly string[]): readonly string[] {
  return rows
    .map((row) => JSON.stringify(columns.map((column) => [column, row[column] ?? null])))
    .toSorted();
}

async function opened(url: string): Promise<Store> {
  const store = openStore(url, 'write');
  onTestFinished(() => store.close());
  return store;
}

async function readAnew(store: Store): Promise<void> {
  const rules = new PhoneRules({ country: 'DE' });
  const context: WriterContext = {
    store,
    rules,
    jobs: new JobReading(HOUSE, rules),
    mappings: new MappingBook(),
    suppression: new Suppression(rules),
    journal: new JournalReader(temporaryFolder()),
  };
  const all = [addressRebuilder, jobRebuilder({ jobs: undefined }), eventRebuilder];
  await rebuildAll((work) => work(context), all, { progress() {}, changed() {} });
}

function byText(a: object, b: object): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

/**
 * What the lists of an archive say, without ids and times that each archive gives itself, and
 * without what was done by hand, which not every version let one do.
 */
function told({ addresses, jobs, couriers }: Lists) {
  return {
    addresses: addresses
      .map(({ name, number, line, numbers, roles, fields: { notiz, ...fields } }) => ({
        name,
        number,
        line,
        numbers: numbers.filter((one) => one.line !== BY_HAND.line),
        roles,
        fields: notiz === BY_HAND.note ? fields : { ...fields, notiz },
      }))
      .toSorted(byText),
    couriers: couriers
      .map(({ name, line, status, vehicle }) => [name, line, status, vehicle])
      .toSorted(byText),
    jobs: jobs
      .map(({ reference, status, facts, dueAt, payload }) => ({
        reference,
        status,
        facts,
        dueAt,
        payload,
      }))
      .toSorted(byText),
  };
}

interface Lists {
  readonly addresses: readonly Address[];
  readonly calls: readonly Call[];
  readonly jobs: readonly Job[];
  readonly couriers: readonly Courier[];
}

async function listsIn(store: Store): Promise<Lists> {
  const reader = createReader(store, new PhoneRules({ country: 'DE' }));
  const parsed = ({ items }: { readonly items: readonly string[] }) =>
    items.map((item) => JSON.parse(item));
  return {
    addresses: parsed(await reader.addresses({}, ALL, 'json')),
    calls: parsed(await reader.calls({}, ALL, 'json')),
    jobs: parsed(await reader.jobs({}, ALL, 'json')),
    couriers: JSON.parse(await reader.couriers()).items,
  };
}

/** The same day, as it is stored today. */
async function today(kind: DatabaseKind): Promise<Store> {
  const written = await WrittenArchive.on(kind);
  for (const { at, path, json } of madeUpDay()) {
    const [, , what = '', channel = null] = path.split('/');
    if (what === 'calls') written.report(json);
    else if (what === 'addresses') written.phoneBook(json);
    else {
      const known = channel as Parameters<WrittenArchive['webhook']>[0];
      written.webhook(known, json, new Date(at).toISOString());
    }
  }
  written.webhook('kunden', UNSTORABLE);
  await written.settled();
  await written.archive.eraseNumber(FORGOTTEN.number, true);
  await written.close();
  return opened(written.url);
}

/** What a step changes in rows that were there, and says so. */
const CHANGED = new Map([['jobs', ['due_sort_key']]]);
/** What tables of before are called now. */
const CALLED_NOW = new Map([
  ['set_aside', 'dead_letters'],
  ['job_handling', 'job_assignments'],
]);
/** How rows of before are written since steps have given columns other names. */
const AS_NOW = new Map<string, (row: Row) => Row>([
  [
    'events',
    ({ found_by, ...row }) => ({
      ...row,
      ...(found_by !== undefined && { search_terms: found_by }),
    }),
  ],
  [
    'erasure_marks',
    ({ glance, ...row }) => ({ ...row, ...(glance !== undefined && { prefilter: glance }) }),
  ],
  // Now in the table of couriers.
  ['addresses', ({ courier_name: _, courier_status: __, courier_vehicle: ___, ...row }) => row],
  [
    'jobs',
    ({ job_key, reference: _, payload: __, told_class, due_order, ...row }) => ({
      ...row,
      name: job_key ?? row['name'],
      ...(told_class !== undefined && { reported_class: told_class }),
      ...(due_order !== undefined && { due_sort_key: due_order }),
    }),
  ],
  ['job_numbers', ({ job_key, ...row }) => ({ ...row, name: job_key ?? row['name'] })],
  [
    'job_versions',
    ({ job_key, reference, ...row }) => ({ ...row, name: reference ?? job_key ?? row['name'] }),
  ],
  [
    'job_handling',
    ({ id, job_key: _, version_id, version_at: __, event: ___, ...row }) => ({
      ...row,
      id: version_id ?? id,
    }),
  ],
]);
/** What is made of what was sent, and made anew when that is read otherwise. */
const MADE = ['addresses', 'address_numbers', 'couriers', 'courier_names'].concat([
  'jobs',
  'job_versions',
  'job_names',
  'job_numbers',
  'courier_loads',
]);
const EMPTY: readonly unknown[] = [null, '', 0, '{}', '[]'];
const BY_HAND = { note: 'von Hand', line: '+493023125198' };

const found = new Map<string, Rows>();
const asToday = new Map<DatabaseKind, Promise<ReturnType<typeof told>>>();

/** The columns of a table that has rows. */
function columnsOf(rows: readonly Row[]): readonly string[] {
  return Object.keys(rows[0] ?? {});
}

/** What desks have set right, or written at a job. */
function handled(rows: Rows) {
  const corrected = rows
    .get('addresses')
    ?.filter(({ corrections, corrected_by }) => corrected_by || !EMPTY.includes(corrections));
  const notes = [
    'note',
    'note_by',
    'note_at',
    'claimed_by',
    'claimed_at',
    'closed_by',
    'closed_at',
  ];
  return {
    addresses: texts(corrected, ['id', 'corrections', 'corrected_by', 'corrected_at']),
    jobs: texts(rows.get('job_assignments'), notes),
  };
}

/** The same day as it is stored today: made once for all versions. */
function toldToday(kind: DatabaseKind) {
  const made = asToday.get(kind) ?? today(kind).then(listsIn).then(told);
  asToday.set(kind, made);
  return made;
}

describe.each(DATABASES)('%s', (kind) => {
  test.each(VERSION_NAMES)(
    '[AR11] an archive of the version "%s" loses nothing by its steps, nor by being read anew',
    async (version) => {
      const url = await earlierArchive(kind, version);
      const store = await opened(url);
      const before = await allRows(store);
      found.set(`${kind} ${version}`, before);
      await migrate(store, url);
      expect(await migrationState(store)).toEqual({ pending: [], foreign: [] });
      const fresh = await opened(await databaseWithTables(kind));
      expect(await schemaOf(store)).toEqual(await schemaOf(fresh));
      const migrated = await allRows(store);
      for (const [table, earlier] of before) {
        // A step may add what is to be merged anew.
        if (table === 'stale_jobs') continue;
        const rows = earlier.map(AS_NOW.get(table) ?? ((row) => row));
        const changed = CHANGED.get(table) ?? [];
        const columns = columnsOf(rows).filter((column) => !changed.includes(column));
        expect(texts(migrated.get(CALLED_NOW.get(table) ?? table), columns), table).toEqual(
          texts(rows, columns),
        );
      }

      await readAnew(store);
      const after = await allRows(store);
      for (const [table, rows] of migrated) {
        if ([...MADE, 'job_assignments', 'stale_jobs', 'readings'].includes(table)) continue;
        const columns = columnsOf(rows).filter((column) => column !== 'search_terms');
        expect(texts(after.get(table), columns), table).toEqual(texts(rows, columns));
      }
      expect(handled(after)).toEqual(handled(migrated));
      expect(after.get('readings')?.map(({ cursor }) => cursor)).toEqual([null, null, null]);

      const lists = await listsIn(store);
      const corrected = lists.addresses.filter(({ fields }) => fields['notiz'] === BY_HAND.note);
      expect(corrected).toHaveLength(1);
      const written = [...(before.get('job_handling') ?? []), ...(before.get('jobs') ?? [])];
      const { note } = written.find((row) => (row['job_key'] ?? row['name']) === 'D-1') ?? {};
      expect(lists.jobs.find(({ reference }) => reference === 'D-1')?.note).toEqual(note ?? null);
      expect(told(lists)).toEqual(await toldToday(kind));
    },
  );

  test('[AR11] the archives of earlier versions have something in every column', async () => {
    const rows = VERSION_NAMES.map((version) => found.get(`${kind} ${version}`));
    const cells = rows.flatMap((some) =>
      [...(some ?? [])].flatMap(([table, lines]) =>
        lines.flatMap((line) =>
          Object.entries(line).map(([column, value]) => ({ name: `${table}.${column}`, value })),
        ),
      ),
    );
    const filled = new Set(
      cells.filter(({ value }) => !EMPTY.includes(value)).map(({ name }) => name),
    );
    expect(cells.length).toBeGreaterThan(1000);
    expect([...new Set(cells.map(({ name }) => name))].filter((name) => !filled.has(name))).toEqual(
      // Told only while something is read anew; nobody shared a number on that day, and no message
      // said when what it told had happened, nor in a header what kind it is.
      [
        'readings.cursor',
        'addresses.others',
        'job_versions.happened_at',
        'job_versions.happened_in',
        'job_versions.before_id',
        'jobs.latest_times',
        'events.topic',
      ],
    );
  });
});

test('[AR11] SQLite: the steps of the manual lead back to the copy from before the upgrade', async () => {
  const url = await earlierArchive('sqlite', 'first');
  const path = sqlitePath(url);
  const first = openStore(url, 'write');
  const before = await allRows(first);
  await first.close();
  const upgraded = openStore(url, 'write');
  await migrate(upgraded, url);
  await sql`delete from events`.execute(upgraded.db);
  await upgraded.close();
  const copies = readdirSync(dirname(path)).filter((name) => name.includes('.before-'));
  expect(copies).toEqual(['hookline.db.before-002-call-age-and-wide-event-ids']);
  const [COPY = ''] = copies;
  follow('sqlite way back', dirname(path), { COPY }, 'upgrading.md');
  const back = await opened(url);
  expect(await allRows(back)).toEqual(before);
  expect((await migrationState(back)).pending[0]).toBe('002-call-age-and-wide-event-ids');
});

test('[AR11] the newest of the earlier versions lacks no step but the last', async () => {
  const store = await opened(await earlierArchive('sqlite', VERSION_NAMES.at(-1)));
  // Who adds a step keeps an archive of the version before it: see `versions.ts`.
  expect((await migrationState(store)).pending).toHaveLength(1);
});
