import type { Accepted, ChangedKind, Channel, ListFilters } from '@hookline/contract';
import type { AddressReader } from './addresses/address-list.ts';
import type { AddressEditor } from './addresses/change-address.ts';
import type { CallReader } from './calls/call-list.ts';
import type { CallEditor } from './calls/change-call.ts';
import type { CourierReader } from './couriers/courier-list.ts';
import type { EventReader } from './events/event-list.ts';
import type { KeptSources, SourceChanges } from './events/kept-sources.ts';
import type { JobEditor } from './jobs/change-job.ts';
import type { JobReader } from './jobs/job-list.ts';
import type { MappingEditor } from './mappings/change-mapping.ts';
import type { MappingReader } from './mappings/mapping-list.ts';
import type { PrivacyEditor } from './privacy/erase-number.ts';
import type { PrivacyReader } from './privacy/personal-data.ts';

/** An accepted event as the archive gets it. */
export interface ArchivableEvent {
  /** Who sent it, by its token; nothing for one without a name. */
  readonly sender?: string | null;
  readonly topic?: string | null;
  readonly id: number;
  readonly receivedAt: string;
  readonly channel: Channel | null;
  /** The payload's JSON text as it was sent, UTF-8. */
  readonly payload: Buffer;
}

export interface ArchiveListener {
  /** Something of this kind is now different from what a reader may have seen. */
  changed(kind: ChangedKind): void;
  /** Nothing about these numbers is to be held any more, by their keys; all of them. */
  suppressed(keys: readonly string[]): void;
}

export type ReportKind = 'addresses' | 'calls';

/** How far the stream is stored, as far as this node knows. */
export interface FeedFigures {
  readonly isFeeding: boolean;
  readonly position: number;
  /** Events in the stream behind it. */
  readonly pending: number;
  /** Events that the stream let go of before they were stored. */
  readonly lost: number;
}

/** Plain numbers for the metrics. */
export interface ArchiveFigures {
  /** Bytes handed over that are in memory only. */
  readonly queuedBytes: number;
  /** Bytes of the journal on disk. */
  readonly journalBytes: number;
  /** Records that are not stored yet; a file that an earlier run has left counts as one. */
  readonly waiting: number;
  /** How long the oldest of them has waited. */
  readonly waitingSeconds: number;
  readonly stored: number;
  /** Records the database refused. */
  readonly deadLetters: number;
  /** Records given up because the queue was full. */
  readonly dropped: number;
  /** Failed attempts to store a batch. */
  readonly failures: number;
  /** Where events are read from a stream that several nodes share. */
  readonly feed?: FeedFigures;
}

/**
 * Where everything accepted is kept. Handing something over never waits, never throws and never
 * depends on the state of a database: what goes wrong behind it shows in `troubles`, in the log
 * and in the metrics, not in the request that triggered it.
 */
export interface Archive extends ArchiveReader, ArchiveEditor {
  /** What it is, for the start line. */
  readonly description: string;
  /** Takes file and journal for this service alone; throws when another one has them. */
  claim(): void;
  /** Begins the journal, in which whatever is taken from then on is kept. */
  open(instance: string): Promise<void>;
  /** After the end: a thread could not be ended, for it is inside of the database's own code. */
  readonly isHeldUp: boolean;
  /** Starts the threads. The relay does not wait for the database to be there. */
  start(): Promise<void>;
  store(event: ArchivableEvent): void;
  /**
   * JSON text of one address, a list, or `{"addresses":[…]}`. `by` is the desk at which somebody has
   * entered them.
   */
  reportAddresses(json: Buffer, by?: string): void;
  /** JSON text of one call report, a list, or `{"calls":[…]}`. */
  reportCalls(json: Buffer): void;
  /**
   * Calls `go` when all that was handed over before is in the journal, where it outlives the
   * process. Answers false, and does not call it, if there is nothing to wait for.
   */
  whenKept(go: () => void): boolean;
  /** How many elements of such a text count. Unlike handing it over, this may take a while. */
  countReport(kind: ReportKind, json: Buffer): Promise<Accepted>;
  /** What has changed in the counting of senders. */
  keepSources(changes: SourceChanges): void;
  /** What is wrong at the moment, one sentence each; empty when all is well. */
  troubles(): readonly string[];
  /** How many percent of what is stored were read anew, while that lasts. */
  rebuilding(): number | undefined;
  figures(): ArchiveFigures;
  /**
   * Where events are read from a stream that several nodes share: done when everything up to this
   * one is stored, whichever node does it; an error if that takes longer than so many milliseconds.
   */
  caughtUp(
    place: { readonly instance: string; readonly id: number },
    timeout: number,
  ): Promise<void>;
  /** Up to where it has what was in this epoch of the stream; an error while it cannot tell. */
  fedThrough(instance: string): Promise<number>;
  listen(listener: ArchiveListener): void;
  /** Stores whatever was handed over, then lets go of everything. */
  close(): Promise<void>;
}

/**
 * Reading back, of each room its part. Items come as text made by the reading thread: a payload is
 * spliced in as the text that was sent, and the event loop of the relay has no rows to serialise.
 * A cursor that was not given out here is an `ArchiveError` with the reason `bad_cursor`.
 */
export interface ArchiveReader
  extends AddressReader,
    CallReader,
    JobReader,
    CourierReader,
    EventReader,
    MappingReader,
    PrivacyReader {
  /** A `Summary` as JSON text. */
  summary(since: string): Promise<string>;
  /** How many items a list has, a `Count` as JSON text. */
  count<L extends keyof ListFilters>(list: L, filter: ListFilters[L]): Promise<string>;
}

/** What a person does to the archive; unlike what is handed over, it waits for the database. */
export interface ArchiveEditor
  extends AddressEditor,
    CallEditor,
    JobEditor,
    MappingEditor,
    PrivacyEditor {
  /** What was counted of senders before the start: of this thread, which runs at the start anyway. */
  keptSources(): Promise<KeptSources>;
}
