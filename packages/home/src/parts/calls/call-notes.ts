import type { LiveCall } from 'hookline-client/telephony';
import type { Call } from '../../backend/archive.ts';
import { request, withParameters } from '../../backend/request.ts';
import { type Note, Notes, useNote } from '../notes.ts';
import { archivedAs, aroundStart, ownNote } from './archived-call.ts';
import { changeCall } from './change-call.ts';

/** Which call a note is about: by the archive's id, or as the telephone names one that is on. */
interface NoteOf {
  readonly key: string;
  readonly name?: string | null;
  readonly id?: string;
  readonly callId?: string;
  readonly startedAt?: string;
}

const notes = new Notes<NoteOf>('notes', async (of, text, queries) => {
  const call = of.id === undefined ? await archived(of) : undefined;
  const id = of.id ?? call?.id;
  if (id === undefined) return false;
  // When the writing began, the archive may not have had the remark of the phone book yet.
  const isUnwritten = call && 'noteWas' in text && ownNote(call) === '';
  await changeCall(queries, id, isUnwritten ? { ...text, noteWas: call.note } : text);
  return true;
});

/** Whether something is typed that is not stored yet. */
export function hasDraft(key: string): boolean {
  return notes.drafts.get().has(key);
}

export function useArchivedNote({ id, name, number, note }: Call): Note {
  return useNote(notes, { key: id, name: name ?? number, id }, note);
}

/** The note of a call that is on: the archive may not have heard of it yet. */
export function useLiveNote(call: LiveCall, record: Call | undefined): Note {
  const { key, callId, startedAt } = call;
  return useNote(notes, { key, callId, startedAt }, record?.note ?? null);
}

async function archived(of: NoteOf): Promise<Call | undefined> {
  const { key, callId = '', startedAt = '' } = of;
  const path = withParameters('/api/calls', aroundStart({ startedAt }));
  const { items } = await request<{ items: Call[] }>('GET', path);
  return archivedAs({ key, callId, startedAt }, items);
}
