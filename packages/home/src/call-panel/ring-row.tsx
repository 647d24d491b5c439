import type { CallCommand, LiveCall } from 'hookline-client/telephony';
import { useId } from 'react';
import { usePhoneFormat } from '../format/phone-number.ts';
import { useLaterTexts } from '../language/language.tsx';
import { CallDuration } from '../parts/calls/call-duration.tsx';
import { KindChips } from '../parts/calls/caller.tsx';
import { calledLine, numberOf, otherParty } from '../parts/calls/other-party.ts';
import { useWho } from '../parts/calls/who.ts';
import { CallActions } from './call-actions.tsx';
import classes from './call-card.module.css';
import { CallerName } from './caller-name.tsx';

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
  const where = [number, line && t.forLine(line), who.facts?.place ?? who.facts?.vehicle]
    .filter((each) => each !== undefined)
    .join(' · ');
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
