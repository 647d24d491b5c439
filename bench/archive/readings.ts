import type { ArchiveReader } from '../../packages/server/src/archive/archive.ts';
import type { TextPage } from '../../packages/server/src/archive/engine/lists/page.ts';
import { customerAt } from './made-up-customers.ts';
import { Random } from './random.ts';
import { bestTimeOf, percentiles, type Timings, timed } from './timings.ts';

/** One line of the report: what is read, how often, and what its 99th percentile may be. */
export interface Reading {
  readonly name: string;
  /** Milliseconds; undefined where there is only something to know. */
  readonly goal: number | undefined;
  measure(reader: ArchiveReader, customers: number, another: Another): Promise<Timings>;
}

/** A reader that has not been asked for anything yet, and so keeps no answer. */
type Another = () => ArchiveReader;

const CALLER = 5;
const LIST = 50;
const EVENT_SEARCH = 250;
/** All calls are gone through, for their names stand elsewhere. */
const CALL_SEARCH = 2000;
const ROUNDS = 200;
const SEARCH_ROUNDS = 40;
const DEEP_PAGE = 200;

const first = { limit: 50, cursor: undefined };

function reading(
  name: string,
  goal: number | undefined,
  rounds: number,
  run: (
    reader: ArchiveReader,
    random: Random,
    customers: number,
    round: number,
    another: Another,
  ) => Promise<unknown>,
): Reading {
  return {
    name,
    goal,
    measure(reader, customers, another) {
      return timed(rounds, (round) => run(reader, new Random(round), customers, round, another));
    },
  };
}

/** A search by words as a person types them; every round takes the next of them. */
function search(kind: 'addresses' | 'jobs', what: string, ...queries: string[]): Reading {
  return reading(`${kind}: ${what}`, LIST, SEARCH_ROUNDS, (reader, _random, _customers, round) =>
    reader[kind]({ q: queries[round % queries.length] }, first, 'json'),
  );
}

function eventSearch(what: string, q: string): Reading {
  return reading(`events of 7 days: ${what}`, EVENT_SEARCH, 20, (reader) =>
    reader.events({ q }, first, 'json'),
  );
}

function callSearch(what: string, q: string): Reading {
  return reading(`calls of 90 days: ${what}`, CALL_SEARCH, 5, (reader) =>
    reader.calls({ q }, first, 'json'),
  );
}

/** Only the last pages on the way down are timed: they show whether cost follows the depth. */
function deepPage(
  name: string,
  goal: number,
  page: (reader: ArchiveReader, cursor: string | undefined) => Promise<TextPage>,
): Reading {
  return {
    name,
    goal,
    async measure(reader) {
      let cursor: string | undefined;
      const took: number[] = [];
      for (let number = 1; number <= DEEP_PAGE; number++) {
        const from = cursor;
        let next: string | null = null;
        const time = await bestTimeOf(async () => ({ next } = await page(reader, from)));
        took.push(time);
        if (next === null) break;
        cursor = next;
      }
      return percentiles(took.slice(-DEEP_PAGE / 4));
    },
  };
}

function someNumber(random: Random, customers: number): string {
  return customerAt(random.skewedBelow(customers)).number;
}

/** Spelled as another system would: the key has to be found by any spelling. */
function international(number: string): string {
  return `+49 (0)${number.slice(1).replace(' ', '/')}`;
}

export const READINGS: readonly Reading[] = [
  // What it takes beyond its time here, every other figure takes as well.
  reading('the machine itself: a loop of half a millisecond', undefined, ROUNDS, async () => {
    for (let i = 0; i < 1e6; i++) Math.imul(i, i);
  }),
  reading('caller: known number', CALLER, ROUNDS, (reader, random, customers) =>
    reader.caller(international(someNumber(random, customers))),
  ),
  reading('caller: the most frequent caller', CALLER, ROUNDS, (reader) =>
    reader.caller(customerAt(0).number),
  ),
  reading('caller: unknown number', CALLER, ROUNDS, (reader, random) =>
    reader.caller(`030 23125${random.below(1e5)}77`),
  ),
  reading('addresses: first page', LIST, ROUNDS, (reader) => reader.addresses({}, first, 'json')),
  reading('addresses: customers', LIST, ROUNDS, (reader) =>
    reader.addresses({ role: 'customer' }, first, 'json'),
  ),
  reading('addresses: couriers, of whom there are none', LIST, ROUNDS, (reader) =>
    reader.addresses({ role: 'courier' }, first, 'json'),
  ),
  reading('addresses: by number in another spelling', LIST, ROUNDS, (reader, random, customers) =>
    reader.addresses({ number: international(someNumber(random, customers)) }, first, 'json'),
  ),
  search('addresses', '3 characters', 'apo', 'lab', 'kan', 'rad'),
  search('addresses', 'a word that half of them have', 'berlin'),
  search('addresses', 'part of a word', 'technik', 'sanitaets', 'hofst', 'handl'),
  search('addresses', 'umlauts', 'Nüßlein', 'Suess', 'krueger', 'schafer'),
  search('addresses', 'two words', 'apotheke müller', 'labor lübeck', 'berlin klinik'),
  search('addresses', 'part of a number', '0302312504', '9000912', '2312500042'),
  search('addresses', 'a customer number', 'K000123', 'K000456'),
  search('addresses', 'what only the oldest have', 'K00', 'K01'),
  search('addresses', 'nothing found', 'xqzzy', 'berlinapotheke'),
  deepPage(`addresses: page ${DEEP_PAGE}`, LIST, (reader, cursor) =>
    reader.addresses({}, { limit: 50, cursor }, 'json'),
  ),
  reading('calls: first page', LIST, ROUNDS, (reader) => reader.calls({}, first, 'json')),
  reading('calls: missed', LIST, ROUNDS, (reader) => reader.calls({ missed: true }, first, 'json')),
  reading('calls: to call back', LIST, ROUNDS, (reader) =>
    reader.calls({ missed: true, settled: false }, first, 'json'),
  ),
  callSearch('a name that some have', 'apotheke'),
  callSearch('part of a number', '0302312504'),
  callSearch('nothing found', 'xqzzy'),
  reading('calls: of a number', LIST, ROUNDS, (reader, random, customers) =>
    reader.calls({ number: international(someNumber(random, customers)) }, first, 'json'),
  ),
  reading('calls: missed, of the most frequent caller', LIST, ROUNDS, (reader) =>
    reader.calls({ number: customerAt(0).number, missed: true }, first, 'json'),
  ),
  deepPage(`calls: page ${DEEP_PAGE}`, LIST, (reader, cursor) =>
    reader.calls({}, { limit: 50, cursor }, 'json'),
  ),
  reading('jobs: first page', LIST, ROUNDS, (reader) => reader.jobs({}, first, 'json')),
  reading('jobs: open', LIST, ROUNDS, (reader) => reader.jobs({ open: true }, first, 'json')),
  reading('jobs: by status', LIST, ROUNDS, (reader) =>
    reader.jobs({ status: 'zugestellt' }, first, 'json'),
  ),
  reading('jobs: by a status that none has', LIST, ROUNDS, (reader) =>
    reader.jobs({ status: 'verloren' }, first, 'json'),
  ),
  reading('jobs: open, by a status of closed ones', LIST, ROUNDS, (reader) =>
    reader.jobs({ status: 'zugestellt', open: true }, first, 'json'),
  ),
  search('jobs', 'a word that most of them have', 'berlin', 'zugestellt'),
  search('jobs', 'part of a word', 'ersatz', 'blutpr', 'J-00012'),
  search('jobs', 'umlauts and two words', 'krüger blumen', 'nuesslein akten'),
  search('jobs', 'nothing found', 'xqzzy', 'berlinblumen'),
  reading('jobs: open, with a word', LIST, SEARCH_ROUNDS, (reader) =>
    reader.jobs({ q: 'berlin', open: true }, first, 'json'),
  ),
  deepPage(`jobs: page ${DEEP_PAGE}`, LIST, (reader, cursor) =>
    reader.jobs({}, { limit: 50, cursor }, 'json'),
  ),
  reading('events: first page', LIST, ROUNDS, (reader) => reader.events({}, first, 'json')),
  reading('events: of a channel', LIST, ROUNDS, (reader) =>
    reader.events({ channel: 'kuriere' }, first, 'json'),
  ),
  deepPage(`events: page ${DEEP_PAGE}`, LIST, (reader, cursor) =>
    reader.events({ channel: 'generic' }, { limit: 50, cursor }, 'json'),
  ),
  eventSearch('a word that many have', 'blumen'),
  eventSearch('a word that few have', 'Nuesslein'),
  eventSearch('two words, nothing found', 'müller xqzzy'),
];

/** With very many open jobs that have deadlines; see `due-jobs.ts`. */
export const DUE_READINGS: readonly Reading[] = [
  reading('open jobs: by due time', LIST, ROUNDS, (reader) =>
    reader.jobs({ open: true, sort: 'due' }, first, 'json'),
  ),
  deepPage(`open jobs: by due time, page ${DEEP_PAGE}`, LIST, (reader, cursor) =>
    reader.jobs({ open: true, sort: 'due' }, { limit: 50, cursor }, 'json'),
  ),
  reading('open jobs: late, by due time', LIST, ROUNDS, (reader) =>
    reader.jobs({ late: true, sort: 'due' }, first, 'json'),
  ),
  reading('open jobs: late, the one changed last first', LIST, ROUNDS, (reader) =>
    reader.jobs({ late: true }, first, 'json'),
  ),
  reading('open jobs: how many are late', LIST, ROUNDS, (reader) =>
    reader.count('jobs', { late: true }),
  ),
  reading('open jobs: of a desk that has none', LIST, ROUNDS, (reader) =>
    reader.jobs({ claimedBy: 'Platz 21', open: true, sort: 'due' }, first, 'json'),
  ),
  reading('open jobs: of the most frequent caller', CALLER, ROUNDS, (reader) =>
    reader.caller(customerAt(0).number),
  ),
  reading('couriers: all, with what they have to do', LIST, ROUNDS, (_1, _2, _3, _4, another) =>
    another().couriers(),
  ),
  reading('couriers: all, with nothing stored since', LIST, ROUNDS, (reader) => reader.couriers()),
  reading('summary of the last hour', LIST, SEARCH_ROUNDS, (reader) =>
    reader.summary(new Date(Date.now() - 60 * 60 * 1000).toISOString()),
  ),
];
