import type {
  Accepted,
  AddressChange,
  AddressFilter,
  CallChange,
  CallFilter,
  ChangedKind,
  Channel,
  Erased,
  EventFilter,
  InTheWay,
  JobChange,
  JobFilter,
  ListFilters,
  PersonalList,
} from '@hookline/contract';

/** An accepted event as the archive gets it. */
export interface ArchivableEvent {
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
  readonly setAside: number;
  /** Records given up because the queue was full. */
  readonly dropped: number;
  /** Failed attempts to store a batch. */
  readonly failures: number;
  /** Where events are read from a stream that several nodes share. */
  readonly feed?: {
    readonly isFeeding: boolean;
    readonly position: number;
    readonly pending: number;
    readonly lost: number;
  };
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
  /** `sender` is who sent it, by its token; null for one without a name. */
  store(event: ArchivableEvent, sender?: string | null): void;
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
  rereading(): number | undefined;
  figures(): ArchiveFigures;
  /**
   * Where events are read from a stream that several nodes share: done when everything up to this
   * one is stored, whichever node does it.
   */
  caughtUp(place: { readonly instance: string; readonly id: number }): Promise<void>;
  listen(listener: ArchiveListener): void;
  /** Stores whatever was handed over, then lets go of everything. */
  close(): Promise<void>;
}

export interface PageRequest {
  /** 1 to 500. */
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A table for Excel, with a column for each of these fields of what senders sent. */
export interface Sheet {
  readonly columns: readonly string[];
  /** Of the clocks that its times are shown by. */
  readonly timeZone: string;
}

/**
 * `fields` are the names of what would be columns of a `Sheet`: for each item a JSON list of those
 * that no item before it on the page has.
 */
export type ItemFormat = 'json' | 'csv' | 'vcard' | 'fields' | Sheet;

/**
 * Items ready to be sent, in the order of the list: tables and vCards with their line ends, tables
 * without the heading. A page may be shorter than its limit and still have a next one.
 */
export interface TextPage {
  readonly items: readonly string[];
  readonly next: string | null;
}

/** Versions of a job, with how it is now: the members of a `JobHistory` before them, as JSON. */
export interface VersionPage extends TextPage {
  readonly now: string;
}

/** Some items of one of the lists of a `PersonalData`, as JSON texts. */
export interface PersonalDataPiece {
  readonly list: PersonalList;
  readonly items: readonly string[];
}

/**
 * Reading back. Items come as text made by the reading thread: a payload is spliced in as the
 * text that was sent, and the event loop of the relay has no rows to serialise.
 * A cursor that was not given out here is an `ArchiveError` with the reason `bad_cursor`.
 */
export interface ArchiveReader {
  addresses(filter: AddressFilter, page: PageRequest, format: ItemFormat): Promise<TextPage>;
  address(id: string): Promise<string | undefined>;
  calls(filter: CallFilter, page: PageRequest, format: ItemFormat): Promise<TextPage>;
  jobs(filter: JobFilter, page: PageRequest, format: ItemFormat): Promise<TextPage>;
  /** The versions of a job with this name, newest first; undefined if there is none. */
  job(reference: string, page: PageRequest): Promise<VersionPage | undefined>;
  events(filter: EventFilter, page: PageRequest, format: ItemFormat): Promise<TextPage>;
  /** A `CourierList` as JSON text. */
  couriers(): Promise<string>;
  /** A `CourierView` as JSON text; undefined if there is no such courier. */
  courier(id: string): Promise<string | undefined>;
  /** A `Caller` as JSON text. */
  caller(number: string): Promise<string>;
  /** The line of each number, by which it is compared; null for one that has none. */
  lines(numbers: readonly string[]): Promise<readonly (string | null)[]>;
  /** A `Summary` as JSON text. */
  summary(since: string): Promise<string>;
  /** How many items a list has, a `Count` as JSON text. */
  count<L extends keyof ListFilters>(list: L, filter: ListFilters[L]): Promise<string>;
  /** `JobStatuses` as JSON text. */
  jobStatuses(): Promise<string>;
  /** Everything held about a phone number, the lists one after another. */
  exportNumber(number: string): AsyncIterable<PersonalDataPiece>;
}

/** What a person does to the archive; unlike what is handed over, it waits for the database. */
export interface ArchiveEditor {
  /** The changed address as JSON text. */
  changeAddress(id: string, change: AddressChange): Promise<string | undefined>;
  deleteAddress(id: string): Promise<boolean>;
  /** The changed call as JSON text. */
  changeCall(id: string, change: CallChange): Promise<string | undefined>;
  /** The changed job as JSON text; it is named as in `job`, or by the id of one of its versions. */
  changeJob(name: string, change: JobChange): Promise<string | undefined>;
  /** Erases everything held about a phone number; answers how many records of each kind. */
  eraseNumber(number: string, suppress: boolean): Promise<Erased>;
  /** Erases it from what waits in the journal only: another service erases the rest. */
  eraseJournal(number: string): Promise<void>;
  /** Another node has suppressed a number. */
  suppressedElsewhere(): Promise<void>;
  /** What was counted of senders before the start: of this thread, which runs at the start anyway. */
  keptSources(): Promise<KeptSources>;
}

/** What is counted of one sender at one URL, as JSON. */
export interface KeptSource {
  /** Empty for those without a name. */
  readonly sender: string;
  readonly url: string;
  /** Which run of the service has counted it: none replaces what another one has. */
  readonly life: string;
  readonly state: string;
}

/** A sender or URL that is silent, and since when. */
export interface KeptSilence {
  readonly name: string;
  readonly since: string;
}

export interface KeptSources {
  readonly sources: readonly KeptSource[];
  readonly silences: readonly KeptSilence[];
}

/** What has changed of it; the silences are all there are, null before they are known. */
export interface SourceChanges {
  readonly sources: readonly KeptSource[];
  readonly forgotten: readonly Omit<KeptSource, 'state'>[];
  readonly silences: readonly KeptSilence[] | null;
}

/** An error of the archive that a client is told about. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly reason:
    | 'bad_cursor'
    | 'unavailable'
    | 'conflict'
    | 'claimed'
    | 'note_changed'
    | 'no_number';
  readonly inTheWay: InTheWay;

  constructor(
    reason: ArchiveError['reason'],
    message: string,
    { inTheWay = {}, ...options }: ErrorOptions & { readonly inTheWay?: InTheWay } = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.inTheWay = inTheWay;
  }
}
