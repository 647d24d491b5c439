import type { Call, Caller, Job } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { summaryOf } from '../../format/payload-summary.ts';
import { shortText } from '../../format/payload-text.ts';
import { textFor, useLaterTexts } from '../../language/language.tsx';
import { StatusChip } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { partyText } from '../../parts/jobs/job-facts.ts';
import { Failed, Loading } from '../../parts/nothing-here.tsx';
import { callsOf, linkTo } from '../../route.ts';
import classes from './contact-page.module.css';

interface ContactHistoryProps {
  readonly number: string;
  readonly data: Caller | undefined;
  readonly error: Error | null;
}

/** What there was with this number lately. */
export function ContactHistory({ number, data, error }: ContactHistoryProps) {
  const t = useLaterTexts().callerHistory;
  return (
    <div className={classes.column}>
      <section className={classes.card} aria-label={t.calls}>
        <h2>{t.calls}</h2>
        {data ? (
          <Calls number={number} calls={data.calls} />
        ) : error ? (
          <Failed error={error} />
        ) : (
          <Loading />
        )}
      </section>
      {data && (
        <section className={classes.card} aria-label={t.jobs}>
          <h2>{t.jobs}</h2>
          <Jobs jobs={data.jobs} />
        </section>
      )}
    </div>
  );
}

function Calls({ number, calls }: { number: string; calls: readonly Call[] }) {
  const { contactHistory: t, callDetails, callOutcome } = useLaterTexts();
  const { directions } = callOutcome;
  const wayOf = (direction: string | null) => textFor(directions, direction) ?? directions.in;
  const { when } = useFormats();
  if (calls.length === 0) return <p className="muted">{t.noCalls}</p>;
  return (
    <ul className={classes.entries}>
      {calls.map(({ id, direction, missed, settled, startedAt, note }) => (
        <li key={id}>
          <a
            className={`link ${classes.kind} ${classes.link}`}
            href={callsOf(number)}
            data-missed={(missed && !settled) || undefined}
          >
            <Icon name={missed ? 'phoneMissed' : direction === 'out' ? 'phoneOut' : 'phoneIn'} />
            {missed ? (settled ? t.settled : callOutcome.missed) : wayOf(direction)}
          </a>
          {note && <span className="foreign muted">{shortText(note)}</span>}
          {startedAt && <time dateTime={startedAt}>{when(startedAt)}</time>}
        </li>
      ))}
      <li>
        <a className={`link ${classes.link}`} href={callsOf(number)}>
          {callDetails.calls}
        </a>
      </li>
    </ul>
  );
}

function Jobs({ jobs }: { jobs: readonly Job[] }) {
  const t = useLaterTexts().contactHistory;
  const { when } = useFormats();
  if (jobs.length === 0) return <p className="muted">{t.noJobs}</p>;
  return (
    <ul className={classes.entries}>
      {jobs.map(({ id, reference, status, statusClass, receivedAt, facts, payload }) => (
        <li key={id}>
          {reference === null ? (
            <span className="foreign">{shortText(summaryOf(payload).title, 80)}</span>
          ) : (
            <a
              className={`link ${classes.link}`}
              href={linkTo('jobs', reference)}
              aria-label={t.open(shortText(reference, 60))}
            >
              <Icon name="jobs" /> <bdi>{shortText(reference, 60)}</bdi>
            </a>
          )}
          {status && <StatusChip status={status} of={statusClass} />}
          <time dateTime={receivedAt}>{when(receivedAt)}</time>
          <span className={`foreign muted ${classes.way}`}>{partyText(facts.dropoff)}</span>
        </li>
      ))}
    </ul>
  );
}
