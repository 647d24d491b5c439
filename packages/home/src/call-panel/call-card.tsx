import type { CallCommand, LiveCall } from 'hookline-client/telephony';
import { useEffect, useId } from 'react';
import { useArchiveList } from '../backend/archive.ts';
import { shortText } from '../format/payload-text.ts';
import { usePhoneFormat } from '../format/phone-number.ts';
import { useLaterTexts } from '../language/language.tsx';
import { TextButton } from '../parts/button.tsx';
import { archivedAs, aroundStart, ownNote } from '../parts/calls/archived-call.ts';
import { CallDuration } from '../parts/calls/call-duration.tsx';
import { useLiveNote } from '../parts/calls/call-notes.ts';
import { useEnd } from '../parts/calls/call-outcome.ts';
import { CallerNumber, CallerPlace, KindChips, OtherOwners } from '../parts/calls/caller.tsx';
import { CallerHistory } from '../parts/calls/caller-history.tsx';
import { calledLine, isRingingHere, numberOf, otherParty } from '../parts/calls/other-party.ts';
import { asContact, toBeSaved, useWho, useWhoName, type Who } from '../parts/calls/who.ts';
import { openContactForm } from '../parts/contacts/open-form.ts';
import { Icon } from '../parts/icon.tsx';
import { NoteField } from '../parts/note-field.tsx';
import { useDial } from '../parts/phone-link.tsx';
import { linkTo } from '../route.ts';
import { CallActions } from './call-actions.tsx';
import classes from './call-card.module.css';
import { TransferChoice } from './number-choice.tsx';

interface CallCardProps {
  readonly call: LiveCall;
  readonly keyed: ReadonlySet<CallCommand>;
  readonly isOnline: boolean;
  readonly isTransferring: boolean;
  readonly onCommand: (command: CallCommand, call: LiveCall) => void;
  /** Undefined: the choice was left. */
  readonly onTransfer: (call: LiveCall, to: string | undefined) => void;
  readonly onDismiss: (key: string) => void;
  readonly onHold: (key: string, isHeld: boolean) => void;
}

/** A call of this desk: who it is, what can be done, and a note. */
export function CallCard(props: CallCardProps) {
  const { call, onDismiss, onHold } = props;
  const { callCard: t, common } = useLaterTexts();
  const id = useId();
  const party = otherParty(call);
  const line = calledLine(call);
  const known = useWho(numberOf(party), party.name, party.line);
  const { items } = useArchiveList('calls', aroundStart(call));
  const archived = archivedAs(call, items);
  const who = asContact(known, archived?.contact);
  const note = useLiveNote(call, archived);
  const isOver = call.state === 'ended';
  // On a phone's width it would push the page itself out of sight.
  const isWide = matchMedia('(min-width: 48em)').matches;
  const { flush } = note;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the end of the call, and only then.
  useEffect(() => {
    if (isOver) flush();
  }, [isOver]);
  return (
    <article
      className={classes.card}
      data-state={isRingingHere(call) ? 'ringing' : call.state}
      data-holds={isOver || undefined}
      aria-labelledby={id}
    >
      <header className={classes.head}>
        <State call={call} />
        {isOver && (
          <TextButton
            className={classes.close}
            aria-label={common.close}
            onClick={() => onDismiss(call.key)}
          >
            <Icon name="close" size={16} />
          </TextButton>
        )}
      </header>
      <div className={classes.who}>
        <CallerName id={id} who={who} />
        <KindChips who={who} />
      </div>
      <OtherOwners who={known} call={archived} />
      {line !== undefined && (
        <span className="foreign muted">
          {t.forLine} <bdi>{line}</bdi>
        </span>
      )}
      {isOver ? <CallerNumber who={who} /> : <CallerPlace who={who} remark={call.note} />}
      <CallActions
        call={call}
        keyed={props.keyed}
        isOnline={props.isOnline}
        onCommand={(command) => props.onCommand(command, call)}
      />
      {props.isTransferring && call.features.includes('transfer') && (
        <TransferChoice
          onChoose={(to) => props.onTransfer(call, to)}
          onCancel={() => props.onTransfer(call, undefined)}
        />
      )}
      <NoteField
        about="call"
        value={archived ? ownNote(archived) : ''}
        note={note}
        onFocus={() => onHold(call.key, true)}
        onBlur={() => onHold(call.key, false)}
      />
      <CardLinks {...props} who={who} isOver={isOver} isOther={who !== known} />
      {who.number !== null && !isOver && (
        <details className={classes.history} open={call.state !== 'held' && isWide}>
          <summary>{t.history}</summary>
          <CallerHistory who={who} without={call.startedAt} call={archived} />
        </details>
      )}
    </article>
  );
}

function State({ call }: { call: LiveCall }) {
  const { callCard: t, callOutcome } = useLaterTexts();
  const end = useEnd();
  const { state, answeredAt } = call;
  if (state === 'ended') return <span className={classes.state}>{end(call)}</span>;
  const isIn = isRingingHere(call);
  return (
    <span className={classes.state}>
      <Icon name={isIn ? 'phoneIn' : call.direction === 'in' ? 'phone' : 'phoneOut'} size={16} />
      {state !== 'ringing' ? callOutcome.states[state] : isIn ? t.ringing : t.ringingThere}
      <CallDuration since={answeredAt ?? call.startedAt} />
    </span>
  );
}

/** What can be done with the person rather than with the call. */
function CardLinks({
  call,
  who,
  isOver,
  isOther,
  onDismiss,
}: CallCardProps & { who: Who; isOver: boolean; isOther: boolean }) {
  const { caller, common } = useLaterTexts();
  const dial = useDial();
  const { number } = who;
  if (number === null) return null;
  const isInternal = who.kinds.includes('internal');
  return (
    <div className={classes.links}>
      {isOver && (
        <TextButton
          icon="phone"
          onClick={() => {
            dial(number);
            onDismiss(call.key);
          }}
        >
          {common.callBack}
        </TextButton>
      )}
      {!isInternal && !isOther && who.caller && (
        <TextButton
          icon={who.address ? 'edit' : 'userPlus'}
          onClick={() => openContactForm(toBeSaved(who))}
        >
          {who.address ? caller.edit : caller.save}
        </TextButton>
      )}
    </div>
  );
}

/** The name of whom a call is with, which leads to all that is known of them. */
function CallerName({ id, who }: { id: string; who: Who }) {
  const name = useWhoName()(who);
  const { address, number, kinds } = who;
  // Not before the archive has answered: the link would lead elsewhere a moment later.
  const item = who.caller && !kinds.includes('internal') ? (address?.id ?? number) : null;
  return (
    <h2 id={id} className={`foreign ${classes.name}`}>
      {item === null ? name : <a href={linkTo('contacts', item)}>{name}</a>}
    </h2>
  );
}

interface RingRowProps {
  readonly call: LiveCall;
  readonly keyed: ReadonlySet<CallCommand>;
  readonly isOnline: boolean;
  readonly onCommand: (command: CallCommand, call: LiveCall) => void;
}

/** Somebody who rings beside another call: as much as it takes to decide whether to answer. */
export function RingRow({ call, keyed, isOnline, onCommand }: RingRowProps) {
  const t = useLaterTexts().ringRow;
  const id = useId();
  const format = usePhoneFormat();
  const party = otherParty(call);
  const who = useWho(numberOf(party), party.name, party.line);
  const number = who.number === null ? undefined : format(who.number);
  const line = calledLine(call);
  const told = [number, line && t.forLine(line), who.facts?.place ?? who.facts?.vehicle];
  const where = shortText(told.filter((each) => each !== undefined).join(' · '), 240);
  return (
    <article className={classes.card} data-state="ringing" data-compact aria-labelledby={id}>
      <header className={classes.head}>
        <CallerName id={id} who={who} />
        <span className={classes.state}>
          <span className="spoken">{t.ringing}</span>
          <CallDuration since={call.startedAt} />
        </span>
      </header>
      <div className={classes.where}>
        <KindChips who={who} />
        <span className="foreign" title={where}>
          {where}
        </span>
      </div>
      <CallActions
        call={call}
        keyed={keyed}
        isOnline={isOnline}
        onCommand={(command) => onCommand(command, call)}
      />
    </article>
  );
}
