import { NumberFinder, type PhoneRules } from '@hookline/records/phone';
import type { Selectable } from 'kysely';
import { ArchiveError, type PersonalDataPiece } from '../archive.ts';
import { carries } from '../normalise/erase.ts';
import type { Schema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { isOnLine } from './line-condition.ts';
import { scan } from './scan.ts';
import { JsonText, jsonOf, type Shape } from './shape.ts';
import { addressText, callText, eventText, versionText } from './shapes.ts';

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/**
 * Everything held about a phone number in any spelling, piece by piece: all of it may be more than
 * a text can hold.
 */
export async function* personalData(
  { db }: Store,
  rules: PhoneRules,
  number: string,
): AsyncGenerator<PersonalDataPiece> {
  const { key, aliases } = rules.read(number);
  const keys = [key, ...aliases.map((alias) => alias.key)].filter((each) => each !== null);
  if (keys.length === 0) throw new ArchiveError('no_number', 'This is not a phone number.');
  const finder = new NumberFinder(keys, rules);

  // A number that an address had before is in none of its fields, and still finds it.
  const known = await db
    .selectFrom('address_numbers')
    .select('address_id')
    .where(isOnLine('number_key', keys))
    .execute();
  const addressIds = new Set(known.map(({ address_id }) => address_id));
  yield* pieces(
    'addresses',
    scan(db, 'addresses'),
    (row) => addressIds.has(row.id) || carries(addressText(row), finder),
    addressText,
  );

  const onLine = await db
    .selectFrom('calls')
    .select('id')
    .where(isOnLine('number_key', keys))
    .execute();
  const callIds = new Set(onLine.map(({ id }) => id));
  // The payload of a call is that of its last report; the number may stand in another one.
  for await (const reports of scan(db, 'call_reports')) {
    for (const { call, payload } of reports) if (carries(payload, finder)) callIds.add(call);
  }
  const isNoted = ({ note }: Row<'calls'>) =>
    note !== null && carries(JSON.stringify({ note }), finder);
  yield* pieces(
    'calls',
    scan(db, 'calls'),
    (row) => {
      if (isNoted(row)) callIds.add(row.id);
      return callIds.has(row.id);
    },
    callText,
  );
  yield* pieces(
    'callReports',
    scan(db, 'call_reports'),
    (row) => callIds.has(row.call),
    (row) => jsonOf(REPORT, row),
  );

  const isAbout = ({ payload }: { readonly payload: string }) => carries(payload, finder);
  yield* pieces(
    'jobs',
    scan(db, 'job_versions'),
    // Put together of several fields, a number may stand in no other place.
    (row) => isAbout(row) || carries(row.facts, finder),
    versionText,
  );
  yield* pieces('events', scan(db, 'events'), isAbout, eventText);
  yield* pieces(
    'setAside',
    scan(db, 'set_aside'),
    ({ content }) => carries(content, finder),
    (row) => jsonOf(REFUSED, row),
  );
}

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

/** One piece for each step, an empty one too: whoever waits for them can tell that work goes on. */
async function* pieces<R>(
  list: PersonalDataPiece['list'],
  steps: AsyncIterable<readonly R[]>,
  isWanted: (row: R) => boolean,
  text: (row: R) => string,
): AsyncGenerator<PersonalDataPiece> {
  for await (const rows of steps) yield { list, items: rows.filter(isWanted).map(text) };
}
