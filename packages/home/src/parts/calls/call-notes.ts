import type { LiveCall } from 'hookline-client/telephony';
import { useCallback } from 'react';
import type { Call } from '../../backend/archive.ts';
import { useOffice } from '../../backend/office.ts';
import { RequestError, request, withParameters } from '../../backend/request.ts';
import { useStore } from '../../store.ts';
import { archivedAs, aroundStart } from './archived-call.ts';
import { changeCall } from './change-call.ts';
import { type Draft, NoteKeeper, type SaveNote } from './note-keeper.ts';

/** One for the life of the page: notes outlive the component that they were typed in. */
const keeper = new NoteKeeper({
  isFinal: (error) => error instanceof RequestError && error.isFinal,
});
window.addEventListener('pagehide', () => keeper.flushAll());

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
  const { queries } = useOffice();
  const save = useCallback(
    async (note: string) => {
      await changeCall(queries, id, { note });
      return true;
    },
    [queries, id],
  );
  return useNote(id, save);
}

/** The note of a call that is on: the archive may not have heard of it yet. */
export function useLiveNote(call: LiveCall): Note {
  const { queries } = useOffice();
  const save = useCallback(
    async (note: string) => {
      const path = withParameters('/api/calls', aroundStart(call));
      const { items } = await request<{ items: Call[] }>('GET', path);
      const archived = archivedAs(call, items);
      if (!archived) return false;
      await changeCall(queries, archived.id, { note });
      return true;
    },
    [queries, call],
  );
  return useNote(call.key, save);
}

function useNote(key: string, save: SaveNote): Note {
  const drafts = useStore(keeper.drafts);
  return {
    draft: drafts.get(key),
    edit: (text) => keeper.edit(key, text, save),
    flush: () => keeper.flush(key),
  };
}
