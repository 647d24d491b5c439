import type { Job } from '../../backend/archive.ts';
import { deskLabel } from '../../desk.ts';
import { type Note, Notes, useNote } from '../notes.ts';
import { changeJob } from './change-job.ts';
import { jobName, jobPath } from './job-facts.ts';

/** Which job a note is about. */
interface NoteOf {
  readonly key: string;
  /** As the archive is asked for it. */
  readonly job: string;
}

const notes = new Notes<NoteOf>('job notes', async ({ job }, note, queries) => {
  const by = deskLabel();
  // Nobody writes without a desk; after a reload it is known a moment later.
  if (by === '') return false;
  await changeJob(queries, job, { note, by });
  return true;
});

export function useJobNote(job: Pick<Job, 'reference' | 'id'>): Note {
  return useNote(notes, { key: jobName(job), job: jobPath(job) });
}
