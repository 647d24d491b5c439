import {
  Address,
  ArchivedEvent,
  Call,
  CHANNELS,
  GENERIC,
  JOB_CLASSES,
  JOB_ORDERS,
  Job,
  ROLES,
} from '@hookline/contract';
import Type from 'typebox';
import type {
  AddressFilter,
  ArchiveReader,
  CallFilter,
  EventFilter,
  JobFilter,
} from '../archive/archive.ts';
import type { List } from './archive-lists.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const choice = (values: readonly string[], description: string) =>
  Type.Optional(Type.Enum([...values], { type: 'string', description }));

const q = text('Every word of it occurs, whatever its case and however its umlauts are spelt.');
const number = text('A phone number in any spelling.');
const since = text(
  'This time or later: ISO-8601, in UTC unless it has an offset. A date is a day.',
);
const until = text('Before this time; a date means all of that day.');

export const addressList = (archive: ArchiveReader): List<AddressFilter> => ({
  name: 'addresses',
  url: '/api/addresses',
  summary: 'Addresses, newest first',
  item: Address,
  filters: { q, number, role: choice(ROLES, 'Only addresses with this role.') },
  filterOf: (query) => ({
    q: query.text('q'),
    number: query.text('number'),
    role: query.choice('role', ROLES),
  }),
  read: (filter, page, format) => archive.addresses(filter, page, format),
});

export const callList = (archive: ArchiveReader): List<CallFilter> => ({
  name: 'calls',
  url: '/api/calls',
  summary: 'Calls, each once and in its current state, newest first',
  item: Call,
  filters: {
    number,
    missed: flag('`true`: incoming, ended and never answered; `false`: all others.'),
    settled: flag('`true`: somebody has taken care of it; `false`: all others.'),
    q: text(
      'Every word of it occurs in name, number or note; part of a number in any spelling. Without `since`, only the 90 days before `until` or now are searched.',
    ),
    since,
    until,
  },
  filterOf: (query) => ({
    number: query.text('number'),
    missed: query.flag('missed'),
    settled: query.flag('settled'),
    q: query.text('q'),
    since: query.since(),
    until: query.until(),
  }),
  read: (filter, page, format) => archive.calls(filter, page, format),
});

export const jobList = (archive: ArchiveReader): List<JobFilter> => ({
  name: 'jobs',
  url: '/api/jobs',
  summary: 'Jobs as they are now, the one changed last first',
  item: Job,
  filters: {
    reference: text('Only the job with this number, or with this as one of its names.'),
    status: text('Only jobs that have this status now, as it was sent.'),
    class: choice(JOB_CLASSES, 'Only jobs whose status means this.'),
    q,
    open: flag('`true`: jobs that are still open; `false`: all others.'),
    late: flag('`true`: open jobs whose `dueAt` has passed; `false`: all others.'),
    courier: text('Only jobs of this courier: a name, or a phone number in any spelling.'),
    since,
    until,
    sort: choice(
      JOB_ORDERS,
      '`changed` (default): the one changed last first. `due`: the one that is due first, those without `dueAt` last.',
    ),
  },
  filterOf: (query) => ({
    reference: query.text('reference'),
    status: query.text('status'),
    statusClass: query.choice('class', JOB_CLASSES),
    q: query.text('q'),
    open: query.flag('open'),
    late: query.flag('late'),
    courier: query.text('courier'),
    since: query.since(),
    until: query.until(),
    sort: query.choice('sort', JOB_ORDERS),
  }),
  read: (filter, page, format) => archive.jobs(filter, page, format),
});

export const eventList = (archive: ArchiveReader): List<EventFilter> => ({
  name: 'events',
  url: '/api/archive/events',
  summary: 'Every event ever accepted, newest first',
  item: ArchivedEvent,
  filters: {
    channel: choice([...CHANNELS, GENERIC], 'Only events that came in by this URL.'),
    since,
    until,
    q: text('As elsewhere. Without `since`, only the 7 days before `until` or now are searched.'),
  },
  filterOf: (query) => ({
    channel: query.choice('channel', [...CHANNELS, GENERIC]),
    since: query.since(),
    until: query.until(),
    q: query.text('q'),
  }),
  read: (filter, page, format) => archive.events(filter, page, format),
});
