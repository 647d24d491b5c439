import { inSteps } from '../engine/store/bulk-insert.ts';
import type { Db } from '../engine/store/transaction.ts';
import { addressOf, type ReceivedAddress, updateAddresses } from './address-rows.ts';
import type { AddressWrite } from './courier-rows.ts';
import { comparedName } from './identity.ts';
import { type AddressRecord, absorbed, boundedNumbers } from './merge-address.ts';

/** An address, and the key of the number that it goes by from now on. */
export interface Move {
  readonly id: string;
  readonly to: string;
}

/** Gives addresses another number; one that goes by it already takes them in. */
export async function moveAddresses(db: Db, moves: readonly Move[]): Promise<void> {
  const [ids, keys] = [moves.map(({ id }) => id), moves.map(({ to }) => to)];
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where(({ eb, or }) => or([eb('id', 'in', ids), eb('dedup_key', 'in', keys)]))
    .execute();
  const records = rows.map(addressOf);
  const byId = new Map(records.map((one) => [one.id, one]));
  const byIdentity = new Map(records.map((one) => [one.record.identity, one]));
  const written = new Map<string, AddressWrite>();
  const gone: string[] = [];
  for (const { id, to } of moves) {
    const own = byId.get(id);
    // Two may learn the number that they share at once.
    const other = written.get(to) ?? byIdentity.get(to);
    if (!own || own === other) continue;
    const moved = withFormerNumber(own.record);
    const record = other ? absorbed(other.record, moved) : moved;
    written.set(to, { id: other?.id ?? own.id, record: { ...record, identity: to } });
    if (other) gone.push(own.id);
  }
  if (gone.length > 0) await db.deleteFrom('addresses').where('id', 'in', gone).execute();
  await updateAddresses(db, [...written.values()]);
}

/** Whoever calls from it is still known by it. */
function withFormerNumber(record: AddressRecord): AddressRecord {
  const { key, sent, display } = record.phone;
  if (key === null) return record;
  const former = { key, field: 'number', number: sent, display };
  return { ...record, numbers: boundedNumbers([...record.numbers, former]) };
}

/** A shorter bare `id` may be that of anything. */
const SHORTEST_SURE_ID = 8;

/**
 * Reports with the address of the customer whom each is of, by what their sender calls them. Who has
 * another number than before is moved: left under the old one, each change of a number in somebody's
 * books made another contact. Of whom only a change is told, without a number, it is the address that
 * has one. A bare `id` means the same customer only under one name.
 */
export async function withCustomers(
  db: Db,
  reports: readonly ReceivedAddress[],
): Promise<readonly ReceivedAddress[]> {
  const told = reports.flatMap(({ report: { customer, phone, name } }) =>
    customer && phone.key !== null
      ? [{ ...customer, to: phone.key, name: comparedName(name) }]
      : [],
  );
  const numbersOf = Map.groupBy(told, ({ ownId }) => ownId);
  const sure = [...numbersOf.values()].flatMap(([first, ...others]) =>
    first && others.every(({ to }) => to === first.to) ? first : [],
  );
  const silent = reports.flatMap(({ report: { customer, phone } }) =>
    customer && phone.key === null && !numbersOf.has(customer.ownId) ? customer.ownId : [],
  );
  const places = new Map<
    string,
    { readonly name: string | undefined; readonly identity: string }
  >();
  await inSteps([...new Set([...sure.map(({ ownId }) => ownId), ...silent])], async (some) => {
    const rows = await db
      .selectFrom('addresses')
      .select(['id', 'name', 'customer_id', 'dedup_key', 'is_courier', 'others'])
      .where('customer_id', 'in', some)
      .execute();
    const known = Map.groupBy(rows, ({ customer_id }) => customer_id);
    // A courier is followed by its own record, and a line that several share stays theirs.
    const aloneOf = (ownId: string) => {
      const [only, ...others] = known.get(ownId) ?? [];
      const isAlone = only?.is_courier === 0 && only.others === '[]' && others.length === 0;
      return isAlone ? { ...only, name: comparedName(only.name) } : undefined;
    };
    const moves = sure.flatMap(({ ownId, isNamed, to, name }): Move[] => {
      const only = aloneOf(ownId);
      const isSame = isNamed || (name !== undefined && name === only?.name);
      return only && isSame && only.dedup_key !== to ? [{ id: only.id, to }] : [];
    });
    if (moves.length > 0) await moveAddresses(db, moves);
    for (const ownId of silent) {
      const only = aloneOf(ownId);
      if (only) places.set(ownId, { name: only.name, identity: only.dedup_key });
    }
  });
  return reports.map((one) => {
    const { customer, phone, name } = one.report;
    const place = customer && phone.key === null ? places.get(customer.ownId) : undefined;
    if (!customer || !place) return one;
    const isLong = customer.ownId.length >= 'own:kunden:'.length + SHORTEST_SURE_ID;
    const said = comparedName(name);
    const isSame = customer.isNamed || (said === undefined ? isLong : said === place.name);
    return isSame ? { ...one, report: { ...one.report, identity: place.identity } } : one;
  });
}

/**
 * Parts of the reports in which no customer has two numbers, or one and then none, one after the other.
 * Two in one message are none that changed: a list of thousands under one id would be written one by one.
 */
export function* withoutMoves(
  reports: readonly ReceivedAddress[],
): Generator<readonly ReceivedAddress[]> {
  let part: ReceivedAddress[] = [];
  let numbers = new Map<string, { readonly key: string; readonly at: string }>();
  for (const one of reports) {
    const { customer, phone } = one.report;
    if (customer) {
      const key = phone.key ?? '';
      const before = numbers.get(customer.ownId);
      if (before && before.key !== key && before.at !== one.at) {
        yield part;
        part = [];
        numbers = new Map();
      }
      numbers.set(customer.ownId, { key, at: one.at });
    }
    part.push(one);
  }
  yield part;
}
