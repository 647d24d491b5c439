import type { QueryClient } from '@tanstack/react-query';
import { useOffice } from '../backend/office.ts';
import { RequestError } from '../backend/request.ts';
import { useStore } from '../store.ts';
import { dropDraft, keepDraft, keptDraft } from './drafts.ts';
import { type Draft, NoteKeeper } from './note-keeper.ts';

export interface Note {
  /** The text that is typed, if it is not stored yet. */
  readonly draft: Draft | undefined;
  edit(text: string): void;
  flush(): void;
}

/** What a note is about. */
interface Subject {
  readonly key: string;
}

/** Answers whether it is stored; without `queries`, nothing was read yet. */
type Save<Of> = (of: Of, text: string, queries: QueryClient | undefined) => Promise<boolean>;

/**
 * The notes about one kind of thing, for the life of the page: they outlive the component that they
 * were typed in, and what is not stored yet is kept for the page that comes after a reload.
 */
export class Notes<Of extends Subject> {
  readonly #keeper = new NoteKeeper({
    isFinal: (error) => error instanceof RequestError && error.isFinal,
  });
  readonly #subjects = new Map<string, Of>();
  readonly #name: string;
  readonly #save: Save<Of>;

  /** Under `name` they are kept. */
  constructor(name: string, save: Save<Of>) {
    this.#name = name;
    this.#save = save;
    window.addEventListener('pagehide', () => this.#keeper.flushAll());
    // What a reload or an expired login has interrupted is saved now.
    for (const { text, of } of this.#kept()) this.edit(of, text);
    this.#keeper.drafts.subscribe(() => this.#keep());
  }

  /** By the key of what they are about. */
  get drafts() {
    return this.#keeper.drafts;
  }

  edit(of: Of, text: string, queries?: QueryClient): void {
    this.#subjects.set(of.key, of);
    this.#keeper.edit(of.key, text, (note) => this.#save(of, note, queries));
  }

  flush(key: string): void {
    this.#keeper.flush(key);
  }

  #keep(): void {
    const notes = [...this.drafts.get()].flatMap(([key, { text }]) => {
      const of = this.#subjects.get(key);
      return of ? [{ text, of }] : [];
    });
    if (notes.length > 0) keepDraft(this.#name, notes);
    else dropDraft(this.#name);
  }

  #kept(): readonly { readonly text: string; readonly of: Of }[] {
    const kept = keptDraft(this.#name);
    if (!Array.isArray(kept)) return [];
    // Another version of the page may have written it.
    return kept.filter(
      (note) => typeof note?.text === 'string' && typeof note.of?.key === 'string',
    );
  }
}

/** The note about one of them. */
export function useNote<Of extends Subject>(notes: Notes<Of>, of: Of): Note {
  const { queries } = useOffice();
  const drafts = useStore(notes.drafts);
  return {
    draft: drafts.get(of.key),
    edit: (text) => notes.edit(of, text, queries),
    flush: () => notes.flush(of.key),
  };
}
