import { type Kysely, type SqlBool, sql } from 'kysely';
import { fingerprint } from '../normalise/content-hash.ts';
import { type CourierKey, courierKeyFrom } from '../normalise/courier-key.ts';
import type { Schema } from '../store/schema.ts';

/** Whom a job means: the id of a courier in the list of all; null if it names nobody. */
export interface KnownCourier {
  readonly courier_id: string | null;
}

/** A courier's address, as far as it matters for whose jobs are whose. */
export interface CourierAddress {
  readonly id: string;
  readonly own_id: string | null;
  readonly courier_name: string | null;
  readonly seen_at: string | null;
}

export interface CourierLine {
  readonly number_key: string;
  readonly address_id: string;
  readonly is_own: number;
}

/**
 * Which courier is meant: by the phone line, else by the courier's own id, else by a name that only
 * one has. Addresses with one own id are one courier, who has another telephone now.
 */
export class CourierFinder {
  readonly #leaders = new Map<string, string>();
  readonly #byLine = new Map<string, string>();
  readonly #byOwnId = new Map<string, string>();
  readonly #byName = new Map<string, Set<string>>();

  constructor(addresses: readonly CourierAddress[], lines: readonly CourierLine[]) {
    // Who was heard of last comes first, and stands for the others.
    const sorted = addresses.toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
    for (const { id, own_id, courier_name } of sorted) {
      const leader = (own_id !== null && this.#byOwnId.get(own_id)) || id;
      this.#leaders.set(id, leader);
      if (own_id !== null) this.#byOwnId.set(own_id, leader);
      if (courier_name === null) continue;
      const named = this.#byName.get(courier_name) ?? new Set();
      this.#byName.set(courier_name, named.add(leader));
    }
    const places = new Map(sorted.map(({ id }, place) => [id, place]));
    const ranked = lines.map((line) => ({
      ...line,
      rank: (line.is_own === 1 ? 0 : sorted.length) + (places.get(line.address_id) ?? 0),
    }));
    for (const line of ranked.toSorted((a, b) => b.rank - a.rank)) {
      const leader = this.#leaders.get(line.address_id);
      if (leader !== undefined) this.#byLine.set(line.number_key, leader);
    }
  }

  /** Whether this address stands for the courier. */
  isLeader(id: string): boolean {
    return this.#leaders.get(id) === id;
  }

  /** The id of the courier's address; undefined if there is none. */
  addressOf({ line, ownId, name }: CourierKey): string | undefined {
    const [only, ...others] = this.#byName.get(name ?? '') ?? [];
    return (
      this.#byLine.get(line ?? '') ??
      (ownId === null ? undefined : this.#byOwnId.get(ownIdentity(ownId))) ??
      (others.length === 0 ? only : undefined)
    );
  }

  /** One for whom there is no address has an id too, which does not tell the number. */
  idOf(key: CourierKey): string {
    return this.addressOf(key) ?? `job-${fingerprint(strongest(key))}`;
  }
}

function placeOf({ seen_at, id }: CourierAddress): string {
  return `${seen_at ?? ''} ${id}`;
}

/** As addresses of `kuriere` are told apart. */
function ownIdentity(id: string): string {
  return `own:kuriere:${id}`;
}

function strongest({ line, ownId, name }: CourierKey): string {
  return line !== null ? `line ${line}` : ownId !== null ? `id ${ownId}` : `name ${name}`;
}

interface JobOfCourier {
  readonly courier_key: string | null;
}

/** Jobs with the courier that each of them means. A few questions for all of them. */
export async function withCouriers<Row extends JobOfCourier>(
  db: Kysely<Schema>,
  rows: readonly Row[],
): Promise<(Row & KnownCourier)[]> {
  const stored = new Set(rows.flatMap(({ courier_key }) => courier_key ?? []));
  const keys = new Map([...stored].map((text) => [text, courierKeyFrom(text)]));
  const finder = await finderFor(db, [...keys.values()]);
  return rows.map((row) => {
    const key = keys.get(row.courier_key ?? '');
    return { ...row, courier_id: key ? finder.idOf(key) : null };
  });
}

async function finderFor(db: Kysely<Schema>, keys: readonly CourierKey[]): Promise<CourierFinder> {
  if (keys.length === 0) return new CourierFinder([], []);
  const wanted = {
    lines: keys.flatMap(({ line }) => line ?? []),
    ownIds: keys.flatMap(({ ownId }) => (ownId === null ? [] : ownIdentity(ownId))),
    names: keys.flatMap(({ name }) => name ?? []),
  };
  const lines = wanted.lines.length > 0 ? await courierLines(db, wanted.lines) : [];
  const first = await addressesWhere(db, [
    ['id', lines.map(({ address_id }) => address_id)],
    ['own_id', wanted.ownIds],
    ['courier_name', wanted.names],
  ]);
  // The other telephones of the same couriers.
  const others = await addressesWhere(db, [
    ['own_id', first.flatMap(({ own_id }) => own_id ?? [])],
  ]);
  const all = new Map([...first, ...others].map((address) => [address.id, address]));
  return new CourierFinder([...all.values()], lines);
}

/** The lines of couriers, all or some of them. */
export function courierLines(db: Kysely<Schema>, some?: readonly string[]): Promise<CourierLine[]> {
  const lines = db
    .selectFrom('address_numbers')
    .innerJoin('addresses', 'addresses.id', 'address_numbers.address_id')
    .select(['address_numbers.number_key', 'address_numbers.address_id', 'address_numbers.is_own']);
  return some
    ? lines.where('address_numbers.number_key', 'in', some).where(IS_COURIER).execute()
    : lines.where('addresses.is_courier', '=', 1).execute();
}

/** Asked for plainly, SQLite goes through all couriers for the few of a page. */
const IS_COURIER = sql<SqlBool>`addresses.is_courier + 0 = 1`;

type Condition = readonly ['id' | 'own_id' | 'courier_name', readonly string[]];

async function addressesWhere(
  db: Kysely<Schema>,
  conditions: readonly Condition[],
): Promise<CourierAddress[]> {
  const filled = conditions.filter(([, values]) => values.length > 0);
  return filled.length === 0 ? [] : addressQuery(db, filled).execute();
}

export function addressQuery(db: Kysely<Schema>, conditions: readonly Condition[]) {
  const some = conditions.map(
    ([column, values]) => sql<SqlBool>`${sql.ref(column)} in (${sql.join([...new Set(values)])})`,
  );
  return db
    .selectFrom('addresses')
    .select(['id', 'own_id', 'courier_name', 'seen_at'])
    .where(IS_COURIER)
    .where(sql<SqlBool>`(${sql.join(some, sql` or `)})`);
}
