import type { Selectable } from 'kysely';
import { ArchiveError } from '../archive.ts';
import { carries } from '../normalise/erase.ts';
import { NumberFinder } from '../normalise/number-finder.ts';
import type { PhoneRules } from '../normalise/phone-number.ts';
import type { Schema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { isOnLine } from './line-condition.ts';
import { JsonText, jsonOf, type Shape } from './shape.ts';
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

  // A number that an address had before is in none of its fields, and still finds it.
  const known = await db
    .selectFrom('address_numbers')
    .select('address_id')
    .where(isOnLine('number_key', keys))
    .execute();
  const addressIds = new Set(known.map(({ address_id }) => address_id));
  const addresses = await collect(
    (after) =>
      db
        .selectFrom('addresses')
        .select(ADDRESS_COLUMNS)
        .where('id', '>', after)
        .orderBy('id')
        .limit(STEP)
        .execute(),
    (row) => addressIds.has(row.id) || carries(addressText(row), finder),
    addressText,
  );
  const onLine = await db
    .selectFrom('calls')
    .select('id')
    .where(isOnLine('number_key', keys))
    .execute();
  const callIds = new Set(onLine.map(({ id }) => id));
  const reports = (after: string) =>
    db
      .selectFrom('call_reports')
      .select(['id', 'call', 'received_at', 'payload'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(STEP)
      .execute();
  // The payload of a call is that of its last report; the number may stand in another one.
  await collect(
    reports,
    (row) => carries(row.payload, finder),
    (row) => callIds.add(row.call),
  );
  const calls = await collect(
    (after) =>
      db
        .selectFrom('calls')
        .select(CALL_COLUMNS)
        .where('id', '>', after)
        .orderBy('id')
        .limit(STEP)
        .execute(),
    (row) => {
      const isNoted = row.note !== null && carries(JSON.stringify({ note: row.note }), finder);
      if (isNoted) callIds.add(row.id);
      return callIds.has(row.id);
    },
    callText,
  );
  const callReports = await collect(
    reports,
    (row) => callIds.has(row.call),
    (row) => jsonOf(REPORT, row),
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
  const setAside = await collect(
    (after) =>
      db
        .selectFrom('set_aside')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(STEP)
        .execute(),
    (row) => carries(row.content, finder),
    (row) => jsonOf(REFUSED, row),
  );
  const list = (name: string, items: readonly string[]) => `"${name}":[${items.join(',')}]`;
  const lists = [
    list('addresses', addresses),
    list('calls', calls),
    list('callReports', callReports),
    list('jobs', jobs),
    list('events', events),
    list('setAside', setAside),
  ];
  return `{"number":${JSON.stringify(number)},${lists.join(',')}}`;
}

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

const REPORT: Shape<Pick<Row<'call_reports'>, 'call' | 'received_at' | 'payload'>> = [
  ['call', (row) => row.call],
  ['receivedAt', (row) => row.received_at],
  ['payload', (row) => new JsonText(row.payload)],
];
const REFUSED: Shape<Row<'set_aside'>> = [
  ['kind', (row) => row.kind],
  ['receivedAt', (row) => row.at],
  ['reason', (row) => row.reason],
  ['payload', (row) => new JsonText(row.content)],
];

async function collect<Row extends { id: string }, Item>(
  read: (after: string) => Promise<Row[]>,
  isWanted: (row: Row) => boolean,
  item: (row: Row) => Item,
): Promise<Item[]> {
  const found: Item[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const rows: Row[] = await read(after);
    for (const row of rows) if (isWanted(row)) found.push(item(row));
    after = rows.length < STEP ? undefined : rows.at(-1)?.id;
  }
  return found;
}
