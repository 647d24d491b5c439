import type { ChangedKind, InTheWay } from '@hookline/contract';
import type { PhoneOptions } from '@hookline/records/phone';
import type { NatsServers } from '../../config/nats-servers.ts';
import type { ArchiveEditor, ArchiveReader, FeedFigures } from '../archive.ts';
import type { ArchiveError } from '../engine/archive-error.ts';
import type { FromOutbox } from '../engine/journal/messages.ts';
import type { FileNews } from '../engine/store/open-archive.ts';
import type { JobSettings } from '../jobs/job-reports.ts';
import type { PersonalDataPiece, Retention } from '../privacy/personal-tables.ts';

export interface WriterData {
  readonly url: string;
  readonly spoolFolder: string;
  /** Names this run in the journal. */
  readonly run: string;
  /** How many threads in a row have ended without storing anything. */
  readonly ends: number;
  readonly phone: PhoneOptions;
  readonly jobs: JobSettings;
  readonly retention: Retention;
  /** The stream that events are read from, where several nodes share one. */
  readonly feed?: FeedData | undefined;
}

export interface FeedData {
  readonly servers: NatsServers;
  readonly name: string;
}

export interface ReaderData {
  readonly url: string;
  readonly phone: PhoneOptions;
  /** How the house reads, for what its words mean and what rules would change. */
  readonly jobs: JobSettings;
}

/** A method of an interface as a message, answered by a `Reply` with the same id. */
export type CallOf<Interface> = {
  [Name in keyof Interface]: Interface[Name] extends (...parameters: infer P) => unknown
    ? { readonly type: 'call'; readonly id: number; readonly name: Name; readonly parameters: P }
    : never;
}[keyof Interface];

export interface Reply {
  readonly type: 'reply';
  readonly id: number;
  readonly value?: unknown;
  readonly error?: {
    readonly reason: ArchiveError['reason'] | undefined;
    readonly message: string;
    readonly inTheWay: InTheWay;
  };
}

export type ToWriter =
  | FromOutbox
  /** Somebody who read the file found it damaged. */
  | { readonly type: 'check' }
  | { readonly type: 'close' }
  | CallOf<ArchiveEditor>;

export type FromWriter =
  | Reply
  /** Of this run, all up to this batch is stored. */
  | { readonly type: 'settled'; readonly seq: number }
  /** This file of the journal is stored, or out of the way. */
  | { readonly type: 'read'; readonly name: string }
  | { readonly type: 'stored'; readonly records: number }
  | { readonly type: 'dead-letters'; readonly records: number }
  | { readonly type: 'changed'; readonly kinds: readonly ChangedKind[] }
  | { readonly type: 'trouble'; readonly text: string | undefined }
  | { readonly type: 'failed'; readonly message: string }
  /** A step of the schema begins, which may take minutes. */
  | { readonly type: 'upgrading'; readonly step: string }
  | { readonly type: 'suppressed'; readonly keys: readonly string[] }
  /** How far what is stored was read anew; undefined when all of it is. */
  | { readonly type: 'rebuilding'; readonly percent: number | undefined }
  | { readonly type: 'started' }
  | { readonly type: 'fed'; readonly figures: FeedFigures }
  /** Why the stream cannot be read; undefined when it can. */
  | { readonly type: 'feed-trouble'; readonly text: string | undefined }
  /** The database is there, with all its tables. */
  | { readonly type: 'opened' }
  /** About something that does not keep it from storing. */
  | { readonly type: 'notice'; readonly text: string }
  /** This file of the journal is too old to know what of it was erased since. */
  | { readonly type: 'held-back'; readonly name: string }
  | ({ readonly type: 'replaced' } & FileNews);

/** What the reading thread is asked for. A list of pieces crosses one by one, as it is taken. */
export interface ReaderCalls extends Omit<ArchiveReader, 'exportNumber'> {
  /** The next piece of an export, which begins when it is first asked for; undefined at its end. */
  nextPiece(run: number, number: string): Promise<PersonalDataPiece | undefined>;
  endPieces(run: number): Promise<void>;
  /** Up to which id this epoch of the stream is stored. */
  fedThrough(instance: string): Promise<number>;
}

export type FromReader = Reply | { readonly type: 'damaged' };

export type ToReader = CallOf<ReaderCalls> | { readonly type: 'reopen' };
