import { useEffect, useEffectEvent, useRef } from 'react';
import { useLive, useOffice, usePhone } from '../backend/office.ts';
import { summaryOf } from '../format/payload-summary.ts';
import { usePhoneFormat } from '../format/phone-number.ts';
import { useTexts } from '../language/language.tsx';
import { useSettings } from '../settings/settings.ts';
import { notify } from './notify.ts';
import { isNews, ringingHere } from './occasions.ts';
import { chime, startRinging, stopRinging } from './sounds.ts';

const TEXTS = {
  de: {
    call: 'Anruf',
    withheld: 'Nummer unterdrückt',
    channel: { kunden: 'Kunde', kuriere: 'Kurier', jobs: 'Auftrag', generic: 'Ereignis' },
  },
  en: {
    call: 'Call',
    withheld: 'Number withheld',
    channel: { kunden: 'Customer', kuriere: 'Courier', jobs: 'Job', generic: 'Event' },
  },
};

/** In the morning rush one sound stands for all that comes meanwhile. */
const ALERT_PAUSE = 2000;

/** Sound and notifications, if somebody asked for them, in one tab of the browser. */
export function Alerts() {
  useRing();
  useEventAlerts();
  return null;
}

/** All tabs hear every call; the one that reports them is the one that rings. */
function useRing(): void {
  const t = useTexts(TEXTS);
  const { sound, notifications } = useSettings();
  const { calls, extension, reports } = usePhone();
  const format = usePhoneFormat();
  const ringing = reports.leading ? ringingHere(calls, extension) : [];
  const isRinging = ringing.length > 0;
  useEffect(() => {
    if (!sound || !isRinging) return;
    startRinging();
    return stopRinging;
  }, [sound, isRinging]);

  const shown = useRef(new Map<string, () => void>());
  useEffect(() => {
    const now = new Set(ringing.map(({ key }) => key));
    for (const [key, takeBack] of shown.current) {
      if (now.has(key)) continue;
      takeBack();
      shown.current.delete(key);
    }
    if (!notifications) return;
    for (const { key, from } of ringing) {
      if (shown.current.has(key)) continue;
      const number = from.number === null ? t.withheld : format(from.number);
      const body = from.name === null ? number : `${from.name}, ${number}`;
      shown.current.set(key, notify(t.call, body, `hookline call ${key}`));
    }
  });
}

function useEventAlerts(): void {
  const t = useTexts(TEXTS);
  const { live } = useOffice();
  const settings = useSettings();
  const { leading } = useLive();
  const lastAlert = useRef(0);
  const alert = useEffectEvent((event: Parameters<typeof isNews>[0]) => {
    const isSoon = Date.now() - lastAlert.current < ALERT_PAUSE;
    if (!leading || isSoon || !isNews(event, settings)) return;
    lastAlert.current = Date.now();
    if (settings.sound) chime();
    if (settings.notifications) {
      const { title } = summaryOf(event.payload);
      notify(t.channel[event.channel ?? 'generic'], title, 'hookline event');
    }
  });
  useEffect(() => live.onEvent((event) => alert(event)), [live]);
}
