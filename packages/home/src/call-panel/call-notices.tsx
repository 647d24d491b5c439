import type { LiveCall } from 'hookline-client/telephony';
import { useEffect, useRef } from 'react';
import { usePhoneFormat } from '../format/phone-number.ts';
import { useLaterTexts } from '../language/language.tsx';
import { isRingingHere, numberOf, otherParty } from '../parts/calls/other-party.ts';
import { useWho, useWhoInWords, useWhoName } from '../parts/calls/who.ts';
import { Icon } from '../parts/icon.tsx';
import classes from './call-panel.module.css';
import { byUrgency } from './primary-call.ts';

interface CallBarProps {
  /** Those that are not over. */
  readonly calls: readonly LiveCall[];
  readonly isLost: boolean;
  readonly isOnline: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onAnswer: (call: LiveCall) => void;
}

/**
 * Where there is no column for the telephone it is a bar below the page, always there, so that a
 * ring moves no list; a tap on it opens the cards over the page.
 */
export function CallBar({ calls, isLost, isOpen, onOpen, ...props }: CallBarProps) {
  const { callNotices: t, callActions, deskLost } = useLaterTexts();
  const bar = useRef<HTMLDivElement>(null);
  const [call] = byUrgency(calls);
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isHere = bar.current?.parentElement?.contains(event.target as Node);
      if (event.key !== 'Escape' || event.defaultPrevented || !isHere) return;
      event.preventDefault();
      onOpen(false);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOpen, onOpen]);
  return (
    <div
      ref={bar}
      className={classes.bar}
      data-ringing={(call && isRingingHere(call)) || undefined}
      data-furniture
    >
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-label={isOpen ? t.close : t.open}
        onClick={() => onOpen(!isOpen)}
      />
      <Icon
        name={isLost ? 'warning' : call && isRingingHere(call) ? 'phoneIn' : 'phone'}
        size={18}
      />
      <span className={classes.words}>
        {call ? <CallInBar call={call} /> : isLost ? deskLost.lost : t.idle}
      </span>
      {calls.length > 1 && <span className="numbers">+{calls.length - 1}</span>}
      {call?.features.includes('answer') && (
        <button
          key={call.key}
          type="button"
          className={classes.answer}
          data-command="answer"
          disabled={!props.isOnline}
          onClick={() => props.onAnswer(call)}
        >
          {callActions.answer}
        </button>
      )}
      <span className={classes.chevron} data-open={isOpen || undefined}>
        <Icon name="chevronDown" size={16} />
      </span>
    </div>
  );
}

function CallInBar({ call }: { call: LiveCall }) {
  const t = useLaterTexts().callNotices;
  const party = otherParty(call);
  const name = useWhoName()(useWho(numberOf(party), party.name, party.line));
  if (call.state === 'ended') return null;
  return (
    <>
      <strong className="foreign">{name}</strong>{' '}
      {isRingingHere(call) ? t.ringing : t.states[call.state]}
    </>
  );
}

/** Lets a screen reader say who rings, when it has finished what it is saying. */
export function RingAnnouncement({ calls }: { calls: readonly LiveCall[] }) {
  const newest = calls.find(isRingingHere);
  return (
    <div role="status" className="spoken">
      {newest && <Ring call={newest} />}
    </div>
  );
}

function Ring({ call }: { call: LiveCall }) {
  const t = useLaterTexts().callNotices;
  const format = usePhoneFormat();
  const party = otherParty(call);
  const who = useWho(numberOf(party), party.name, party.line);
  const inWords = useWhoInWords()(who);
  const stranger = useWhoName()(who);
  // Said once: a name that is still looked up would make it speak twice.
  if (who.isLoading && who.name === undefined) return null;
  const name = who.name === undefined ? stranger : inWords;
  return t.rings(who.number === null ? name : `${name}, ${format(who.number)}`);
}
