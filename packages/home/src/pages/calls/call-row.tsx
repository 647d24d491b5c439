import { UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import type { Call } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { shortText } from '../../parts/calls/address-facts.ts';
import { dialable, ownNote } from '../../parts/calls/archived-call.ts';
import { useArchivedNote } from '../../parts/calls/call-notes.ts';
import { callIcon, useOutcome } from '../../parts/calls/call-outcome.ts';
import { useSettle } from '../../parts/calls/change-call.ts';
import { NoteField } from '../../parts/calls/note-field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { PhoneLink, useDial } from '../../parts/phone-link.tsx';
import { TextButton } from '../../parts/text-button.tsx';
import { useKept } from '../../place.ts';
import { linkTo } from '../../route.ts';
import { CallDetails } from './call-details.tsx';
import classes from './calls-page.module.css';
import type { Talk } from './talks.ts';

const TEXTS = {
  de: {
    withheld: 'Nummer unterdrückt',
    directions: { in: 'Eingehend', out: 'Ausgehend', internal: 'Intern' } as Record<string, string>,
    callBack: 'Zurückrufen',
    settle: 'Erledigt',
    reopen: 'Wieder öffnen',
    settled: 'Erledigt',
    talks: {
      in: 'Ruft gerade an',
      out: 'Wird gerade angerufen',
      talk: 'Im Gespräch',
    },
    details: (name: string) => `Mehr zu ${name}`,
  },
  en: {
    withheld: 'Number withheld',
    directions: { in: 'Incoming', out: 'Outgoing', internal: 'Internal' } as Record<string, string>,
    callBack: 'Call back',
    settle: 'Settle',
    reopen: 'Open again',
    settled: 'Settled',
    talks: {
      in: 'Is calling now',
      out: 'Is being called',
      talk: 'On the phone',
    },
    details: (name: string) => `More about ${name}`,
  },
};

/** A call of the archive. */
export function CallRow({ call, talks }: { call: Call; talks: ReadonlyMap<string, Talk> }) {
  const t = useTexts(TEXTS);
  const { when, exact } = useFormats();
  const outcome = useOutcome();
  const id = useId();
  const [isOpen, setOpen] = useKept(`unfolded ${call.id}`, false);
  const number = dialable(call);
  const told = shortText(call.name);
  const name = told ?? (number === null ? t.withheld : undefined);
  const isWaiting = call.missed && !call.settled;
  const talk = talks.get(call.line ?? '') ?? talks.get(number ?? '');
  return (
    <li className={classes.call} data-waiting={isWaiting}>
      <div className={classes.line}>
        <span className={classes.icon} title={t.directions[call.direction ?? '']}>
          <Icon name={callIcon(call)} />
        </span>
        <div className={classes.who}>
          {name &&
            (number === null ? (
              <span className="foreign">{name}</span>
            ) : (
              <a
                className={`foreign ${classes.name}`}
                href={linkTo('contacts', call.addressId ?? number)}
              >
                {name}
              </a>
            ))}
          {number !== null && <PhoneLink number={number} name={told ?? null} />}
        </div>
        <div className={classes.outcome}>
          <span className={classes.words}>{outcome(call)}</span>
          {call.missed && call.settled && (
            <span className={classes.settled}>
              <Icon name="check" size={15} />
              {t.settled}
            </span>
          )}
        </div>
        <div className={classes.actions}>
          {call.missed && <MissedActions call={call} number={number} talk={talk} />}
        </div>
        {call.startedAt && (
          <time
            className={`numbers ${classes.when}`}
            dateTime={call.startedAt}
            title={exact(call.startedAt)}
          >
            {when(call.startedAt, Date.parse(call.startedAt))}
          </time>
        )}
        <UnstyledButton
          className={classes.unfold}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={t.details(name ?? number ?? '')}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevronDown" />
        </UnstyledButton>
      </div>
      <RowNote call={call} value={ownNote(call)} isOpen={isOpen} />
      {isOpen && <CallDetails id={id} call={call} number={number} />}
    </li>
  );
}

function MissedActions(props: {
  readonly call: Call;
  readonly number: string | null;
  /** Whether anybody in the office is on the telephone with them. */
  readonly talk: Talk | undefined;
}) {
  const { call, number, talk } = props;
  const t = useTexts(TEXTS);
  const dial = useDial();
  const settle = useSettle();
  // Two desks that call back the same person at the same time look foolish.
  if (talk) return <span className={classes.busy}>{t.talks[talk]}</span>;
  return (
    <>
      {number !== null && !call.settled && (
        <UnstyledButton fz="0.88rem" fw={600} data-kind="call" onClick={() => dial(number)}>
          <Icon name="phone" size={16} />
          {t.callBack}
        </UnstyledButton>
      )}
      <UnstyledButton fz="0.88rem" onClick={() => settle(call, !call.settled)}>
        {!call.settled && <Icon name="check" size={16} />}
        {call.settled ? t.reopen : t.settle}
      </UnstyledButton>
    </>
  );
}

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
function RowNote({ call, value, isOpen }: RowNoteProps) {
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
