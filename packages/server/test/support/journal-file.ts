import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EntryHead, frameOf, packBatch } from '../../src/archive/engine/journal/batch.ts';

type Part = Partial<EntryHead> & { readonly text: string };

/** A batch of the run `earlier`, at this place of its journal. */
export function journaled(through: number, ...parts: readonly Part[]): Uint8Array {
  const head = {
    id: `${through}`,
    kind: 'event',
    receivedAt: '2026-03-01T08:00:00.000Z',
    eventId: through,
    channel: null,
  } as const;
  return packBatch(
    { instance: 'i', order: { name: 'earlier', through } },
    parts.map(({ text, ...part }) => ({ head: { ...head, ...part }, text: Buffer.from(text) })),
  );
}

/** Writes a file as the journal has it; answers what its reader is told of it. */
export function journalFile(folder: string, number: number, batches: readonly Uint8Array[]) {
  const name = `${String(number).padStart(15, '0')}.journal`;
  const bytes = Buffer.concat(batches.flatMap((packed) => [frameOf(packed), packed]));
  writeFileSync(join(folder, name), bytes);
  return { name, end: bytes.length, isClosed: true };
}

/** What waits in the folder, or was set aside there, without what is noted of erasures. */
export function journalIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name !== 'erasures');
}
