import { isQueryFound, queryOf, searchedPayload } from '@hookline/records';
import type { Courier } from '../../backend/archive.ts';

/** How a courier stands, in the order in which a dispatcher has to care. */
export const STANDINGS = ['overloaded', 'busy', 'free', 'break', 'off', 'unknown'] as const;
type Standing = (typeof STANDINGS)[number];

export interface Filter {
  readonly state: 'all' | Standing;
  readonly q: string;
}

export const USUAL: Filter = { state: 'all', q: '' };

/** What an address says; what it says wrongly counts as unsaid. */
export function filterFrom(query: URLSearchParams): Filter {
  return {
    state: STANDINGS.find((each) => each === query.get('state')) ?? USUAL.state,
    q: query.get('q') ?? '',
  };
}

/** A courier with how it stands among the others. */
export interface Standee {
  readonly id: string;
  readonly courier: Courier;
  readonly standing: Standing;
}

/** With fewer nobody is overloaded, however idle the others are. */
const LEAST = 3;

/** From so many open jobs on a courier has too many: more than twice what the others have. */
export function tooMany(couriers: readonly Courier[]): number {
  const onDuty = couriers.filter(({ state }) => state !== 'off');
  const jobs = onDuty.reduce((sum, { openJobs }) => sum + openJobs, 0);
  return Math.max(LEAST, Math.floor((2 * jobs) / Math.max(onDuty.length, 1)) + 1);
}

/** All of them, those first whom a dispatcher has to care for, then who has most to do. */
export function board(couriers: readonly Courier[], locale: string): readonly Standee[] {
  const most = tooMany(couriers);
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return couriers
    .map((courier): Standee => ({ id: courier.id, courier, standing: standingOf(courier, most) }))
    .sort(
      (a, b) =>
        urgencyOf(a) - urgencyOf(b) ||
        b.courier.lateJobs - a.courier.lateJobs ||
        b.courier.openJobs - a.courier.openJobs ||
        compare(a.courier.name ?? '', b.courier.name ?? '') ||
        (a.id < b.id ? -1 : 1),
    );
}

/** One for each: who is off duty is that, whatever is left to do, and counts nowhere else. */
function standingOf({ state, openJobs }: Courier, most: number): Standing {
  return state !== 'off' && openJobs >= most ? 'overloaded' : (state ?? 'unknown');
}

/** Somebody has to see to a late job, also to that of one who is off duty. */
function urgencyOf({ standing, courier: { lateJobs } }: Standee): number {
  if (standing === 'unknown') return STANDINGS.length + 1;
  return standing !== 'overloaded' && lateJobs > 0 ? 0.5 : STANDINGS.indexOf(standing);
}

export function countsOf(all: readonly Standee[]): Readonly<Record<Filter['state'], number>> {
  const counts = { all: all.length, overloaded: 0, busy: 0, free: 0, break: 0, off: 0, unknown: 0 };
  for (const { standing } of all) counts[standing]++;
  return counts;
}

/** Found by name, number, vehicle and the numbers of the jobs. */
export function narrowed(
  all: readonly Standee[],
  { state, q }: Filter,
  callingCode: string,
): readonly Standee[] {
  const query = queryOf(q);
  const isSearched = q.trim() !== '';
  return all.filter(({ courier, standing }) => {
    if (state !== 'all' && standing !== state) return false;
    if (!isSearched) return true;
    const { name, ownId, number, display, vehicle, status, references } = courier;
    const texts = [name ?? ownId, number, display, vehicle, status, references];
    return isQueryFound(query, searchedPayload(texts, callingCode));
  });
}

/** What somebody is called who may have no name: by the number in the sender's books, then. */
export function courierName(
  courier: Pick<Courier, 'name' | 'ownId'> | undefined,
  { noName }: { readonly noName: string },
): string {
  return courier?.name || courier?.ownId || noName;
}
