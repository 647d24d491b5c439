import Type, { type Static, type TSchema } from 'typebox';
import { ByDesk, claimedBy, correctedBy, noteBy } from './desk.ts';
import { Job, JobVersion } from './job-records.ts';
import { SavedMapping } from './mappings.ts';
import {
  count,
  described,
  flag,
  id,
  named,
  orNull,
  payload,
  text,
  time,
  word,
} from './record-fields.ts';
import { CHANNELS, COURIER_CLASSES, JOB_CLASSES, MOST_ATTEMPTS } from './words.ts';

export const ROLES = ['customer', 'courier'] as const;
export type Role = (typeof ROLES)[number];

const line = orNull(
  text(
    'What is compared: two numbers are one line if and only if this is the same. Null without a usable number.',
  ),
);

export const AddressNumber = named('AddressNumber', {
  number: text('As it was sent or typed.'),
  line: text('What is compared, as in `line` of an address.'),
  display: text('As a person would write it.'),
  field: orNull(text('The field it came in; null if a person has added it.')),
});
export type AddressNumber = Static<typeof AddressNumber>;

export const AddressOwner = described(
  'AddressOwner',
  'Somebody else who has the number of an address.',
  {
    ownId: orNull(text('What its sender calls it, such as `kundennummer`.')),
    name: orNull(Type.String()),
    roles: Type.Array(word(ROLES)),
    numbers: Type.Array(AddressNumber, { description: 'Further numbers that are its own.' }),
    fields: Type.Record(Type.String(), Type.Unknown(), { description: 'All other fields.' }),
    source: orNull(
      word(['kunden', 'kuriere', 'phone-book'], { description: 'Who told of it last.' }),
    ),
    updatedAt: time('Last report that changed something.'),
  },
);
export type AddressOwner = Static<typeof AddressOwner>;

export const Address = named('Address', {
  id,
  number: orNull(text('Phone number as sent.')),
  e164: orNull(text('The number in international form, if it has one.')),
  display: text('The number as a person would write it.'),
  line,
  name: orNull(Type.String()),
  roles: Type.Array(word(ROLES)),
  numbers: Type.Array(AddressNumber, {
    description: 'Further numbers by which it is found, those of its fields included.',
  }),
  fields: Type.Record(Type.String(), Type.Unknown(), { description: 'All other fields.' }),
  correctedBy,
  createdAt: time('First report.'),
  updatedAt: time('Last report that changed something.'),
  seenAt: orNull(
    time(
      'Last report by `kuriere`, also one that changed nothing; it moves at most once a minute. Null for whoever has never reported there.',
    ),
  ),
  others: Type.Array(AddressOwner, {
    maxItems: 20,
    description:
      'Who else has the number, the one that changed last first: nothing of them is mixed in.',
  }),
});
export type Address = Static<typeof Address>;

export const Call = named('Call', {
  id,
  callId: orNull(Type.String()),
  state: orNull(Type.String()),
  direction: orNull(Type.String()),
  number: orNull(text('The other party, as sent.')),
  e164: orNull(Type.String()),
  line,
  name: orNull(
    text(
      '`contact`, else what the archive knows this line by now, else what the call was reported with.',
    ),
  ),
  addressId: orNull(text('The address that has this line, as its own number or a further one.')),
  missed: flag('Incoming, ended and never answered.'),
  settled: flag('Somebody has taken care of it.'),
  settledBy: orNull(
    Type.Object(ByDesk.properties, {
      description: 'Who said so; null if a talk has settled it, or if nobody said who.',
    }),
  ),
  note: orNull(Type.String()),
  noteBy,
  claimedBy,
  attempts: Type.Array(ByDesk, {
    maxItems: MOST_ATTEMPTS,
    description: 'Each time that a desk has called back and reached nobody, the latest last.',
  }),
  remindAt: orNull(time('When `remindBy` is to be reminded of it.')),
  remindBy: orNull(text('The desk that wants to be reminded.')),
  job: orNull(text('The job it was put to: its number, or the `id` of one without.')),
  contact: orNull(text('Which of several contacts with this number it was, by name.')),
  startedAt: orNull(Type.String()),
  endedAt: orNull(Type.String()),
  payload,
});
export type Call = Static<typeof Call>;

export const ArchivedEvent = named('ArchivedEvent', {
  id,
  eventId: Type.Integer({ description: 'The id it had on the stream.' }),
  instance: text('The epoch of the backend it had that id in.'),
  channel: orNull(word(CHANNELS)),
  receivedAt: time('Time of receipt.'),
  sender: orNull(text('Who sent it, by its name in `app.webhook.senders`.')),
  topic: orNull(text('What its sender calls such a message in a header.')),
  payload,
});
export type ArchivedEvent = Static<typeof ArchivedEvent>;

export const Caller = described(
  'Caller',
  'Everything a dispatcher wants to know when the phone rings.',
  {
    number: text('As it was asked for.'),
    line,
    match: word(['exact', 'probable', 'none']),
    address: orNull(Address),
    openJobs: Type.Array(Job, {
      description:
        'Open ones that carry the number, or another one of the address: what is due first, ten at most.',
    }),
    calls: Type.Array(Call, { description: 'The last five.' }),
    jobs: Type.Array(Job, { description: 'The last five that carry the number.' }),
  },
);
export type Caller = Static<typeof Caller>;

export const Lines = described('Lines', 'The lines of numbers.', {
  lines: Type.Array(line, { description: 'In the order of the numbers.' }),
});
export type Lines = Static<typeof Lines>;

export const Summary = described('Summary', 'The archive in numbers.', {
  since: time('What is counted happened then or later; open jobs are counted whenever they came.'),
  events: Type.Object({
    total: count('Accepted webhooks.'),
    channels: Type.Record(Type.String(), Type.Integer(), {
      description: 'The same by channel; `generic` are those without one.',
    }),
  }),
  jobs: Type.Object({
    open: count('Jobs that are open now.'),
    closed: count(
      'Jobs that are closed now: their last version came in this time, or a desk closed them in it.',
    ),
    late: count('Open jobs whose `dueAt` has passed.'),
    dueSoon: count('Open jobs that are due within the next 30 minutes.'),
    statuses: Type.Array(Type.Object({ status: orNull(Type.String()), open: Type.Integer() }), {
      description: 'The open ones by status, most frequent first, 20 at most.',
    }),
  }),
  calls: Type.Object({
    total: count('Calls in all directions.'),
    incoming: count('Incoming calls.'),
    missed: count('Incoming, ended and never answered.'),
    toCallBack: count('Missed whenever, and nobody has taken care of it yet.'),
    callersToCallBack: count('Those who have made them: one for each number.'),
    repeatedToCallBack: Type.Array(
      Type.Object({ line: Type.String(), calls: Type.Integer({ minimum: 2 }) }),
      { description: 'Who has called in vain several times, most often first, 200 at most.' },
    ),
  }),
});
export type Summary = Static<typeof Summary>;

export const Count = described('Count', 'How many items a list has with a filter.', {
  count: Type.Integer({ minimum: 0, maximum: 1000, description: 'How many there are.' }),
  isMore: flag('There are more than 1,000, which nobody has counted.'),
});
export type Count = Static<typeof Count>;

export const JobStatuses = described('JobStatuses', 'What jobs can be filtered by.', {
  statuses: Type.Array(
    Type.Object({
      status: text('As it was sent.'),
      statusClass: orNull(word(JOB_CLASSES, { description: 'What it means.' })),
      open: flag('Whether jobs with it are open.'),
      count: Type.Integer({ minimum: 1, maximum: 1000, description: 'Jobs that have it now.' }),
      isMore: flag('There are more than 1,000 of them.'),
    }),
    { description: 'Each status that a job has now, in order, 200 at most.' },
  ),
});
export type JobStatuses = Static<typeof JobStatuses>;

export const pageOf = <T extends TSchema & { title?: string }>(item: T) =>
  named(`${item.title}Page`, {
    items: Type.Array(item),
    next: orNull(text('Cursor of the next page; null on the last.')),
  });

export interface Page<T> {
  readonly items: T[];
  readonly next: string | null;
}

export const Accepted = named('Accepted', {
  accepted: Type.Integer({ minimum: 0 }),
  skipped: Type.Integer({ minimum: 0, description: 'Elements that are not objects.' }),
});
export type Accepted = Static<typeof Accepted>;

export const CallReport = described('CallReport', 'What was told about a call at one time.', {
  call: text('The `id` of the call that it tells of.'),
  receivedAt: time('Time of receipt.'),
  payload,
});
export type CallReport = Static<typeof CallReport>;

export const JobHandling = described('JobHandling', 'What desks have done to a job by hand.', {
  job: text('The number of the job, or the `id` of one without.'),
  note: orNull(Type.String()),
  noteBy,
  claimedBy,
  closedBy: orNull(ByDesk),
});

export const SetAside = described('SetAside', 'A record that the database refused.', {
  kind: text('What it would have become, or the channel it came by.'),
  receivedAt: time('Time of receipt.'),
  reason: text('What the database said.'),
  payload,
});

/** The lists of what is held about a number, in the order in which they come. */
const PERSONAL_LISTS = {
  addresses: Type.Array(Address),
  calls: Type.Array(Call),
  callReports: Type.Array(CallReport, { description: 'All that was told about these calls.' }),
  jobs: Type.Array(JobVersion),
  jobHandling: Type.Array(JobHandling, { description: 'What was done to these jobs by hand.' }),
  events: Type.Array(ArchivedEvent),
  setAside: Type.Array(SetAside),
  mappings: Type.Array(SavedMapping, { description: 'Rules that name it, and who saved them.' }),
};
export type PersonalList = keyof typeof PERSONAL_LISTS;
export const PERSONAL_DATA = Object.keys(PERSONAL_LISTS) as readonly PersonalList[];

export const PersonalData = Type.Object(
  { number: text('As it was asked for.'), ...PERSONAL_LISTS },
  { title: 'PersonalData', description: 'Everything held about a phone number.' },
);
export type PersonalData = Static<typeof PersonalData>;

export const Erased = described('Erased', 'How many records of each kind an erasure has met.', {
  addresses: count('Addresses removed.'),
  calls: count('Calls removed.'),
  jobs: count('Versions of jobs removed or changed, and what desks noted at jobs.'),
  events: count('Events removed or changed.'),
  setAside: count('Records removed that the database had refused.'),
  mappings: count('Versions of rules for senders of which some were removed.'),
  missing: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'In a cluster: nodes that were not reached. What waits there is held against the erasure before it is stored.',
    }),
  ),
});
export type Erased = Static<typeof Erased>;

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
