import { expect, test } from 'vitest';
import type { Address } from '../src/backend/archive.ts';
import { changeOf, filledFrom } from '../src/parts/contacts/contact-change.ts';
import {
  type TypedContact,
  typedContact,
  typedIn,
  withTyped,
} from '../src/parts/contacts/contact-draft.ts';
import { draftName } from '../src/parts/contacts/form-subject.ts';

const address: Address = {
  id: 'a',
  number: '030 901820',
  e164: '+4930901820',
  display: '030 901820',
  line: '+4930901820',
  name: 'Süß',
  roles: ['customer'],
  numbers: [
    { number: '030 901821', display: '030 901821', line: '+4930901821', field: 'fax' },
    { number: '030 901822', display: '030 901822', line: '+4930901822', field: null },
  ] as Address['numbers'],
  fields: { street: 'Zuckerweg 3', city: 'Berlin' },
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  seenAt: null,
  correctedBy: null,
  others: [],
};
/** As it comes out of the storage. */
const stored = (typed: TypedContact | undefined) =>
  typedContact(JSON.parse(JSON.stringify(typed ?? null)));

test('[HP11] only what was typed is kept, and comes back onto what the archive has by then', () => {
  const filled = filledFrom(address);
  expect(typedIn({ address }, filled)).toBeUndefined();
  const typed = stored(
    typedIn(
      { address },
      {
        ...filled,
        roles: ['customer', 'courier'],
        fields: new Map(filled.fields).set('street', 'Zuckerweg 4').set('__proto__', 'odd'),
        further: [
          ...filled.further.slice(1).map((row) => ({ ...row, text: '030 901829' })),
          { key: 'added 3', text: '0171 1', kept: undefined },
        ],
      },
    ),
  );
  expect(Object.keys(typed ?? {})).toEqual(['roles', 'fields', 'further']);

  // Meanwhile somebody else has changed the name and the town, and all of it is read anew.
  const now: Address = structuredClone({ ...address, name: 'Süß & Söhne' });
  const later = { ...now, fields: { ...now.fields, city: 'Potsdam' } };
  const back = withTyped({ address: later }, typed);
  expect(back.name).toBe('Süß & Söhne');
  expect(back.fields.get('city')).toBe('Potsdam');
  expect(back.fields.get('__proto__')).toBe('odd');
  expect(changeOf(later, back)).toMatchObject({
    roles: ['customer', 'courier'],
    numbers: { add: ['030 901829', '0171 1'], remove: ['030 901821', '030 901822'] },
  });
  expect(changeOf(later, back)).not.toHaveProperty('name');

  // A number that is gone by now is added again with what was typed.
  const without = withTyped({ address: { ...later, numbers: [] } }, typed);
  expect(without.further.map(({ kept, text }) => [kept, text])).toEqual([
    [undefined, '030 901829'],
    [undefined, '0171 1'],
  ]);
  expect(new Set(without.further.map(({ key }) => key)).size).toBe(2);
});

test('[HP11] of a new contact all is kept, what was known before too', () => {
  const subject = { number: '030 901899', name: 'Brause' };
  const filled = filledFrom(undefined, subject);
  expect(typedIn(subject, filled)).toBeUndefined();
  const typed = stored(typedIn(subject, { ...filled, roles: ['courier'] }));
  expect(typed).toEqual({ name: 'Brause', number: '030 901899', roles: ['courier'] });
  expect(withTyped({}, typed)).toMatchObject({ name: 'Brause', number: '030 901899' });
  // However the number is written, it is one draft; somebody of the archive has another.
  expect(draftName({ number: '030/901899' })).toBe(draftName(subject));
  expect(draftName({ address, number: '030 901899' })).toBe(draftName({ id: 'a' }));
  expect(draftName({})).not.toBe(draftName(subject));
});

test('[HP11] what stands in the storage is looked at before it is used', () => {
  const odd = [
    null,
    'text',
    7,
    { name: 7 },
    { roles: 'courier' },
    { fields: null },
    { further: 1 },
  ];
  for (const value of [...odd, { fields: { street: {} } }, { further: [null] }]) {
    expect(typedContact(value)).toBeUndefined();
  }
  expect(typedContact({ name: 'Süß', further: [{ text: '1' }] })).toBeDefined();
});
