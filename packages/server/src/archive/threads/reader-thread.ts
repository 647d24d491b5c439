import { parentPort, workerData } from 'node:worker_threads';
import { StatusWords } from '@hookline/records';
import { PhoneRules } from '@hookline/records/phone';
import { ArchiveError, type ArchiveReader, type PersonalDataPiece } from '../archive.ts';
import { createReader } from '../read/reader.ts';
import { openStore, type Store } from '../store/store.ts';
import { failureOf } from '../write/failures.ts';
import { positionOf } from '../write/feed-position.ts';
import type { FromReader, ReaderCalls, ReaderData, ToReader } from './messages.ts';
import { answer } from './replies.ts';

const port = parentPort;
if (!port) throw new Error('this file is the beginning of a thread');
const { url, phone, jobs } = workerData as ReaderData;
const rules = new PhoneRules(phone);
const words = new StatusWords(jobs.statusWords);
const send = (message: FromReader) => port.postMessage(message);

let open: { store: Store; reader: ArchiveReader } | undefined;

/** Opened when it is first needed: at the very first start the writer has yet to make the file. */
function reader(): ArchiveReader {
  if (!open) {
    try {
      const store = openStore(url, 'read');
      open = { store, reader: createReader(store, rules, Date.now, words) };
    } catch (error) {
      throw new ArchiveError('unavailable', 'The archive cannot be read at the moment.', {
        cause: error,
      });
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
    throw new ArchiveError('unavailable', 'The archive cannot be read at the moment.', {
      cause: error,
    });
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
