import { useId, useState } from 'react';
import { textFor, useLaterTexts } from '../language/language.tsx';
import { TextButton } from './button.tsx';
import { ByDesk, type Done } from './by-desk.tsx';
import field from './fields.module.css';
import type { Written } from './note-autosave.ts';
import classes from './note-field.module.css';
import type { Note } from './notes.ts';

/** The rest is read once it is chosen. */
const MOST = 400;

interface NoteFieldProps {
  /** What is stored. */
  readonly value: string;
  readonly note: Note;
  readonly about: 'call' | 'job';
  readonly autoFocus?: boolean;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

/** A note that is saved by itself: in a pause of typing, and when somebody leaves the field. */
export function NoteField({ value, note, about, autoFocus, onFocus, onBlur }: NoteFieldProps) {
  const t = useLaterTexts().noteField;
  const id = useId();
  const { draft } = note;
  const state = draft && draft.state !== 'typed' ? t[draft.state] : '';
  return (
    <div className={classes.note}>
      <div className={classes.head}>
        <label className={field.label} data-small htmlFor={id}>
          {t.note}
        </label>
        <span
          className={classes.state}
          data-state={draft?.state}
          title={textFor(t.hints, draft?.state)}
          aria-live="polite"
        >
          {state}
        </span>
      </div>
      <textarea
        id={id}
        className={field.input}
        rows={1}
        maxLength={4000}
        placeholder={t.about[about]}
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
      {draft?.other && <Overtaken text={draft.text} other={draft.other} note={note} />}
    </div>
  );
}

/** What another desk has written meanwhile, and what is to become of both. */
function Overtaken(props: { readonly text: string; readonly other: Written; readonly note: Note }) {
  const t = useLaterTexts().noteField;
  const { text, other, note } = props;
  return (
    <div className={classes.other}>
      <p>{t.meanwhile}</p>
      <p className="foreign">{other.note.slice(0, MOST)}</p>
      {other.by && (
        <p className="muted">
          <ByDesk by={other.by} />
        </p>
      )}
      <TextButton onClick={() => note.decide(`${other.note}\n${text}`)}>{t.both}</TextButton>
      <TextButton onClick={() => note.decide(text)}>{t.mine}</TextButton>
      <TextButton onClick={() => note.decide(undefined)}>{t.theirs}</TextButton>
    </div>
  );
}

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
