import type { LiveCall } from 'hookline-client/telephony';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { useTexts } from '../../language/language.tsx';
import classes from './call-panel.module.css';
import { useWhoName } from './caller-card.tsx';
import { numberOf, otherParty } from './other-party.ts';
import { byUrgency } from './urgency.ts';
import { useWho } from './who.ts';

const TEXTS = {
  de: { show: (who: string) => `Anruf zeigen: ${who}` },
  en: { show: (who: string) => `Show the call: ${who}` },
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
    <button type="button" className={classes.show} onClick={onShow}>
      <Icon name="phoneIn" size={17} />
      <span className="foreign">{t.show(name)}</span>
    </button>
  );
}
