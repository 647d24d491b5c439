import type { AddressChange, JobChange } from '@hookline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressEditor } from '../../../src/archive/addresses/change-address.ts';
import { ArchiveError } from '../../../src/archive/engine/archive-error.ts';
import type { Entry } from '../../../src/archive/engine/journal/batch.ts';
import { RECORD_TABLES } from '../../../src/archive/engine/store/schema.ts';
import type { Editing } from '../../../src/archive/engine/store/transaction.ts';
import { jobEditor } from '../../../src/archive/jobs/change-job.ts';
import { suppress } from '../../../src/archive/privacy/suppression.ts';
import type { WriterContext } from '../../../src/archive/privacy/writer-context.ts';
import { applyBatch } from '../../../src/archive/threads/apply-batch.ts';
import { type ArchiveContext, archiveContext } from '../../support/archive-context.ts';
import { DATABASES } from '../../support/databases.ts';
import { storedRows } from '../../support/stored-rows.ts';

const START = Date.parse('2026-03-01T08:00:00.000Z');
const MINUTE = 60_000;
const DESK = 'Platz 3';
const RUNS = 30;

/** What is told, or done by hand, in its turn. */
type Told = { readonly is: 'told'; readonly channel: string; readonly text: string; late: number };
type Step =
  | Told
  | { readonly is: 'corrected'; readonly place: number; readonly change: AddressChange }
  | { readonly is: 'handled'; readonly name: string; readonly change: JobChange }
  | { readonly is: 'suppressed'; readonly key: string };

const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);
/** Any of the fields, or none. */
const partOf = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] });

const LINES = ['030 901820', '+49 30 901820', '030 901821', '0171 3920012', '030 901820 / 21'];
const number = some(...LINES, '101', 'unbekannt', '');

const customer = partOf({
  kundennummer: some('K1', 'K2'),
  tel: number,
  mobil: some('0171 3920012', '0171 3920013', null),
  name: some('Süß', 'Bauer & Söhne', null),
  ort: some('Berlin', '', null),
});
const courierWith = (identity: object, names: readonly string[]) =>
  partOf({ name: some(...names, null), status: some('frei', 'Pause') }).map((rest) => ({
    ...identity,
    ...rest,
  }));
/**
 * None turns out to be another one: of two that are told of apart and then united, what each said
 * before is no longer known, which a batch that has both still knows.
 */
const courier = fc.oneof(
  some('7', '8').chain((kurierId) => courierWith({ kurierId }, ['Bodo Rast', 'Ida Kern'])),
  some(...LINES).chain((telefon) => courierWith({ telefon }, ['Nele Voss', 'Ole Brandt'])),
);
const party = partOf({
  name: some('Kern AG', 'Süß'),
  adresse: some('Osterstraße 131', 'Osterstraße 131, 20255 Hamburg', null),
  telefon: some(...LINES),
});
const job = partOf({
  orderNumber: some('A-1', 'A-2', 'A-3'),
  trackingNumber: some('T-10001', 'T-10002', 'A-1'),
  id: some('parcel-1-x', 'parcel-2-x', 'parcel-\u0000-x', '5'),
  status: some('angenommen', 'unterwegs', 'zugestellt', 'storniert', 'Grün'),
  abholung: party,
  zustellung: fc.oneof(party, fc.constant(null)),
  kurier: some('Bodo Rast', null),
  kurierId: some('7', '8'),
  telefon: some(...LINES),
  lieferfrist: some('2026-03-01T12:00:00Z', '01.03.2026 14:00', null),
});
const time = fc.integer({ min: 0, max: 3 }).map((n) => 1_700_000_000 + 1000 * n);
const call = partOf({
  callId: some('1', '2'),
  startedAt: time,
  at: time,
  state: some('ringing', 'connected', 'ended'),
  direction: some('in', 'out'),
  from: some('030 901820', '101'),
  note: some('a', 'b'),
});

/** One record, or a list of them. */
const said = (channels: readonly string[], record: fc.Arbitrary<object>) =>
  fc.record({
    is: fc.constant('told' as const),
    channel: some(...channels),
    text: fc.oneof(
      { weight: 3, arbitrary: record.map((one) => JSON.stringify(one)) },
      fc.array(record, { maxLength: 4 }).map((list) => JSON.stringify(list)),
    ),
    // Some have waited in a journal.
    late: some(0, 0, 0, 5 * MINUTE),
  });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: said(['kunden', 'addresses'], customer) },
  { weight: 4, arbitrary: said(['kuriere'], courier) },
  { weight: 6, arbitrary: said(['jobs'], job) },
  { weight: 2, arbitrary: said(['calls'], call) },
  { weight: 1, arbitrary: said(['generic'], fc.record({ text: some('Süß', 'x') })) },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('corrected' as const),
      place: fc.nat(5),
      change: some<AddressChange>(
        { name: 'Von Hand', by: DESK },
        { roles: ['courier'], by: DESK },
        { fields: { ort: 'Köln' }, by: DESK },
        { numbers: { add: ['0171 3920014'] }, by: DESK },
        { numbers: { remove: ['0171 3920012'] }, by: DESK },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('handled' as const),
      name: some('A-1', 'A-2', 'T-10001', 'parcel-1-x'),
      // No closings: what is told next ends them, and whether that is told of this job may only be
      // known by a later name, which a batch that has both knows at once.
      change: some<JobChange>({ note: 'Rampe 3', by: DESK }, { claimedBy: DESK, by: DESK }),
    }),
  },
  {
    weight: 1,
    arbitrary: some<Step>({ is: 'suppressed', key: '+491713920013' }),
  },
);

function entryOf({ channel, text, late }: Told, i: number): Entry {
  return {
    id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`,
    kind: channel === 'calls' || channel === 'addresses' ? channel : 'event',
    eventId: i,
    channel: channel === 'generic' ? null : channel,
    receivedAt: new Date(START + i * MINUTE - late).toISOString(),
    text,
  };
}

/** Plays it, as many messages at a time as come without anything done by hand. */
async function play(context: ArchiveContext, steps: readonly Step[], atOnce: number) {
  await emptied(context);
  let waiting: Entry[] = [];
  const store = async () => {
    for (let start = 0; start < waiting.length; start += atOnce) {
      const entries = waiting.slice(start, start + atOnce);
      const batch = { id: `from ${entries[0]?.id}`, instance: 'test', entries };
      await applyBatch(context, batch);
      // Its confirmation was lost.
      await applyBatch(context, batch);
    }
    waiting = [];
  };
  for (const [i, one] of steps.entries()) {
    if (one.is === 'told') {
      waiting.push(entryOf(one, i));
      continue;
    }
    await store();
    const editing: Editing<WriterContext> = {
      turn: (work) => work(context),
      changed: () => {},
      now: () => START + i * MINUTE,
    };
    if (one.is === 'suppressed') await suppress(context, [one.key]);
    else if (one.is === 'handled') await jobEditor(editing).changeJob(one.name, one.change);
    else {
      const known = await context.store.db
        .selectFrom('addresses')
        .select('id')
        .orderBy('dedup_key')
        .execute();
      const id = known[one.place]?.id;
      if (id !== undefined)
        await addressEditor(editing).changeAddress(id, one.change).catch(asRefused);
    }
  }
  await store();
  return storedRows(context.store.db);
}

/** The number that an address goes by cannot be taken from it. */
function asRefused(error: unknown): void {
  if (!(error instanceof ArchiveError) || error.reason !== 'conflict') throw error;
}

async function emptied(context: ArchiveContext): Promise<void> {
  const { db } = context.store;
  const others = ['applied_batches', 'suppressed_numbers', 'erasure_marks'] as const;
  for (const table of [...RECORD_TABLES, ...others]) {
    await db.deleteFrom(table).execute();
  }
  await context.suppression.load(context.store);
}

test('[AR6] [AR7] [AR9] [AR12] the same rows, message by message and all at once', async () => {
  const contexts = await Promise.all(DATABASES.map((kind) => archiveContext(kind)));
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 2, maxLength: 16 }),
    async (steps) => {
      for (const context of contexts) {
        const oneByOne = await play(context, steps, 1);
        expect(await play(context, steps, Number.POSITIVE_INFINITY)).toEqual(oneByOne);
      }
    },
  );
  await fc.assert(property, { numRuns: RUNS });
});
