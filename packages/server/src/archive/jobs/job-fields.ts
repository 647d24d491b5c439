import type { JobClass } from '@hookline/contract';
import { FACT_COLUMNS } from '@hookline/contract/job-facts';
import {
  at,
  byDesk,
  CLAIMED,
  type Columns,
  type Field,
  field,
  jsonShape,
  moment,
  NOTED,
  payload,
  received,
  recordShape,
  shownColumns,
  wordField,
} from '../engine/lists/fields.ts';
import { JsonText, jsonOf } from '../engine/lists/shape.ts';
import type { MeantCouriers } from './courier-names.ts';
import { referenceOf } from './job-names.ts';
import { shownFacts } from './merge-job.ts';

/** What desks have done to a job; of most nothing. */
export const ASSIGNMENT_COLUMNS = shownColumns('job_assignments', 'id', 'name');

export type VersionRow = Columns<
  'job_versions',
  'id' | 'name' | 'status' | 'status_class' | 'received_at' | 'payload'
>;
/** The same in the history of its job. */
export type PastRow = VersionRow & Columns<'job_versions', 'before_id' | 'sender'>;
export type AssignedRow = Columns<'jobs', (typeof ASSIGNMENT_COLUMNS)[number]>;
/** A job as it is at the moment of reading. */
export type JobRow = VersionRow &
  Columns<'jobs', 'facts' | 'due_at'> &
  AssignedRow &
  MeantCouriers & { readonly late: number };

const JOB_CLASSES: Readonly<Record<JobClass, string>> = {
  new: 'neu',
  open: 'offen',
  assigned: 'vergeben',
  underway: 'unterwegs',
  problem: 'Problem',
  done: 'erledigt',
  canceled: 'storniert',
};

const jobId = field<Pick<VersionRow, 'id'>>('id', (row) => row.id, 'Kennung');
const NAMED: readonly Field<Pick<VersionRow, 'id' | 'name' | 'status' | 'status_class'>>[] = [
  field('reference', referenceOf, 'Auftrag'),
  field('status', (row) => row.status, 'Status'),
  wordField('statusClass', 'Bedeutung', JOB_CLASSES, (row) => row.status_class),
];
/** In a table each fact has a column of its own. */
const FACTS: Field<Pick<JobRow, 'facts'>> = {
  name: 'facts',
  json: (row) => new JsonText(JSON.stringify(shownFacts(row.facts))),
  csv: FACT_COLUMNS.map(({ name, value }) => [name, (row) => value(shownFacts(row.facts))]),
  excel: FACT_COLUMNS.map(({ label, kind, value }) => [
    label,
    (row) => {
      const fact = value(shownFacts(row.facts));
      if (typeof fact === 'number') return { digits: String(fact) };
      return kind === 'moment' ? at(fact) : fact;
    },
  ]),
};
const ASSIGNED: readonly Field<AssignedRow>[] = [
  ...NOTED,
  CLAIMED,
  byDesk('closed', 'Abgeschlossen'),
];
const NOW: readonly Field<Omit<JobRow, 'received_at' | 'payload'>>[] = [
  FACTS,
  { ...field('courierId', (row) => row.courier_id), csv: [] },
  { ...field('courierCandidates', (row) => row.courier_ids), csv: [] },
  moment('dueAt', 'Fällig', (row) => row.due_at),
  field('late', (row) => row.late === 1, 'Verspätet'),
  ...ASSIGNED,
];

export const JOB = recordShape<JobRow>(
  [jobId, ...NAMED, received, ...NOW, payload],
  (row) => row.payload,
  'reference status statusClass dueAt late facts note noteBy claimedBy closedBy receivedAt id',
);
const VERSION = jsonShape<PastRow>([
  jobId,
  ...NAMED,
  received,
  field('sender', (row) => row.sender),
  field('arrivedLate', (row) => row.before_id !== null),
  payload,
]);
/** What a `JobHistory` has beside its versions. */
export const JOB_NOW = jsonShape<Omit<JobRow, 'received_at' | 'payload'>>([
  jobId,
  ...NAMED,
  ...NOW,
]);
/** What desks have done to a job. */
export const ASSIGNMENT = jsonShape(ASSIGNED);

export const jobText = JOB.write.json;
export const versionText = (row: PastRow): string => jsonOf(VERSION, row);
