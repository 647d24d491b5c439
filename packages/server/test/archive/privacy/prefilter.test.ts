import { randomUUID } from 'node:crypto';
import { NumberFinder } from '@hookline/records/phone';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SCANNED, type Scanned } from '../../../src/archive/engine/store/schema.ts';
import type { Store } from '../../../src/archive/engine/store/store.ts';
import { carries } from '../../../src/archive/privacy/erase-in-json.ts';
import { PERSONAL_TABLES } from '../../../src/archive/privacy/personal-tables.ts';
import { PREFILTERED_ROWS, Prefilter } from '../../../src/archive/privacy/prefilter.ts';
import { archiveContext } from '../../support/archive-context.ts';
import { DATABASES } from '../../support/databases.ts';

const KEY = '+493023125100';
const AT = '2026-03-01T08:00:00.000Z';
const call = (more: { number_key?: string; note?: string; note_by?: string } = {}) => ({
  id: randomUUID(),
  missed: 0,
  number_key: null,
  note: null,
  sort_at: AT,
  payload: '{}',
  merge_state: '{}',
  created_at: AT,
  updated_at: AT,
  ...more,
});
const address = (id: string, own: { name: string; number: string; fields: string }) => ({
  id,
  dedup_key: id,
  number_key: null,
  e164: null,
  display: '',
  is_customer: 1,
  is_courier: 0,
  last_reports: '{}',
  search: '',
  created_at: AT,
  updated_at: AT,
  ...own,
});
const refused = (content: string) => ({
  id: randomUUID(),
  at: AT,
  kind: 'kunden',
  reason: 'x',
  content,
});

async function steps(store: Store, prefilter: Prefilter<Scanned>): Promise<string[][]> {
  const all: string[][] = [];
  for (;;) {
    const found = await prefilter.next(store.db);
    if (!found) return all;
    all.push(found.map(({ key }) => key));
  }
}

test.each(SCANNED)('[AR13] of %s every text is looked at that is judged', (table) => {
  const { json, texts } = PERSONAL_TABLES[table];
  const read = new Set<string>();
  const get = (_: object, column: string | symbol) => {
    read.add(String(column));
    return '[]';
  };
  const row = new Proxy({}, { get });
  json(row as never);
  expect([...read].toSorted()).toEqual(Object.keys(texts).toSorted());
});

describe.each(DATABASES)('%s: the prefilter of a table', (kind) => {
  test('[AR13] names every row that carries the number, whatever is in it', async () => {
    const { store, rules } = await archiveContext(kind);
    const finder = new NumberFinder([KEY], rules);
    const text = fc.oneof(
      fc.constantFrom('030\\23125100', '030 23125"100', '030 23125-1\\00', '030 23125-10/100'),
      fc.constantFrom('030 23125100', '069 90009-200', 'ü', '030 23125-1001', '\n030 23125\n100'),
      fc.string(),
    );
    const own = fc.record({ name: text, number: text, field: text });
    const rows = fc.sample(own, 300).map(({ name, number, field }, i) =>
      address(String(i).padStart(3, '0'), {
        name: name.replaceAll('\0', ''),
        number: number.replaceAll('\0', ''),
        fields: JSON.stringify({ tel: field.toWellFormed() }).replaceAll('\\u0000', ''),
      }),
    );
    await store.db.insertInto('addresses').values(rows).execute();
    const found = (await steps(store, new Prefilter('addresses', finder, [KEY]))).flat();
    const { json } = PERSONAL_TABLES.addresses;
    const stored = await store.db.selectFrom('addresses').selectAll().orderBy('id').execute();
    const wanted = stored.filter((row) => carries(json(row) ?? '', finder)).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(50);
    expect(found).toEqual(expect.arrayContaining(wanted));
    expect(found.length).toBeLessThan(rows.length);
  });

  test('[AR13] names the few among many payloads, wherever they stand', async () => {
    const { store, rules } = await archiveContext(kind);
    const finder = new NumberFinder([KEY], rules);
    const number = (i: number) => ([0, 249, 250, 1777, 2599].includes(i) ? '100' : `-1001${i}`);
    const rows = Array.from({ length: 2600 }, (_, i) => ({
      ...refused(`{"n":${i},"tel":"030 23125${number(i)}"}`),
      id: String(i).padStart(4, '0'),
    }));
    for (let n = 0; n < rows.length; n += 500) {
      await store.db
        .insertInto('dead_letters')
        .values(rows.slice(n, n + 500))
        .execute();
    }
    const found = await steps(store, new Prefilter('dead_letters', finder, [KEY]));
    expect(found.flat()).toEqual(['0000', '0249', '0250', '1777', '2599']);
    // A row that only seems to carry it is not fetched.
    await store.db
      .insertInto('dead_letters')
      .values({ ...refused('{"tel":"5100"}'), id: '3' })
      .execute();
    const again = await steps(store, new Prefilter('dead_letters', finder, [KEY]));
    expect(again.flat()).toHaveLength(5);
  });

  test('[AR13] names calls by their line, an extension of it, and what was noted', async () => {
    const { store, rules } = await archiveContext(kind);
    const calls = [
      call({ number_key: KEY }),
      call({ number_key: `${KEY};ext=12` }),
      call({ note: 'Frau M.: 030 23125 100' }),
      call({ note_by: 'Platz 030 23125-100' }),
      call({ number_key: `${KEY}1` }),
      call({ note: 'ohne' }),
      call(),
    ];
    await store.db.insertInto('calls').values(calls).execute();
    const prefilter = new Prefilter('calls', new NumberFinder([KEY], rules), [KEY]);
    const found = (await steps(store, prefilter)).flat();
    const wanted = calls.slice(0, 4).map(({ id }) => id);
    expect(found.toSorted()).toEqual(wanted.toSorted());
    const rows = await prefilter.rows(
      store.db,
      found.map((key) => ({ key, bytes: 0 })),
    );
    expect(
      rows
        .filter(({ isOnLine }) => isOnLine)
        .map(({ row }) => row.id)
        .toSorted(),
    ).toEqual(wanted.slice(0, 2).toSorted());
  });

  test('[AR13] looks at no more rows at once than a turn has time for', async () => {
    const { store, rules } = await archiveContext(kind);
    const finder = new NumberFinder([KEY], rules);
    const many = Array.from({ length: PREFILTERED_ROWS + 300 }, () =>
      refused('{"tel":"030 23125100"}'),
    );
    for (let n = 0; n < many.length; n += 500) {
      await store.db
        .insertInto('dead_letters')
        .values(many.slice(n, n + 500))
        .execute();
    }
    const found = await steps(store, new Prefilter('dead_letters', finder, [KEY]));
    expect(found.map(({ length }) => length)).toEqual([PREFILTERED_ROWS, 300]);
    expect(found.flat()).toEqual(many.map(({ id }) => id).toSorted());
  });

  test('[AR13] nor at large texts, which it names to be judged one by one', async () => {
    const { store, rules } = await archiveContext(kind);
    const small = refused('{"tel":"069 90009-200"}');
    const large = refused(`{"tel":"069 90009-200","x":"${'ü'.repeat(10_000)}"}`);
    await store.db.insertInto('dead_letters').values([small, large]).execute();
    const prefilter = new Prefilter('dead_letters', new NumberFinder([KEY], rules), [KEY]);
    const bytes = Buffer.byteLength(large.content);
    expect(await prefilter.next(store.db)).toEqual([{ key: large.id, bytes }]);
    expect(await prefilter.next(store.db)).toBeUndefined();
  });
});
