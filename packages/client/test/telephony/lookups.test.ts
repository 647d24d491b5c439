import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookUpAll } from '../../src/telephony/phone-book-ways.ts';
import { TelephonyError } from '../../src/telephony/telephony-error.ts';
import { phone } from './support/office.ts';
import { StubSystem } from './support/stub-system.ts';

type Place = 'entry' | 'gap' | 'fails once' | 'fails';
const entry = (index: number) => ({ number: String(index), name: `Nr. ${index}` });

class Places extends StubSystem {
  most = 0;
  asked = 0;
  readonly #places: readonly Place[];
  readonly #tried = new Set<number>();
  #now = 0;

  constructor(places: readonly Place[]) {
    super();
    this.#places = places;
  }

  override async address(which: { index: number } | { number: string }) {
    const index = 'index' in which ? which.index : 0;
    this.asked++;
    this.most = Math.max(this.most, ++this.#now);
    await pause(0);
    this.#now--;
    const place = this.#places[index - 1] ?? 'gap';
    const isFirst = !this.#tried.has(index);
    this.#tried.add(index);
    if (place === 'gap') throw new TelephonyError('not_found', 'nothing there');
    if (place === 'fails' || (place === 'fails once' && isFirst)) {
      throw new TelephonyError('timeout', 'no answer');
    }
    return entry(index);
  }
}

const read = (system: Places, expected: number | null = null) =>
  lookUpAll({ system, expected, isCancelled: () => false, progress: () => {} });

test('[CL7] look-ups: all that can be read is read, at most 6 at a time, whatever fails', async () => {
  const places = fc.array(fc.constantFrom<Place>('entry', 'entry', 'gap', 'fails once', 'fails'), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(places, async (book) => {
      const system = new Places(book);
      // Without the number of entries a gap of more than five places is the end.
      const { entries, failed } = await read(system, book.length);
      const readable = (place: Place) => place === 'entry' || place === 'fails once';
      expect(entries).toEqual(
        book.flatMap((place, at) => (readable(place) ? [entry(at + 1)] : [])),
      );
      expect(failed).toBe(book.filter((place) => place === 'fails').length);
      expect(system.most).toBeLessThanOrEqual(6);
    }),
    { numRuns: 30 },
  );
});

test('[CL7] look-ups end by themselves when nobody knows how many there are', async () => {
  const system = new Places(Array.from({ length: 110 }, () => 'entry'));
  expect((await read(system)).entries).toHaveLength(110);
  expect(system.asked).toBeLessThan(125);
});

test('[CL7] gaps between entries are not the end, however many there are in all', async () => {
  const book = Array.from({ length: 80 }, (_, at): Place => (at % 2 === 0 ? 'entry' : 'gap'));
  expect((await read(new Places(book))).entries).toHaveLength(40);
});

test('[CL7] a system that answers no look-up at all is not asked for ever', async () => {
  const system = new Places(Array.from({ length: 5000 }, () => 'fails'));
  expect(await read(system, 5000)).toMatchObject({ entries: [] });
  expect(system.asked).toBeLessThan(40);
});

test('[CL7] another telephony system: its entries, its commands, and a line lost in between', async () => {
  const system = new Places(['entry', 'fails once', 'entry']);
  const { telephony, now, until } = phone({ system });
  await until(({ phoneBook }) => phoneBook.source === 'lookups');
  expect(now().phoneBook.entries).toEqual([1, 2, 3].map(entry));
  await telephony.dial('22');
  await telephony.transfer('7', '40');
  expect(system.commands).toEqual(['dial 22', 'transfer 7 40']);

  telephony.refreshPhoneBook();
  system.listener?.state('waiting');
  expect(now()).toMatchObject({ state: 'waiting', progress: null });
  expect(now().phoneBook.entries).toHaveLength(3);
  system.connect(system.listener ?? expect.unreachable());
  await until(({ state, progress }) => state === 'live' && progress === null);
  expect(now().phoneBook).toMatchObject({ source: 'lookups', failed: 0 });
});
