import {
  type JobOptions,
  JsonTexts,
  jobMessages,
  jsonTree,
  NameList,
  parsedJson,
  StatusWords,
} from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';
import { carriedKeys } from './carried-numbers.ts';

/** One version of a job. */
export interface JobReport {
  readonly reference: string | null;
  readonly status: string | null;
  /** Keys of the phone numbers it carries. */
  readonly phoneKeys: readonly string[];
  /** Its JSON text as it was sent. */
  readonly payload: string;
}

export interface JobReports {
  readonly reports: readonly JobReport[];
  readonly skipped: number;
}

const OPTIONS: JobOptions = {
  referenceNames: new NameList(),
  statusWords: new StatusWords(),
  timeZone: 'UTC',
};

/** Reads a payload of `jobs`, given as the JSON text that was sent. */
export function jobReports(text: string, rules: PhoneRules): JobReports {
  const { messages, skipped } = jobMessages(parsedJson(text), OPTIONS);
  const texts = new JsonTexts(text, jsonTree(text, 2));
  const reports = messages.map(({ reference, status, record, path }) => ({
    reference,
    status,
    phoneKeys: carriedKeys(record, rules),
    payload: texts.at(path),
  }));
  return { reports, skipped };
}
