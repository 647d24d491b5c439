import { UnstyledButton } from '@mantine/core';
import type { LiveCall } from 'hookline-client/telephony';
import { useEffect, useRef, useState } from 'react';
import { usePhoneFormat } from '../format/phone-number.ts';
import { useTexts } from '../language/language.tsx';
import { isRingingHere, numberOf, otherParty } from '../parts/calls/other-party.ts';
import { useWho, useWhoInWords, useWhoName } from '../parts/calls/who.ts';
import { Icon } from '../parts/icon.tsx';
import classes from './call-panel.module.css';
import { byUrgency } from './urgency.ts';

const TEXTS = {
  de: {
    show: (who: string) => `Anruf zeigen: ${who}`,
    rings: (who: string) => `Eingehender Anruf: ${who}`,
  },
  en: {
    show: (who: string) => `Show the call: ${who}`,
    rings: (who: string) => `Incoming call: ${who}`,
  },
};

/** On a phone's width the calls stand above the page, where somebody may not be. */
export function OutOfSight({ calls }: { calls: readonly LiveCall[] }) {
  const mark = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(true);
  const [call] = byUrgency(calls);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? true));
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <span ref={mark} className={classes.mark} aria-hidden="true" />
      {!isSeen && call && <ShowCall call={call} onShow={() => mark.current?.scrollIntoView()} />}
    </>
  );
}

function ShowCall({ call, onShow }: { call: LiveCall; onShow: () => void }) {
  const t = useTexts(TEXTS);
  const party = otherParty(call);
  const name = useWhoName()(useWho(numberOf(party), party.name));
  return (
    <UnstyledButton className={classes.show} fz="inherit" fw={600} ta="center" onClick={onShow}>
      <Icon name="phoneIn" size={17} />
      <span className="foreign">{t.show(name)}</span>
    </UnstyledButton>
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
