import type { Call } from '../../backend/archive.ts';
import { ownNote } from '../../parts/calls/archived-call.ts';
import { useArchivedNote } from '../../parts/calls/call-notes.ts';
import { NoteLine } from '../../parts/note-line.tsx';
import classes from './calls-page.module.css';

interface RowNoteProps {
  readonly call: Call;
  /** Offers to write one where there is none. */
  readonly isOpen: boolean;
}

/** Its own component: every letter that is typed draws it anew. */
export function RowNote({ call, isOpen }: RowNoteProps) {
  const note = useArchivedNote(call);
  return (
    <div className={classes.note}>
      <NoteLine
        about="call"
        value={ownNote(call)}
        by={call.noteBy}
        note={note}
        isOffered={isOpen}
      />
    </div>
  );
}
