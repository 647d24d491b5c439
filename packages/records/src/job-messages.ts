import { messageOf } from './envelope.ts';
import { type FactsReading, factsIn } from './facts.ts';
import { isJsonObject, type JsonObject, type NameList } from './fields.ts';
import { type StatusReading, statusIn } from './job-status.ts';
import { STATUSES } from './names.ts';
import { hasReference, namesJob, type References, referencesIn } from './reference.ts';
import { sideOf } from './sides.ts';
import type { StatusWords } from './status.ts';
import { holdsRecords, type RecordKind, unwrapped } from './unwrap.ts';

/** How an office reads its jobs. */
export interface JobOptions {
  /** Its own names for a job's number, which come first. */
  readonly referenceNames: NameList;
  readonly statusWords: StatusWords;
  /** Of times that have none. */
  readonly timeZone: string;
}

/** What a payload says about one job. */
export interface JobMessage extends References, StatusReading {
  readonly record: JsonObject;
  /** Where in the payload it stands. */
  readonly path: readonly (string | number)[];
  readonly facts: FactsReading;
}

const JOB: RecordKind = {
  identity: (object) => {
    const { record } = messageOf(object);
    if (hasReference(object)) return 'reference';
    // `{"id":7,"jobs":[…]}`: the id is that of the message, unless it tells of a job itself.
    const isJob = namesJob(record) && (!holdsRecords(record) || tellsOfJob(record));
    return isJob ? 'id' : undefined;
  },
  areParts: true,
};

function tellsOfJob(record: JsonObject): boolean {
  return Object.entries(record).some(
    ([name, value]) =>
      (STATUSES.has(name) && value !== null) || (isJsonObject(value) && sideOf(name) !== undefined),
  );
}

/** Reads a payload of `jobs`: one job, a list of them, or what holds such a list. */
export function jobMessages(
  payload: unknown,
  options: JobOptions,
): { readonly messages: readonly JobMessage[]; readonly skipped: number } {
  const { records, skipped } = unwrapped(payload, JOB);
  return {
    messages: records.map(({ record, path }) => ({ record, path, ...jobIn(record, options) })),
    skipped,
  };
}

function jobIn(record: JsonObject, { referenceNames, statusWords, timeZone }: JobOptions) {
  const message = messageOf(record);
  return {
    ...referencesIn(message, referenceNames),
    ...statusIn(message, statusWords),
    facts: factsIn(message, timeZone),
  };
}
