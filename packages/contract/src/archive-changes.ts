import Type, { type Static } from 'typebox';
import { ROLES } from './archive-records.ts';
import { deskName } from './desk.ts';
import { flag, orNull, text, time, word } from './record-fields.ts';

const numbers = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 50, description }));

const by = deskName({ description: 'The desk at which this is done.' });

/** Beside what `POST /api/addresses` is told. */
export const AddressEntry = Type.Object({
  by: Type.Optional(
    deskName({ description: 'The desk at which somebody has entered what the body says.' }),
  ),
});

export const AddressChange = Type.Object(
  {
    name: Type.Optional(orNull(Type.String())),
    number: Type.Optional(Type.String({ minLength: 1 })),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Merged into the other fields; null removes one.',
      }),
    ),
    roles: Type.Optional(Type.Array(word(ROLES))),
    numbers: Type.Optional(
      Type.Object(
        {
          add: numbers('Further numbers by which it is found from now on.'),
          remove: numbers(
            'Numbers that are not its own, in any spelling: they leave `numbers` and the fields that hold them, and come back only with news. `number` itself cannot be removed (409); one that it does not have is passed over.',
          ),
        },
        {
          additionalProperties: false,
          minProperties: 1,
          description: 'Changes to the further numbers; first those to remove, then those to add.',
        },
      ),
    ),
    by: Type.Optional(by),
  },
  {
    title: 'AddressChange',
    description:
      'At least one of `name`, `number`, `fields`, `roles` and `numbers`. What is changed here stays until the same source (`kunden`, `kuriere`, a phone book) sends something else for that field than it sent before.',
    additionalProperties: false,
    minProperties: 1,
  },
);
export type AddressChange = Static<typeof AddressChange>;

/** What desks do to calls and jobs alike. */
const noteWas = Type.Optional(
  orNull(
    text(
      'What the note was when the writing began; null: there was none. If another one stands there by now, and not the one that is sent either, the change is refused (409, `note_changed`). Without it, whatever stands there is replaced.',
    ),
  ),
);
const claim = {
  claimedBy: Type.Optional(
    orNull(
      deskName({
        description:
          'The desk that takes care of it from now on; null: nobody. What another desk holds is refused (409, `claimed`), unless `from` names that desk.',
      }),
    ),
  ),
  from: Type.Optional(deskName({ description: 'The desk that a claim is taken from.' })),
};
export const CallChange = Type.Object(
  {
    note: Type.Optional(orNull(Type.String())),
    noteWas,
    settled: Type.Optional(Type.Boolean()),
    attempted: Type.Optional(
      flag(
        '`true`: called back, and reached nobody; a reminder whose time has come is done with it. `false` takes the latest attempt back.',
      ),
    ),
    remindAt: Type.Optional(
      orNull(time('When `by` is to be reminded, whoever wanted to be before; null: nobody is.')),
    ),
    job: Type.Optional(
      orNull(
        Type.String({
          minLength: 1,
          description: 'The job it belongs to, by any of its names or its `id`; null: to none.',
        }),
      ),
    ),
    contact: Type.Optional(
      orNull(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Who of several with this number it was, by name; null: whoever is shown.',
        }),
      ),
    ),
    ...claim,
    by: Type.Optional(by),
  },
  {
    title: 'CallChange',
    description:
      'At least one of `note`, `settled`, `attempted`, `remindAt`, `job`, `contact` and `claimedBy`; a claim, an attempt and a reminder need `by`.',
    additionalProperties: false,
    minProperties: 1,
    dependentRequired: {
      claimedBy: ['by'],
      attempted: ['by'],
      remindAt: ['by'],
      from: ['claimedBy'],
      noteWas: ['note'],
    },
  },
);
export type CallChange = Static<typeof CallChange>;

export const JobChange = Type.Object(
  {
    note: Type.Optional(orNull(Type.String({ maxLength: 10_000 }))),
    noteWas,
    closed: Type.Optional(
      flag(
        '`true`: done, until a version brings another status than it has now. `false`: takes that back.',
      ),
    ),
    ...claim,
    by,
  },
  {
    title: 'JobChange',
    description: 'At least one of `note`, `closed` and `claimedBy`.',
    additionalProperties: false,
    minProperties: 2,
    dependentRequired: { from: ['claimedBy'], noteWas: ['note'] },
  },
);
export type JobChange = Static<typeof JobChange>;

/** What `POST /api/lines` is asked. */
export const LineQuestion = Type.Object(
  { numbers: Type.Array(Type.String(), { maxItems: 500, description: 'In any spelling.' }) },
  { title: 'LineQuestion', additionalProperties: false },
);
export type LineQuestion = Static<typeof LineQuestion>;

const number = Type.String({ minLength: 1, description: 'A phone number in any spelling.' });

/** Whose data is exported. */
export const Subject = Type.Object({ number }, { additionalProperties: false, title: 'Subject' });
export type Subject = Static<typeof Subject>;

/** Whose data is erased. */
export const Erasure = Type.Object(
  {
    number,
    suppress: Type.Optional(flag('Keep it from coming back with the next report.')),
  },
  { additionalProperties: false, title: 'Erasure' },
);
export type Erasure = Static<typeof Erasure>;
