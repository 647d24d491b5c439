import type { Summary } from '@hookline/contract';
import { useLive } from '../../backend/office.ts';
import { Icon } from '../../components/icon.tsx';
import { Failed, Loading } from '../../components/nothing-here.tsx';
import { useFormats } from '../../format/formats.ts';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { linkTo } from '../../route.ts';
import { LatestEvents } from './latest-events.tsx';
import { startOfDay, useMinute } from './now.ts';
import { OnThePhone } from './on-the-phone.tsx';
import { statusFigures } from './status-figures.ts';
import { useStayAwake } from './stay-awake.ts';
import { useSummary } from './summary.ts';
import { WALLBOARD } from './texts.ts';
import classes from './wallboard.module.css';

const CHANNELS = ['jobs', 'kunden', 'kuriere'] as const;

/** The day in numbers that can be read from across the room. */
export default function WallboardPage() {
  const t = useTexts(WALLBOARD);
  useStayAwake();
  const now = useMinute();
  const { data, error, refetch } = useSummary(startOfDay(now));
  return (
    <main className={classes.board}>
      <h1 className={classes.spoken}>{t.title}</h1>
      <TopLine now={now} />
      {data && <Figures summary={data} />}
      {!data && (error ? <Failed error={error} retry={() => refetch()} /> : <Loading />)}
      <OnThePhone />
      <LatestEvents />
    </main>
  );
}

function TopLine({ now }: { now: number }) {
  const t = useTexts(WALLBOARD);
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
  const t = useTexts(WALLBOARD);
  const language = useLanguage();
  const { number } = useFormats();
  return (
    <section className={classes.figures}>
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
      <Figure
        label={t.toCallBack}
        value={calls.toCallBack}
        isUrgent={calls.toCallBack > 0}
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
  readonly more: readonly (readonly [string, number])[];
  readonly isUrgent?: boolean;
  readonly children?: React.ReactNode;
}) {
  const { number } = useFormats();
  return (
    <div className={classes.figure} data-urgent={props.isUrgent || undefined}>
      <h2>{props.label}</h2>
      <p className={classes.value}>{number(props.value)}</p>
      {props.more.map(([label, value]) => (
        <p key={label}>
          <span className={classes.number}>{number(value)}</span> {label}
        </p>
      ))}
      {props.children}
    </div>
  );
}
