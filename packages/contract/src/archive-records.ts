import Type, { type Static, type TSchema } from 'typebox';
import { ByDesk, claimedBy, correctedBy, noteBy } from './desk.ts';
import { Job, JobVersion } from './job-records.ts';
import { SavedMapping } from './mappings.ts';
import { id, orNull, payload, time, word } from './record-fields.ts';
import { CHANNELS, JOB_CLASSES, MOST_ATTEMPTS } from './words.ts';

export const ROLES = ['customer', 'courier'] as const;
export type Role = (typeof ROLES)[number];

const line = orNull(
  Type.String({
    description:
      'What is compared: two numbers are one line if and only if this is the same. Null without a usable number.',
  }),
);

export const AddressNumber = Type.Object(
  {
    number: Type.String({ description: 'As it was sent or typed.' }),
    line: Type.String({ description: 'What is compared, as in `line` of an address.' }),
    display: Type.String({ description: 'As a person would write it.' }),
    field: orNull(
      Type.String({ description: 'The field it came in; null if a person has added it.' }),
    ),
  },
  { title: 'AddressNumber' },
);
export type AddressNumber = Static<typeof AddressNumber>;

export const AddressOwner = Type.Object(
  {
    ownId: orNull(
      Type.String({ description: 'What its sender calls it, such as `kundennummer`.' }),
    ),
    name: orNull(Type.String()),
    roles: Type.Array(word(ROLES)),
    numbers: Type.Array(AddressNumber, { description: 'Further numbers that are its own.' }),
    fields: Type.Record(Type.String(), Type.Unknown(), { description: 'All other fields.' }),
    source: orNull(
      word(['kunden', 'kuriere', 'phone-book'], { description: 'Who told of it last.' }),
    ),
    updatedAt: time('Last report that changed something.'),
  },
  { title: 'AddressOwner', description: 'Somebody else who has the number of an address.' },
);
export type AddressOwner = Static<typeof AddressOwner>;

export const Address = Type.Object(
  {
    id,
    number: orNull(Type.String({ description: 'Phone number as sent.' })),
    e164: orNull(Type.String({ description: 'The number in international form, if it has one.' })),
    display: Type.String({ description: 'The number as a person would write it.' }),
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
  },
  { title: 'Address' },
);
export type Address = Static<typeof Address>;

export const Call = Type.Object(
  {
    id,
    callId: orNull(Type.String()),
    state: orNull(Type.String()),
    direction: orNull(Type.String()),
    number: orNull(Type.String({ description: 'The other party, as sent.' })),
    e164: orNull(Type.String()),
    line,
    name: orNull(
      Type.String({
        description:
          '`contact`, else what the archive knows this line by now, else what the call was reported with.',
      }),
    ),
    addressId: orNull(
      Type.String({
        description: 'The address that has this line, as its own number or a further one.',
      }),
    ),
    missed: Type.Boolean({ description: 'Incoming, ended and never answered.' }),
    settled: Type.Boolean({ description: 'Somebody has taken care of it.' }),
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
    remindBy: orNull(Type.String({ description: 'The desk that wants to be reminded.' })),
    job: orNull(
      Type.String({
        description: 'The job it was put to: its number, or the `id` of one without.',
      }),
    ),
    contact: orNull(
      Type.String({ description: 'Which of several contacts with this number it was, by name.' }),
    ),
    startedAt: orNull(Type.String()),
    endedAt: orNull(Type.String()),
    payload,
  },
  { title: 'Call' },
);
export type Call = Static<typeof Call>;

export const ArchivedEvent = Type.Object(
  {
    id,
    eventId: Type.Integer({ description: 'The id it had on the stream.' }),
    instance: Type.String({ description: 'The epoch of the backend it had that id in.' }),
    channel: orNull(word(CHANNELS)),
    receivedAt: time('Time of receipt.'),
    sender: orNull(
      Type.String({ description: 'Who sent it, by its name in `app.webhook.senders`.' }),
    ),
    topic: orNull(
      Type.String({ description: 'What its sender calls such a message in a header.' }),
    ),
    payload,
  },
  { title: 'ArchivedEvent' },
);
export type ArchivedEvent = Static<typeof ArchivedEvent>;

export const Caller = Type.Object(
  {
    number: Type.String({ description: 'As it was asked for.' }),
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
  { title: 'Caller', description: 'Everything a dispatcher wants to know when the phone rings.' },
);
export type Caller = Static<typeof Caller>;

export const Lines = Type.Object(
  {
    lines: Type.Array(line, { description: 'In the order of the numbers.' }),
  },
  { title: 'Lines', description: 'The lines of numbers.' },
);
export type Lines = Static<typeof Lines>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const Summary = Type.Object(
  {
    since: time(
      'What is counted happened then or later; open jobs are counted whenever they came.',
    ),
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
  },
  { title: 'Summary', description: 'The archive in numbers.' },
);
export type Summary = Static<typeof Summary>;

export const Count = Type.Object(
  {
    count: Type.Integer({ minimum: 0, maximum: 1000, description: 'How many there are.' }),
    isMore: Type.Boolean({ description: 'There are more than 1,000, which nobody has counted.' }),
  },
  { title: 'Count', description: 'How many items a list has with a filter.' },
);
export type Count = Static<typeof Count>;

export const JobStatuses = Type.Object(
  {
    statuses: Type.Array(
      Type.Object({
        status: Type.String({ description: 'As it was sent.' }),
        statusClass: orNull(word(JOB_CLASSES, { description: 'What it means.' })),
        open: Type.Boolean({ description: 'Whether jobs with it are open.' }),
        count: Type.Integer({ minimum: 1, maximum: 1000, description: 'Jobs that have it now.' }),
        isMore: Type.Boolean({ description: 'There are more than 1,000 of them.' }),
      }),
      { description: 'Each status that a job has now, in order, 200 at most.' },
    ),
  },
  { title: 'JobStatuses', description: 'What jobs can be filtered by.' },
);
export type JobStatuses = Static<typeof JobStatuses>;

export const pageOf = <T extends TSchema & { title?: string }>(item: T) =>
  Type.Object(
    {
      items: Type.Array(item),
      next: orNull(Type.String({ description: 'Cursor of the next page; null on the last.' })),
    },
    { title: `${item.title}Page` },
  );

export interface Page<T> {
  readonly items: T[];
  readonly next: string | null;
}

export const Accepted = Type.Object(
  {
    accepted: Type.Integer({ minimum: 0 }),
    skipped: Type.Integer({ minimum: 0, description: 'Elements that are not objects.' }),
  },
  { title: 'Accepted' },
);
export type Accepted = Static<typeof Accepted>;

export const CallReport = Type.Object(
  {
    call: Type.String({ description: 'The `id` of the call that it tells of.' }),
    receivedAt: time('Time of receipt.'),
    payload,
  },
  { title: 'CallReport', description: 'What was told about a call at one time.' },
);
export type CallReport = Static<typeof CallReport>;

export const JobHandling = Type.Object(
  {
    job: Type.String({ description: 'The number of the job, or the `id` of one without.' }),
    note: orNull(Type.String()),
    noteBy,
    claimedBy,
    closedBy: orNull(ByDesk),
  },
  { title: 'JobHandling', description: 'What desks have done to a job by hand.' },
);
export type JobHandling = Static<typeof JobHandling>;

export const SetAside = Type.Object(
  {
    kind: Type.String({ description: 'What it would have become, or the channel it came by.' }),
    receivedAt: time('Time of receipt.'),
    reason: Type.String({ description: 'What the database said.' }),
    payload,
  },
  { title: 'SetAside', description: 'A record that the database refused.' },
);
export type SetAside = Static<typeof SetAside>;

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
  { number: Type.String({ description: 'As it was asked for.' }), ...PERSONAL_LISTS },
  { title: 'PersonalData', description: 'Everything held about a phone number.' },
);
export type PersonalData = Static<typeof PersonalData>;

const erased = (what: string) => Type.Integer({ minimum: 0, description: what });

export const Erased = Type.Object(
  {
    addresses: erased('Addresses removed.'),
    calls: erased('Calls removed.'),
    jobs: erased('Versions of jobs removed or changed, and what desks noted at jobs.'),
    events: erased('Events removed or changed.'),
    setAside: erased('Records removed that the database had refused.'),
    mappings: erased('Versions of rules for senders of which some were removed.'),
    missing: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'In a cluster: nodes that were not reached. What waits there is held against the erasure before it is stored.',
      }),
    ),
  },
  { title: 'Erased', description: 'How many records of each kind an erasure has met.' },
);
export type Erased = Static<typeof Erased>;
