import type { ChangedKind, Channel } from '@hookline/contract';

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
}

/**
 * Where everything accepted is kept. Handing something over never waits, never throws and never
 * depends on the state of a database: what goes wrong behind it shows in `troubles`, in the log
 * and in the metrics, not in the request that triggered it.
 */
export interface Archive {
  /** What it is, for the start line. */
  readonly description: string;
  store(event: ArchivableEvent): void;
  /** What is wrong at the moment, one sentence each; empty when all is well. */
  troubles(): readonly string[];
  listen(listener: ArchiveListener): void;
  /** Stores whatever was handed over, then lets go of everything. */
  close(): Promise<void>;
}
