import type { QueryClient } from '@tanstack/react-query';
import type { LiveCall } from 'hookline-client/telephony';
import type { Call } from '../../backend/archive.ts';
import { useOffice } from '../../backend/office.ts';
import { RequestError, request, withParameters } from '../../backend/request.ts';
import { useStore } from '../../store.ts';
import { archivedAs, aroundStart } from './archived-call.ts';
import { changeCall } from './change-call.ts';
import { keepNotes, keptNotes, type NoteOf } from './kept-notes.ts';
import { type Draft, NoteKeeper, type SaveNote } from './note-keeper.ts';

/** One for the life of the page: notes outlive the component that they were typed in. */
const keeper = new NoteKeeper({
  isFinal: (error) => error instanceof RequestError && error.isFinal,
});
const calls = new Map<string, NoteOf>();
window.addEventListener('pagehide', () => keeper.flushAll());
// What a reload or an expired login has interrupted is saved now.
for (const { text, of } of keptNotes()) edit(of, text);
keeper.drafts.subscribe(() => keepNotes(keeper.drafts.get(), calls));

/** Whether something is typed that is not stored yet. */
export function hasDraft(key: string): boolean {
  return keeper.drafts.get().has(key);
}

export interface Note {
  /** The text that is typed, if it is not stored yet. */
  readonly draft: Draft | undefined;
  edit(text: string): void;
  flush(): void;
}

/** The note of a call of the archive. */
export function useArchivedNote({ id }: Call): Note {
  return useNote({ key: id, id });
}

/** The note of a call that is on: the archive may not have heard of it yet. */
export function useLiveNote({ key, callId, startedAt }: LiveCall): Note {
  return useNote({ key, callId, startedAt });
}

function useNote(of: NoteOf): Note {
  const { queries } = useOffice();
  const drafts = useStore(keeper.drafts);
  return {
    draft: drafts.get(of.key),
    edit: (text) => edit(of, text, queries),
    flush: () => keeper.flush(of.key),
  };
}

function edit(of: NoteOf, text: string, queries?: QueryClient): void {
  calls.set(of.key, of);
  keeper.edit(of.key, text, saving(of, queries));
}

function saving(of: NoteOf, queries: QueryClient | undefined): SaveNote {
  return async (note) => {
    const id = of.id ?? (await archived(of))?.id;
    if (id === undefined) return false;
    await changeCall(queries, id, { note });
    return true;
  };
}

async function archived(of: NoteOf): Promise<Call | undefined> {
  const { key, callId = '', startedAt = '' } = of;
  const path = withParameters('/api/calls', aroundStart({ startedAt }));
  const { items } = await request<{ items: Call[] }>('GET', path);
  return archivedAs({ key, callId, startedAt }, items);
}
