import type { LiveCall } from 'hookline-client/telephony';
import { useLayoutEffect } from 'react';
import { usePhone } from '../backend/app-context.ts';
import { useLaterTexts } from '../language/language.tsx';
import { numberOf } from '../parts/calls/other-party.ts';
import { useWho, useWhoInWords } from '../parts/calls/who.ts';
import { useTitlePart } from '../title.ts';
import { ringingHere } from './occasions.ts';
import ringingIcon from './ringing.svg';

/**
 * A ring in the tab's title and icon, in every tab: unlike a sound it disturbs nobody twice, and
 * whoever works in another tab sees it there.
 */
export function RingSigns() {
  const { calls, extension } = usePhone();
  const ringing = ringingHere(calls, extension);
  const [first] = ringing;
  if (!first) return null;
  return (
    <>
      <RingingIcon />
      {ringing.length === 1 ? <WhoRings call={first} /> : <ManyRing count={ringing.length} />}
    </>
  );
}

function WhoRings({ call: { from } }: { call: LiveCall }) {
  const t = useLaterTexts().ringSigns;
  const who = useWho(numberOf(from), from.name, from.line);
  useTitlePart('ring', t.one(useWhoInWords()(who)));
  return null;
}

function ManyRing({ count }: { count: number }) {
  const t = useLaterTexts().ringSigns;
  useTitlePart('ring', t.several(count));
  return null;
}

function RingingIcon() {
  useLayoutEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const calm = link?.getAttribute('href');
    link?.setAttribute('href', ringingIcon);
    return () => {
      if (calm) link?.setAttribute('href', calm);
    };
  }, []);
  return null;
}
