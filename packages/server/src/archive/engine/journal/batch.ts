import { crc32 } from 'node:zlib';

const KINDS = ['event', 'addresses', 'calls', 'sources'] as const;

/** Something that was handed over, as it stands in the journal. */
export interface Entry {
  /** Generated identifier; an event gets that of its place in the order when it is stored. */
  readonly id: string;
  readonly kind: (typeof KINDS)[number];
  readonly receivedAt: string;
  /** For events only. */
  readonly eventId: number;
  readonly channel: string | null;
  /** Who sent an event, by its token; files of an earlier version say nothing of it. */
  readonly sender?: string | null;
  /** What its sender calls such a message, where it said so. */
  readonly topic?: string | null;
  /** The desk at which somebody has entered addresses by hand. */
  readonly by?: string;
  /** What its request was called: one that two servers have taken, each for itself, counts once. */
  readonly name?: string;
  /** In the order of its batch, if that has one. */
  readonly place?: number;
  /** JSON text. */
  readonly text: string;
}

/** Entries that are stored together, in order, exactly once. */
export interface Batch {
  readonly instance: string;
  readonly entries: readonly Entry[];
  /** How it is known again: by an id of its own, as before there was a journal, … */
  readonly id?: string;
  /** … or by its place in an order, up to which all is stored when it is. */
  readonly order?: Order;
}

/** What the name of a run in the journal begins with; a UUIDv7 follows, by which its age is known. */
export const RUNS = 'journal ';

export interface Order {
  /** A run of the service, or an epoch of the stream that several nodes share. */
  readonly name: string;
  readonly isShared?: boolean;
  readonly through: number;
}

/** How many of them somebody sent: what is counted of senders is nobody's record. */
export function recordsIn({ entries }: Pick<Batch, 'entries'>): number {
  return entries.filter(({ kind }) => kind !== 'sources').length;
}

/** Of a newer version: what has entries that nobody here could store, and would be lost with it. */
export function isNewer({ entries }: Pick<Batch, 'entries'>): boolean {
  return entries.some(({ kind }) => !KINDS.includes(kind));
}

export type EntryHead = Omit<Entry, 'text' | 'place'>;

type Head = Omit<Batch, 'entries'> & {
  readonly entries: readonly (EntryHead & { readonly bytes: number })[];
};

const LENGTH_BYTES = 4;

/**
 * One block of bytes for a whole batch: a length, a head in JSON, then the texts. All threads see
 * the same one. Sending the buffers themselves would copy each one with the whole pool it was cut
 * from.
 */
export function packBatch(
  about: Omit<Batch, 'entries'>,
  entries: readonly { readonly head: EntryHead; readonly text: Buffer }[],
): Uint8Array {
  const head: Head = {
    ...about,
    entries: entries.map(({ head: fields, text }) => ({ ...fields, bytes: text.length })),
  };
  const headBytes = Buffer.from(JSON.stringify(head));
  const total = entries.reduce(
    (sum, { text }) => sum + text.length,
    LENGTH_BYTES + headBytes.length,
  );
  const packed = new Uint8Array(new SharedArrayBuffer(total));
  new DataView(packed.buffer).setUint32(0, headBytes.length);
  packed.set(headBytes, LENGTH_BYTES);
  let offset = LENGTH_BYTES + headBytes.length;
  for (const { text } of entries) {
    packed.set(text, offset);
    offset += text.length;
  }
  return packed;
}

/** Throws for what is no whole batch, such as a file that was cut off. */
export function unpackBatch(packed: Uint8Array): Batch {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const headEnd = LENGTH_BYTES + bytes.readUInt32BE(0);
  const head: Head = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, headEnd));
  const place = head.order && { place: head.order.through };
  let offset = headEnd;
  const entries = head.entries.map(({ bytes: length, ...fields }) => {
    const text = bytes.toString('utf8', offset, offset + length);
    offset += length;
    return { ...fields, ...place, text };
  });
  if (offset !== bytes.length) throw new RangeError('the batch is not whole');
  return { ...head, entries };
}

/** What stands before each batch in the journal: its length and its checksum. */
export const FRAME_BYTES = 8;

export function frameOf(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(FRAME_BYTES);
  const view = new DataView(frame.buffer);
  view.setUint32(0, packed.length);
  view.setUint32(4, crc32(packed));
  return frame;
}

/** The batch that stands here in a file of the journal; undefined if what does is none. */
export function framedAt(bytes: Buffer, offset: number): Buffer | undefined {
  if (offset + FRAME_BYTES > bytes.length) return undefined;
  const start = offset + FRAME_BYTES;
  const packed = bytes.subarray(start, start + bytes.readUInt32BE(offset));
  return packed.length === bytes.readUInt32BE(offset) &&
    crc32(packed) === bytes.readUInt32BE(offset + 4)
    ? packed
    : undefined;
}
