import type { Job } from '../../backend/archive.ts';
import { asDesk } from '../../desk.ts';
import type { Done } from '../../parts/by-desk.tsx';
import { useJobNote } from '../../parts/jobs/job-notes.ts';
import { NoteLine } from '../../parts/note-line.tsx';

/** What a desk has written down about the job. */
export function JobNote(props: {
  readonly job: Pick<Job, 'reference' | 'id'>;
  readonly note: string;
  readonly by: Done | null;
}) {
  const note = useJobNote(props.job);
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
