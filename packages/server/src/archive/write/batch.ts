import { randomUUIDv7 } from 'node:crypto';

const KINDS = ['event', 'addresses', 'calls', 'sources'] as const;

/** Something that was handed over, as it crosses to the writing thread and to the spool. */
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
  /** The desk at which somebody has entered addresses by hand. */
  readonly by?: string;
  /** JSON text. */
  readonly text: string;
}

/** Entries that are stored together, in order, exactly once. */
export interface Batch {
  readonly id: string;
  readonly instance: string;
  readonly entries: readonly Entry[];
  /** The last id of the stream that is in it; only of a batch that was read from one. */
  readonly through?: number;
}

/** How many of them somebody sent: what is counted of senders is nobody's record. */
export function recordsIn({ entries }: Pick<Batch, 'entries'>): number {
  return entries.filter(({ kind }) => kind !== 'sources').length;
}

/** Of a newer version: what has entries that nobody here could store, and would be lost with it. */
export function isNewer({ entries }: Pick<Batch, 'entries'>): boolean {
  return entries.some(({ kind }) => !KINDS.includes(kind));
}

export type EntryHead = Omit<Entry, 'text'>;

interface Head {
  readonly id: string;
  readonly instance: string;
  readonly entries: readonly (EntryHead & { readonly bytes: number })[];
}

const LENGTH_BYTES = 4;

/**
 * One block of bytes for a whole batch: a length, a head in JSON, then the texts. It is handed
 * from thread to thread without a copy and is what a spool file contains. Sending the buffers
 * themselves would copy each one with the whole pool it was cut from.
 */
export function packBatch(
  instance: string,
  entries: readonly { readonly head: EntryHead; readonly text: Buffer }[],
  id: string = randomUUIDv7(),
): Uint8Array<ArrayBuffer> {
  const head: Head = {
    id,
    instance,
    entries: entries.map(({ head: fields, text }) => ({ ...fields, bytes: text.length })),
  };
  const headBytes = Buffer.from(JSON.stringify(head));
  const total = entries.reduce(
    (sum, { text }) => sum + text.length,
    LENGTH_BYTES + headBytes.length,
  );
  const packed = new Uint8Array(total);
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
  let offset = headEnd;
  const entries = head.entries.map(({ bytes: length, ...fields }) => {
    const text = bytes.toString('utf8', offset, offset + length);
    offset += length;
    return { ...fields, text };
  });
  if (offset !== bytes.length) throw new RangeError('the batch is not whole');
  return { id: head.id, instance: head.instance, entries };
}
