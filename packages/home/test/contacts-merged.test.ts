import { QueryClient } from '@tanstack/react-query';
import type { PhoneBookEntry } from 'hookline-client/telephony';
import { expect, test } from 'vitest';
import { type Address, toldOfLate } from '../src/backend/archive.ts';
import { foundOther, queryOf, search } from '../src/parts/contacts/contact-search.ts';
import { everybody } from '../src/parts/contacts/merged-contacts.ts';

const address = (id: string, number: string | null, more: Partial<Address> = {}): Address => ({
  id,
  number,
  e164: null,
  display: number ?? '',
  line: number,
  name: id,
  roles: [],
  numbers: [],
  fields: {},
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  seenAt: null,
  correctedBy: null,
  others: [],
  ...more,
});
const merged = (addresses: readonly Address[], entries: readonly PhoneBookEntry[]): string[] =>
  everybody(addresses, entries, '49').map(({ id, name }) => `${id ?? '–'}: ${name}`);

const BERLIN = { e164: '+4930901820', line: '+4930901820', display: '030 901820' };
const line = BERLIN.line;

test('[HP3] [RE8] an entry of a line that the archive has is the contact of the archive', () => {
  const entry = { number: '+49 30 90 18-20', name: 'Süß', line };
  expect(merged([address('a', '030 901820', BERLIN)], [entry])).toEqual(['a: a']);
  const numbers = [{ number: '901820', line, display: '030 901820', field: 'tel2' }];
  expect(merged([address('a', '040 1', { numbers })], [entry])).toEqual(['a: a']);
  const short = { number: '901820', name: 'Süß', line: 'other:901820' };
  expect(merged([address('a', '030 901820', BERLIN)], [short])).toEqual(['a: a', '–: Süß']);
  // As long as nobody has told its line, it is nobody else's.
  expect(merged([address('a', '030 1')], [{ number: '030 1', name: 'Süß' }])).toHaveLength(2);
});

test('[RE8] a number is whose own it is, before it is a further one of somebody else', () => {
  const numbers = [{ number: '22', line: '22', display: '22', field: null }];
  const [other, own] = [address('other', '23', { numbers }), address('own', '22')];
  const entry = { number: '22', name: '', line: '22', room: 7 };
  const contacts = everybody([other, own], [entry], '49');
  expect(contacts.map(({ id, fields }) => [id, fields])).toEqual([
    ['other', {}],
    ['own', { room: 7 }],
  ]);
});

test('[HP3] whom the archive does not have is listed too, a number under two names once', () => {
  expect(
    merged(
      [address('a', '030 901821'), address('none', null)],
      [
        { number: '030 901820', name: 'Zentrale', line },
        { number: '+4930901820', name: 'Pforte', line },
        { number: 'siehe Büro', name: 'Süß', line: null },
        { number: 'siehe Büro', name: 'Meier', line: null },
        { number: 'siehe Büro', name: 'Meier', line: null },
      ],
    ),
  ).toEqual(['a: a', 'none: none', '–: Zentrale', '–: Süß', '–: Meier']);
});

test('[HP3] who is in the phone book stays the same in a list when the archive comes to know them', () => {
  const entries = [
    { number: '030 901820', name: 'Zentrale', line },
    { number: '+4930901820', name: 'Pforte', line },
    { number: '030 901821', name: 'Lager', line: '030 901821' },
  ];
  const keys = (addresses: readonly Address[]) =>
    everybody(addresses, entries, '49').map(({ key }) => key);
  const before = keys([]);
  expect(new Set(before).size).toBe(2);
  const known = [address('a', '030 901820', BERLIN), address('b', '030 901821')];
  expect(keys(known)).toEqual(before);
});

test('[HP3] a corrected contact is still found by what the phone book says', () => {
  const contacts = everybody(
    [address('a', '030 901820', { ...BERLIN, name: 'Backwaren GmbH', roles: ['customer'] })],
    [{ number: '030 901820', name: 'Krumenglück', street: 'Ahornzeile 4', kind: 'courier', line }],
    '49',
  );
  for (const query of ['backwaren', 'krumengluck', 'ahornzeile', '+49 30 9018']) {
    expect(search(contacts, queryOf(query), 9).contacts).toMatchObject([
      { id: 'a', name: 'Backwaren GmbH', fields: { street: 'Ahornzeile 4' }, roles: ['customer'] },
    ]);
  }
});

test('[AR5] who else has a number is found by name, told in the row, and gone once erased', () => {
  const other = {
    ownId: 'K-100',
    name: 'Praxis Dr. Alt',
    roles: [],
    numbers: [],
    fields: { strasse: 'Altweg 1' },
    source: 'kunden' as const,
    updatedAt: '2026-03-01T08:00:00.000Z',
  };
  const both = address('a', '1', { name: 'Kanzlei Neu', others: [other] });
  const found = (typed: string, ...all: Address[]) => {
    const [contact] = search(everybody(all, [], '49'), queryOf(typed), 9).contacts;
    return contact && (foundOther(contact, queryOf(typed)) ?? contact.name);
  };
  expect(found('dr alt', both)).toBe('Praxis Dr. Alt');
  expect(found('altweg', both)).toBe('Kanzlei Neu');
  expect(found('kanzlei', both)).toBe('Kanzlei Neu');
  expect(found('dr alt', { ...both, others: [] })).toBeUndefined();
});

test('[HP3] whom the archive has found is shown, by whatever it knows of them', () => {
  const found = everybody([address('a', '1'), address('b', '2')], [], '49');
  const names = search(found, queryOf('xyzzy'), 9, ({ id }) => id === 'b').contacts;
  expect(names.map(({ id }) => id)).toEqual(['b']);
});

test('[HP3] whom the page was told of is known while the server is away, as it was told last', () => {
  const queries = new QueryClient();
  const told = (key: unknown[], data: unknown, updatedAt: number) =>
    queries.setQueryData(key, data, { updatedAt });
  const a = address('a', '1');
  told(['addresses', { q: 'a' }], { pages: [{ items: [a, address('b', '2')] }] }, 1);
  told(['addresses', 'one', 'a'], { ...a, name: 'newer' }, 2);
  told(['caller', '3'], { match: 'exact', address: address('c', '3') }, 3);
  told(['addresses', 'count', {}], { count: 7, isMore: false }, 4);
  told(['caller', '4'], { match: 'none', address: null }, 5);
  told(['calls', {}], { pages: [{ items: [{ id: 'call' }] }] }, 6);
  expect(toldOfLate(queries).map(({ name }) => name)).toEqual(['c', 'newer', 'b']);
});
