import { useId } from 'react';
import { useTexts } from '../../language/language.tsx';
import type { Note } from './call-notes.ts';
import classes from './note-field.module.css';

const TEXTS = {
  de: {
    note: 'Notiz',
    hint: 'Notiz zum Gespräch',
    saving: 'wird gespeichert …',
    waiting: 'Noch nicht gespeichert, wird weiter versucht',
    refused: 'Konnte nicht gespeichert werden',
  },
  en: {
    note: 'Note',
    hint: 'Note on the call',
    saving: 'saving …',
    waiting: 'Not saved yet, still trying',
    refused: 'Could not be saved',
  },
};

interface NoteFieldProps {
  /** What is stored. */
  readonly value: string;
  readonly note: Note;
  readonly autoFocus?: boolean;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

/** A note that is saved by itself: in a pause of typing, and when somebody leaves the field. */
export function NoteField({ value, note, autoFocus, onFocus, onBlur }: NoteFieldProps) {
  const t = useTexts(TEXTS);
  const id = useId();
  const { draft } = note;
  const state = draft && draft.state !== 'typed' ? t[draft.state] : '';
  return (
    <div className={classes.note}>
      <label htmlFor={id}>{t.note}</label>
      <textarea
        id={id}
        rows={1}
        maxLength={4000}
        placeholder={t.hint}
        value={draft?.text ?? value}
        // biome-ignore lint/a11y/noAutofocus: only where somebody has asked to write a note.
        autoFocus={autoFocus}
        onChange={({ currentTarget }) => note.edit(currentTarget.value)}
        onFocus={onFocus}
        onBlur={() => {
          note.flush();
          onBlur?.();
        }}
        onKeyDown={(event) => {
          // Leaves the field and keeps what is typed: a slip must not cost a note.
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <span className={classes.state} data-state={draft?.state} aria-live="polite">
        {state}
      </span>
    </div>
  );
}
