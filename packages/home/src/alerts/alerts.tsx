import type { LiveCall } from 'hookline-client/telephony';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useAppContext, useLive, usePhone } from '../backend/app-context.ts';
import { summaryOf } from '../format/payload-summary.ts';
import { usePhoneFormat } from '../format/phone-number.ts';
import { usePayloadReaders } from '../format/use-payload-reader.ts';
import { useLaterTexts } from '../language/language.tsx';
import { numberOf } from '../parts/calls/other-party.ts';
import { useWho, useWhoInWords } from '../parts/calls/who.ts';
import { useTitlePart } from '../title.ts';
import { useLateAlerts } from './late-alerts.ts';
import { notify } from './notifications.ts';
import { isNews, ringingHere, type WantedAlerts } from './occasions.ts';
import { Reminders } from './reminders.tsx';
import ringingIcon from './ringing.svg';
import { chime, startRinging, stopRinging } from './sounds.ts';

/** In the morning rush one sound stands for all that comes meanwhile. */
const ALERT_PAUSE = 2000;

/** Who rings is worth a moment; a ring is not, if the archive does not answer. */
const TIMEOUT = 1000;

/**
 * A ring in title and icon of every tab; sound and notifications, if somebody asked for them, in
 * one tab of the browser.
 */
export default function Alerts({ wanted }: { readonly wanted: WantedAlerts }) {
  const ringing = useRinging(wanted);
  useEventAlerts(wanted);
  useLateAlerts(wanted);
  return (
    <>
      <RingSigns />
      <Reminders {...wanted} />
      {wanted.notifications && ringing.map((call) => <RingNotice key={call.key} call={call} />)}
    </>
  );
}

/** All tabs hear every call; the one that reports them is the one that rings. */
function useRinging({ sound }: WantedAlerts): readonly LiveCall[] {
  const { calls, extension, reports } = usePhone();
  const ringing = reports.leading ? ringingHere(calls, extension) : [];
  const isRinging = ringing.length > 0;
  useEffect(() => {
    if (!sound || !isRinging) return;
    startRinging();
    return stopRinging;
  }, [sound, isRinging]);
  return ringing;
}

/** A notification for as long as it rings, with the name that the archive has for the line. */
function RingNotice({ call: { key, from } }: { readonly call: LiveCall }) {
  const t = useLaterTexts().alerts;
  const format = usePhoneFormat();
  const who = useWho(numberOf(from), from.name, from.line);
  const inWords = useWhoInWords()(who);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), TIMEOUT);
    return () => clearTimeout(timer);
  }, []);
  const { name, number } = who;
  const body = name === undefined || number === null ? inWords : `${inWords}, ${format(number)}`;
  const isDue = isLate || !who.isLoading;
  const show = useEffectEvent(() => notify(t.call, body, `hookline call ${key}`));
  useEffect(() => (isDue ? show() : undefined), [isDue]);
  return null;
}

function useEventAlerts(wanted: WantedAlerts): void {
  const t = useLaterTexts().alerts;
  const { live } = useAppContext();
  const { leading } = useLive();
  const lastAlert = useRef(0);
  const readers = usePayloadReaders();
  const alert = useEffectEvent((event: Parameters<typeof isNews>[0]) => {
    const isSoon = Date.now() - lastAlert.current < ALERT_PAUSE;
    if (!leading || isSoon || !isNews(event, wanted)) return;
    lastAlert.current = Date.now();
    if (wanted.sound) chime();
    if (wanted.notifications) {
      const { channel, payload, sender } = event;
      const { title } = summaryOf(payload, readers?.(channel, sender));
      notify(t.channel[channel ?? 'generic'], title, 'hookline event');
    }
  });
  useEffect(() => live.onEvent((event) => alert(event)), [live]);
}

/**
 * A ring in the tab's title and icon, in every tab: unlike a sound it disturbs nobody twice, and
 * whoever works in another tab sees it there.
 */
function RingSigns() {
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
