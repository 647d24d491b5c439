import type { LiveCall } from 'hookline-client/telephony';
import { usePhoneFormat } from '../../format/phone-number.ts';
import { useTexts } from '../../language/language.tsx';
import classes from './call-panel.module.css';
import { useWhoInWords, useWhoName } from './caller-card.tsx';
import { numberOf, otherParty } from './other-party.ts';
import { isRingingHere } from './urgency.ts';
import { useWho } from './who.ts';

const TEXTS = {
  de: { rings: (who: string) => `Eingehender Anruf: ${who}` },
  en: { rings: (who: string) => `Incoming call: ${who}` },
};

/** Lets a screen reader say who rings, when it has finished what it is saying. */
export function RingAnnouncement({ calls }: { calls: readonly LiveCall[] }) {
  const newest = calls.find(isRingingHere);
  return (
    <div role="status" className={classes.spoken}>
      {newest && <Ring call={newest} />}
    </div>
  );
}

function Ring({ call }: { call: LiveCall }) {
  const t = useTexts(TEXTS);
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
