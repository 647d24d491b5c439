import { useState } from 'react';
import { useLaterTexts } from '../language/language.tsx';
import { TextButton } from './button.tsx';
import { ByDesk, type Done } from './by-desk.tsx';
import { NoteField } from './note-field.tsx';
import classes from './note-line.module.css';
import type { Note } from './notes.ts';

const MOST = 400;

/** A note; a click makes it a field. */
export function NoteLine(props: {
  readonly about: 'call' | 'job';
  /** What is stored, and who wrote it. */
  readonly value: string;
  readonly by: Done | null;
  readonly note: Note;
  /** Offers to write one where there is none. */
  readonly isOffered: boolean;
  /** What has to be known before somebody writes; `then` goes on. */
  readonly first?: (then: () => void) => void;
}) {
  const t = useLaterTexts().noteLine;
  const { about, value, by, note, first = (then) => then() } = props;
  const [isEditing, setEditing] = useState(false);
  const text = note.draft?.text ?? value;
  // What is not stored yet stays in sight, with the reason.
  const isWaiting = note.draft !== undefined && note.draft.state !== 'saving';
  if (isEditing || isWaiting) {
    return (
      <div className={classes.field}>
        <NoteField
          about={about}
          value={value}
          note={note}
          // What could not be stored comes back as a field, and must not take the keys from another.
          autoFocus={isEditing}
          onBlur={() => setEditing(false)}
        />
      </div>
    );
  }
  if (text === '' && !props.isOffered) return null;
  return (
    <div className={classes.line}>
      <TextButton
        className={classes.button}
        icon="note"
        aria-label={text === '' ? t.add : t.edit(text.slice(0, MOST))}
        data-hand="note"
        onClick={() => first(() => setEditing(true))}
      >
        <span className="foreign">
          {text === '' ? t.add : text.slice(0, MOST)}
          {text.length > MOST && ' …'}
        </span>
      </TextButton>
      {text !== '' && by && (
        <span className="muted">
          <ByDesk by={by} />
        </span>
      )}
    </div>
  );
}
