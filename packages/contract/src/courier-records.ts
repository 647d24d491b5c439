import Type, { type Static } from 'typebox';
import { Job } from './job-records.ts';
import { orNull, time, word } from './record-fields.ts';
import { COURIER_CLASSES } from './words.ts';

const courier = {
  id: Type.String({
    description: 'It stays; for one whom only jobs name, it is made of what they name it by.',
  }),
  addressId: orNull(
    Type.String({ description: 'The address it was heard of last by; null if only jobs name it.' }),
  ),
  name: orNull(Type.String()),
  ownId: orNull(Type.String({ description: 'Its number in the books of whoever tells of it.' })),
  number: orNull(Type.String({ description: 'Phone number as sent.' })),
  display: Type.String({ description: 'The number as a person would write it.' }),
  line: orNull(Type.String({ description: 'What is compared, as in `line` of an address.' })),
  status: orNull(Type.String({ description: 'How it is, as it was sent.' })),
  state: orNull(
    word(COURIER_CLASSES, {
      description:
        'How it is: `busy` with an open job that is under way, whatever it reported, and with a late one if it reported to be free; else as reported; null if nobody knows.',
    }),
  ),
  reportedState: orNull(
    word(COURIER_CLASSES, { description: 'What the status means; null if nobody knows.' }),
  ),
  vehicle: orNull(Type.String()),
  seenAt: orNull(time('Its last sign of life, as in `seenAt` of an address.')),
  openJobs: Type.Integer({ minimum: 0, description: 'Its open jobs.' }),
  lateJobs: Type.Integer({ minimum: 0, description: 'Those among them that are late.' }),
  nextDueAt: orNull(time('When the first of its open jobs is due, or was.')),
  references: Type.Array(Type.String(), {
    description: 'Of its open jobs, the one that is due first first, 5 at most.',
  }),
};

export const Courier = Type.Object(courier, { title: 'Courier' });
export type Courier = Static<typeof Courier>;

export const UnclearCourier = Type.Object(
  {
    couriers: Type.Array(Type.String(), { description: 'The `id` of each that they fit.' }),
    openJobs: courier.openJobs,
    references: courier.references,
  },
  {
    title: 'UnclearCourier',
    description:
      'Open jobs that name their courier in a way that fits several; they are counted at none of them.',
  },
);
export type UnclearCourier = Static<typeof UnclearCourier>;

export const CourierList = Type.Object(
  {
    items: Type.Array(Courier, {
      description: 'Whoever gave the last sign of life first, 2,000 at most.',
    }),
    unclear: Type.Array(UnclearCourier),
    isMore: Type.Boolean({ description: 'There are more, which are left out.' }),
  },
  { title: 'CourierList' },
);
export type CourierList = Static<typeof CourierList>;

export const CourierView = Type.Object(
  {
    ...courier,
    jobs: Type.Array(Job, {
      description: 'Its open jobs, the one that is due first first, 100 at most.',
    }),
  },
  { title: 'CourierView', description: 'A courier with its open jobs.' },
);
export type CourierView = Static<typeof CourierView>;
