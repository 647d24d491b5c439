import type { Summary } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import type { LiveCall } from 'hookline-client/telephony';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { useLive, usePhone, useReadAgain } from '../../backend/app-context.ts';
import { useArchiveList } from '../../backend/archive.ts';
import { useCouriers } from '../../backend/one-record.ts';
import { asking } from '../../backend/request.ts';
import { useSources } from '../../backend/sources.ts';
import { useFormats } from '../../format/formats.ts';
import { shortText } from '../../format/payload-text.ts';
import { usePhoneFormat } from '../../format/phone-number.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { dialable } from '../../parts/calls/archived-call.ts';
import { useQueue } from '../../parts/calls/call-backs.tsx';
import { CallDuration } from '../../parts/calls/call-duration.tsx';
import { type CallGroup, useOpenMissedCalls } from '../../parts/calls/missed-calls.ts';
import { numberOf, otherParty } from '../../parts/calls/other-party.ts';
import { useWho, useWhoInWords } from '../../parts/calls/who.ts';
import { Icon } from '../../parts/icon.tsx';
import { Deadline } from '../../parts/jobs/deadline.tsx';
import { jobName, jobTitle } from '../../parts/jobs/job-facts.ts';
import { Failed, Loading } from '../../parts/nothing-here.tsx';
import { linkTo } from '../../route.ts';
import classes from './wallboard.module.css';

/** More than have room on any screen; what has none is not shown. */
const MOST = 12;
/** Characters of a name: more would not be read from afar. */
const LONGEST = 40;

/** The day, and what somebody has to do, to be read from across the room. */
export default function WallboardPage() {
  const { wallboard: title } = useTexts().pageNames;
  useStayAwake();
  const now = useMinute();
  const { data, error, refetch } = useSummary(startOfDay(now));
  return (
    <main className={classes.board}>
      <h1 className="spoken">{title}</h1>
      <TopLine now={now} />
      {data && <Figures summary={data} />}
      {!data && (error ? <Failed error={error} retry={() => refetch()} /> : <Loading />)}
      <div className={classes.panels}>
        <LateJobs />
        <Waiting />
        <FreeCouriers />
        <div className={classes.stack}>
          <OnThePhone />
          <SilentSenders />
        </div>
      </div>
    </main>
  );
}

/** So many rows as have room, or a word for none. */
function Panel(props: {
  readonly title: string;
  /** Stands there while there are none. */
  readonly none?: string;
  readonly isUrgent?: boolean;
  readonly children: readonly ReactNode[];
}) {
  const { title, none, isUrgent, children } = props;
  return (
    <section className={classes.panel} data-urgent={isUrgent || undefined}>
      <h2>{title}</h2>
      {children.length > 0 ? <ul>{children}</ul> : <p className="muted">{none}</p>}
    </section>
  );
}

/** Time alone makes a job late, of which nobody tells. */
const LOOK_AGAIN = 15_000;

function LateJobs() {
  const t = useLaterTexts().wallboardPage;
  const { when } = useFormats();
  const due = (at: string | null) => when(at ?? '');
  const { items } = useArchiveList(
    'jobs',
    { open: true, late: true, sort: 'due' },
    { limit: MOST, keepsTrying: true, every: LOOK_AGAIN },
  );
  return (
    <Panel title={t.lateJobs} none="✓" isUrgent={items.length > 0}>
      {items.map((job) => (
        <li key={jobName(job)} className={classes.line}>
          <bdi className={classes.name}>{shortText(jobTitle(job), LONGEST)}</bdi>
          {/* Of another day it says enough how long ago that was. */}
          {due(job.dueAt).length < 6 && <span className={classes.number}>{due(job.dueAt)}</span>}
          <Deadline job={job} />
        </li>
      ))}
    </Panel>
  );
}

/** In the order in which they are to be called back. */
function Waiting() {
  const t = useLaterTexts().wallboardPage;
  const queue = useQueue(useOpenMissedCalls().calls);
  return (
    <Panel title={t.waiting} none={t.nobody}>
      {queue.slice(0, MOST).map((group) => (
        <li key={group.id} className={classes.line}>
          <CallerName group={group} />
          <span className={classes.number}>
            <CallDuration since={group.calls.at(-1)?.startedAt ?? ''} />
          </span>
        </li>
      ))}
    </Panel>
  );
}

function CallerName({ group: { newest } }: { readonly group: CallGroup }) {
  const t = useLaterTexts().who;
  const format = usePhoneFormat();
  const number = dialable(newest);
  const name = newest.name ?? (number === null ? t.withheld : format(number));
  return <bdi className={classes.name}>{shortText(name, LONGEST)}</bdi>;
}

function FreeCouriers() {
  const t = useLaterTexts().wallboardPage;
  const { number } = useFormats();
  const free = useCouriers().data?.items.filter(({ state }) => state === 'free') ?? [];
  return (
    <Panel title={t.free} none={t.nobody}>
      {free.slice(0, MOST).map(({ id, name, ownId, display, openJobs }) => (
        <li key={id} className={classes.line}>
          <bdi className={classes.name}>{shortText(name ?? ownId ?? display, LONGEST)}</bdi>
          {openJobs > 0 && <span className="muted">{t.inHand(number(openJobs))}</span>}
        </li>
      ))}
    </Panel>
  );
}

function SilentSenders() {
  const t = useLaterTexts().wallboardPage;
  const { when } = useFormats();
  const silent = useSources().data?.silence.filter(({ isSilent }) => isSilent) ?? [];
  const pages = useTexts().pageNames;
  const urls = new Map([
    ['jobs', pages.jobs],
    ['kuriere', pages.couriers],
  ]);
  if (silent.length === 0) return null;
  return (
    <Panel title={t.silent} isUrgent>
      {silent.map(({ name, quietSince }) => (
        <li key={name} className={classes.line}>
          <bdi className={classes.name}>{shortText(urls.get(name) ?? name, LONGEST)}</bdi>
          <span className={classes.number}>{when(quietSince ?? '')}</span>
        </li>
      ))}
    </Panel>
  );
}

function TopLine({ now }: { now: number }) {
  const t = useLaterTexts().wallboardPage;
  const { when, time } = useFormats();
  const { locale } = useTexts();
  const { state } = useLive();
  const { isError, dataUpdatedAt } = useSummary(startOfDay(now));
  const isAway = state !== 'live' || isError;
  const date = new Intl.DateTimeFormat(locale, {
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
  const t = useLaterTexts().wallboardPage;
  const { number } = useFormats();
  const values = [jobs.open, jobs.late, jobs.dueSoon, calls.callersToCallBack, calls.total];
  const longest = Math.max(...[...values, events.total].map((value) => number(value).length));
  return (
    <section className={classes.figures} style={{ '--longest': longest } as CSSProperties}>
      <Figure label={t.open} value={jobs.open} more={[jobs.closed, t.closed]} />
      <Figure label={t.late} value={jobs.late} isUrgent={jobs.late > 0} />
      <Figure label={t.dueSoon} value={jobs.dueSoon} />
      <Figure
        label={t.toCallBack}
        value={calls.callersToCallBack}
        isUrgent={calls.callersToCallBack > 0}
        more={[calls.missed, t.missed]}
      />
      <Figure label={t.calls} value={calls.total} more={[calls.incoming, t.incoming]} />
      <Figure label={t.events} value={events.total} />
    </section>
  );
}

function Figure(props: {
  readonly label: string;
  readonly value: number;
  readonly more?: readonly [number, string];
  readonly isUrgent?: boolean;
}) {
  const { number } = useFormats();
  const { label, value, more, isUrgent } = props;
  return (
    <div className={classes.figure} data-urgent={isUrgent || undefined}>
      <h2>{label}</h2>
      <p className={classes.value}>{number(value)}</p>
      {more && (
        <p>
          <span className={classes.number}>{number(more[0])}</span> {more[1]}
        </p>
      )}
    </div>
  );
}

/** Who talks with whom just now, at any desk. */
function OnThePhone() {
  const t = useLaterTexts().wallboardPage;
  const { state, calls } = usePhone();
  if (state === 'none') return null;
  return (
    <Panel title={t.talking} none={t.nobody}>
      {calls
        .filter((call) => call.state !== 'ended')
        .slice(0, MOST)
        .map((call) => (
          <li key={call.key}>
            <Party call={call} />
          </li>
        ))}
    </Panel>
  );
}

function Party({ call }: { call: LiveCall }) {
  const t = useLaterTexts().wallboardPage;
  const party = otherParty(call);
  const who = useWho(numberOf(party), party.name, party.line);
  const inWords = useWhoInWords()(who);
  const state = { dialing: t.rings, ringing: t.rings, held: t.held, connected: '', ended: '' };
  return (
    <>
      <span className={classes.number}>{call.extension}</span>{' '}
      <bdi className={who.name === undefined ? classes.number : classes.name}>
        {shortText(inWords, LONGEST)}
      </bdi>{' '}
      {call.state === 'connected' && call.answeredAt !== null ? (
        <span className={classes.number}>
          <CallDuration since={call.answeredAt} />
        </span>
      ) : (
        <span className="muted">{state[call.state]}</span>
      )}
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

const EVERY = 30_000;

/** The day in numbers, kept up to date. */
function useSummary(since: string) {
  const query = useQuery({
    queryKey: ['summary', since],
    queryFn: asking<Summary>('/api/archive/summary', { since }),
    // What nobody told, such as a job that retention has removed.
    refetchInterval: EVERY,
    refetchIntervalInBackground: true,
    staleTime: 0,
    placeholderData: (before) => before,
  });
  useReadAgain(query.refetch);
  return query;
}

/** The time, again at the beginning of every minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    // A timer that runs late after a sleep finds the right minute too.
    const timer = setTimeout(() => setNow(Date.now()), 60_000 - (now % 60_000) + 20);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

/** The beginning of the day here, as a moment. */
function startOfDay(now: number): string {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}
