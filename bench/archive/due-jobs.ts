import { randomUUIDv7 } from 'node:crypto';
import type { Entry } from '../../packages/server/src/archive/engine/journal/batch.ts';
import { customerAt } from './made-up-customers.ts';
import { Random } from './random.ts';

/** More than any office has at once: the list by due time must not feel it. */
export const OPEN_JOBS = 100_000;

const HOUR = 60 * 60 * 1000;
const SPREAD = 48 * HOUR;
/** One in so many is late. */
const LATE_ONE_IN = 20;
/** As many as any office has couriers; each of them has a hundred of the jobs. */
export const COURIERS = 1000;

/** Numbers that belong to nobody, as those of the customers. */
const courierAt = (n: number) => ({
  name: `Kurier ${n}`,
  telefon: `0171 3920${String(n).padStart(6, '0')}`,
});

/** What the couriers report of themselves. */
export function* couriers(count: number, now: number): Generator<Entry> {
  for (let n = 0; n < count; n++) {
    yield {
      id: randomUUIDv7(),
      kind: 'event',
      eventId: n,
      channel: 'kuriere',
      receivedAt: new Date(now - n).toISOString(),
      text: JSON.stringify({ ...courierAt(n), status: 'unterwegs', fahrzeug: 'Lastenrad' }),
    };
  }
}

/** Open jobs with deadlines around this moment. */
export function* dueJobs(count: number, now: number): Generator<Entry> {
  const random = new Random(count);
  for (let n = 1; n <= count; n++) {
    const isLate = random.isOneIn(LATE_ONE_IN);
    const due = isLate ? now - random.below(SPREAD) : now + random.below(SPREAD);
    const { name, street, postcode, town } = customerAt(random.below(10_000));
    const payload = {
      delivery_id: `D-${String(n).padStart(6, '0')}`,
      status: random.of(['neu', 'angenommen', 'unterwegs']),
      zustellung: { name, adresse: `${street}, ${postcode} ${town}` },
      deliver_by: new Date(due).toISOString(),
      kurier: courierAt(n % COURIERS),
    };
    yield {
      id: randomUUIDv7(),
      kind: 'event',
      eventId: n,
      channel: 'jobs',
      receivedAt: new Date(now - random.below(SPREAD)).toISOString(),
      text: JSON.stringify(payload),
    };
  }
}
