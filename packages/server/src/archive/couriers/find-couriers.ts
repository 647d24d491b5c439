import { randomUUIDv7 } from 'node:crypto';
import type { ReceivedAddress } from '../addresses/address-rows.ts';
import { namedIdentity } from '../addresses/identity.ts';
import { moveAddresses } from '../addresses/move-address.ts';
import { inSteps } from '../engine/store/bulk-insert.ts';
import type { Db } from '../engine/store/transaction.ts';

/** What more couriers than this share tells nothing of any of them. */
const MOST_ALIKE = 20;

/** A courier as far as it matters for telling couriers apart. */
interface Known {
  readonly id: string;
  ownId: string | null;
  names: readonly string[];
  seenAt: string;
  hasLine: boolean;
  /** That of its address. */
  identity: string;
  /** Its address, while that has no number. */
  numberless: string | undefined;
}

/**
 * Reports with the courier that each of them is of, and the identity of the address they belong to:
 * that of the courier where there is no number. A number that is learned later makes no second one.
 */
export async function withReporters(
  db: Db,
  reports: readonly ReceivedAddress[],
): Promise<readonly ReceivedAddress[]> {
  const told = reports.filter(({ report }) => namesIn(report).length > 0);
  if (told.length === 0) return reports;
  const couriers = new Couriers(await knownCouriers(db, told));
  const found = new Map(told.map((one) => [one, couriers.courierOf(one)]));
  const learned = [...new Set(found.values())].filter((one) => one.numberless && one.hasLine);
  await inSteps(learned, (some) =>
    moveAddresses(
      db,
      some.map(({ numberless = '', identity }) => ({ id: numberless, to: identity })),
    ),
  );
  return reports.map((one) => {
    const known = found.get(one);
    if (!known) return one;
    const identity = one.report.phone.key ?? known.identity;
    return { ...one, courierId: known.id, report: { ...one.report, identity } };
  });
}

/** By what a report names its courier, the surest first; nothing if it is not about one. */
function namesIn({ phone, courier }: ReceivedAddress['report']): readonly string[] {
  if (!courier) return [];
  return [courier.ownId, phone.key, namedIdentity(courier.name)].filter((one) => one != null);
}

/** All whom reports may mean, and how the reports of a batch, one after the other, change them. */
class Couriers {
  readonly #byName = new Map<string, Set<Known>>();

  constructor(stored: readonly Known[]) {
    for (const one of stored) this.#note(one, one.names);
  }

  courierOf({ report, at }: ReceivedAddress): Known {
    const ownId = report.courier?.ownId ?? null;
    const line = report.phone.key;
    const [known = newCourier(report.identity), ...others] = this.#meant(report, ownId, line);
    for (const other of others) this.#absorb(known, other);
    known.ownId ??= ownId;
    if (line !== null) {
      known.hasLine = true;
      known.identity = line;
    }
    if (at > known.seenAt) known.seenAt = at;
    this.#note(known, namesIn(report));
    return known;
  }

  /** Whoever has the id; else the line, if it is of nobody else; else whoever alone has the name. */
  #meant(report: ReceivedAddress['report'], ownId: string | null, line: string | null): Known[] {
    const isNotOther = ({ ownId: own }: Known) => own === null || ownId === null || own === ownId;
    const withId = this.#called(ownId);
    const onLine = this.#called(line).filter(isNotOther);
    // Of several with one telephone, whose id is not told, it is the one who was heard of last.
    if (withId.length > 0) return [...withId, ...onLine.filter((one) => one.ownId === null)];
    const [sole, ...others] = this.#called(namedIdentity(report.courier?.name) ?? null);
    const isOther = !sole || others.length > 0 || !isNotOther(sole) || (sole.hasLine && line);
    const named = isOther ? [] : [sole];
    return [...new Set(onLine.length > 0 ? [...onLine.slice(0, 1), ...named] : named)];
  }

  /** Whoever was heard of last first. */
  #called(name: string | null): Known[] {
    const known = this.#byName.get(name ?? '') ?? new Set();
    // Compared with each of them, a list of thousands who share one would take minutes.
    const all = known.size > MOST_ALIKE ? [] : [...known];
    return all.toSorted((a, b) => (a.seenAt < b.seenAt ? 1 : -1));
  }

  /** Its record goes with its address, or with what that says of a courier. */
  #absorb(known: Known, other: Known): void {
    for (const name of other.names) this.#byName.get(name)?.delete(other);
    known.numberless ??= other.numberless;
    this.#note(known, other.names);
  }

  #note(one: Known, names: readonly string[]): void {
    one.names = [...new Set([...one.names, ...names])];
    for (const name of names) {
      const all = this.#byName.get(name) ?? new Set();
      this.#byName.set(name, all.add(one));
    }
  }
}

function newCourier(identity: string): Known {
  return {
    id: randomUUIDv7(),
    ownId: null,
    names: [],
    seenAt: '',
    hasLine: false,
    identity,
    numberless: undefined,
  };
}

async function knownCouriers(db: Db, told: readonly ReceivedAddress[]): Promise<readonly Known[]> {
  const ids = new Set<string>();
  await inSteps([...new Set(told.flatMap(({ report }) => namesIn(report)))], async (some) => {
    const rows = await db
      .selectFrom('courier_names')
      .select('courier_id')
      .where('name', 'in', some)
      .where('is_own', '=', 1)
      .execute();
    for (const { courier_id } of rows) ids.add(courier_id);
  });
  const known: Known[] = [];
  await inSteps([...ids].sort(), async (some) => {
    const names = await db
      .selectFrom('courier_names')
      .select(['name', 'courier_id'])
      .where('courier_id', 'in', some)
      .where('is_own', '=', 1)
      .execute();
    const namesOf = Map.groupBy(names, ({ courier_id }) => courier_id);
    const rows = await db
      .selectFrom('couriers')
      .innerJoin('addresses', 'addresses.id', 'couriers.address_id')
      .select(['couriers.id', 'couriers.own_id', 'couriers.seen_at', 'couriers.address_id'])
      .select(['addresses.dedup_key', 'addresses.number_key'])
      .where('couriers.id', 'in', some)
      .execute();
    for (const row of rows) {
      known.push({
        id: row.id,
        ownId: row.own_id,
        names: (namesOf.get(row.id) ?? []).map(({ name }) => name),
        seenAt: row.seen_at ?? '',
        hasLine: row.number_key !== null,
        identity: row.dedup_key,
        numberless: row.number_key === null ? row.address_id : undefined,
      });
    }
  });
  return known;
}
