import { useState } from 'react';
import type { Call } from '../../backend/archive.ts';
import { useTexts } from '../../language/language.tsx';
import { useArchivedNote } from '../../parts/calls/call-notes.ts';
import { NoteField } from '../../parts/calls/note-field.tsx';
import { TextButton } from '../../parts/text-button.tsx';
import classes from './calls-page.module.css';

const NOTE_TEXTS = {
  de: { edit: (note: string) => `Notiz ändern: ${note}`, add: 'Notiz schreiben' },
  en: { edit: (note: string) => `Edit the note: ${note}`, add: 'Write a note' },
};

const MOST_NOTE = 400;

interface RowNoteProps {
  readonly call: Call;
  readonly value: string;
  /** Offers to write one where there is none. */
  readonly isOpen: boolean;
}

/** The note of a call; a click makes it a field. */
export function RowNote({ call, value, isOpen }: RowNoteProps) {
  const t = useTexts(NOTE_TEXTS);
  const note = useArchivedNote(call);
  const [isEditing, setEditing] = useState(false);
  const text = note.draft?.text ?? value;
  // What is not stored yet stays in sight, with the reason.
  const isWaiting = note.draft !== undefined && note.draft.state !== 'saving';
  if (isEditing || isWaiting) {
    return (
      <div className={classes.note}>
        <NoteField value={value} note={note} autoFocus onBlur={() => setEditing(false)} />
      </div>
    );
  }
  if (text === '' && !isOpen) return null;
  return (
    <TextButton
      className={classes.noteButton}
      fz="0.9rem"
      icon="note"
      aria-label={text === '' ? t.add : t.edit(text.slice(0, MOST_NOTE))}
      onClick={() => setEditing(true)}
    >
      <span className="foreign">
        {text === '' ? t.add : text.slice(0, MOST_NOTE)}
        {text.length > MOST_NOTE && ' …'}
      </span>
    </TextButton>
  );
}
