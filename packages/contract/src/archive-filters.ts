import Type, { type Static, type TObject } from 'typebox';
import { ROLES } from './archive-records.ts';
import { word } from './record-fields.ts';
import { ADDRESS_ORDERS, CHANNELS, GENERIC, JOB_CLASSES, JOB_ORDERS, NO_COURIER } from './words.ts';

/** What the lists of the archive can be narrowed by: the parameters of their requests. */

/** A parameter that is left out may as well be undefined. */
type FilterOf<T extends TObject> = {
  readonly [Name in keyof Static<T>]?: Static<T>[Name] | undefined;
};

const text = (description: string) => Type.Optional(Type.String({ description }));
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const choice = <const T extends readonly string[]>(words: T, description: string) =>
  Type.Optional(word(words, { description }));

const q = text('Every word of it occurs, whatever its case and however its umlauts are spelt.');
const number = text('A phone number in any spelling.');
const since = text(
  'This time or later: ISO-8601, in UTC unless it has an offset. A date is a day.',
);
const claimedBy = text('Only what this desk takes care of.');
const until = text('Before this time; a date means all of that day.');

export const AddressFilter = Type.Object({
  q: text(
    'Every word of it occurs, whatever its case and however its umlauts are spelt; three or more digits are part of a number in any spelling as well.',
  ),
  number,
  role: choice(ROLES, 'Only addresses with this role.'),
  sort: choice(
    ADDRESS_ORDERS,
    '`newest` (default). `name`: as in a phone book, those without a name last. `best`: by where `q` is found, and of equals by name: as the number, at the beginning of the name, at the beginning of words, anywhere. With `number` it says nothing.',
  ),
});
export type AddressFilter = FilterOf<typeof AddressFilter>;

export const CallFilter = Type.Object({
  number,
  missed: flag('`true`: incoming, ended and never answered; `false`: all others.'),
  settled: flag('`true`: somebody has taken care of it; `false`: all others.'),
  claimedBy,
  job: text('Only calls that were put to the job with this as one of its names, or its `id`.'),
  q: text(
    'Every word of it occurs in name, number or note; part of a number in any spelling. Without `since`, only the 90 days before `until` or now are searched.',
  ),
  since,
  until,
});
export type CallFilter = FilterOf<typeof CallFilter>;

export const JobFilter = Type.Object({
  reference: text('Only the job with this number, or with this as one of its names.'),
  status: text('Only jobs that have this status now, as it was sent.'),
  class: choice(JOB_CLASSES, 'Only jobs whose status means this.'),
  q,
  open: flag('`true`: jobs that are still open; `false`: all others.'),
  late: flag('`true`: open jobs whose `dueAt` has passed; `false`: all others.'),
  courier: text(
    `Only jobs of this courier: a name, or a phone number in any spelling. \`${NO_COURIER}\`: jobs without one.`,
  ),
  claimedBy,
  since,
  until,
  sort: choice(
    JOB_ORDERS,
    '`changed` (default): the one changed last first. `due`: the one that is due first, those without `dueAt` last, and of equals the one changed last.',
  ),
});
export type JobFilter = FilterOf<typeof JobFilter>;

export const EventFilter = Type.Object({
  channel: choice([...CHANNELS, GENERIC], 'Only events that came in by this URL.'),
  sender: text('Only events of this sender, by the name it has in `app.webhook.senders`.'),
  since,
  until,
  q: text('As elsewhere. Without `since`, only the 7 days before `until` or now are searched.'),
});
export type EventFilter = FilterOf<typeof EventFilter>;

/** What each list can be narrowed by. */
export interface ListFilters {
  readonly addresses: AddressFilter;
  readonly calls: CallFilter;
  readonly jobs: JobFilter;
  readonly events: EventFilter;
}

/** What the numbers of a summary are of. */
export const SummaryFilter = Type.Object({
  since: Type.String({
    description: 'ISO-8601, in UTC unless it has an offset. A date is a day.',
  }),
});
export type SummaryFilter = Static<typeof SummaryFilter>;
