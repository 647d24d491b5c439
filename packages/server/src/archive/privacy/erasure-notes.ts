import { createHmac } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A mark of an erasure, noted outside of the database that it was made in. */
export interface ErasureNote {
  /** Which key it was made with: see `erasureKeyName`. */
  readonly key: string;
  /** As in the table `erasure_marks`; empty for the newest that has run out. */
  readonly hash: string;
  readonly prefilter: string;
  readonly erasedAt: string;
}

/** Beside the journal: when the database is lost, what is restored can be held against them. */
export function erasureNotesIn(spoolFolder: string): string {
  return join(spoolFolder, 'erasures');
}

/** Tells one key from another, and nothing else of it. */
export function erasureKeyName(secret: string): string {
  return createHmac('sha256', secret).update('hookline').digest('base64url').slice(0, 12);
}

/** None if nothing was noted. */
export function readErasureNotes(path: string): readonly ErasureNote[] {
  const lines = linesIn(path);
  return lines.flatMap((line): ErasureNote[] => {
    const [key = '', hash = '', prefilter = '', erasedAt] = line.split('\t');
    return erasedAt === undefined ? [] : [{ key, hash, prefilter, erasedAt }];
  });
}

/** Adds what is not noted yet; of what is older than `before` only the time of the newest is kept. */
export function noteErasures(path: string, news: readonly ErasureNote[], before: string): void {
  const known = readErasureNotes(path);
  const notes = new Map<string, ErasureNote>();
  for (const note of [...known, ...news]) {
    const hash = note.erasedAt < before ? '' : note.hash;
    const name = `${note.key} ${hash}`;
    const kept = notes.get(name);
    if (kept && kept.erasedAt >= note.erasedAt) continue;
    notes.set(name, hash === '' ? { ...note, hash, prefilter: '' } : note);
  }
  const lines = [...notes.values()].map(({ key, hash, prefilter, erasedAt }) =>
    [key, hash, prefilter, erasedAt].join('\t'),
  );
  if (lines.join() !== linesIn(path).join()) writeLines(path, lines);
}

export function linesIn(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Whole or not at all: half a list would let somebody back in. */
export function writeLines(path: string, lines: readonly string[]): void {
  const fresh = `${path}.new`;
  writeFileSync(fresh, `${lines.join('\n')}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, path);
}
