import { type Selectable, sql } from 'kysely';
import { absorbed } from '../normalise/merge-address.ts';
import type { Schema } from '../store/schema.ts';
import { type ReceivedAddress, recordOf, updateAddresses } from './address-rows.ts';
import { inSteps } from './in-steps.ts';
import type { Db } from './transaction.ts';

/** A courier as far as it matters for telling couriers apart. */
interface Known {
  identity: string;
  line: string | null;
  ownId: string | null;
  name: string | null;
  seenAt: string;
  /** The rows that are this one courier, the one to be kept first; none while it is new. */
  rows: readonly string[];
}

type StoredCourier = Pick<
  Selectable<Schema['addresses']>,
  'id' | 'dedup_key' | 'number_key' | 'own_id' | 'courier_name' | 'seen_at'
>;

/**
 * Reports with the identity of the address they belong to. A courier's own id, else the name, says
 * so where there is no number, and a number that is learned later makes no second courier: the row
 * goes by it from then on.
 */
export async function settledReports(
  db: Db,
  reports: readonly ReceivedAddress[],
): Promise<readonly ReceivedAddress[]> {
  const told = reports.filter(({ report: { courier } }) => courier?.ownId ?? courier?.name);
  if (told.length === 0) return reports;
  const stored = await storedCouriers(db, told);
  const couriers = new Couriers(stored);
  const places = new Map(told.map((one) => [one, couriers.placeOf(one)]));
  await settle(db, stored, new Set(places.values()));
  return reports.map((one) => {
    const identity = places.get(one)?.identity;
    return identity === undefined ? one : { ...one, report: { ...one.report, identity } };
  });
}

/** All that reports may mean, and how the reports of a batch, one after the other, change them. */
class Couriers {
  readonly #byIdentity = new Map<string, Known>();
  readonly #byOwnId = new Map<string, Set<Known>>();
  readonly #byName = new Map<string, Set<Known>>();

  constructor(stored: readonly StoredCourier[]) {
    for (const row of stored) {
      this.#note({
        identity: row.dedup_key,
        line: row.number_key,
        ownId: row.own_id,
        name: row.courier_name,
        seenAt: row.seen_at ?? '',
        rows: [row.id],
      });
    }
  }

  placeOf({ report, at }: ReceivedAddress): Known {
    const { identity, phone, courier } = report;
    const found = this.#found(identity, phone.key, courier?.ownId, courier?.name);
    this.#forget(found);
    found.ownId = courier?.ownId ?? found.ownId;
    found.name = courier?.name ?? (report.name === null ? null : found.name);
    if (at > found.seenAt) found.seenAt = at;
    this.#note(found);
    return found;
  }

  #found(
    identity: string,
    line: string | null,
    ownId: string | undefined,
    name: string | undefined,
  ): Known {
    const own = this.#byIdentity.get(identity);
    const same = this.#withOwnId(ownId, line) ?? this.#withName(name, ownId, line, own);
    const isNew: Known = { identity, line, ownId: null, name: null, seenAt: '', rows: [] };
    if (line === null) return same ?? own ?? isNew;
    if (!same || same === own || same.line !== null) return own ?? isNew;
    this.#forget(same);
    if (own) this.#forget(own);
    // The same object: what was reported before in this batch goes along.
    same.identity = identity;
    same.line = line;
    same.ownId ??= own?.ownId ?? null;
    same.rows = [...(own?.rows ?? []), ...same.rows];
    return same;
  }

  /** With a number, one that waits for it; without one, whoever was heard of last. */
  #withOwnId(ownId: string | undefined, line: string | null): Known | undefined {
    const all = [...(this.#byOwnId.get(ownId ?? '') ?? [])];
    return all
      .filter((one) => line === null || one.line === null)
      .toSorted((a, b) => (a.seenAt < b.seenAt ? 1 : -1))[0];
  }

  /** Only if nobody else is called so, and nothing says that it is another one. */
  #withName(
    name: string | undefined,
    ownId: string | undefined,
    line: string | null,
    own: Known | undefined,
  ): Known | undefined {
    const all = [...(this.#byName.get(name ?? '') ?? [])].filter(
      (one) => line === null || one !== own,
    );
    const [only, ...others] = all.filter((one) => ownId === undefined || one.ownId !== ownId);
    if (!only || others.length > 0) return undefined;
    const isOther = (only.ownId !== null && ownId !== undefined) || (only.line && line);
    return isOther ? undefined : only;
  }

  #note(one: Known): void {
    this.#byIdentity.set(one.identity, one);
    if (one.ownId !== null) added(this.#byOwnId, one.ownId, one);
    if (one.name !== null) added(this.#byName, one.name, one);
  }

  #forget(one: Known): void {
    this.#byIdentity.delete(one.identity);
    this.#byOwnId.get(one.ownId ?? '')?.delete(one);
    this.#byName.get(one.name ?? '')?.delete(one);
  }
}

function added(map: Map<string, Set<Known>>, key: string, one: Known): void {
  const all = map.get(key) ?? new Set();
  map.set(key, all.add(one));
}

async function storedCouriers(
  db: Db,
  told: readonly ReceivedAddress[],
): Promise<readonly StoredCourier[]> {
  const values = (read: (one: ReceivedAddress) => string | undefined) => [
    ...new Set(told.flatMap((one) => read(one) ?? [])),
  ];
  const found = new Map<string, StoredCourier>();
  for (const [column, wanted] of [
    ['dedup_key', values(({ report }) => report.identity)],
    ['own_id', values(({ report }) => report.courier?.ownId)],
    ['courier_name', values(({ report }) => report.courier?.name)],
  ] as const) {
    await inSteps(wanted, async (some) => {
      const rows = await db
        .selectFrom('addresses')
        .select(['id', 'dedup_key', 'number_key', 'own_id', 'courier_name', 'seen_at'])
        .where(column, 'in', some)
        .execute();
      for (const row of rows) found.set(row.id, row);
    });
  }
  return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Makes the rows what was found out: one for each courier, under the identity it has now. */
async function settle(
  db: Db,
  stored: readonly StoredCourier[],
  couriers: ReadonlySet<Known>,
): Promise<void> {
  const keys = new Map(stored.map(({ id, dedup_key }) => [id, dedup_key]));
  const all = [...couriers];
  await inSteps(
    all.filter(({ rows }) => rows.length > 1),
    (some) => unite(db, some),
  );
  const renamed = all.flatMap(({ rows: [id, ...others], identity }) =>
    id !== undefined && others.length === 0 && keys.get(id) !== identity ? [{ id, identity }] : [],
  );
  await inSteps(renamed, (some) => {
    const identities = some.map(({ id, identity }) => sql`when ${id} then ${identity}`);
    return db
      .updateTable('addresses')
      .set({ dedup_key: sql<string>`case id ${sql.join(identities, sql` `)} end` })
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute();
  });
}

async function unite(db: Db, couriers: readonly Known[]): Promise<void> {
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where(
      'id',
      'in',
      couriers.flatMap((one) => one.rows),
    )
    .execute();
  const records = new Map(rows.map((row) => [row.id, recordOf(row)]));
  const united = couriers.flatMap(({ rows: ids, identity }) => {
    const [record, ...others] = ids.flatMap((id) => records.get(id) ?? []);
    const [id] = ids;
    if (!record || id === undefined) return [];
    return [{ id, record: { ...others.reduce(absorbed, record), identity } }];
  });
  const kept = new Set(united.map(({ id }) => id));
  const gone = [...records.keys()].filter((id) => !kept.has(id));
  await db.deleteFrom('addresses').where('id', 'in', gone).execute();
  await updateAddresses(db, united);
}
