import type { LiveCall } from 'hookline-client/telephony';
import type { Call } from '../../backend/archive.ts';
import { request, withParameters } from '../../backend/request.ts';
import { type Note, Notes, useNote } from '../notes.ts';
import { archivedAs, aroundStart } from './archived-call.ts';
import { changeCall } from './change-call.ts';

/** Which call a note is about: by the archive's id, or as the telephone names one that is on. */
interface NoteOf {
  readonly key: string;
  readonly id?: string;
  readonly callId?: string;
  readonly startedAt?: string;
}

const notes = new Notes<NoteOf>('notes', async (of, note, queries) => {
  const id = of.id ?? (await archived(of))?.id;
  if (id === undefined) return false;
  await changeCall(queries, id, { note });
  return true;
});

/** Whether something is typed that is not stored yet. */
export function hasDraft(key: string): boolean {
  return notes.drafts.get().has(key);
}

/** The note of a call of the archive. */
export function useArchivedNote({ id }: Call): Note {
  return useNote(notes, { key: id, id });
}

/** The note of a call that is on: the archive may not have heard of it yet. */
export function useLiveNote({ key, callId, startedAt }: LiveCall): Note {
  return useNote(notes, { key, callId, startedAt });
}

async function archived(of: NoteOf): Promise<Call | undefined> {
  const { key, callId = '', startedAt = '' } = of;
  const path = withParameters('/api/calls', aroundStart({ startedAt }));
  const { items } = await request<{ items: Call[] }>('GET', path);
  return archivedAs({ key, callId, startedAt }, items);
}
