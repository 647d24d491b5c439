import Type, { type Static } from 'typebox';
import { Job } from './job-records.ts';
import { orNull, time, word } from './record-fields.ts';
import { COURIER_CLASSES } from './words.ts';

const courier = {
  id: Type.String({
    description: 'That of its address; for one whom only jobs name, made of what they name it by.',
  }),
  addressId: orNull(Type.String({ description: 'Its address; null if only jobs name it.' })),
  name: orNull(Type.String()),
  number: orNull(Type.String({ description: 'Phone number as sent.' })),
  display: Type.String({ description: 'The number as a person would write it.' }),
  line: orNull(Type.String({ description: 'What is compared, as in `line` of an address.' })),
  status: orNull(Type.String({ description: 'How it is, as it was sent.' })),
  state: orNull(
    word(COURIER_CLASSES, { description: 'What the status means; null if nobody knows.' }),
  ),
  vehicle: orNull(Type.String()),
  seenAt: orNull(time('Its last sign of life, as in `seenAt` of an address.')),
  openJobs: Type.Integer({ minimum: 0, description: 'Its open jobs.' }),
  lateJobs: Type.Integer({ minimum: 0, description: 'Those among them that are late.' }),
  references: Type.Array(Type.String(), {
    description: 'Of its open jobs, the one that is due first first, 5 at most.',
  }),
};

export const Courier = Type.Object(courier, { title: 'Courier' });
export type Courier = Static<typeof Courier>;

export const CourierList = Type.Object(
  {
    items: Type.Array(Courier, {
      description: 'Whoever gave the last sign of life first, 2,000 at most.',
    }),
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
