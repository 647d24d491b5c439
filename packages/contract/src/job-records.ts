import Type, { type Static } from 'typebox';
import { ByDesk, claimedBy, noteBy } from './desk.ts';
import { FACTS, type JobFacts as Facts, PARTS_OF } from './job-facts.ts';
import { described, flag, id, named, orNull, payload, text, time, word } from './record-fields.ts';
import { JOB_CLASSES } from './words.ts';

const statusClass = orNull(
  word(JOB_CLASSES, {
    description:
      'What the status means, or `done` for a job that was closed by hand; null for a word that is not known. All but `done` and `canceled` are open.',
  }),
);

const PARTS = {
  name: orNull(Type.String()),
  address: orNull(text('On one line.')),
  phone: orNull(text('As sent.')),
  note: orNull(Type.String()),
  ownId: orNull(text('In the books of whoever sends it.')),
};
const partsOf = (kind: keyof typeof PARTS_OF) =>
  Object.fromEntries(PARTS_OF[kind].map((part) => [part, PARTS[part]]));
const side = orNull(
  word(['pickup', 'dropoff'], { description: 'What is done there; null where nobody says it.' }),
);
const KINDS = {
  place: () => orNull(Type.Object(partsOf('place'))),
  person: () => orNull(Type.Object(partsOf('person'))),
  moment: (about: string) =>
    orNull(Type.String({ description: `${about} A time in UTC, or a day (\`2026-03-04\`).` })),
  count: (description: string) => orNull(Type.Integer({ minimum: 0, description })),
  route: (description: string) =>
    orNull(Type.Array(Type.Object({ side, ...partsOf('place') }), { description })),
};

export const JobFacts = Type.Unsafe<Facts>(
  Type.Object(
    Object.fromEntries(
      Object.entries(FACTS).map(([name, fact]) => [
        name,
        KINDS[fact.kind]('description' in fact ? fact.description : ''),
      ]),
    ),
    { title: 'JobFacts', description: 'Who, where and until when, of all versions together.' },
  ),
);
export type JobFacts = Facts;

const reference = orNull(text('The number of the job; null if its sender gave none.'));
const status = orNull(text('The newest one that was told, as sent.'));
const state = {
  facts: JobFacts,
  courierId: orNull(
    text(
      'The `id` of its courier in `/api/couriers`; null without one, and if what it says fits several.',
    ),
  ),
  courierCandidates: Type.Array(Type.String(), {
    description: 'The `id` of each courier that what it says fits, if there are several.',
  }),
  dueAt: orNull(
    time('When it has to be picked up; once it is under way, when it has to be delivered.'),
  ),
  late: flag('Open, and `dueAt` has passed.'),
  note: orNull(text('What a desk has written down.')),
  noteBy,
  claimedBy,
  closedBy: orNull(
    Type.Object(ByDesk.properties, {
      description: 'Who closed it by hand; until a version brings another status it is done.',
    }),
  ),
};

const jobId = text(
  'Identifier (UUID) of the job for good: that of its first version. The id of any version leads to its job.',
);

export const Job = described('Job', 'A job as it is now.', {
  id: jobId,
  reference,
  status,
  statusClass,
  receivedAt: time('Receipt of its newest version.'),
  ...state,
  payload: Type.Unknown({ description: 'The JSON of its newest version as it was sent.' }),
});
export type Job = Static<typeof Job>;

export const JobVersion = described('JobVersion', 'What was sent about a job at one time.', {
  id,
  reference: orNull(text('As this version names the job.')),
  status: orNull(text('Null if this version tells none.')),
  statusClass,
  receivedAt: time('Receipt of this version.'),
  sender: orNull(text('Who sent it, by its token; null without a name.')),
  arrivedLate: flag(
    'It tells of something earlier than what had been received before it: it takes nothing back.',
  ),
  payload,
});
export type JobVersion = Static<typeof JobVersion>;

export const JobHistory = named('JobHistory', {
  id: jobId,
  reference: orNull(
    text('Its number now, whichever of its names was asked for; null if its sender gave none.'),
  ),
  status,
  statusClass,
  ...state,
  versions: Type.Array(JobVersion, { description: 'Newest first.' }),
});
export type JobHistory = Static<typeof JobHistory>;
