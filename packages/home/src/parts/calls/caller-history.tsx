import { foldedText } from '@hookline/records';
import type { ReactNode } from 'react';
import { useAppContext } from '../../backend/app-context.ts';
import { type Call, type Job, useArchiveList } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { summaryOf } from '../../format/payload-summary.ts';
import { shortText } from '../../format/payload-text.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { callsOf, linkTo } from '../../route.ts';
import { Badge, StatusChip } from '../badge.tsx';
import { TextButton } from '../button.tsx';
import { useTellFailure } from '../claims.tsx';
import { useHeldRows, useHold } from '../held-list.tsx';
import { Icon } from '../icon.tsx';
import { Deadline } from '../jobs/deadline.tsx';
import { jobName, partyText } from '../jobs/job-facts.ts';
import { ownNote } from './archived-call.ts';
import { callIcon, useOutcome } from './call-outcome.ts';
import classes from './caller.module.css';
import { changeCall } from './change-call.ts';
import type { Who } from './who.ts';

interface CallerHistoryProps {
  readonly who: Who;
  readonly without?: string | undefined;
  /** What can be put to a job; undefined as long as the archive has not heard of it. */
  readonly call: Call | undefined;
}

/** What somebody may be calling about, and what there was before. */
export function CallerHistory({ who, without, call }: CallerHistoryProps) {
  const t = useLaterTexts().callerHistory;
  const { caller } = who;
  const hold = useHold();
  const { rows } = useHeldRows(useOpenJobs(who), { isHeld: hold.isHeld, name: who.number ?? '' });
  if (!caller) return null;
  // The call itself is no news in its own list.
  const calls = caller.calls.filter(({ startedAt }) => !startedAt || startedAt !== without);
  const jobs = caller.jobs.filter(({ id }) => rows.every((row) => row.id !== id));
  if (rows.length + jobs.length + calls.length === 0) {
    return <p className={`muted ${classes.nothing}`}>{t.nothing}</p>;
  }
  return (
    <div className={classes.history}>
      {rows.length > 0 && (
        <section {...hold.handlers}>
          <h3>{t.open}</h3>
          <ul>
            {rows.map(({ id, job, isNear }) => (
              <JobLine key={id} job={job}>
                {isNear && (
                  <Badge kind="probable" size="small">
                    {t.near}
                  </Badge>
                )}
                <Deadline job={job} />
                <PutToJob job={job} call={call} />
              </JobLine>
            ))}
          </ul>
        </section>
      )}
      {(jobs.length > 0 || rows.length === 0) && (
        <section>
          <h3>{t.jobs}</h3>
          {jobs.length === 0 && <p className="muted">{t.noJobs}</p>}
          <ul>
            {jobs.map((job) => (
              <JobLine key={job.id} job={job} />
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>{t.calls}</h3>
        {calls.length === 0 && <p className="muted">{t.noCalls}</p>}
        <ul>
          {calls.map((each) => (
            <CallLine key={each.id} call={each} number={who.number} />
          ))}
        </ul>
      </section>
    </div>
  );
}

const MOST_NEAR = 5;

/** Those of the number and its contact; behind them those at the same address. */
function useOpenJobs({ caller, facts }: Who) {
  const place = facts?.place ?? '';
  const [street = ''] = place.split(',');
  const { items } = useArchiveList(
    'jobs',
    { open: true, sort: 'due', q: street },
    { isEnabled: caller !== undefined && /\d/.test(street), limit: 20 },
  );
  // A server of before this page was loaded has none.
  const own = caller?.openJobs ?? [];
  const near = items.filter(
    (job) =>
      own.every(({ id }) => id !== job.id) && placesOf(job).some((one) => isSame(one, place)),
  );
  return [
    ...own.map((job) => ({ id: job.id, job, isNear: false })),
    ...near.slice(0, MOST_NEAR).map((job) => ({ id: job.id, job, isNear: true })),
  ];
}

function placesOf({ facts: { pickup, dropoff, stops } }: Job) {
  return [pickup, dropoff, ...(stops ?? [])].flatMap((one) => one?.address ?? []);
}

/** The same house; one of them may leave out the town. */
function isSame(one: string, other: string): boolean {
  const [short = [], long = []] = [one, other]
    .map((text) => foldedText(text).match(/[\p{L}\p{N}]+/gu) ?? [])
    .sort((a, b) => a.length - b.length);
  return (
    /\d/.test(short.join('')) && short.length > 1 && short.every((word, at) => word === long[at])
  );
}

/** The call and its note belong to this job from then on; once more takes it back. */
function PutToJob({ job, call }: { job: Job; call: Call | undefined }) {
  const t = useLaterTexts().callerHistory;
  const { queries } = useAppContext();
  const tellFailure = useTellFailure();
  const isPut = call !== undefined && call.job === (job.reference ?? job.id);
  const word = isPut ? t.isPut : t.put;
  return (
    <TextButton
      className={classes.put}
      data-put
      icon={isPut ? 'check' : 'note'}
      disabled={call === undefined}
      aria-label={`${word}: ${job.reference ?? summaryOf(job.payload).title}`}
      onClick={({ detail }) => {
        // The second click of two would take back what the first has done.
        if (call === undefined || detail > 1) return;
        changeCall(queries, call.id, { job: isPut ? null : jobName(job) }).catch(tellFailure);
      }}
    >
      {word}
    </TextButton>
  );
}

function JobLine({ job, children }: { job: Job; children?: ReactNode }) {
  const { when } = useFormats();
  const { reference, payload } = job;
  const name = shortText(reference ?? '', 40) || shortText(summaryOf(payload).title, 60) || '–';
  const way = [partyText(job.facts.dropoff), partyText(job.facts.courier)];
  const [to, courier] = way.map((text) => shortText(text ?? '', 80));
  return (
    <li>
      <a className="foreign" href={linkTo('jobs', jobName(job))}>
        {name}
      </a>
      {job.status && <StatusChip status={job.status} of={job.statusClass} />}
      {children ?? (
        <time className="muted numbers" dateTime={job.receivedAt}>
          {when(job.receivedAt)}
        </time>
      )}
      {(to || courier) && (
        <span className={`foreign muted ${classes.way}`}>
          {courier} {to && `→ ${to}`}
        </span>
      )}
    </li>
  );
}

/** It leads to all calls of the number, where this one stands among the others. */
function CallLine({ call, number }: { call: Call; number: string | null }) {
  const { when } = useFormats();
  const outcome = useOutcome()(call);
  const note = shortText(ownNote(call), 80);
  return (
    <li>
      <a
        className={classes.outcome}
        href={number === null ? undefined : callsOf(number)}
        data-missed={call.missed && !call.settled}
      >
        <Icon name={callIcon(call)} size={15} />
        {outcome}
      </a>
      {note && <span className={`foreign muted ${classes.callNote}`}>{note}</span>}
      {call.startedAt && (
        <time className="muted numbers" dateTime={call.startedAt}>
          {when(call.startedAt)}
        </time>
      )}
    </li>
  );
}
