import { JOB_CLASSES, type JobClass } from '@hookline/contract/words';
import {
  depthOf,
  type FactsReading,
  type Happened,
  hasStreet,
  isHouseNumber,
  isJsonObject,
  isNumberName,
  type JobMessages,
  type JobOptions,
  jobMessages,
  type Mapping,
  NameList,
  numbersIn,
  parsedJson,
  type StatusClass,
  StatusWords,
  textsIn,
} from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';

/** One version of a job. */
export interface JobReport {
  readonly reference: string | null;
  /** Further names of the same job. */
  readonly aliases: readonly string[];
  /** Further numbers that lead to it. */
  readonly leads: readonly string[];
  readonly status: string | null;
  readonly statusClass: JobClass | null;
  readonly facts: FactsReading;
  /** When what it tells happened, if it says so. */
  readonly happened: Happened | undefined;
  /** Keys of the phone numbers it carries. */
  readonly phoneKeys: readonly string[];
  /** Its JSON text as it was sent. */
  readonly payload: string;
}

export interface JobSettings {
  /** Its own names for a job's number. */
  readonly referenceNames: readonly string[];
  /** What its own words for a status mean. */
  readonly statusWords: Readonly<Record<string, string>>;
  readonly timeZone: string;
}

/** To be raised when the same payload is read otherwise than before: all stored ones are read anew. */
const READING = 11;

/** Reads what payloads say about jobs, by the rules for all and those of the house. */
export class JobReading {
  /** Another one reads otherwise. */
  readonly version: string;
  readonly rules: PhoneRules;
  readonly timeZone: string;
  readonly statusWords: StatusWords;
  readonly #options: JobOptions;

  constructor({ referenceNames, statusWords, timeZone }: JobSettings, rules: PhoneRules) {
    const words = new StatusWords(statusWords);
    this.rules = rules;
    this.statusWords = words;
    this.timeZone = timeZone;
    this.#options = {
      referenceNames: new NameList(...referenceNames),
      statusWords: words,
      timeZone,
    };
    this.version = JSON.stringify([READING, words.version, referenceNames, timeZone]);
  }

  /** A status that was read before, by the words of today. */
  statusOf(status: string | null, mapping: Mapping): Pick<JobReport, 'status' | 'statusClass'> {
    const words = mapping.words(this.#options.statusWords);
    return { status, statusClass: status === null ? null : ofJob(words.classOf(status)) };
  }

  /** What a payload of `jobs` says, with what is said of its sender. */
  messages(payload: unknown, mapping?: Mapping): JobMessages {
    return jobMessages(payload, this.#options, mapping);
  }

  /** Reads a payload of `jobs`, given as the JSON text that was sent. */
  reports(text: string, mapping?: Mapping) {
    const { messages, skipped } = this.messages(parsedJson(text), mapping);
    const textAt = textsIn(text, depthOf(messages));
    const reports = messages.map(
      ({ record, path, statusClass, ...said }): JobReport => ({
        reference: said.reference,
        aliases: said.aliases,
        leads: said.leads,
        status: said.status,
        statusClass: ofJob(statusClass),
        facts: said.facts,
        happened: said.happened,
        phoneKeys: carriedKeys(record, this.rules),
        payload: textAt(path),
      }),
    );
    return { reports, skipped };
  }
}

/** A job that is said to be `frei` or `offline` has a word that nobody knows for jobs. */
function ofJob(statusClass: StatusClass | null): JobClass | null {
  return JOB_CLASSES.find((one) => one === statusClass) ?? null;
}

const MAX_DEPTH = 8;
const MAX_READ = 1000;
const MAX_KEYS = 100;

/**
 * The keys of the phone numbers that a payload carries in fields named for them, at any place a
 * person would put them: `telefon`, `customer.phone`, `stops[].contact.mobile`. Bounded, for each
 * number costs time and an index entry, and a sender may send a megabyte of them.
 */
export function carriedKeys(payload: unknown, rules: PhoneRules): readonly string[] {
  const keys = new Set<string>();
  let unread = MAX_READ;
  let level: unknown[] = [payload];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const next: unknown[] = [];
    for (const container of level) {
      const besideStreet = isJsonObject(container) && hasStreet(container);
      for (const [name, value] of entriesOf(container)) {
        if (Array.isArray(value) || isJsonObject(value)) next.push(value);
        if (name === undefined || !isNumberName(name)) continue;
        if (besideStreet && isHouseNumber(name, value)) continue;
        for (const sent of numbersIn(value)) {
          if (--unread < 0 || keys.size >= MAX_KEYS) return [...keys].slice(0, MAX_KEYS);
          const { key, aliases } = rules.read(sent);
          if (key) keys.add(key);
          for (const alias of aliases) keys.add(alias.key);
        }
      }
    }
    level = next;
  }
  return [...keys].slice(0, MAX_KEYS);
}

function entriesOf(container: unknown): (readonly [name: string | undefined, value: unknown])[] {
  if (Array.isArray(container)) return container.map((value) => [undefined, value]);
  return isJsonObject(container) ? Object.entries(container) : [];
}
