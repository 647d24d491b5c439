import type { Summary } from '@hookline/contract';
import type { LiveCall } from 'hookline-client/telephony';
import { type CSSProperties, useEffect } from 'react';
import { useLive, usePhone } from '../../backend/app-context.ts';
import { useFormats } from '../../format/formats.ts';
import { statusText } from '../../format/payload-status.ts';
import { summaryOf } from '../../format/payload-summary.ts';
import { usePayloadReaders } from '../../format/use-payload-reader.ts';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { CallDuration } from '../../parts/calls/call-duration.tsx';
import { numberOf, otherParty } from '../../parts/calls/other-party.ts';
import { useWho, useWhoInWords } from '../../parts/calls/who.ts';
import { Icon } from '../../parts/icon.tsx';
import { Failed, Loading } from '../../parts/nothing-here.tsx';
import { linkTo } from '../../route.ts';
import { statusFigures } from './status-figures.ts';
import { startOfDay, useMinute, useSummary } from './use-summary.ts';
import classes from './wallboard.module.css';

const TEXTS = {
  de: {
    title: 'Wandtafel',
    leave: 'Wandtafel verlassen',
    open: 'Aufträge offen',
    closed: 'heute erledigt',
    late: 'Überfällig',
    dueSoon: 'In 30 Min. fällig',
    toCallBack: 'Rückrufe offen',
    missed: 'heute verpasst',
    calls: 'Anrufe heute',
    incoming: 'davon eingehend',
    events: 'Meldungen heute',
    channel: { jobs: 'zu Aufträgen', kunden: 'zu Kunden', kuriere: 'zu Kurieren' },
    noStatus: 'ohne Status',
    talking: 'Am Telefon',
    nobody: 'Niemand',
    rings: 'klingelt',
    held: 'gehalten',
    latest: 'Zuletzt',
    nothing: 'Noch nichts',
    away: 'Keine Verbindung. Stand von',
    archiveAway: 'Das Archiv antwortet nicht. Stand von',
  },
  en: {
    title: 'Wallboard',
    leave: 'Leave the wallboard',
    open: 'Jobs open',
    closed: 'done today',
    late: 'Late',
    dueSoon: 'Due in 30 min',
    toCallBack: 'To call back',
    missed: 'missed today',
    calls: 'Calls today',
    incoming: 'incoming',
    events: 'Messages today',
    channel: { jobs: 'about jobs', kunden: 'about customers', kuriere: 'about couriers' },
    noStatus: 'no status',
    talking: 'On the phone',
    nobody: 'Nobody',
    rings: 'rings',
    held: 'on hold',
    latest: 'Latest',
    nothing: 'Nothing yet',
    away: 'No connection. As of',
    archiveAway: 'The archive does not answer. As of',
  },
};

const CHANNELS = ['jobs', 'kunden', 'kuriere'] as const;

/** The day in numbers that can be read from across the room. */
export default function WallboardPage() {
  const t = useTexts(TEXTS);
  useStayAwake();
  const now = useMinute();
  const { data, error, refetch } = useSummary(startOfDay(now));
  return (
    <main className={classes.board}>
      <h1 className="spoken">{t.title}</h1>
      <TopLine now={now} />
      {data && <Figures summary={data} />}
      {!data && (error ? <Failed error={error} retry={() => refetch()} /> : <Loading />)}
      <OnThePhone />
      <LatestEvents />
    </main>
  );
}

function TopLine({ now }: { now: number }) {
  const t = useTexts(TEXTS);
  const { when, time } = useFormats();
  const language = useLanguage();
  const { state } = useLive();
  const { isError, dataUpdatedAt } = useSummary(startOfDay(now));
  const isAway = state !== 'live' || isError;
  const date = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  return (
    <header className={classes.top}>
      <span className={classes.clock}>{when(now, now)}</span>
      <span className={classes.date}>{date.format(now)}</span>
      <span className={classes.away} role="status">
        {isAway && `${state === 'live' ? t.archiveAway : t.away} ${time(dataUpdatedAt || now)}`}
      </span>
      <a className={classes.leave} href={linkTo('live')} aria-label={t.leave}>
        <Icon name="close" size={28} />
      </a>
    </header>
  );
}

function Figures({ summary: { jobs, calls, events } }: { summary: Summary }) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const { number } = useFormats();
  const values = [jobs.open, jobs.late, jobs.dueSoon, calls.callersToCallBack, calls.total];
  const longest = Math.max(...[...values, events.total].map((value) => number(value).length));
  return (
    <section className={classes.figures} style={{ '--longest': longest } as CSSProperties}>
      <Figure label={t.open} value={jobs.open} more={[[t.closed, jobs.closed]]}>
        <ul className={classes.statuses}>
          {statusFigures(jobs.statuses, language)
            .slice(0, 4)
            .map(({ name, open }) => (
              <li key={name}>
                <span className={classes.number}>{number(open)}</span>{' '}
                <bdi>{name ?? t.noStatus}</bdi>
              </li>
            ))}
        </ul>
      </Figure>
      <Figure label={t.late} value={jobs.late} isUrgent={jobs.late > 0} />
      <Figure label={t.dueSoon} value={jobs.dueSoon} />
      <Figure
        label={t.toCallBack}
        value={calls.callersToCallBack}
        isUrgent={calls.callersToCallBack > 0}
        more={[[t.missed, calls.missed]]}
      />
      <Figure label={t.calls} value={calls.total} more={[[t.incoming, calls.incoming]]} />
      <Figure
        label={t.events}
        value={events.total}
        more={CHANNELS.map((channel) => [t.channel[channel], events.channels[channel] ?? 0])}
      />
    </section>
  );
}

function Figure(props: {
  readonly label: string;
  readonly value: number;
  readonly more?: readonly (readonly [string, number])[];
  readonly isUrgent?: boolean;
  readonly children?: React.ReactNode;
}) {
  const { number } = useFormats();
  return (
    <div className={classes.figure} data-urgent={props.isUrgent || undefined}>
      <h2>{props.label}</h2>
      <p className={classes.value}>{number(props.value)}</p>
      {props.more?.map(([label, value]) => (
        <p key={label}>
          <span className={classes.number}>{number(value)}</span> {label}
        </p>
      ))}
      {props.children}
    </div>
  );
}

const MOST_EVENTS = 5;

/** What came in last. */
function LatestEvents() {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const { when } = useFormats();
  const { events } = useLive();
  const readers = usePayloadReaders();
  return (
    <section className={classes.latest}>
      <h2>{t.latest}</h2>
      <ul>
        {events.slice(0, MOST_EVENTS).map(({ id, receivedAt, channel, payload, sender }) => {
          const { title, status, statusClass } = summaryOf(payload, readers?.(channel, sender));
          return (
            <li key={id}>
              <time className={classes.number} dateTime={receivedAt}>
                {when(receivedAt)}
              </time>
              <bdi className={classes.title}>{title}</bdi>
              {status && <bdi className="muted">{statusText(status, language, statusClass)}</bdi>}
            </li>
          );
        })}
      </ul>
      {events.length === 0 && <p className="muted">{t.nothing}</p>}
    </section>
  );
}

const MOST_CALLS = 3;

/** Who talks with whom just now, at any desk. */
function OnThePhone() {
  const t = useTexts(TEXTS);
  const { state, calls } = usePhone();
  if (state === 'none') return null;
  const on = calls.filter((call) => call.state !== 'ended');
  return (
    <section className={classes.phone}>
      <h2>{t.talking}</h2>
      <ul>
        {on.slice(0, MOST_CALLS).map((call) => (
          <li key={call.key} className={classes.party}>
            <Party call={call} />
          </li>
        ))}
      </ul>
      {on.length > MOST_CALLS && <p className={classes.number}>+{on.length - MOST_CALLS}</p>}
      {on.length === 0 && <p className="muted">{t.nobody}</p>}
    </section>
  );
}

function Party({ call }: { call: LiveCall }) {
  const t = useTexts(TEXTS);
  const party = otherParty(call);
  const who = useWho(numberOf(party), party.name, party.line);
  const inWords = useWhoInWords()(who);
  const state = { dialing: t.rings, ringing: t.rings, held: t.held, connected: '', ended: '' };
  return (
    <>
      <span className={classes.number}>{call.extension}</span>{' '}
      <bdi className={who.name === undefined ? classes.number : undefined}>{inWords}</bdi>{' '}
      <span className="muted">
        {call.state === 'connected' && call.answeredAt !== null ? (
          <CallDuration since={call.answeredAt} />
        ) : (
          state[call.state]
        )}
      </span>
    </>
  );
}

/** Keeps the screen from going dark. Browsers allow it in a secure context only. */
function useStayAwake(): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock };
    let lock: WakeLockSentinel | undefined;
    let isGone = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !wakeLock) return;
      // Refused on low battery or by a policy: then the screen does what it always does.
      const granted = await wakeLock.request('screen').catch(() => undefined);
      if (isGone) void granted?.release();
      else lock = granted;
    };
    // The browser takes it back whenever the page is hidden.
    document.addEventListener('visibilitychange', ask);
    void ask();
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}
