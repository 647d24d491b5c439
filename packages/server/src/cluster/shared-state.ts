import { randomUUID } from 'node:crypto';
import type { Channel } from '@hookline/contract';
import type { JsMsg } from '@nats-io/jetstream';
import { type Names, streamOf } from './names.ts';
import { type Buckets, putUnlessChanged } from './prepare.ts';
import { leaderInfo, type ReaderParts, StreamReader } from './stream-reader.ts';

/** What stays of an event that was erased, for nodes that have not seen it. */
export interface Redacted {
  readonly id: number;
  readonly receivedAt: string;
  readonly channel: Channel | null;
  /** Null if nothing of it stays. */
  readonly text: string | null;
}

export interface SharedStateParts extends ReaderParts {
  readonly names: Names;
  readonly buckets: Buckets;
  /** The stream may be in another epoch. */
  readonly onEpoch: () => void;
  /** The history of this epoch was cleared up to this id. */
  readonly onCleared: (instance: string, through: number) => void;
  readonly onRedacted: (instance: string, redacted: Redacted) => void;
  /** An erasure of this name is over. */
  readonly onErased: (erasure: string) => void;
  readonly onEnded: (session: string, until: number) => void;
  readonly onFailure: (error: unknown) => void;
}

/** What all nodes know beside the events: up to where the history is cleared, who is logged out, what is erased. */
export class SharedState {
  readonly #parts: SharedStateParts;
  readonly #readers: readonly BucketReader[];

  constructor(parts: SharedStateParts) {
    this.#parts = parts;
    const { names } = parts;
    this.#readers = [names.bucket, names.passing].map(
      (bucket) => new BucketReader(bucket, parts, (key, value) => this.#take(key, value)),
    );
  }

  /** Done when everything is known that was there. */
  async begin(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.begin()));
  }

  close(): void {
    for (const reader of this.#readers) reader.close();
  }

  async clear(instance: string, through: number): Promise<void> {
    const { lasting } = this.#parts.buckets;
    for (;;) {
      const entry = await lasting.get('cleared');
      const before = entry ? readCleared(entry.string()) : undefined;
      if (before?.instance === instance && before.through >= through) return;
      const revision = entry?.revision ?? 0;
      if (await putUnlessChanged(lasting, 'cleared', `${instance} ${through}`, revision)) return;
    }
  }

  async end(session: string, until: number): Promise<void> {
    await this.#parts.buckets.passing.put(`ended.${session}`, String(until));
  }

  async redact(instance: string, { id, ...rest }: Redacted): Promise<void> {
    await this.#parts.buckets.passing.put(`redacted.${instance}.${id}`, JSON.stringify(rest));
  }

  /** To see whether it can be done. */
  async write(): Promise<void> {
    await this.#parts.buckets.passing.put('room', '');
  }

  async tellErased(): Promise<void> {
    await this.#parts.buckets.lasting.put('erasure', randomUUID());
  }

  #take(key: string, value: string): void {
    const { onEpoch, onCleared, onRedacted, onErased, onEnded } = this.#parts;
    const [kind, first = '', second = ''] = key.split('.');
    if (kind === 'life') onEpoch();
    else if (kind === 'cleared') {
      const { instance, through } = readCleared(value);
      onCleared(instance, through);
    } else if (kind === 'redacted') {
      onRedacted(first, { id: Number(second), ...JSON.parse(value) });
    } else if (kind === 'erasure') onErased(value);
    else if (kind === 'ended') onEnded(first, Number(value));
  }
}

function readCleared(text: string): { readonly instance: string; readonly through: number } {
  const [instance = '', through] = text.split(' ');
  return { instance, through: Number(through) };
}

/**
 * Follows a bucket as the events are followed: the library's own way to watch one notices only
 * after half a minute that a server is gone.
 */
class BucketReader {
  readonly #parts: SharedStateParts;
  readonly #stream: string;
  readonly #reader: StreamReader;
  readonly #caughtUp = Promise.withResolvers<void>();
  #created: string | undefined;
  #last = 0;
  /** Known from the beginning on once this is read. */
  #wanted = Number.POSITIVE_INFINITY;

  constructor(bucket: string, parts: SharedStateParts, take: (key: string, value: string) => void) {
    this.#parts = parts;
    this.#stream = streamOf(bucket);
    const prefix = `$KV.${bucket}.`;
    this.#reader = new StreamReader(parts, {
      stream: this.#stream,
      from: () => this.#from(),
      take: (message: JsMsg) => {
        const { streamSequence } = message.info;
        if (streamSequence <= this.#last) return;
        this.#last = streamSequence;
        const isGone = message.headers?.has('KV-Operation') === true;
        if (!isGone) take(message.subject.slice(prefix.length), message.string());
        this.#look();
      },
      onFailure: parts.onFailure,
      onBegin: () => this.#look(),
    });
  }

  begin(): Promise<void> {
    this.#reader.begin();
    return this.#caughtUp.promise;
  }

  close(): void {
    this.#reader.close();
  }

  async #from(): Promise<number> {
    const { created, state } = await leaderInfo(this.#parts.jsm, this.#stream);
    if (created !== this.#created) this.#last = 0;
    this.#created = created;
    this.#wanted = state.messages === 0 ? 0 : state.last_seq;
    return this.#last + 1;
  }

  #look(): void {
    if (this.#last >= this.#wanted) this.#caughtUp.resolve();
  }
}
