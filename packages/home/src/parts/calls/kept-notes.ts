import { dropDraft, keepDraft, keptDraft } from '../drafts.ts';
import type { Draft } from './note-keeper.ts';

/** Which call a note is about: by the archive's id, or as the telephone names one that is on. */
export interface NoteOf {
  readonly key: string;
  readonly id?: string;
  readonly callId?: string;
  readonly startedAt?: string;
}

export interface KeptNote {
  readonly text: string;
  readonly of: NoteOf;
}

const NAME = 'notes';

/** Keeps what is typed and not stored yet for the page that comes after a reload. */
export function keepNotes(
  drafts: ReadonlyMap<string, Draft>,
  calls: ReadonlyMap<string, NoteOf>,
): void {
  const notes = [...drafts].flatMap(([key, { text }]): KeptNote[] => {
    const of = calls.get(key);
    return of ? [{ text, of }] : [];
  });
  if (notes.length > 0) keepDraft(NAME, notes);
  else dropDraft(NAME);
}

export function keptNotes(): readonly KeptNote[] {
  const kept = keptDraft(NAME);
  if (!Array.isArray(kept)) return [];
  // Another version of the page may have written it.
  return kept.filter(
    (note): note is KeptNote => typeof note?.text === 'string' && typeof note.of?.key === 'string',
  );
}
