import { parentPort, workerData } from 'node:worker_threads';
import { PhoneRules } from '@hookline/records/phone';
import type { ArchiveReader } from '../archive.ts';
import { ArchiveError, unavailable } from '../engine/archive-error.ts';
import { positionOf } from '../engine/journal/feed-position.ts';
import { failureOf } from '../engine/store/failures.ts';
import { openStore, type Store } from '../engine/store/store.ts';
import { JobReading } from '../jobs/job-reports.ts';
import type { PersonalDataPiece } from '../privacy/personal-tables.ts';
import type { FromReader, ReaderCalls, ReaderData, ToReader } from './messages.ts';
import { createReader } from './reader.ts';
import { answer } from './replies.ts';

const port = parentPort;
if (!port) throw new Error('this file is the beginning of a thread');
const { url, phone, jobs } = workerData as ReaderData;
const rules = new PhoneRules(phone);
const reading = new JobReading(jobs, rules);
const send = (message: FromReader) => port.postMessage(message);

let open: { store: Store; reader: ArchiveReader } | undefined;

/** Opened when it is first needed: at the very first start the writer has yet to make the file. */
function reader(): ArchiveReader {
  if (!open) {
    try {
      const store = openStore(url, 'read');
      open = { store, reader: createReader(store, rules, Date.now, reading) };
    } catch (error) {
      throw unavailable('The archive cannot be read at the moment.', { cause: error });
    }
  }
  return open.reader;
}

const exports = new Map<number, AsyncIterator<PersonalDataPiece>>();

const own: Omit<ReaderCalls, keyof ArchiveReader> = {
  async fedThrough(instance) {
    reader();
    return (open && (await positionOf(open.store.db, instance))) ?? 0;
  },
  async nextPiece(run, number) {
    const known = exports.get(run) ?? reader().exportNumber(number)[Symbol.asyncIterator]();
    exports.set(run, known);
    const { done, value } = await known.next();
    return done ? undefined : value;
  },
  async endPieces(run) {
    await exports.get(run)?.return?.();
    exports.delete(run);
  },
};

async function call(message: Extract<ToReader, { type: 'call' }>): Promise<unknown> {
  try {
    const calls: ReaderCalls = { ...reader(), ...own };
    const method = calls[message.name] as (...parameters: unknown[]) => Promise<unknown>;
    return await method(...message.parameters);
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    if (failureOf(error) === 'corrupt') send({ type: 'damaged' });
    // Whatever the database says, it is not for clients; a fresh connection may do better.
    await close();
    throw unavailable('The archive cannot be read at the moment.', { cause: error });
  }
}

async function close(): Promise<void> {
  const { store } = open ?? {};
  open = undefined;
  await store?.close().catch(() => {});
}

port.on('message', (message: ToReader) => {
  if (message.type === 'reopen') void close();
  else void answer(message.id, () => call(message), send);
});
