import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Accepted } from '@hookline/contract';
import {
  type ArchivableEvent,
  type Archive,
  type ArchiveEditor,
  ArchiveError,
  type ArchiveFigures,
  type ArchiveListener,
  type ArchiveReader,
  type PersonalDataPiece,
} from './archive.ts';
import { countAddresses } from './normalise/addresses.ts';
import { countCalls } from './normalise/calls.ts';
import { parsedJson } from './normalise/fields.ts';
import { orderedId } from './ordered-id.ts';
import { shownUrl } from './shown-url.ts';
import type {
  FromReader,
  FromWriter,
  ReaderCalls,
  ReaderData,
  ToReader,
  ToWriter,
  WriterData,
} from './threads/messages.ts';
import { Replies } from './threads/replies.ts';
import { type EntryHead, packBatch } from './write/batch.ts';

export interface ThreadArchiveOptions extends WriterData, ReaderData {
  readonly log: {
    warn(fields: object, text: string): void;
    info(fields: object, text: string): void;
    error(fields: object, text: string): void;
  };
  readonly now: () => number;
}

/** What a crash may cost at most is a little more than this. */
const COLLECT_FOR = 20;
const BATCH_BYTES = 1024 * 1024;
/** What was handed over and is neither stored nor spooled; beyond this it is dropped, and counted. */
const MOST_QUEUED = 64 * 1024 * 1024;
/** A record costs memory beside its text. */
const RECORD_BYTES = 300;
const CLOSE_PATIENCE = 5000;
const RESTART_AFTER = 1000;
const NO_THREAD = 'The archive is not available at the moment.';

/** The archive as two threads: one writes, one reads, and neither holds up the relay. */
export class ThreadArchive implements Archive {
  readonly description: string;
  readonly #options: ThreadArchiveOptions;
  readonly #listeners: ArchiveListener[] = [];
  readonly #figures = {
    queuedBytes: 0,
    spooledBatches: 0,
    stored: 0,
    setAside: 0,
    dropped: 0,
    failures: 0,
  };
  readonly #writing = new Replies();
  readonly #reading = new Replies();
  #instance = '';
  #writer: Worker | undefined;
  #reader: Worker | undefined;
  #collected: { head: EntryHead; text: Buffer }[] = [];
  #collectedBytes = 0;
  /** How many records are in each batch that the thread has not settled, oldest first. */
  #handedOver: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #trouble: string | undefined;
  #setAsideAs: string | undefined;
  #closing = false;
  #lastExport = 0;

  constructor(options: ThreadArchiveOptions) {
    this.#options = options;
    this.description = shownUrl(options.url);
  }

  async start(instance: string): Promise<void> {
    this.#instance = instance;
    const writer = this.#startWriter();
    this.#startReader();
    // The thread, not the database: until it runs, what is accepted would be in memory only, and
    // a crash would cost more than the last moments.
    await Promise.race([once(writer, 'message'), once(writer, 'exit')]).catch(() => {});
  }

  store({ id, receivedAt, channel, payload }: ArchivableEvent): void {
    this.#collect({ id: orderedId(), kind: 'event', receivedAt, eventId: id, channel }, payload);
  }

  reportAddresses(json: Buffer): Accepted {
    return this.#report('addresses', json, countAddresses);
  }

  reportCalls(json: Buffer): Accepted {
    return this.#report('calls', json, countCalls);
  }

  troubles(): string[] {
    const { dropped, setAside } = this.#figures;
    return [
      this.#trouble,
      this.#setAsideAs && `the archive's file was damaged and is kept as ${this.#setAsideAs}`,
      dropped > 0 && `${dropped} records were dropped because they could not be stored in time`,
      setAside > 0 && `the database refused ${setAside} records; they are in the table set_aside`,
    ].filter((text): text is string => typeof text === 'string');
  }

  figures(): ArchiveFigures {
    return { ...this.#figures };
  }

  listen(listener: ArchiveListener): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#flush();
    const writer = this.#writer;
    const ends = [this.#reader?.terminate()];
    if (writer) {
      const ended = once(writer, 'exit');
      this.#toWriter({ type: 'close' });
      const patience = setTimeout(() => writer.terminate(), CLOSE_PATIENCE);
      ends.push(ended.then(() => clearTimeout(patience)).then(() => 0));
    }
    await Promise.all(ends);
    this.#writing.abandon();
    this.#reading.abandon();
    const lost = sumOf(this.#handedOver) + this.#collected.length;
    if (lost > 0) {
      this.#options.log.error(
        { records: lost, reason: this.#trouble },
        'the archive had to end before everything was stored or spooled',
      );
    }
  }

  readonly addresses: ArchiveReader['addresses'] = (...p) => this.#read('addresses', p);
  readonly address: ArchiveReader['address'] = (...p) => this.#read('address', p);
  readonly calls: ArchiveReader['calls'] = (...p) => this.#read('calls', p);
  readonly jobs: ArchiveReader['jobs'] = (...p) => this.#read('jobs', p);
  readonly job: ArchiveReader['job'] = (...p) => this.#read('job', p);
  readonly events: ArchiveReader['events'] = (...p) => this.#read('events', p);
  readonly caller: ArchiveReader['caller'] = (...p) => this.#read('caller', p);
  readonly summary: ArchiveReader['summary'] = (...p) => this.#read('summary', p);

  async *exportNumber(number: string): AsyncGenerator<PersonalDataPiece> {
    const run = ++this.#lastExport;
    try {
      for (;;) {
        const piece = await this.#read<PersonalDataPiece | undefined>('nextPiece', [run, number]);
        if (!piece) return;
        yield piece;
      }
    } finally {
      // Whoever asked may have left in the middle.
      this.#read('endPieces', [run]).catch(() => {});
    }
  }

  readonly changeAddress: ArchiveEditor['changeAddress'] = (...p) => this.#edit('changeAddress', p);
  readonly deleteAddress: ArchiveEditor['deleteAddress'] = (...p) => this.#edit('deleteAddress', p);
  readonly changeCall: ArchiveEditor['changeCall'] = (...p) => this.#edit('changeCall', p);
  readonly eraseNumber: ArchiveEditor['eraseNumber'] = (...p) => this.#edit('eraseNumber', p);

  #report(
    kind: 'addresses' | 'calls',
    json: Buffer,
    count: (value: unknown) => Accepted,
  ): Accepted {
    const accepted = count(parsedJson(json.toString()));
    const receivedAt = new Date(this.#options.now()).toISOString();
    this.#collect({ id: randomUUIDv7(), kind, receivedAt, eventId: 0, channel: null }, json);
    return accepted;
  }

  #collect(head: EntryHead, text: Buffer): void {
    const bytes = text.length + RECORD_BYTES;
    if (this.#figures.queuedBytes + bytes > MOST_QUEUED) {
      if (this.#figures.dropped++ === 0) {
        this.#options.log.error({}, 'the archive cannot keep up; records are being dropped');
      }
      return;
    }
    this.#figures.queuedBytes += bytes;
    this.#collectedBytes += bytes;
    this.#collected.push({ head, text });
    if (this.#collectedBytes >= BATCH_BYTES) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), COLLECT_FOR);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Without a thread they wait here, within the same bound.
    if (this.#collected.length === 0 || !this.#writer) return;
    const packed = packBatch(this.#instance, this.#collected);
    // From here on the batch counts as what it really takes.
    this.#figures.queuedBytes += packed.length - this.#collectedBytes;
    this.#handedOver.push(this.#collected.length);
    this.#collected = [];
    this.#collectedBytes = 0;
    this.#toWriter({ type: 'batch', packed }, [packed.buffer]);
  }

  #toWriter(message: ToWriter, transfer: ArrayBuffer[] = []): void {
    this.#writer?.postMessage(message, transfer);
  }

  #read<T>(name: keyof ReaderCalls, parameters: unknown[]): Promise<T> {
    const reader = this.#reader;
    if (!reader) return Promise.reject(new ArchiveError('unavailable', NO_THREAD));
    return this.#reading.expect<T>((id) =>
      reader.postMessage({ type: 'call', id, name, parameters } as ToReader),
    );
  }

  #edit<T>(name: keyof ArchiveEditor, parameters: unknown[]): Promise<T> {
    if (!this.#writer) return Promise.reject(new ArchiveError('unavailable', NO_THREAD));
    // What was handed over before is stored before.
    this.#flush();
    return this.#writing.expect<T>((id) =>
      this.#toWriter({ type: 'call', id, name, parameters } as ToWriter),
    );
  }

  #startWriter(): Worker {
    const { url, spoolFolder, phone, retention } = this.#options;
    const workerData: WriterData = { url, spoolFolder, phone, retention };
    const worker = new Worker(new URL('./threads/writer-thread.ts', import.meta.url), {
      workerData,
    });
    worker.on('message', (message: FromWriter) => this.#onMessage(message));
    this.#guarded(worker, this.#writing, () => {
      this.#writer = undefined;
      // What was on its way to the thread is lost with it.
      this.#figures.dropped += sumOf(this.#handedOver);
      this.#handedOver = [];
      this.#figures.queuedBytes = this.#collectedBytes;
      this.#soon(() => this.#startWriter());
    });
    this.#writer = worker;
    this.#flush();
    return worker;
  }

  #startReader(): void {
    const { url, phone } = this.#options;
    const workerData: ReaderData = { url, phone };
    const worker = new Worker(new URL('./threads/reader-thread.ts', import.meta.url), {
      workerData,
    });
    worker.on('message', (message: FromReader) => {
      if (message.type === 'reply') this.#reading.settle(message);
      else this.#toWriter({ type: 'check' });
    });
    this.#guarded(worker, this.#reading, () => {
      this.#reader = undefined;
      this.#soon(() => this.#startReader());
    });
    this.#reader = worker;
  }

  /** A thread that ends by itself has a defect; the relay goes on and so, soon, does the archive. */
  #guarded(worker: Worker, replies: Replies, onEnd: () => void): void {
    worker.on('error', (error) => {
      this.#figures.failures++;
      this.#options.log.error({ err: error }, 'a thread of the archive failed');
    });
    worker.on('exit', () => {
      replies.abandon();
      if (!this.#closing) onEnd();
    });
  }

  #soon(restart: () => void): void {
    setTimeout(() => !this.#closing && restart(), RESTART_AFTER).unref();
  }

  #onMessage(message: FromWriter): void {
    const { log } = this.#options;
    switch (message.type) {
      case 'reply':
        this.#writing.settle(message);
        break;
      case 'settled':
        this.#handedOver.shift();
        this.#figures.queuedBytes = Math.max(0, this.#figures.queuedBytes - message.bytes);
        break;
      case 'stored':
        this.#figures.stored += message.records;
        this.#figures.setAside += message.setAside;
        if (message.setAside > 0)
          log.warn({ records: message.setAside }, 'the database refused records');
        break;
      case 'changed':
        for (const kind of message.kinds) {
          for (const listener of this.#listeners) listener.changed(kind);
        }
        break;
      case 'failed':
        this.#figures.failures++;
        break;
      case 'spooled':
        this.#figures.spooledBatches = message.batches;
        break;
      case 'trouble':
        if (message.text === undefined) log.info({}, 'the archive stores again');
        else if (this.#trouble === undefined)
          log.error({ reason: message.text }, 'the archive cannot store');
        this.#trouble = message.text;
        break;
      case 'replaced':
        this.#setAsideAs = message.setAsideAs;
        log.error(
          { keptAs: message.setAsideAs },
          'the file of the archive was damaged; a fresh one was begun',
        );
        this.#reader?.postMessage({ type: 'reopen' } satisfies ToReader);
    }
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
