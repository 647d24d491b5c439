import type { Erased } from '@hookline/contract';
import { NumberFinder, type PhoneRules } from '@hookline/records/phone';
import type { Selectable } from 'kysely';
import { recordOf, restoreCouriers, updateAddresses } from '../addresses/address-rows.ts';
import { fieldTextsToJson } from '../addresses/field-texts.ts';
import { shownIn } from '../addresses/merge-address.ts';
import { type Owner, ownerText } from '../addresses/owners.ts';
import { ArchiveError } from '../engine/archive-error.ts';
import { type Batch, packBatch } from '../engine/journal/batch.ts';
import { fitting, type Place } from '../engine/lists/page.ts';
import type { Scanned, Schema } from '../engine/store/schema.ts';
import type { Forgetting } from '../engine/store/search.ts';
import { type Db, type Editing, inTurn, type Turn } from '../engine/store/transaction.ts';
import { searchTerms } from '../events/search-terms.ts';
import { ASSIGNED, moveAssignments } from '../jobs/job-assignment.ts';
import { jobsMeant, namesOfJobs } from '../jobs/job-names.ts';
import type { JobReading } from '../jobs/job-reports.ts';
import { leaveTexts } from '../jobs/job-rows.ts';
import { markStale, renewJobs } from '../jobs/job-state.ts';
import { settleStaleJobs } from '../jobs/stale-jobs.ts';
import { forgetNames, noteFormerNames } from '../jobs/write-job-names.ts';
import { emptyLog } from './empty-log.ts';
import { type Erasure, erased } from './erase-in-json.ts';
import { isOneOf, PERSONAL_TABLES, type PersonalTable } from './personal-tables.ts';
import { Prefilter } from './prefilter.ts';
import { suppress } from './suppression.ts';
import type { WriterContext } from './writer-context.ts';

/**
 * To clean the index of the search, SQLite writes all of it anew. Its log is moved into the file
 * in small parts meanwhile: a large one takes longer than anything else in a turn.
 */
const LOG_BYTES = 4 * 1024 * 1024;

/** Rows that are judged, and changed, in one turn, and how much text of them. */
const VISITED = 5;
const VISITED_BYTES = 100_000;

export interface PrivacyEditor {
  /** Erases everything held about a phone number; answers how many records of each kind. */
  eraseNumber(number: string, suppress: boolean): Promise<Erased>;
  /** Erases it from what waits in the journal only: another service erases the rest. */
  eraseJournal(number: string): Promise<void>;
  /** Another node has suppressed a number. */
  suppressedElsewhere(): Promise<void>;
}

export function privacyEditor(
  { turn, changed }: Editing<WriterContext>,
  rules: PhoneRules,
): PrivacyEditor {
  return {
    async eraseNumber(number, isForGood) {
      const keys = keysOf(rules, number);
      // First: whatever this does not reach is held against it.
      await turn(({ store, suppression }) => suppression.marks.add(store, keys));
      if (isForGood) await turn((context) => suppress(context, keys));
      const counts = await eraseNumber(turn, new NumberFinder(keys, rules), keys);
      await emptyLog(turn);
      for (const kind of ['addresses', 'calls', 'jobs'] as const) {
        if (counts[kind] > 0) changed(kind);
      }
      return counts;
    },
    eraseJournal: (number) =>
      eraseFromJournal(turn, new NumberFinder(keysOf(rules, number), rules)),
    suppressedElsewhere: () => turn(({ store, suppression }) => suppression.load(store)),
  };
}

/** By which a number is looked for, in any spelling. */
export function keysOf(rules: PhoneRules, number: string): readonly string[] {
  const { key, aliases } = rules.read(number);
  const keys = [key, ...aliases.map((alias) => alias.key)].filter((each) => each !== null);
  if (keys.length === 0) throw new ArchiveError('no_number', 'This is not a phone number.');
  return keys;
}

/**
 * Erases everything that carries a number, table by table and step by step. Every payload is
 * looked at, for a number may stand in any text; nearly all of them are dismissed at a prefilter.
 */
export async function eraseNumber(
  anyTurn: Turn<WriterContext>,
  finder: NumberFinder,
  keys: readonly string[],
): Promise<Erased> {
  const turn: Turn<WriterContext> = (work) =>
    anyTurn(async (context) => {
      const result = await work(context);
      context.store.file?.tend(LOG_BYTES);
      return result;
    });
  const eraser = new Eraser(turn, finder, keys);
  // First: what is stored meanwhile is found where it is stored.
  await eraseFromJournal(turn, finder);
  const counts = {
    // Before the jobs, which may be read anew from them meanwhile.
    events: await eraser.events(),
    addresses: await eraser.addresses(),
    calls: await eraser.calls(),
    jobs: await eraser.jobs(),
    setAside: await eraser.deadLetters(),
    mappings: await eraser.mappings(),
  };
  let left: Forgetting | undefined;
  do left = await turn(({ store }) => store.search.forgetErased(store.db, left));
  while (left !== undefined);
  return counts;
}

/** What of `job_assignments` a person has typed, and what means nothing without it. */
const ASSIGNMENT_TEXTS = {
  note: ASSIGNED.note,
  note_by: ['note_by', 'note_at'],
  claimed_by: ASSIGNED.claim,
  closed_by: ASSIGNED.closing,
} as const;

interface Visited extends WriterContext {
  /** Whether the row belongs to one of the lines, whatever is written in it. */
  readonly isOnLine: boolean;
}

class Eraser {
  readonly #turn: Turn<WriterContext>;
  readonly #finder: NumberFinder;
  readonly #keys: readonly string[];

  constructor(turn: Turn<WriterContext>, finder: NumberFinder, keys: readonly string[]) {
    this.#turn = turn;
    this.#finder = finder;
    this.#keys = keys;
  }

  /** The address whose number it is goes whole; of others, whoever it is that the number is in. */
  async addresses(): Promise<number> {
    const { json } = PERSONAL_TABLES.addresses;
    const count = await this.#scan('addresses', async (db, row, { isOnLine }) => {
      if (!isOnLine && !this.#isAbout(json(row))) return false;
      const { id } = row;
      const record = recordOf(row);
      const owners = [shownIn(record), ...record.others];
      const isOwn = isOneOf(row.number_key, this.#keys) || this.#isNamed(row.number ?? '');
      const left = isOwn ? [] : owners.flatMap((owner) => this.#ownerLeft(owner));
      const [shown, ...others] = left;
      if (shown && owners.some((owner) => !left.includes(owner))) {
        await updateAddresses(db, [{ id, record: { ...record, ...shown, others } }]);
      } else {
        await db.deleteFrom('addresses').where('id', '=', id).execute();
      }
      return true;
    });
    await inTurn(this.#turn, restoreCouriers);
    return count;
  }

  #ownerLeft(owner: Owner): readonly Owner[] {
    const { numbers, correctedBy, fields } = owner;
    const unsigned = { ...owner, correctedBy: null };
    const isAbout =
      numbers.some(({ key }) => isOneOf(key, this.#keys)) ||
      this.#isAbout(ownerText(unsigned, fieldTextsToJson(fields)));
    if (isAbout) return [];
    // Whoever was corrected at a desk does not go with it.
    return [this.#isNamed(correctedBy?.desk ?? '') ? unsigned : owner];
  }

  async calls(): Promise<number> {
    const known = await this.#whole('calls');
    const { json, partOf: whole = 'calls' } = PERSONAL_TABLES.call_reports;
    const reported = await this.#scan('call_reports', async (db, row) => {
      if (!this.#isAbout(json(row))) return false;
      const gone = await db.deleteFrom(whole).where('id', '=', row.call).executeTakeFirst();
      return gone.numDeletedRows > 0n;
    });
    return known + reported;
  }

  async jobs(): Promise<number> {
    return (await this.#jobAssignments()) + (await this.#jobVersions());
  }

  /** What was done by hand to a job that is gone goes with it; of others, what names the number. */
  #jobAssignments(): Promise<number> {
    return this.#scan('job_assignments', async (db, row, { jobs }) => {
      const cleared = Object.entries(ASSIGNMENT_TEXTS)
        .filter(([column]) => this.#isNamed(row[column as keyof typeof ASSIGNMENT_TEXTS] ?? ''))
        .flatMap(([, columns]) => columns.map((column) => [column, null]));
      if (cleared.length === 0) return false;
      const changed: Partial<typeof row> = Object.fromEntries(cleared);
      await db.updateTable('job_assignments').set(changed).where('id', '=', row.id).execute();
      await renewJobs(db, jobs, [(await jobsMeant(db, [row.name]))(row.name)]);
      return true;
    });
  }

  async #jobVersions(): Promise<number> {
    /** The versions that are gone, by the names of those that were changed or taken out. */
    const touched = new Map<string, string[]>();
    const count = await this.#scan(
      'job_versions',
      async (db, version, { jobs, mappings }) => {
        const { id, name } = version;
        const erasure = this.#judge(PERSONAL_TABLES.job_versions.json(version));
        if (erasure.outcome === 'untouched') return false;
        const isGone = erasure.outcome === 'removed';
        if (isGone) await db.deleteFrom('job_versions').where('id', '=', id).execute();
        else {
          const mapping = mappings.of(version.sender, 'jobs');
          const [report] = jobs.reports(erasure.text, mapping).reports;
          const changed = { payload: erasure.text, facts: JSON.stringify(report?.facts ?? {}) };
          await db.updateTable('job_versions').set(changed).where('id', '=', id).execute();
        }
        touched.set(name, [...(touched.get(name) ?? []), ...(isGone ? [id] : [])]);
        return true;
      },
      // With the versions: should it end here, nothing of them is left in the list of jobs.
      async (db, { jobs }) => {
        await this.#settleJobs(db, jobs, touched);
        touched.clear();
      },
    );
    await settleStaleJobs(this.#turn);
    return count;
  }

  /** Makes the jobs what is left of them. */
  async #settleJobs(
    db: Db,
    reading: JobReading,
    touched: ReadonlyMap<string, readonly string[]>,
  ): Promise<void> {
    const gone = [...touched.values()].flat();
    await moveAssignments(db, gone);
    const jobOf = await jobsMeant(db, touched.keys());
    const names = await namesOfJobs(db, [...touched.keys()].map(jobOf));
    const jobs = [...names.keys()];
    const before = await db
      .selectFrom('jobs')
      .select(['id as name', 'name as reference'])
      .where('name', 'in', jobs)
      .execute();
    const left = await renewJobs(db, reading, jobs);
    // Somebody may have kept a link to the job, whose id goes with its first version.
    await noteFormerNames(
      db,
      before.filter(({ name, reference }) => gone.includes(name) && left.has(reference)),
    );
    for (const [job, all] of names) {
      const isLeft = left.has(job);
      const others = await forgetNames(db, all, (name) => !isLeft || this.#isNamed(name));
      for (const one of await renewJobs(db, reading, others)) left.add(one);
    }
    for (const job of left) await markStale(db, job);
  }

  /** Whether a name, or another text, carries the number. */
  #isNamed(text: string): boolean {
    return this.#isAbout(JSON.stringify(text));
  }

  events(): Promise<number> {
    return this.#scan('events', async (db, row) => {
      const erasure = this.#judge(PERSONAL_TABLES.events.json(row));
      if (erasure.outcome === 'untouched') return false;
      const { id } = row;
      // A version that is held with it is looked at later, by itself.
      await leaveTexts(db, [id]);
      if (erasure.outcome === 'removed') {
        await db.deleteFrom('events').where('id', '=', id).execute();
      } else {
        const changed = { payload: erasure.text, search_terms: searchTerms(erasure.text) };
        await db.updateTable('events').set(changed).where('id', '=', id).execute();
      }
      return true;
    });
  }

  deadLetters(): Promise<number> {
    return this.#whole('dead_letters');
  }

  /** The rules that name it go, and the name of the desk if it does. */
  mappings(): Promise<number> {
    return this.#scan('mapping_versions', async (db, row, { mappings }) => {
      const rules: unknown[] = JSON.parse(row.rules);
      const isAbout = (value: unknown) => this.#isAbout(JSON.stringify(value));
      const left = rules.filter((rule) => !isAbout(rule));
      const isDesk = isAbout(row.saved_by);
      if (left.length === rules.length && !isDesk) return false;
      const changed = { rules: JSON.stringify(left), ...(isDesk && { saved_by: null }) };
      await db.updateTable('mapping_versions').set(changed).where('id', '=', row.id).execute();
      await mappings.load(db);
      return true;
    });
  }

  /** Of tables whose rows go whole: those on the lines, and those that name one of them. */
  #whole(table: 'calls' | 'dead_letters'): Promise<number> {
    const { json } = PERSONAL_TABLES[table] as PersonalTable<typeof table>;
    return this.#scan(table, async (db, row, { isOnLine }) => {
      if (!isOnLine && !this.#isAbout(json(row))) return false;
      await db.deleteFrom(table).where('id', '=', row.id).execute();
      return true;
    });
  }

  #isAbout(json: string | null): boolean {
    return this.#judge(json).outcome !== 'untouched';
  }

  #judge(json: string | null): Erasure {
    return json === null ? { outcome: 'untouched' } : erased(json, this.#finder);
  }

  /** Goes through a table by its ids; answers how many rows were erased. */
  async #scan<Table extends Scanned>(
    table: Table,
    visit: (db: Db, row: Selectable<Schema[Table]>, visited: Visited) => Promise<boolean>,
    finish: (db: Db, context: WriterContext) => Promise<void> = async () => {},
  ): Promise<number> {
    const prefilter = new Prefilter(table, this.#finder, this.#keys);
    /** Few are found at a time, and to open a transaction takes longer than to look at a row. */
    let waiting: readonly Place[] = [];
    let count = 0;
    const visitFound = async (least: number) => {
      while (waiting.length >= least) {
        const some = fitting(waiting.slice(0, VISITED), VISITED_BYTES);
        waiting = waiting.slice(some.length);
        count += await inTurn(this.#turn, async (db, context) => {
          let gone = 0;
          for (const { row, isOnLine } of await prefilter.rows(db, some)) {
            if (await visit(db, row, { ...context, isOnLine })) gone++;
          }
          await finish(db, context);
          return gone;
        });
      }
    };
    for (;;) {
      const found = await this.#turn(({ store }) => prefilter.next(store.db));
      if (!found) break;
      waiting = [...waiting, ...found];
      await visitFound(VISITED);
    }
    await visitFound(1);
    return count;
  }
}

/** File by file: a database that was away for long leaves thousands of them. */
export async function eraseFromJournal(
  turn: Turn<WriterContext>,
  finder: NumberFinder,
): Promise<void> {
  for (const name of await turn(async ({ journal }) => journal.names)) {
    await turn(async ({ journal }) => journal.rewrite(name, (batch) => without(batch, finder)));
  }
}

/** The batch without what is about the number; undefined if nothing is. */
function without({ entries, ...about }: Batch, finder: NumberFinder): Uint8Array | undefined {
  let isTouched = false;
  const kept = entries.flatMap(({ text, place: _, ...head }) => {
    const erasure = erased(text, finder);
    if (erasure.outcome !== 'untouched') isTouched = true;
    if (erasure.outcome === 'removed') return [];
    return [{ head, text: Buffer.from(erasure.outcome === 'cut' ? erasure.text : text) }];
  });
  return isTouched ? packBatch(about, kept) : undefined;
}
