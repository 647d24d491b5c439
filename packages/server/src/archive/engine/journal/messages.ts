/** A file of the journal, as far as it is written. */
export interface JournalFile {
  readonly name: string;
  readonly end: number;
  /** Nothing more comes into it: it goes when it is stored. */
  readonly isClosed: boolean;
}

export interface JournalData {
  readonly folder: string;
  /** What it may take on disk. */
  readonly mostBytes: number;
  /** One number: the batch that is being written, -1 while the folder is looked at, or 0. */
  readonly state: SharedArrayBuffer;
}

export type ToJournal =
  | { readonly type: 'append'; readonly seq: number; readonly packed: Uint8Array }
  /** All up to this batch is stored and need not be written. */
  | { readonly type: 'settled'; readonly seq: number }
  /** A file of so many bytes is gone. */
  | { readonly type: 'removed'; readonly bytes: number }
  /** Nothing more is to come into the file that is being written. */
  | { readonly type: 'close' };

export type FromJournal =
  | { readonly type: 'ready' }
  /** One that an earlier run has left, or that has more in it now: all up to this batch. */
  | ({ readonly type: 'file'; readonly seq?: number } & JournalFile)
  /** It is tried again until it can be written. */
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'closed' }
  /** On its disk. */
  | { readonly type: 'free'; readonly bytes: number; readonly isLittle: boolean };

/** What the writing thread is handed. */
export type FromOutbox =
  /** What could not be written into the journal. */
  | { readonly type: 'batch'; readonly packed: Uint8Array }
  /** So far the journal is written. */
  | ({ readonly type: 'file' } & JournalFile);
