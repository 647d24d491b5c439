import type { Courier, CourierList } from '@hookline/contract';
import { courierClassOf, type StatusWords } from '@hookline/records';
import { sql } from 'kysely';
import { courierKeyFrom } from '../normalise/courier-key.ts';
import { shownFacts } from '../normalise/merge-job.ts';
import { inSteps } from '../write/in-steps.ts';
import { currentJobs, type JobView } from './job-list.ts';
import { CourierFinder, courierLines, withCouriers } from './known-couriers.ts';
import { fitting, inOrder } from './page.ts';
import { jobText } from './shapes.ts';

/** No office has more; a sender who makes them up must not fill the memory of all who look. */
const MOST = 2000;
/** Ways in which open jobs name their couriers: several for one, and hardly ever so many. */
const MOST_KEYS = 10_000;
const REFERENCES = 5;
const MOST_JOBS = 100;
/** Characters of a text that a sender has made up. */
const LONGEST = 200;

export interface CourierView extends JobView {
  readonly words: StatusWords;
}

/** Open jobs that name their courier in the same way. */
interface Group {
  readonly key: string;
  readonly open: number;
  readonly late: number;
  /** Those that are due first. */
  readonly first: readonly FirstJob[];
}

interface FirstJob {
  readonly due: string;
  readonly key: string;
  readonly reference: string | null;
}

interface Found {
  readonly courier: Courier;
  readonly groups: readonly Group[];
}

/** A `CourierList` as JSON text. */
export async function couriersText(view: CourierView): Promise<string> {
  const { found, isMore } = await allCouriers(view);
  const items = found.slice(0, MOST).map(({ courier }) => courier);
  return JSON.stringify({ items, isMore: isMore || found.length > MOST } satisfies CourierList);
}

/** A `CourierView` as JSON text; undefined if there is no such courier. */
export async function courierText(view: CourierView, id: string): Promise<string | undefined> {
  const { found } = await allCouriers(view, id);
  const one = found.find(({ courier }) => courier.id === id);
  if (!one) return undefined;
  const jobs = await openJobs(view, one.groups);
  return `${JSON.stringify(one.courier).slice(0, -1)},"jobs":[${jobs.join(',')}]}`;
}

/** One that is asked for by its id is among them, however many there are. */
async function allCouriers(
  view: CourierView,
  id?: string,
): Promise<{ readonly found: readonly Found[]; readonly isMore: boolean }> {
  const { store, words } = view;
  const { db } = store;
  const [addresses, lines, counted] = await Promise.all([
    addressesOf(db, id),
    courierLines(db),
    countQuery(store.kind).execute(db),
  ]);
  const finder = new CourierFinder(addresses, lines);
  const ways = counted.rows.map((way) => ({ ...way, id: finder.idOf(courierKeyFrom(way.key)) }));
  // Of one alone nobody need know what the others have to do.
  const wanted = id === undefined ? ways : ways.filter((way) => way.id === id);
  const ids = new Map(wanted.map((way) => [way.key, way.id]));
  const groups = await groupsOf(view, wanted);
  const byCourier = Map.groupBy(groups, ({ key }) => ids.get(key) ?? '');
  // A few words for a thousand couriers.
  const said = new Set(addresses.flatMap(({ courier_status }) => courier_status ?? []));
  const states = new Map([...said].map((status) => [status, courierClassOf(status, words)]));
  const known = addresses
    .filter((address) => finder.isLeader(address.id))
    .map((address): Found => {
      const own = byCourier.get(address.id) ?? [];
      byCourier.delete(address.id);
      const { courier_status: status } = address;
      const courier = {
        id: address.id,
        addressId: address.id,
        name: address.name,
        number: address.number,
        display: address.display,
        line: address.number_key,
        status,
        state: states.get(status ?? '') ?? null,
        vehicle: address.courier_vehicle,
        seenAt: address.seen_at,
        ...workOf(own),
      };
      return { courier, groups: own };
    });
  const named = await onlyNamed(db, byCourier);
  const isMore = addresses.length > MOST || ways.length === MOST_KEYS;
  return { found: [...known, ...named], isMore };
}

/** How much somebody has to do. */
function workOf(groups: readonly Group[]) {
  const sum = (of: (group: Group) => number) =>
    groups.reduce((total, group) => total + of(group), 0);
  const first = groups
    .flatMap((group) => group.first)
    .toSorted((a, b) => (a.due < b.due ? -1 : 1))
    .flatMap(({ reference }) => reference ?? []);
  return {
    openJobs: sum(({ open }) => open),
    lateJobs: sum(({ late }) => late),
    references: first.slice(0, REFERENCES),
  };
}

function addressesOf(db: Db, id: string | undefined) {
  const short = (column: 'name' | 'number' | 'display') =>
    sql<string | null>`substr(${sql.ref(column)}, 1, ${sql.lit(LONGEST)})`;
  return (
    db
      .selectFrom('addresses')
      .select([
        'id',
        'number_key',
        'own_id',
        'courier_name',
        'courier_status',
        'courier_vehicle',
        'seen_at',
        short('name').as('name'),
        short('number').as('number'),
        sql<string>`substr(display, 1, ${sql.lit(LONGEST)})`.as('display'),
      ])
      .where('is_courier', '=', 1)
      // The one that is asked for, however long ago it was heard of.
      .orderBy(sql`case when id = ${id ?? ''} then 0 else 1 end`)
      .orderBy(sql`coalesce(seen_at, '')`, 'desc')
      .orderBy('id', 'desc')
      .limit(MOST + 1)
      .execute()
  );
}

type Db = CourierView['store']['db'];
type Kind = CourierView['store']['kind'];

/** Two indexes have nothing but these. */
const IN_HAND = sql`is_open = 1 and courier_key is not null`;

/** What the databases have different words for. */
const WORDS = {
  sqlite: {
    // By itself it takes any index of open jobs for the better one, and reads all of them.
    counted: sql`jobs indexed by jobs_per_courier`,
    listed: sql`jobs indexed by jobs_of_couriers`,
    each: (list: string) => sql`json_each(${list}) as way`,
    list: sql`json_group_array(job)`,
  },
  postgres: {
    counted: sql`jobs`,
    listed: sql`jobs`,
    each: (list: string) => sql`json_array_elements_text(${list}::json) as way (value)`,
    list: sql`json_agg(job)::text`,
  },
};

interface Counted {
  readonly key: string;
  readonly open: number;
}

/** Each way in which open jobs name a courier, with how many do. */
export function countQuery(kind: Kind) {
  return sql<Counted>`select courier_key as key, count(*) as open from ${WORDS[kind].counted}
    where ${IN_HAND} group by courier_key order by courier_key limit ${sql.lit(MOST_KEYS)}`;
}

interface WorkRow {
  readonly key: string;
  readonly late: number;
  /** A list as JSON, of what `FIRST` makes of each; null where there is none. */
  readonly first: string | null;
}

/** Letters of a due time. */
const DUE = 24;

/**
 * A job in one word, for lists of lists take PostgreSQL twice the time: due time, whether it has a
 * reference, key. One without a reference goes by the id of its only version.
 */
const FIRST = sql`substr(due_order, 1, ${sql.lit(DUE)}) ||
  case when name = '#' || version_id then '-' else '+' end || name as job`;

function firstJob(word: string): FirstJob {
  const key = word.slice(DUE + 1);
  const isNamed = word[DUE] === '+' && key.length <= LONGEST;
  return { due: word.slice(0, DUE), key, reference: isNamed ? key : null };
}

/** How many of them are late, and which are due first: for each way a few steps of the index. */
export function workQuery(kind: Kind, keys: readonly string[], now: number) {
  const { listed, each, list } = WORDS[kind];
  const own = sql`from ${listed} where ${IN_HAND} and courier_key = way.value`;
  return sql<WorkRow>`select way.value as key,
      (select count(*) ${own} and due_order < ${new Date(now).toISOString()}) as late,
      (select ${list} from (select ${FIRST} ${own} order by due_order, name
        limit ${sql.lit(REFERENCES)}) as some_of_them) as first
    from ${each(JSON.stringify(keys))}`;
}

async function groupsOf(
  { store: { db, kind }, now }: CourierView,
  counts: readonly Counted[],
): Promise<readonly Group[]> {
  if (counts.length === 0) return [];
  const keys = counts.map(({ key }) => key);
  const { rows } = await workQuery(kind, keys, now).execute(db);
  const work = new Map(rows.map((row) => [row.key, row]));
  return counts.map(({ key, open }) => {
    const { late = 0, first } = work.get(key) ?? {};
    const jobs: string[] = JSON.parse(first ?? '[]');
    return { key, open, late, first: jobs.map(firstJob) };
  });
}

/** Couriers who have never reported and are in no phone book, with what their jobs say of them. */
async function onlyNamed(
  db: Db,
  byCourier: ReadonlyMap<string, readonly Group[]>,
): Promise<Found[]> {
  const some = [...byCourier].slice(0, MOST + 1);
  const telling = new Map(some.map(([id, groups]) => [id, groups[0]?.first[0]?.key ?? '']));
  const facts = new Map<string, string>();
  await inSteps([...telling.values()], async (keys) => {
    const rows = await db
      .selectFrom('jobs')
      .select(['name', 'facts'])
      .where('name', 'in', keys)
      .execute();
    for (const { name, facts: told } of rows) facts.set(name, told);
  });
  return some.map(([id, groups]): Found => {
    const told = shownFacts(facts.get(telling.get(id) ?? '') ?? '{}').courier;
    const number = told?.phone?.slice(0, LONGEST) ?? null;
    const courier = {
      id,
      addressId: null,
      name: told?.name?.slice(0, LONGEST) ?? null,
      number,
      display: number ?? '',
      line: groups[0] ? courierKeyFrom(groups[0].key).line : null,
      status: null,
      state: null,
      vehicle: null,
      seenAt: null,
      ...workOf(groups),
    };
    return { courier, groups };
  });
}

/** Its open jobs as JSON texts, the one that is due first first: so many as may be held at once. */
async function openJobs(
  { store: { db }, now }: CourierView,
  groups: readonly Group[],
): Promise<readonly string[]> {
  const keys = groups.map(({ key }) => key).slice(0, MOST_JOBS);
  if (keys.length === 0) return [];
  const places = await db
    .selectFrom('jobs')
    .select(['name as key', sql<number>`bytes + octet_length(facts)`.as('bytes')])
    .where('is_open', '=', sql.lit(1))
    .where('courier_key', 'in', keys)
    .orderBy('due_order')
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
