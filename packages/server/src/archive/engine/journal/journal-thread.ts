import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  statfsSync,
  statSync,
  writevSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { reasonOf } from '../store/failures.ts';
import { frameOf } from './batch.ts';
import type { FromJournal, JournalData, ToJournal } from './messages.ts';

const port = parentPort;
if (!port) throw new Error('this file is the beginning of a thread');
/** A file is read, erased from and removed as a whole. */
const FILE_BYTES = 1024 * 1024;
const AGAIN_AFTER = 500;
const LOOK_EVERY = 10_000;
/** Less room than this, or a tenth of a small disk, is told before it runs out. */
const LITTLE_FREE = 100 * 1024 * 1024;
const DIGITS = 15;
/** One of this version, or a batch that an earlier one has spooled; or what was held back. */
const WAITING = /^\d{15}(\.checked)?\.(batch|journal)$/;
/** What was set aside keeps its number: a new file must not take its place one day. */
const NUMBERED = /^\d{15}(\.checked)?\.(batch|journal)/;

const { folder, mostBytes, state } = workerData as JournalData;
/** For whoever waits: the batch that is being written, -1 for the folder, or 0. */
const writing = new Int32Array(state);
const send = (message: FromJournal) => port.postMessage(message);

/** To be written, oldest first. */
let queue: Extract<ToJournal, { type: 'append' }>[] = [];
let next: number | undefined;
let file: { readonly descriptor: number; readonly name: string; end: number } | undefined;
/** On disk. */
let bytes = 0;
let again: NodeJS.Timeout | undefined;

/** A folder that cannot be listed may hold files that a guessed number would overwrite. */
function list(): number {
  makeFolder();
  const numbered = readdirSync(folder).filter((name) => NUMBERED.test(name));
  for (const name of numbered.sort().filter((each) => WAITING.test(each))) {
    const { size: end = 0 } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {};
    bytes += end;
    send({ type: 'file', name, end, isClosed: true });
  }
  return Number(numbered.at(-1)?.slice(0, DIGITS) ?? -1) + 1;
}

function makeFolder(): void {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  // Not with the others: of a read-only disk Node then says that there is no such folder.
  mkdirSync(folder);
}

function begin(): NonNullable<typeof file> {
  next ??= list();
  // Somebody may have removed it since.
  makeFolder();
  const name = `${String(next).padStart(DIGITS, '0')}.journal`;
  file = { descriptor: openSync(join(folder, name), 'ax', 0o600), name, end: 0 };
  next++;
  look();
  return file;
}

function closeFile(): void {
  if (!file) return;
  const { descriptor, name, end } = file;
  file = undefined;
  closeSync(descriptor);
  send({ type: 'file', name, end, isClosed: true });
}

/** All that waits, with one write: a turn of the relay, or several if they came meanwhile. */
function flush(): void {
  clearTimeout(again);
  again = undefined;
  const last = queue.at(-1);
  if (!last) return;
  Atomics.store(writing, 0, last.seq);
  try {
    write(
      queue.flatMap(({ packed }) => [frameOf(packed), packed]),
      last.seq,
    );
    queue = [];
  } catch (error) {
    // From the oldest on, or what comes behind it would stand before it.
    again = setTimeout(flush, AGAIN_AFTER);
    send({ type: 'failed', reason: reasonOf(error) });
  }
  Atomics.store(writing, 0, 0);
}

/** All of it or nothing: half a batch at the end would hide what is written behind it. */
function write(pieces: readonly Uint8Array[], seq: number): void {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (bytes + size > mostBytes) throw new Error('it has reached app.archive.journal-bytes');
  // Somebody has removed it: what is written there is gone with the process.
  if (file && fstatSync(file.descriptor).nlink === 0) closeFile();
  const { descriptor, name, end } = file ?? begin();
  try {
    // A disk that is nearly full takes a part; asked for the rest, it says why.
    for (let left = size; left > 0; ) {
      left -= writevSync(
        descriptor,
        left === size ? pieces : [Buffer.concat(pieces).subarray(-left)],
      );
    }
  } catch (error) {
    try {
      ftruncateSync(descriptor, end);
    } finally {
      closeFile();
    }
    throw error;
  }
  file = { descriptor, name, end: end + size };
  bytes += size;
  send({ type: 'file', name, end: end + size, isClosed: false, seq });
  if (end + size >= FILE_BYTES) closeFile();
}

function look(): void {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    const little = Math.min(LITTLE_FREE, (blocks * bsize) / 10);
    send({ type: 'free', bytes: bavail * bsize, isLittle: bavail * bsize < little });
  } catch {
    // Said when something is to be written.
  }
}

function take(message: ToJournal): void {
  switch (message.type) {
    case 'append':
      queue.push(message);
      break;
    case 'settled':
      // The last one shows whether anything can be written again.
      queue = queue.filter(({ seq }, place) => seq > message.seq || place === queue.length - 1);
      break;
    case 'removed':
      bytes -= message.bytes;
      break;
    case 'close':
      if (!again) flush();
      closeFile();
      send({ type: 'closed' });
  }
}

port.on('message', (first: ToJournal) => {
  for (let message: ToJournal | undefined = first; message; ) {
    take(message);
    message = receiveMessageOnPort(port)?.message;
  }
  if (!again) flush();
});

Atomics.store(writing, 0, -1);
try {
  next = list();
  look();
} catch (error) {
  send({ type: 'failed', reason: reasonOf(error) });
}
Atomics.store(writing, 0, 0);
send({ type: 'ready' });
setInterval(look, LOOK_EVERY).unref();
