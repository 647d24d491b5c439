import type { Courier, CourierList, UnclearCourier } from '@hookline/contract';
import { courierClassOf } from '@hookline/records';
import { type SqlBool, sql } from 'kysely';
import { fitting, inOrder, isStorable, type View } from '../engine/lists/page.ts';
import { inSteps } from '../engine/store/bulk-insert.ts';
import { CourierNames, courierKeyFrom, idOfNamed, withCouriers } from '../jobs/courier-names.ts';
import { jobText } from '../jobs/job-fields.ts';
import { currentJobs } from '../jobs/job-list.ts';
import { NEVER, shownFacts } from '../jobs/merge-job.ts';
import { whileUnchanged } from './while-unchanged.ts';

/** No office has more; a sender who makes them up must not fill the memory of all who look. */
const MOST = 2000;
/** Ways in which open jobs name their couriers: several for one, and hardly ever so many. */
const MOST_KEYS = 10_000;
const REFERENCES = 5;
const MOST_JOBS = 100;
/** Characters of a text that a sender has made up. */
const LONGEST = 200;
/** How own ids of couriers begin as they are stored. */
const OWN = 'own:kuriere:';

export interface CourierReader {
  /** A `CourierList` as JSON text. */
  couriers(): Promise<string>;
  /** A `CourierView` as JSON text; undefined if there is no such courier. */
  courier(id: string): Promise<string | undefined>;
}

export function courierReader(view: () => View): CourierReader {
  const couriers = whileUnchanged(couriersText);
  return {
    couriers: () => couriers(view()),
    courier: async (id) => (isStorable(id) ? courierText(view(), id) : undefined),
  };
}

type Db = View['store']['db'];
type Kind = View['store']['kind'];

/** Open jobs that name their courier in the same way. */
interface Group {
  readonly key: string;
  readonly open: number;
  readonly late: number;
  readonly isUnderway: boolean;
  /** Those that are due first, each in one word. */
  readonly first: readonly string[];
}

/** A `CourierList` as JSON text. */
async function couriersText(view: View): Promise<string> {
  const { known, named, unclear, isMore } = await allCouriers(view);
  const items = [...known.keys(), ...named.keys()];
  return JSON.stringify({
    items: items.slice(0, MOST),
    unclear,
    isMore: isMore || items.length > MOST,
  } satisfies CourierList);
}

/** A `CourierView` as JSON text; undefined if there is no such courier. */
async function courierText(view: View, id: string): Promise<string | undefined> {
  const { known, named } = await allCouriers(view, id);
  const one = [...known, ...named].find(([courier]) => courier.id === id);
  if (!one) return undefined;
  const [courier, groups] = one;
  const jobs = await openJobs(view, groups);
  return `${JSON.stringify(courier).slice(0, -1)},"jobs":[${jobs.join(',')}]}`;
}

type WithWork = ReadonlyMap<Courier, readonly Group[]>;

/** One that is asked for by its id is among them, however many there are. */
async function allCouriers(view: View, id?: string) {
  const { store, words, now } = view;
  const { db, kind } = store;
  const time = new Date(now).toISOString();
  const recorded = recordsOf(db, id);
  // Of one alone nobody need know what the others have to do.
  const keys = id === undefined ? undefined : await keysOf(db, (await recorded).names, id);
  // At once: what there is to do takes PostgreSQL as long as all the rest.
  const [{ records, names }, { rows }] = await Promise.all([
    recorded,
    workQuery(kind, now, keys).execute(db),
  ]);
  const ways = rows.map((way) => {
    const key = courierKeyFrom(way.key);
    return { way, key, meant: names.meantBy(key) };
  });
  // Property by property, as below: to spread a thousand rows takes as long as to read them.
  const groupOf = ({ way }: (typeof ways)[number]): Group => {
    const first: readonly string[] = JSON.parse(way.first);
    const late = way.late ?? first.filter((job) => job < time).length;
    return { key: way.key, open: way.open, late, isUnderway: way.underway > 0, first };
  };
  const sure = Map.groupBy(ways, ({ key, meant: [only, ...others] }) =>
    others.length > 0 ? undefined : (only ?? idOfNamed(key)),
  );
  const unclear = Map.groupBy(sure.get(undefined) ?? [], ({ meant }) => meant.join(' '));
  sure.delete(undefined);
  // A few words for a thousand couriers.
  const said = new Set(records.flatMap(({ status }) => status ?? []));
  const states = new Map([...said].map((status) => [status, courierClassOf(status, words)]));
  const known = new Map<Courier, readonly Group[]>();
  for (const record of records) {
    const groups = (sure.get(record.id) ?? []).map(groupOf);
    sure.delete(record.id);
    known.set(courierOf(record, groups, states.get(record.status ?? '') ?? null), groups);
  }
  const strangers = await onlyNamed(
    db,
    [...sure].map(([one, some]) => [one ?? '', some.map(groupOf)]),
  );
  return {
    known,
    named: strangers,
    unclear: Array.from(unclear.values(), (some): UnclearCourier => {
      const { openJobs, references } = workOf(some.map(groupOf), null);
      return { couriers: [...(some[0]?.meant ?? [])], openJobs, references };
    }),
    isMore: records.length > MOST || ways.length === MOST_KEYS,
  };
}

/** What is known of a courier beside what there is to do. */
type Known = Omit<Courier, keyof ReturnType<typeof workOf>>;

function courierOf(
  known: Known,
  groups: readonly Group[],
  reported: Courier['reportedState'],
): Courier {
  const work = workOf(groups, reported);
  return {
    id: known.id,
    addressId: known.addressId,
    name: known.name,
    ownId: known.ownId,
    number: known.number,
    display: known.display,
    line: known.line,
    status: known.status,
    vehicle: known.vehicle,
    seenAt: known.seenAt,
    state: work.state,
    reportedState: work.reportedState,
    openJobs: work.openJobs,
    lateJobs: work.lateJobs,
    nextDueAt: work.nextDueAt,
    references: work.references,
  };
}

/** How much somebody has to do, and so how somebody is who has reported to be so. */
function workOf(groups: readonly Group[], reportedState: Courier['reportedState']) {
  let openJobs = 0;
  let lateJobs = 0;
  let isUnderway = false;
  for (const group of groups) {
    openJobs += group.open;
    lateJobs += group.late;
    isUnderway ||= group.isUnderway;
  }
  const [only, ...others] = groups;
  const first =
    only && others.length === 0 ? only.first : groups.flatMap((one) => one.first).toSorted(byDue);
  const next = first[0]?.slice(0, DUE);
  // Who has reported to be free and has a late job would be given the next one.
  const isBusy = isUnderway || (reportedState === 'free' && lateJobs > 0);
  return {
    state: isBusy ? ('busy' as const) : reportedState,
    reportedState,
    openJobs,
    lateJobs,
    nextDueAt: next === undefined || next === NEVER ? null : next,
    references: first.flatMap((job) => referenceIn(job) ?? []).slice(0, REFERENCES),
  };
}

/** Those who were heard of last; the one that is asked for, however long ago that was. */
function latest(db: Db, id = '') {
  return db
    .selectFrom('couriers')
    .orderBy(sql`case when id = ${id} then 0 else 1 end`)
    .orderBy(sql`coalesce(seen_at, '')`, 'desc')
    .orderBy('id', 'desc')
    .limit(MOST + 1);
}

/** Those that are shown, and what all of these are called. */
async function recordsOf(db: Db, id: string | undefined) {
  const short = (column: 'name' | 'number') =>
    sql<string | null>`substr(${sql.ref(column)}, 1, ${sql.lit(LONGEST)})`.as(column);
  const records = await latest(db, id)
    .select(['id', 'address_id as addressId', short('name'), short('number')])
    .select(
      sql<string | null>`substr(own_id, ${sql.lit(OWN.length + 1)}, ${sql.lit(LONGEST)})`.as(
        'ownId',
      ),
    )
    .select(sql<string>`substr(display, 1, ${sql.lit(LONGEST)})`.as('display'))
    .select(['line', 'status', 'vehicle', 'seen_at as seenAt'])
    .execute();
  const all = db.selectFrom('courier_names').select(['name', 'courier_id', 'is_own']);
  // To look for each of them takes thrice as long, and nearly always they are all there are.
  const named =
    records.length > MOST ? all.where('courier_id', 'in', latest(db, id).select('id')) : all;
  return { records, names: new CourierNames(await named.execute()) };
}

/** What the databases have different words for. */
const WORDS = {
  sqlite: {
    // By itself it takes any index of open jobs for the better one, and reads all of them.
    listed: sql`jobs indexed by jobs_of_couriers`,
    key: sql`courier_key`,
    each: (list: string) => sql`json_each(${list}) as one`,
    list: sql`first_jobs`,
    order: sql``,
  },
  postgres: {
    listed: sql`jobs`,
    // As the index has it: in the order of a language, comparing takes longer than counting.
    key: sql`courier_key collate "C"`,
    each: (list: string) => sql`json_array_elements_text(${list}::json) as one (value)`,
    list: sql`first_jobs::json`,
    order: sql`collate "C"`,
  },
};

/** Indexes have nothing but these. */
const IN_HAND = sql`is_open = 1 and courier_key is not null`;

/** In which ways open jobs name this courier. */
async function keysOf(db: Db, names: CourierNames, id: string): Promise<readonly string[]> {
  const all = db.selectFrom('courier_loads').select('courier_key').orderBy('courier_key');
  const keys = (await all.limit(MOST_KEYS).execute()).map(({ courier_key }) => courier_key);
  return keys.filter((stored) => {
    const key = courierKeyFrom(stored);
    const meant = names.meantBy(key);
    return meant.length === 0 ? idOfNamed(key) === id : meant.includes(id);
  });
}

/** How a job is told of in `first_jobs`: so many letters of its due time, + for a reference, key. */
const DUE = 24;

const keyIn = (job: string) => job.slice(DUE + 1);

function referenceIn(job: string): string | undefined {
  const isShown = job[DUE] === '+' && job.length - DUE - 1 <= LONGEST;
  return isShown ? keyIn(job) : undefined;
}

const byDue = (a: string, b: string) => (a.slice(0, DUE) < b.slice(0, DUE) ? -1 : 1);

interface WorkRow {
  readonly key: string;
  readonly open: number;
  readonly underway: number;
  /** Null if no more are than those of `first`. */
  readonly late: number | null;
  /** A list as JSON. */
  readonly first: string;
}

/** Each way in which open jobs name a courier, or these, with what there is to do. */
export function workQuery(kind: Kind, now: number, keys?: readonly string[]) {
  const { listed, key, each, list, order } = WORDS[kind];
  const some = keys && sql`where courier_key in (select value from ${each(JSON.stringify(keys))})`;
  const time = new Date(now).toISOString();
  return sql<WorkRow>`select courier_key as key, open_jobs as open, underway_jobs as underway,
      first_jobs as first, case when (${list} ->> ${sql.lit(REFERENCES - 1)}) ${order} < ${time} then
        (select count(*) from ${listed}
          where ${IN_HAND} and ${key} = way.courier_key and due_sort_key < ${time}) end as late
    from courier_loads as way ${some ?? sql``}
    order by courier_key limit ${sql.lit(MOST_KEYS)}`;
}

/** Couriers who have never reported and are in no phone book, with what their jobs say of them. */
async function onlyNamed(
  db: Db,
  named: readonly (readonly [string, readonly Group[]])[],
): Promise<WithWork> {
  const some = named.slice(0, MOST + 1);
  const telling = new Map(some.map(([id, groups]) => [id, keyIn(groups[0]?.first[0] ?? '')]));
  const facts = new Map<string, string>();
  await inSteps([...telling.values()], async (keys) => {
    const rows = await db
      .selectFrom('jobs')
      .select(['name', 'facts'])
      .where('name', 'in', keys)
      .execute();
    for (const { name, facts: told } of rows) facts.set(name, told);
  });
  return new Map(
    some.map(([id, groups]) => {
      const told = shownFacts(facts.get(telling.get(id) ?? '') ?? '{}').courier;
      const number = told?.phone?.slice(0, LONGEST) ?? null;
      const known: Known = {
        id,
        addressId: null,
        name: told?.name?.slice(0, LONGEST) ?? null,
        ownId: (groups[0] && courierKeyFrom(groups[0].key).ownId)?.slice(0, LONGEST) ?? null,
        number,
        display: number ?? '',
        line: groups[0] ? courierKeyFrom(groups[0].key).line : null,
        status: null,
        vehicle: null,
        seenAt: null,
      };
      return [courierOf(known, groups, null), groups];
    }),
  );
}

/** Its open jobs as JSON texts, the one that is due first first: so many as may be held at once. */
async function openJobs(
  { store: { db, kind }, now }: View,
  groups: readonly Group[],
): Promise<readonly string[]> {
  const keys = groups.map(({ key }) => key).slice(0, MOST_JOBS);
  if (keys.length === 0) return [];
  const places = await db
    .selectFrom('jobs')
    .select(['name as key', sql<number>`bytes + octet_length(facts)`.as('bytes')])
    .where('is_open', '=', sql.lit(1))
    .where(sql<SqlBool>`${WORDS[kind].key} in (${sql.join(keys)})`)
    .orderBy('due_sort_key')
    .orderBy('name')
    .limit(MOST_JOBS)
    .execute();
  const rows = await inOrder(fitting(places), async (some) =>
    withCouriers(
      db,
      await currentJobs(db, now)
        .select('jobs.name as key')
        .where('jobs.name', 'in', some)
        .execute(),
    ),
  );
  return rows.map(jobText);
}
