import { useState } from 'react';
import type { Call } from '../../backend/archive.ts';
import { Icon } from '../../components/icon.tsx';
import { useTexts } from '../../language/language.tsx';
import { useArchivedNote } from './call-notes.ts';
import classes from './calls-page.module.css';
import { NoteField } from './note-field.tsx';

const TEXTS = {
  de: { edit: (note: string) => `Notiz ändern: ${note}`, add: 'Notiz schreiben' },
  en: { edit: (note: string) => `Edit the note: ${note}`, add: 'Write a note' },
};

const MOST = 400;

interface RowNoteProps {
  readonly call: Call;
  readonly value: string;
  /** Offers to write one where there is none. */
  readonly isOpen: boolean;
}

/** The note of a call; a click makes it a field. */
export function RowNote({ call, value, isOpen }: RowNoteProps) {
  const t = useTexts(TEXTS);
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
    <button
      type="button"
      className={classes.noteButton}
      aria-label={text === '' ? t.add : t.edit(text.slice(0, MOST))}
      onClick={() => setEditing(true)}
    >
      <Icon name="note" size={15} />
      <span className="foreign">
        {text === '' ? t.add : text.slice(0, MOST)}
        {text.length > MOST && ' …'}
      </span>
    </button>
  );
}
