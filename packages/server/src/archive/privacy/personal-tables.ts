import type { PersonalList } from '@hookline/contract';
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import { addressNumbersFromJson } from '../addresses/address-numbers.ts';
import { ownerText, storedOwners } from '../addresses/owners.ts';
import { attemptsOf } from '../calls/call-fields.ts';
import type { Elsewhere } from '../engine/lists/scan.ts';
import type { Scanned, Schema } from '../engine/store/schema.ts';
import { anyOf } from '../engine/store/search.ts';
import { VERSION_TEXT } from '../jobs/version-text.ts';

/** How long each kind is kept, in milliseconds; undefined keeps it for ever. */
export interface Retention {
  readonly events: number | undefined;
  readonly calls: number | undefined;
  readonly jobs: number | undefined;
  readonly addresses: number | undefined;
}

/** Some items of one of the lists of a `PersonalData`, as JSON texts. */
export interface PersonalDataPiece {
  readonly list: PersonalList;
  readonly items: readonly string[];
}

/** What is personal in a table: what an export shows, an erasure takes out, and retention ends. */
export interface PersonalTable<Table extends Scanned> {
  /** Under which name an export lists its rows. */
  readonly list: PersonalDataPiece['list'];
  /** Where the lines of its rows stand, and which row each of them belongs to. */
  readonly lines?: { readonly table: 'address_numbers' | 'calls'; readonly row: string };
  /** What else of a row may name a number, as JSON; null if there is nothing. */
  readonly json: (row: Selectable<Schema[Table]>) => string | null;
  /** The columns that this is made of, each JSON by itself or a plain text. */
  readonly texts: { readonly [Column in keyof Schema[Table] & string]?: 'json' | 'plain' };
  readonly elsewhere?: Elsewhere;
  /** Of a payload that also names others only a part goes; without it, the row goes whole. */
  readonly cut?: 'payload' | 'texts';
  /** A part of a call goes with it, and it with its parts; what was done to a job goes with that. */
  readonly partOf?: 'calls' | 'jobs';
  /** How long it is kept, and since which times, the latest of them; a part goes with its whole. */
  readonly kept?: {
    readonly kind: keyof Retention;
    readonly since: keyof Schema[Table] & string;
    readonly orSince?: keyof Schema[Table] & string;
  };
}

/**
 * The one table of what is kept about people. Other tables are made of these rows and go with
 * them, or hold nothing that was sent.
 */
export const PERSONAL_TABLES: { readonly [Table in Scanned]: PersonalTable<Table> } = {
  addresses: {
    list: 'addresses',
    lines: { table: 'address_numbers', row: 'address_id' },
    json: ({ name, number, aliases, fields, corrected_by, others }) => {
      const numbers = addressNumbersFromJson(aliases).map((one) => one.number);
      const owners = storedOwners(others).map((one) => ownerText(one, JSON.stringify(one.fields)));
      const own = JSON.stringify({ name, number, numbers, corrected_by }).slice(0, -1);
      return `${own},"fields":${fields},"others":[${owners.join(',')}]}`;
    },
    texts: {
      name: 'plain',
      number: 'plain',
      aliases: 'json',
      fields: 'json',
      corrected_by: 'plain',
      others: 'json',
    },
    // A courier who reports every day that all is as it was is not gone.
    kept: { kind: 'addresses', since: 'updated_at', orSince: 'seen_at' },
  },
  calls: {
    list: 'calls',
    lines: { table: 'calls', row: 'id' },
    // What a person has written down stands in no report.
    json: ({ note, note_by, claimed_by, settled_by, attempts, remind_by, job, contact }) => {
      const tried = attemptsOf({ attempts }).map(({ desk }) => desk);
      const desks = [note_by, claimed_by, settled_by, remind_by, ...tried];
      return writtenDown(note, [...desks, job, contact]);
    },
    texts: {
      note: 'plain',
      note_by: 'plain',
      claimed_by: 'plain',
      settled_by: 'plain',
      attempts: 'json',
      remind_by: 'plain',
      job: 'plain',
      contact: 'plain',
    },
    kept: { kind: 'calls', since: 'created_at' },
  },
  call_reports: {
    list: 'callReports',
    json: ({ payload }) => payload,
    texts: { payload: 'json' },
    partOf: 'calls',
  },
  job_versions: {
    list: 'jobs',
    // Its facts are read in it, and what is known of the job is merged of them.
    json: ({ payload }) => payload,
    texts: { payload: 'json' },
    elsewhere: { payload: VERSION_TEXT },
    cut: 'payload',
    // Of the newest version: a job goes whole.
    kept: { kind: 'jobs', since: 'received_at' },
  },
  job_assignments: {
    list: 'jobHandling',
    json: ({ note, note_by, claimed_by, closed_by }) =>
      writtenDown(note, [note_by, claimed_by, closed_by]),
    texts: { note: 'plain', note_by: 'plain', claimed_by: 'plain', closed_by: 'plain' },
    // A claim and a closing are not about whom the note names.
    cut: 'texts',
    partOf: 'jobs',
  },
  events: {
    list: 'events',
    json: ({ payload }) => payload,
    texts: { payload: 'json' },
    cut: 'payload',
    kept: { kind: 'events', since: 'received_at' },
  },
  // What the database refused is kept no longer than what it took: by its own kind.
  dead_letters: {
    list: 'setAside',
    json: ({ content }) => content,
    texts: { content: 'json' },
  },
  // A rule may name whom a message was about, and says who wrote it.
  mapping_versions: {
    list: 'mappings',
    json: ({ rules, saved_by }) => `{"rules":${rules},"desks":${JSON.stringify([saved_by])}}`,
    texts: { rules: 'json', saved_by: 'plain' },
    cut: 'texts',
  },
};

/** The note of a desk, and what else was written, such as its name; null if there is neither. */
function writtenDown(note: string | null, more: readonly (string | null)[]): string | null {
  const named = more.filter((text) => text !== null);
  return note === null && named.length === 0 ? null : JSON.stringify({ note, named });
}

/** Whether a phone key names one of the lines, or an extension behind one of them. */
export function isOnLine(keys: readonly string[]): Expression<SqlBool> {
  const conditions = keys.map((key) => {
    const extensions = `${key};ext=`;
    // Not `like`: a key may be a SIP address, with any characters in it.
    return sql`(number_key = ${key}
      or substr(number_key, 1, ${extensions.length}) = ${extensions})`;
  });
  return anyOf(conditions);
}

/** The same of one key. */
export function isOneOf(key: string | null, keys: readonly string[]): boolean {
  return keys.some((one) => key === one || key?.startsWith(`${one};ext=`));
}
