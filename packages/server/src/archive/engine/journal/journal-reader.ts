import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../store/failures.ts';
import { type Batch, FRAME_BYTES, framedAt, frameOf, isNewer, unpackBatch } from './batch.ts';
import type { JournalFile } from './messages.ts';

/** About this one file, whatever the disk and the others are like. */
const FILE_PROBLEMS = ['ENOENT', 'EACCES', 'EPERM', 'EIO', 'EISDIR', 'ELOOP', 'ENXIO'];
/** Of a version that had a file for each batch. */
const BATCH_FILE = /\.batch$/;
/** How somebody names a file that was held back and may be stored. */
const CHECKED = /\.checked\./;

interface PackedBatch {
  readonly batch: Batch;
  readonly packed: Uint8Array;
}

/** A part of a file of the journal, or a batch that could not be written into one. */
interface Source {
  readonly name: string | undefined;
  isClosed: boolean;
  from: number;
  end: number;
  /** What was read of it and is not stored yet. */
  batches: readonly PackedBatch[] | undefined;
}

/**
 * The writing thread's end of the journal: what waits in its files, oldest first. Others append to
 * the last of them; only this end takes any away.
 */
export class JournalReader {
  readonly #folder: string;
  readonly #notice: (text: string) => void;
  #sources: Source[] = [];
  /** What of it is being stored. */
  #current: Source | undefined;
  /** Files that stay until the next start: of a newer version, too old, or that cannot be removed. */
  readonly #left: string[] = [];

  constructor(folder: string, notice: (text: string) => void = () => {}) {
    this.#folder = folder;
    this.#notice = notice;
  }

  /** The last file is still written to when all of it is stored. */
  get isEmpty(): boolean {
    return this.#oldest === undefined;
  }

  /** Whether nothing is left that could be read a second time. */
  get isTidy(): boolean {
    return this.#sources.length === 0 && this.#left.length === 0;
  }

  /** So far the file is written, and all of it behind what was expected or handed over before. */
  expect({ name, end, isClosed }: JournalFile): void {
    const known = this.#sources.findLast((source) => source.name === name);
    if (known && (known === this.#sources.at(-1) || known.end === end)) {
      Object.assign(known, { end, isClosed });
    } else {
      this.#sources.push({ name, isClosed, from: known?.end ?? 0, end, batches: undefined });
    }
  }

  /** One that could not be written down; it is newer than all that was. */
  hand(packed: Uint8Array): void {
    const batches = [{ batch: unpackBatch(packed), packed }];
    this.#sources.push({ name: undefined, isClosed: true, from: 0, end: 0, batches });
  }

  /** The oldest that are not stored; until `done` they are the same. */
  next(): readonly Batch[] {
    this.#current = this.#oldest;
    if (!this.#current) return [];
    this.#current.batches ??= this.#batchesIn(this.#current);
    return this.#current.batches.map(({ batch }) => batch);
  }

  /** What `next` gave out is stored. Answers the name of a file that needs no more attention. */
  done(): string | undefined {
    const source = this.#current;
    this.#current = undefined;
    if (!source) return undefined;
    source.batches = undefined;
    const { name, from, end, isClosed } = source;
    const isLastPart = this.#sources.findLast((other) => other.name === name) === source;
    // More is to come there.
    if (from < end || (isLastPart && !isClosed)) return undefined;
    // With it go the parts before it.
    const isOver = (other: Source) => name !== undefined && other.name === name && isClosed;
    this.#sources = this.#sources.filter((other) => other !== source && !isOver(other));
    if (!isClosed) return undefined;
    if (name !== undefined && !this.#left.includes(name)) this.#remove(name);
    return name;
  }

  /** Leaves what `next` gave out where it is, for a person to decide about; answers its name. */
  holdBack(): string | undefined {
    const { name } = this.#current ?? {};
    if (name === undefined || CHECKED.test(name)) return undefined;
    if (!this.#left.includes(name)) this.#left.push(name);
    return name;
  }

  /** Puts a batch that no thread survives where it blocks nobody. */
  setAside(batch: Batch): void {
    const { name = 'unwritten', batches = [] } = this.#current ?? {};
    this.#notice(`a batch of the journal ends the thread; it is kept as ${name}.unreadable`);
    for (const each of batches) if (each.batch === batch) this.#keep(name, each.packed);
  }

  /** Of all files that nothing more comes into, those of a newer version too. */
  get names(): readonly string[] {
    const waiting = this.#sources.filter(({ isClosed }) => isClosed).map(({ name }) => name);
    return [...this.#left, ...waiting.filter((name) => name !== undefined)];
  }

  /** Puts other batches in the place of those of a file; undefined leaves one as it is. */
  rewrite(name: string, change: (batch: Batch) => Uint8Array | undefined): void {
    const path = join(this.#folder, name);
    const bytes = readOrNothing(path);
    if (!bytes) return;
    let isTouched = false;
    const { batches, rest } = batchesOf(name, bytes);
    const pieces = batches.flatMap(({ batch, packed: before }) => {
      const changed = change(batch);
      isTouched ||= changed !== undefined;
      const packed = changed ?? before;
      return BATCH_FILE.test(name) ? [packed] : [frameOf(packed), packed];
    });
    if (!isTouched) return;
    if (rest.length > 0) this.#setAside(name, rest);
    const rewritten = Buffer.concat(pieces);
    writeFileSync(`${path}.part`, rewritten, { mode: 0o600 });
    renameSync(`${path}.part`, path);
    // From its beginning: what of it is stored already is known.
    const parts = this.#sources.filter((source) => source.name === name);
    for (const part of parts) Object.assign(part, { from: 0, end: 0, batches: undefined });
    Object.assign(parts.at(-1) ?? {}, { end: rewritten.length });
  }

  get #oldest(): Source | undefined {
    return this.#sources.find(
      ({ isClosed, from, end, batches }) => isClosed || from < end || batches !== undefined,
    );
  }

  /**
   * What is no batch is put aside, so that it does not block the others; a file of a newer version
   * stays as it is.
   */
  #batchesIn(source: Source): readonly PackedBatch[] {
    const { name = '', from, end } = source;
    source.from = end;
    const bytes = this.#read(name, from, end);
    if (!bytes) return [];
    const { batches, rest } = batchesOf(name, bytes);
    if (rest.length > 0) this.#setAside(name, rest);
    if (!batches.some(({ batch }) => isNewer(batch))) {
      return CHECKED.test(name) ? batches.map(outOfOrder) : batches;
    }
    this.#notice(
      `the file ${name} of the journal is of a newer version of Hookline, and stays there for it`,
    );
    this.#left.push(name);
    return [];
  }

  /** What cannot be removed is read again after the next start: that it is stored stays known. */
  #remove(name: string): void {
    try {
      rmSync(join(this.#folder, name), { force: true });
    } catch {
      this.#left.push(name);
    }
  }

  /** Undefined when the file is gone or cannot be read: others must not wait for it. */
  #read(name: string, from: number, end: number): Buffer | undefined {
    const path = join(this.#folder, name);
    try {
      return bytesOf(path, from, end);
    } catch (error) {
      if (!isAboutFile(error)) throw error;
      this.#notice(`the file ${name} of the journal cannot be read: ${reasonOf(error)}`);
      ignoring(() => renameSync(path, `${path}.unreadable`));
      return undefined;
    }
  }

  #setAside(name: string, rest: Uint8Array): void {
    this.#notice(
      `${rest.length} bytes in the file ${name} of the journal are no batch; they are kept as ${name}.unreadable`,
    );
    this.#keep(name, rest);
  }

  #keep(name: string, bytes: Uint8Array): void {
    const path = join(this.#folder, `${name}.unreadable`);
    ignoring(() => writeFileSync(path, bytes, { mode: 0o600, flag: 'a' }));
  }
}

function bytesOf(path: string, from: number, end: number): Buffer {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(end, size) - from));
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, from));
  } finally {
    closeSync(descriptor);
  }
}

/** And the rest: what is no batch, such as half of one, for the power was cut while it was written. */
function batchesOf(name: string, bytes: Buffer) {
  if (BATCH_FILE.test(name)) {
    const batch = readable(bytes);
    return batch ? { batches: [batch], rest: Buffer.of() } : { batches: [], rest: bytes };
  }
  const batches: PackedBatch[] = [];
  const rest: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const packed = framedAt(bytes, offset);
    const batch = packed && readable(packed);
    const isCutOff = offset + FRAME_BYTES > bytes.length;
    // Where its length was damaged as well, nothing behind it is found.
    const next = isCutOff ? bytes.length : offset + FRAME_BYTES + bytes.readUInt32BE(offset);
    if (batch) batches.push(batch);
    else rest.push(bytes.subarray(offset, next));
    offset = next;
  }
  return { batches, rest: Buffer.concat(rest) };
}

/** What came behind it is stored, so that its place in the order would make it known already. */
function outOfOrder({ batch: { order, ...batch }, packed }: PackedBatch): PackedBatch {
  return { batch: order ? { ...batch, id: `${order.name} ${order.through}` } : batch, packed };
}

function readable(packed: Uint8Array): PackedBatch | undefined {
  try {
    return { batch: unpackBatch(packed), packed };
  } catch {
    return undefined;
  }
}

/** Put out of the way when its turn comes; it must not keep the others from being erased. */
function readOrNothing(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isAboutFile(error)) return undefined;
    throw error;
  }
}

function isAboutFile(error: unknown): boolean {
  return FILE_PROBLEMS.includes((error as NodeJS.ErrnoException).code ?? '');
}

function ignoring(work: () => void): void {
  try {
    work();
  } catch {
    // The name is forgotten anyway.
  }
}
