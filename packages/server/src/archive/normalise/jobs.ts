import {
  filledText,
  isJsonObject,
  type JsonObject,
  JsonTexts,
  jsonTree,
  NameList,
  parsedJson,
} from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';
import { carriedKeys } from './carried-numbers.ts';
import { isEnvelope, type RecordKind, unwrapped } from './unwrap.ts';

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

const REFERENCE_NAMES = new NameList(
  ...['delivery_id', 'jobId', 'job_id', 'auftragsnummer', 'reference', 'nummer'],
);
const ID_NAMES = new NameList('id');
const STATUS_NAMES = new NameList('status', 'state');
/** Longer ones are no names but contents, and too long for the index of a database. */
const MAX_LENGTH = 200;

const JOB: RecordKind = {
  identity: (object) =>
    REFERENCE_NAMES.entriesOf(object).find(([, value]) => nameText(value) !== undefined)?.[0] ??
    (textUnder(ID_NAMES, [object]) !== undefined && !isEnvelope(object) ? 'id' : undefined),
  areParts: true,
};

/** Reads a payload of `jobs`, given as the JSON text that was sent. */
export function jobReports(text: string, rules: PhoneRules): JobReports {
  const { records, skipped } = unwrapped(parsedJson(text), JOB);
  const texts = new JsonTexts(text, jsonTree(text, 2));
  const reports = records.map(({ record, path }) => {
    const parts = Object.values(record).filter(isJsonObject);
    return {
      reference:
        textUnder(REFERENCE_NAMES, [record]) ??
        textUnder(REFERENCE_NAMES, parts) ??
        textUnder(ID_NAMES, [record]) ??
        null,
      status: textUnder(STATUS_NAMES, [record]) ?? textUnder(STATUS_NAMES, parts) ?? null,
      phoneKeys: carriedKeys(record, rules),
      payload: texts.at(path),
    };
  });
  return { reports, skipped };
}

/** The first text under one of the names in any of the objects; a stronger name beats a place. */
function textUnder(names: NameList, objects: readonly JsonObject[]): string | undefined {
  return names.firstIn(objects, nameText);
}

function nameText(value: unknown): string | undefined {
  const text = filledText(value);
  return text !== undefined && text.length <= MAX_LENGTH ? text : undefined;
}
