import { ArchiveError } from '../archive.ts';
import { carries } from '../normalise/erase.ts';
import { NumberFinder } from '../normalise/number-finder.ts';
import type { PhoneRules } from '../normalise/phone-number.ts';
import type { Store } from '../store/store.ts';
import {
  ADDRESS_COLUMNS,
  addressText,
  CALL_COLUMNS,
  callText,
  EVENT_COLUMNS,
  eventText,
  jobText,
} from './shapes.ts';

/** Rows looked at in one go; other readers take their turn in between. */
const STEP = 500;

/** Everything held about a phone number in any spelling, as JSON text. */
export async function personalData(
  store: Store,
  rules: PhoneRules,
  number: string,
): Promise<string> {
  const { key, aliases } = rules.read(number);
  const keys = [key, ...aliases.map((alias) => alias.key)].filter((each) => each !== null);
  if (keys.length === 0) throw new ArchiveError('no_number', 'This is not a phone number.');
  const finder = new NumberFinder(keys, rules);
  const { db } = store;

  const addresses = await collect(
    (after) =>
      db
        .selectFrom('addresses')
        .select(ADDRESS_COLUMNS)
        .where('id', '>', after)
        .orderBy('id')
        .limit(STEP)
        .execute(),
    (row) =>
      carries(addressText(row), finder) ||
      (row.number_key !== null && keys.includes(row.number_key)),
    addressText,
  );
  const calls = await collect(
    (after) =>
      db
        .selectFrom('calls')
        .select([...CALL_COLUMNS, 'number_key'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(STEP)
        .execute(),
    (row) =>
      carries(row.payload, finder) || (row.number_key !== null && keys.includes(row.number_key)),
    callText,
  );
  const jobs = await collect(
    (after) =>
      db
        .selectFrom('job_versions')
        .select(['id', 'reference', 'status', 'received_at', 'payload'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(STEP)
        .execute(),
    (row) => carries(row.payload, finder),
    jobText,
  );
  const events = await collect(
    (after) =>
      db
        .selectFrom('events')
        .select(EVENT_COLUMNS)
        .where('id', '>', after)
        .orderBy('id')
        .limit(STEP)
        .execute(),
    (row) => carries(row.payload, finder),
    eventText,
  );
  const list = (name: string, items: readonly string[]) => `"${name}":[${items.join(',')}]`;
  return `{"number":${JSON.stringify(number)},${list('addresses', addresses)},${list('calls', calls)},${list('jobs', jobs)},${list('events', events)}}`;
}

async function collect<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
  isWanted: (row: Row) => boolean,
  text: (row: Row) => string,
): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const rows: Row[] = await read(after);
    for (const row of rows) if (isWanted(row)) found.push(text(row));
    after = rows.length < STEP ? undefined : rows.at(-1)?.id;
  }
  return found;
}
