import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressEditor } from '../../../src/archive/addresses/change-address.ts';
import { rebuildAddresses } from '../../../src/archive/addresses/rebuild-addresses.ts';
import { migrations } from '../../../src/archive/engine/store/migrations.ts';
import { migrate, openStore, type Store } from '../../../src/archive/engine/store/store.ts';
import type { Editing } from '../../../src/archive/engine/store/transaction.ts';
import { applyBatch } from '../../../src/archive/threads/apply-batch.ts';
import { createReader } from '../../../src/archive/threads/reader.ts';
import { partRebuilt } from '../../../src/archive/threads/rebuild.ts';
import { archiveContext } from '../../support/archive-context.ts';
import { RULES } from '../../support/archive-rows.ts';
import { DATABASES, type DatabaseKind, emptyDatabase } from '../../support/databases.ts';

const TIME = '2026-03-01T08:00:00.000Z';
const idOf = (n: number) => `0195a000-${String(n).padStart(4, '0')}-7000-8000-000000000000`;

/** A row as the version before wrote it: `aliases` of the few names it knew, as lines alone. */
const old = (n: number, fields: string, aliases: object[] = []) => {
  const number = `030 23125-10${n}`;
  const key = `+4930231251${String(n).padStart(2, '0')}`;
  return {
    row: {
      id: idOf(n),
      dedup_key: key,
      number_key: key,
      number,
      e164: key,
      number_kind: 'e164',
      display: number,
      name: `Nr. ${n}`,
      is_customer: 1,
      is_courier: 0,
      fields,
      aliases: JSON.stringify(aliases),
      last_reports: '{"kunden":"hash"}',
      search: `nr ${n}`,
      created_at: TIME,
      updated_at: TIME,
    },
    numbers: [{ number_key: key, address_id: idOf(n), is_own: 1 }],
  };
};

async function oldDatabase(kind: DatabaseKind): Promise<Store> {
  const url = await emptyDatabase(kind);
  const store = openStore(url, 'write');
  onTestFinished(() => store.close());
  const { db, search } = store;
  const migrator = new Migrator({ db, provider: migrations(search) });
  await migrator.migrateTo('002-call-age-and-wide-event-ids');
  const addresses = [
    old(1, '{"telefon2":"0171 39200-11","phones":[{"type":"x","number":"0171 39200-12"}]}'),
    old(2, '{"mobil":"0171 39200-13"}', [
      { key: '+491713920013', field: 'mobil' },
      { key: '+491713920099', field: 'mobil' },
    ]),
    old(3, '{"sendung":340434161094021501}'),
    old(4, '{"ort":"Berlin"}'),
    old(5, '{"handy2":"0171 39200-15","phone_home":"siehe Büro"}'),
  ];
  for (const { row, numbers } of addresses) {
    await db.insertInto('addresses').values(row).execute();
    await db.insertInto('address_numbers').values(numbers).execute();
  }
  await migrate(store, url);
  return store;
}

const rowsOf = async ({ db }: Store) => ({
  addresses: await db.selectFrom('addresses').selectAll().orderBy('id').execute(),
  numbers: await db.selectFrom('address_numbers').selectAll().orderBy('number_key').execute(),
});

describe.each(DATABASES)('%s', (kind) => {
  test('[AR11] [RE7] stored addresses are read anew, in steps that may be done twice', async () => {
    const store = await oldDatabase(kind);
    const reader = createReader(store, RULES);
    const match = async (number: string) => JSON.parse(await reader.caller(number)).match;
    expect(await match('0171 39200-11')).toBe('none');

    const context = { store, rules: RULES };
    let after: string | null = null;
    let steps = 0;
    const parts: number[] = [];
    do {
      // The service may end before it has noted where it is.
      if (steps === 1) await rebuildAddresses(context, null, 2);
      after = (await rebuildAddresses(context, after, 2)).next;
      if (after !== null) parts.push(await partRebuilt(store.db, 'addresses', after));
      steps++;
    } while (after !== null);
    expect(steps).toBe(3);
    expect(parts).toEqual(parts.toSorted());
    expect(parts.every((part) => part >= 0 && part <= 1)).toBe(true);

    for (const number of ['0171 39200-11', '0171 3920012', '+491713920013', '0171 39200-15']) {
      expect(await match(number), number).toBe('exact');
    }
    // A number that it had before still finds it.
    const number = (sent: string, display: string) => ({
      number: sent,
      line: `+49${display.slice(1).replace(' ', '')}`,
      display,
      field: 'mobil',
    });
    expect(JSON.parse((await reader.address(idOf(2))) ?? '').numbers).toEqual([
      number('0171 39200-13', '0171 3920013'),
      number('+491713920099', '0171 3920099'),
    ]);
    const page = await reader.addresses(
      { q: '340434161094021501' },
      { limit: 5, cursor: undefined },
      'json',
    );
    expect(page.items.map((item) => JSON.parse(item).id)).toEqual([idOf(3)]);

    const { addresses, numbers } = await rowsOf(store);
    expect(addresses.every(({ updated_at }) => updated_at === TIME)).toBe(true);
    expect(addresses.every(({ last_reports }) => last_reports === '{"kunden":"hash"}')).toBe(true);
    await rebuildAddresses(context, null, 100);
    expect(await rowsOf(store)).toEqual({ addresses, numbers });
  });

  test('[RE9] what a person has done to the numbers stays', async () => {
    const store = await oldDatabase(kind);
    const context = { store, rules: RULES };
    await rebuildAddresses(context, null, 100);
    const numbers = { remove: ['0171 39200-12'], add: ['101', '0171 39200-11'] };
    const editing: Editing<typeof context> = {
      turn: (work) => work(context),
      changed: () => {},
      now: Date.now,
    };
    await addressEditor(editing).changeAddress(idOf(1), { numbers });
    const before = await rowsOf(store);
    await rebuildAddresses(context, null, 100);
    expect(await rowsOf(store)).toEqual(before);
  });

  test('[AR11] what is stored by the rules of today is read as it is', async () => {
    const context = await archiveContext(kind);
    const people = [
      { number: '030 23125-100 / 101', tel: ['101', { type: 'x', number: '0171 39200-11' }] },
      { phone: '040 66969-1 DW 12', handy2: '0171 39200-12; 0171 39200-13', fax: '030 23125-199' },
      { strasse: 'Weg', number: '12', mobil: 'sip:+493023125177@pbx.example' },
      { name: 'ohne', telefon: 'unbekannt' },
    ];
    const entry = { id: 'e', kind: 'addresses', receivedAt: TIME, eventId: 0 } as const;
    const entries = [{ ...entry, channel: null, text: JSON.stringify(people) }];
    await applyBatch(context, { id: 'b', instance: 'i', entries });
    const before = await rowsOf(context.store);
    expect(before.addresses).toHaveLength(4);
    await context.store.db.updateTable('addresses').set({ number_kind: 'untouched' }).execute();
    await rebuildAddresses(context, null, 100);
    const { addresses, numbers } = await rowsOf(context.store);
    expect(numbers).toEqual(before.numbers);
    expect(addresses.map(({ number_kind }) => number_kind)).toEqual(Array(4).fill('untouched'));
  });

  test('[AR5] addresses without a number that have one id, or couriers one name, become one', async () => {
    const store = await oldDatabase(kind);
    const person = (n: number, role: 'customer' | 'courier', fields: object, at: number) => ({
      id: idOf(n),
      dedup_key: `content:${n}`,
      number_key: null,
      number: null,
      e164: null,
      display: '',
      name: `Nr. ${n}`,
      fields: JSON.stringify(fields),
      last_reports: '{}',
      is_customer: role === 'customer' ? 1 : 0,
      is_courier: role === 'courier' ? 1 : 0,
      search: '',
      created_at: TIME,
      updated_at: `2026-03-0${at}T08:00:00.000Z`,
    });
    await sql`delete from addresses`.execute(store.db);
    const rows = [
      person(1, 'courier', { kurierId: 7, status: 'frei' }, 1),
      person(2, 'courier', { kurierId: 7, status: 'Pause' }, 3),
      person(3, 'courier', { kurierId: 7, status: 'belegt' }, 2),
      person(4, 'customer', { id: 7 }, 1),
      person(5, 'customer', { ort: 'Berlin' }, 1),
      { ...person(6, 'courier', { status: 'frei' }, 1), name: 'Max Kern' },
      { ...person(7, 'courier', { status: 'Pause' }, 2), name: 'MAX KERN' },
    ];
    await store.db.insertInto('addresses').values(rows).execute();
    let after: string | null = null;
    do after = (await rebuildAddresses({ store, rules: RULES }, after, 2)).next;
    while (after !== null);
    await rebuildAddresses({ store, rules: RULES }, null, 100);
    const { addresses } = await rowsOf(store);
    expect(addresses.map(({ id, dedup_key }) => [id, dedup_key])).toEqual([
      [idOf(2), 'own:kuriere:7'],
      [idOf(4), 'own:kunden:7'],
      [idOf(5), 'content:5'],
      [idOf(7), 'named:kuriere:max kern'],
    ]);
    expect(addresses.map(({ own_id }) => own_id)).toEqual(['own:kuriere:7', null, null, null]);
    const couriers = await store.db.selectFrom('couriers').select(['own_id', 'status']).execute();
    expect(couriers.map(({ own_id, status }) => [own_id, status]).sort()).toEqual([
      [null, 'Pause'],
      ['own:kuriere:7', 'Pause'],
    ]);
  });

  test('[AR11] an empty archive is read at once', async () => {
    const store = await oldDatabase(kind);
    await sql`delete from addresses`.execute(store.db);
    expect(await rebuildAddresses({ store, rules: RULES }, null, 10)).toEqual({ next: null });
    expect(await partRebuilt(store.db, 'addresses', '')).toBe(1);
  });
});
