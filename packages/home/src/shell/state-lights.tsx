import type { LiveState, Snapshot } from 'hookline-client';
import { type ReactNode, useId } from 'react';
import { useAppContext, useLive, usePhone } from '../backend/app-context.ts';
import type { PhoneSnapshot } from '../backend/phone.ts';
import { type Readiness, useIsOnline, useReadiness } from '../backend/readiness.ts';
import { useSession } from '../backend/session.ts';
import { useFormats } from '../format/formats.ts';
import { textFor, useTexts } from '../language/language.tsx';
import { Button } from '../parts/button.tsx';
import classes from './state-lights.module.css';

interface Connection {
  readonly name: string;
  readonly light: Light;
  readonly text: string;
  readonly help: ReactNode;
}

/** Stream, telephony and archive at a glance; a click tells more, and what to do. */
export function StateLights() {
  const t = useTexts().stateLights;
  const { live } = useAppContext();
  const panel = useId();
  const connections = useConnections();
  const isLive = useLive().state === 'live';
  return (
    <>
      {/* Named by what is in it: who says "click Telephone" to the computer says what is seen. */}
      <button type="button" className={classes.lights} popoverTarget={panel}>
        <span className="spoken">{t.title}: </span>
        {connections.map(({ name, light, text }) => (
          <span key={name} className={classes.light} data-light={light}>
            <span aria-hidden="true">{name}</span>
            <span className="spoken">{`${name}: ${text}.`}</span>
          </span>
        ))}
      </button>
      <section id={panel} popover="auto" className={classes.panel} aria-label={t.title}>
        {connections.map(({ name, light, text, help }) => (
          <div key={name}>
            <div className={classes.light} data-light={light}>
              <strong>{name}</strong>
            </div>
            <div>{text}</div>
            {help && <div className={classes.help}>{help}</div>}
          </div>
        ))}
        {!isLive && <Button onClick={() => live.retry()}>{t.retry}</Button>}
      </section>
    </>
  );
}

function useConnections(): readonly Connection[] {
  const t = useTexts().stateLights;
  const { number } = useFormats();
  const { state } = useLive();
  const phone = usePhone();
  const readiness = useReadiness();
  const isClosed = useSession()?.configured === false;
  const isOnline = useIsOnline();
  const archive = archiveLight(readiness, state);
  const phoneState = phoneText(phone.isKnown ? phone.state : 'asking');
  return [
    {
      name: t.light.live,
      light: liveLight(state),
      text: !isOnline && state !== 'live' ? t.noNetwork : t.live[state],
      help: textFor(t.liveHelp, state),
    },
    {
      name: t.light.phone,
      light: phoneLight(phone),
      text:
        phone.state === 'live' && phone.extension
          ? `${t.phone.live}, ${t.desk(phone.extension)}`
          : t.phone[phoneState],
      help: (
        <>
          {(phoneState === 'none' || phoneState === 'waiting') && t.phoneHelp[phoneState]}
          {phone.reports.waiting > 0 && <div>{t.reports(number(phone.reports.waiting))}</div>}
        </>
      ),
    },
    {
      name: t.light.archive,
      light: archive,
      text: {
        good: isClosed ? t.archive.closed : t.archive.ready,
        bad: t.archive.degraded,
        busy: t.archive.starting,
        off: t.archive.unknown,
      }[archive],
      help: archive === 'bad' && (
        <>
          {t.archiveHelp}
          {readiness?.reasons.map((reason) => (
            <div key={reason} className="foreign">
              {t.server(reason)}
            </div>
          ))}
        </>
      ),
    },
  ];
}

function phoneText(state: 'asking' | 'none' | 'connecting' | 'live' | 'waiting' | 'stopped') {
  return state === 'stopped' ? 'waiting' : state;
}

/** `off`: not there, and not missing either. */
type Light = 'good' | 'busy' | 'bad' | 'off';

export function liveLight(state: LiveState): Light {
  if (state === 'live') return 'good';
  return state === 'connecting' || state === 'stalled' ? 'busy' : 'bad';
}

export function phoneLight({ isKnown, state }: Pick<PhoneSnapshot, 'isKnown' | 'state'>): Light {
  if (!isKnown) return 'busy';
  if (state === 'none') return 'off';
  if (state === 'live') return 'good';
  return state === 'connecting' ? 'busy' : 'bad';
}

export function archiveLight(readiness: Readiness | undefined, live: Snapshot['state']): Light {
  // Without a line nobody knows; the light of the line is red already.
  if (live !== 'live' || !readiness) return 'off';
  if (readiness.status === 'ready') return 'good';
  if (readiness.status !== 'degraded') return 'busy';
  return readiness.concerns.includes('archive') ? 'bad' : 'good';
}
