import { useId, useState } from 'react';
import type { Call } from '../../backend/archive.ts';
import { Icon } from '../../components/icon.tsx';
import { PhoneLink, useDial } from '../../components/phone-link.tsx';
import { useFormats } from '../../format/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { shortText } from './address-facts.ts';
import { dialable, ownNote } from './archived-call.ts';
import { CallDetails } from './call-details.tsx';
import { callIcon, useOutcome } from './call-outcome.ts';
import classes from './calls-page.module.css';
import { useSettle } from './change-call.ts';
import { RowNote } from './row-note.tsx';
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
  const [isOpen, setOpen] = useState(false);
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
          {name && <span className="foreign">{name}</span>}
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
        <button
          type="button"
          className={classes.unfold}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={t.details(name ?? number ?? '')}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevronDown" />
        </button>
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
        <button type="button" data-kind="call" onClick={() => dial(number)}>
          <Icon name="phone" size={16} />
          {t.callBack}
        </button>
      )}
      <button type="button" onClick={() => settle(call, !call.settled)}>
        {!call.settled && <Icon name="check" size={16} />}
        {call.settled ? t.reopen : t.settle}
      </button>
    </>
  );
}
