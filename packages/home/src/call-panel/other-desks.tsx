import type { LiveCall } from 'hookline-client/telephony';
import { usePhone } from '../backend/app-context.ts';
import { useLaterTexts } from '../language/language.tsx';
import { CallDuration } from '../parts/calls/call-duration.tsx';
import { isOwn, nameOfDesk, numberOf, otherParty } from '../parts/calls/other-party.ts';
import { useWho, useWhoInWords } from '../parts/calls/who.ts';
import { Icon } from '../parts/icon.tsx';
import classes from './call-panel.module.css';

/** What colleagues are doing, so that nobody transfers to a desk that is busy. */
export function OtherDesks() {
  const t = useLaterTexts().otherDesks;
  const { calls, extension } = usePhone();
  const others = calls.filter((call) => call.state !== 'ended' && !isOwn(call, extension));
  if (others.length === 0) return null;
  return (
    <section className={classes.others}>
      <h2>{t.title}</h2>
      <ul>
        {others.map((call) => (
          <OtherDesk key={call.key} call={call} />
        ))}
      </ul>
    </section>
  );
}

function OtherDesk({ call }: { call: LiveCall }) {
  const t = useLaterTexts().otherDesks;
  const { phoneBook } = usePhone();
  const party = otherParty(call);
  const who = useWhoInWords()(useWho(numberOf(party), party.name, party.line));
  const desk = nameOfDesk(call.extension, phoneBook.entries);
  const isOut = call.state === 'ringing' && call.direction === 'out';
  const state = isOut ? 'dialing' : call.state;
  if (state === 'ended') return null;
  return (
    <li>
      <Icon
        name={state === 'ringing' ? 'phoneIn' : state === 'held' ? 'hold' : 'phone'}
        size={15}
      />
      <span className="foreign">
        <strong title={desk}>{t.desk(call.extension)}</strong> {t.states[state](who)}
        {call.answeredAt !== null && (
          <>
            , <CallDuration since={call.answeredAt} />
          </>
        )}
      </span>
    </li>
  );
}
