import type { Kysely, Selectable } from 'kysely';
import { namedIdentity } from '../addresses/identity.ts';
import { fingerprint } from '../engine/content-hash.ts';
import type { Schema } from '../engine/store/schema.ts';

/** By what a job names its courier. */
export interface CourierKey {
  /** Phone key. */
  readonly line: string | null;
  /** The courier's id in the books of whoever sends the job. */
  readonly ownId: string | null;
  /** Folded. */
  readonly name: string | null;
}

/** As it is stored: jobs that name their courier alike are together. Null if nobody is named. */
export function courierKey({ line, ownId, name }: CourierKey): string | null {
  const parts = [line, ownId, name];
  return parts.every((part) => part === null) ? null : JSON.stringify(parts);
}

export function courierKeyFrom(stored: string): CourierKey {
  const [line, ownId, name] = JSON.parse(stored) as (string | null)[];
  return { line: line ?? null, ownId: ownId ?? null, name: name ?? null };
}

/** One for whom there is no record has an id too, which does not tell the number. */
export function idOfNamed({ line, ownId, name }: CourierKey): string {
  const surest = line !== null ? `line ${line}` : ownId !== null ? `id ${ownId}` : `name ${name}`;
  return `job-${fingerprint(surest)}`;
}

/** Which names may be those of a courier with a record, by what is surest first. */
function namesIn({ line, ownId, name }: CourierKey): readonly (string | undefined)[] {
  // As addresses of `kuriere` are told apart.
  const own = ownId === null ? undefined : `own:kuriere:${ownId}`;
  return [line ?? undefined, own, namedIdentity(name ?? undefined)];
}

type NameRow = Pick<Selectable<Schema['courier_names']>, 'name' | 'courier_id' | 'is_own'>;

export class CourierNames {
  readonly #rows: ReadonlyMap<string, readonly NameRow[]>;

  constructor(rows: readonly NameRow[]) {
    this.#rows = Map.groupBy(rows, ({ name }) => name);
  }

  /**
   * The couriers that a job may mean: by the phone line, else by the courier's own id, else by the
   * name; what comes later decides between several. None if there is no record of it.
   */
  meantBy(key: CourierKey): readonly string[] {
    let found: readonly string[] = [];
    for (const name of namesIn(key)) {
      if (found.length === 1) break;
      const others = this.#called(name);
      const both = found.filter((id) => others.includes(id));
      if (found.length === 0) found = others;
      else if (both.length > 0) found = both;
    }
    return found;
  }

  /** Whose own number it is goes before those who can be reached there, too. */
  #called(name: string | undefined): readonly string[] {
    const rows = (name !== undefined && this.#rows.get(name)) || [];
    if (rows.length <= 1) return rows.map(({ courier_id }) => courier_id);
    const own = rows.filter(({ is_own }) => is_own === 1);
    return [...new Set((own.length > 0 ? own : rows).map(({ courier_id }) => courier_id))];
  }
}

/** Whom a job means. */
export interface MeantCouriers {
  /** In the list of all couriers; null if the job names nobody, or what it says fits several. */
  readonly courier_id: string | null;
  /** Those that it fits, if there are several. */
  readonly courier_ids: readonly string[];
}

/** Jobs with the couriers that each of them means. One question for all of them. */
export async function withCouriers<Row extends { readonly courier_key: string | null }>(
  db: Kysely<Schema>,
  rows: readonly Row[],
): Promise<(Row & MeantCouriers)[]> {
  const stored = new Set(rows.flatMap(({ courier_key }) => courier_key ?? []));
  const keys = new Map([...stored].map((text) => [text, courierKeyFrom(text)]));
  const wanted = [...new Set([...keys.values()].flatMap(namesIn))].filter((one) => one != null);
  const names = new CourierNames(
    wanted.length === 0
      ? []
      : await db
          .selectFrom('courier_names')
          .select(['name', 'courier_id', 'is_own'])
          .where('name', 'in', wanted)
          .execute(),
  );
  return rows.map((row) => {
    const key = keys.get(row.courier_key ?? '');
    const [only = key ? idOfNamed(key) : null, ...others] = key ? names.meantBy(key) : [];
    return others.length === 0
      ? { ...row, courier_id: only, courier_ids: [] }
      : { ...row, courier_id: null, courier_ids: [only ?? '', ...others] };
  });
}
