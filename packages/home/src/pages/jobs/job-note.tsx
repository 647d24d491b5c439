import type { Job } from '../../backend/archive.ts';
import { asDesk, deskLabel } from '../../desk.ts';
import type { Done } from '../../parts/by-desk.tsx';
import { changeJob } from '../../parts/jobs/change-job.ts';
import { jobName } from '../../parts/jobs/job-facts.ts';
import { NoteLine } from '../../parts/note-line.tsx';
import { Notes, useNote } from '../../parts/notes.ts';

/** Which job a note is about. */
interface NoteOf {
  readonly key: string;
  readonly name: string | null;
}

const notes = new Notes<NoteOf>('job notes', async ({ key }, text, queries) => {
  const by = deskLabel();
  // Nobody writes without a desk; after a reload it is known a moment later.
  if (by === '') return false;
  await changeJob(queries, key, { ...text, by });
  return true;
});

/** What a desk has written down about the job. */
export function JobNote(props: {
  readonly job: Pick<Job, 'reference' | 'id'>;
  readonly note: string;
  readonly by: Done | null;
}) {
  const { job } = props;
  const of = { key: jobName(job), name: job.reference };
  const note = useNote(notes, of, props.note);
  return (
    <NoteLine
      about="job"
      value={props.note}
      by={props.by}
      note={note}
      isOffered
      // A note on a job says who wrote it.
      first={(then) => asDesk(then)}
    />
  );
}
