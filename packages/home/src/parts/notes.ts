import type { QueryClient } from '@tanstack/react-query';
import { erasures, useAppContext } from '../backend/app-context.ts';
import { RequestError } from '../backend/request.ts';
import { tell } from '../messages.ts';
import { useStore } from '../store.ts';
import { dropDraft, keepDraft, keptDraft } from './drafts.ts';
import { type Before, type Draft, NoteAutosave } from './note-autosave.ts';

export interface Note {
  /** The text that is typed, if it is not stored yet. */
  readonly draft: Draft | undefined;
  edit(text: string): void;
  flush(): void;
  /** Of one that was overtaken: what shall stand there; undefined: what does. */
  decide(text: string | undefined): void;
}

/** What a note is about. */
interface Subject {
  readonly key: string;
  /** What it is called in a message. */
  readonly name?: string | null;
}

/** Answers whether it is stored; without `queries`, nothing was read yet. */
type Save<Of> = (
  of: Of,
  text: { readonly note: string; readonly noteWas?: string | null },
  queries: QueryClient | undefined,
) => Promise<boolean>;

/**
 * The notes about one kind of thing, for the life of the page: they outlive the component that they
 * were typed in, and what is not stored yet is kept for the page that comes after a reload.
 */
export class Notes<Of extends Subject> {
  readonly #autosave = new NoteAutosave({
    outcomeOf(error) {
      if (!(error instanceof RequestError)) return false;
      const { note, noteBy = null } = error.inTheWay;
      if (error.code === 'note_changed') return { note: note ?? '', by: noteBy };
      if (error.status === 404) return 'gone';
      return error.isFinal && 'refused';
    },
    onOvertaken: (key, text) =>
      tell(
        'bad',
        (t) => t.notes.overtaken,
        [this.#subjects.get(key)?.name, text].filter(Boolean).join(': '),
      ),
  });
  readonly #subjects = new Map<string, Of>();
  readonly #name: string;
  readonly #save: Save<Of>;

  /** Under `name` they are kept. */
  constructor(name: string, save: Save<Of>) {
    this.#name = name;
    this.#save = save;
    window.addEventListener('pagehide', () => this.#autosave.flushAll());
    // What a reload or an expired login has interrupted is saved now.
    for (const { text, of, was } of this.#kept()) this.edit(of, text, was);
    this.#autosave.drafts.subscribe(() => this.#keep());
    erasures.subscribe(() => this.#autosave.dropGone());
  }

  /** By the key of what they are about. */
  get drafts() {
    return this.#autosave.drafts;
  }

  edit(of: Of, text: string, was: Before, queries?: QueryClient): void {
    this.#subjects.set(of.key, of);
    this.#autosave.edit(of.key, text, was, (note, noteWas) =>
      this.#save(of, { note, ...(noteWas !== undefined && { noteWas }) }, queries),
    );
  }

  flush(key: string): void {
    this.#autosave.flush(key);
  }

  decide(key: string, text: string | undefined): void {
    this.#autosave.decide(key, text);
  }

  #keep(): void {
    const notes = [...this.drafts.get()].flatMap(([key, { text, was }]) => {
      const of = this.#subjects.get(key);
      return of ? [{ text, of, was }] : [];
    });
    if (notes.length > 0) keepDraft(this.#name, notes);
    else dropDraft(this.#name);
  }

  #kept(): readonly { readonly text: string; readonly of: Of; readonly was: Before }[] {
    const kept = keptDraft(this.#name);
    if (!Array.isArray(kept)) return [];
    // Another version of the page may have written it.
    return kept.filter(
      (note) => typeof note?.text === 'string' && typeof note.of?.key === 'string',
    );
  }
}

export function useNote<Of extends Subject>(notes: Notes<Of>, of: Of, was: Before): Note {
  const { queries } = useAppContext();
  const drafts = useStore(notes.drafts);
  return {
    draft: drafts.get(of.key),
    edit: (text) => notes.edit(of, text, was, queries),
    flush: () => notes.flush(of.key),
    decide: (text) => notes.decide(of.key, text),
  };
}
