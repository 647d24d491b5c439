import type { PhoneRules } from '@hookline/records/phone';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../engine/store/schema.ts';
import { type StoredOwner, storedOwners } from './owners.ts';

/** Whom the archive knows by a line: by equal keys only, never by a guess. */
export interface KnownName {
  readonly known_name: string | null;
  readonly address_id: string | null;
}

const NOBODY: KnownName = { known_name: null, address_id: null };

type CalledRow = Pick<Selectable<Schema['calls']>, 'number' | 'number_key'>;

/**
 * Rows with the name that the archive has for their line now: the one that a call was reported
 * with may be older than the address, or another telephone's idea. One question for all of them.
 */
export async function withKnownNames<Row extends CalledRow>(
  db: Kysely<Schema>,
  rules: PhoneRules,
  rows: readonly Row[],
): Promise<(Row & KnownName)[]> {
  const lines = rows.map((row) => linesOf(row, rules));
  const known = await knownNames(db, [...new Set(lines.flat())]);
  return rows.map((row, i) => {
    const line = lines[i]?.find((one) => known.has(one));
    return { ...row, ...(known.get(line ?? '') ?? NOBODY) };
  });
}

/** Its own line, and that which a SIP address names as well: a caller is found by both. */
export function linesOf({ number, number_key }: CalledRow, rules: PhoneRules): readonly string[] {
  if (number_key === null) return [];
  if (number === null || !/^other:sips?:/.test(number_key)) return [number_key];
  return [number_key, ...rules.read(number).aliases.map(({ key }) => key)];
}

/** The same one for each line as a caller is found by: whose own number it is before an alias. */
export async function knownNames(
  db: Kysely<Schema>,
  lines: readonly string[],
): Promise<ReadonlyMap<string, KnownName>> {
  if (lines.length === 0) return new Map();
  const ranked = db
    .selectFrom('address_numbers')
    .innerJoin('addresses', 'addresses.id', 'address_numbers.address_id')
    .where('address_numbers.number_key', 'in', lines)
    .select(['address_numbers.number_key', 'address_numbers.is_own'])
    .select(['addresses.id', 'addresses.name', 'addresses.others'])
    .select(
      sql<number>`row_number() over (partition by address_numbers.number_key
        order by address_numbers.is_own desc, addresses.updated_at desc, addresses.id desc)`.as(
        'rank',
      ),
    );
  const first = await db
    .selectFrom(ranked.as('ranked'))
    .select(['number_key', 'is_own', 'id', 'name', 'others'])
    .where('rank', '=', 1)
    .execute();
  return new Map(
    first.map(({ number_key: key, is_own, id, name, others }) => {
      // Of those who share a number one may call by another, which only that one has.
      const has = ({ numbers }: StoredOwner) => numbers.some((one) => one.key === key);
      const owner = is_own === 1 ? undefined : storedOwners(others).find(has);
      return [key, { known_name: owner ? owner.name : name, address_id: id }];
    }),
  );
}
