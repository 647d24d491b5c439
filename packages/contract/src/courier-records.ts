import Type, { type Static } from 'typebox';
import { Job } from './job-records.ts';
import { count, described, flag, named, orNull, text, time, word } from './record-fields.ts';
import { COURIER_CLASSES } from './words.ts';

const courier = {
  id: text('It stays; for one whom only jobs name, it is made of what they name it by.'),
  addressId: orNull(text('The address it was heard of last by; null if only jobs name it.')),
  name: orNull(Type.String()),
  ownId: orNull(text('Its number in the books of whoever tells of it.')),
  number: orNull(text('Phone number as sent.')),
  display: text('The number as a person would write it.'),
  line: orNull(text('What is compared, as in `line` of an address.')),
  status: orNull(text('How it is, as it was sent.')),
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
  openJobs: count('Its open jobs.'),
  lateJobs: count('Those among them that are late.'),
  nextDueAt: orNull(time('When the first of its open jobs is due, or was.')),
  references: Type.Array(Type.String(), {
    description: 'Of its open jobs, the one that is due first first, 5 at most.',
  }),
};

export const Courier = Type.Object(courier, { title: 'Courier' });
export type Courier = Static<typeof Courier>;

export const UnclearCourier = described(
  'UnclearCourier',
  'Open jobs that name their courier in a way that fits several; they are counted at none of them.',
  {
    couriers: Type.Array(Type.String(), { description: 'The `id` of each that they fit.' }),
    openJobs: courier.openJobs,
    references: courier.references,
  },
);
export type UnclearCourier = Static<typeof UnclearCourier>;

export const CourierList = named('CourierList', {
  items: Type.Array(Courier, {
    description: 'Whoever gave the last sign of life first, 2,000 at most.',
  }),
  unclear: Type.Array(UnclearCourier),
  isMore: flag('There are more, which are left out.'),
});
export type CourierList = Static<typeof CourierList>;

export const CourierView = described('CourierView', 'A courier with its open jobs.', {
  ...courier,
  jobs: Type.Array(Job, {
    description: 'Its open jobs, the one that is due first first, 100 at most.',
  }),
});
export type CourierView = Static<typeof CourierView>;
