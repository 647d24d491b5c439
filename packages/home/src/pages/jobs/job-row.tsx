import { memo } from 'react';
import type { Job } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { shortText } from '../../format/payload-text.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { StatusChip } from '../../parts/badge.tsx';
import { useHeldValue } from '../../parts/held-list.tsx';
import { Icon } from '../../parts/icon.tsx';
import { isOpen } from '../../parts/jobs/countdown.ts';
import { Deadline } from '../../parts/jobs/deadline.tsx';
import { jobName, jobTitle } from '../../parts/jobs/job-facts.ts';
import { JobHandLine } from '../../parts/jobs/job-hand-line.tsx';
import { JobWay } from '../../parts/jobs/job-way.tsx';
import { linkTo } from '../../route.ts';
import classes from './jobs.module.css';

/** The rest is read in the job itself. */
const MOST_NOTE = 120;

/** A job in a list: which one, how far it is, until when, from where to where, and who does it. */
export const JobRow = memo(function JobRow(props: {
  readonly job: Job;
  readonly top: number;
  /** Which one of how many; -1 while that is not known. */
  readonly place: number;
  readonly of: number;
  readonly query: string;
  readonly isHeld: boolean;
  readonly isSelected: boolean;
  readonly isFresh: boolean;
  readonly isGone: boolean;
}) {
  const { job, isHeld, isGone } = props;
  const t = useLaterTexts().jobList;
  // Lines that come or go while the list is held would move the rows below them.
  const hasDeadline = useHeldValue(job.dueAt !== null && isOpen(job), isHeld);
  const hasNote = useHeldValue(job.note !== null, isHeld);
  const hasHands = useHeldValue(isOpen(job) || job.closedBy !== null, isHeld);
  const changed = <Changed job={job} isGone={isGone} />;
  return (
    <li
      className={classes.item}
      style={{ top: props.top }}
      aria-posinset={props.place}
      aria-setsize={props.of}
      data-fresh={props.isFresh || undefined}
      data-job={jobName(job)}
      data-problem={job.statusClass === 'problem' || undefined}
    >
      <a
        className={classes.row}
        href={linkTo('jobs', jobName(job), props.query)}
        aria-current={props.isSelected ? 'true' : undefined}
        data-row
      >
        <span className={classes.first}>
          <bdi className={classes.reference} title={jobTitle(job)}>
            {jobTitle(job)}
          </bdi>
          {job.status && !isGone && job.closedBy === null && (
            <span className={classes.chip}>
              <StatusChip status={job.status} of={job.statusClass} />
            </span>
          )}
          {props.isFresh && <span className={classes.fresh}>{t.fresh}</span>}
          {!hasDeadline && changed}
        </span>
        {hasDeadline && (
          <span className={classes.second}>
            {!isGone && <Deadline job={job} isExact />}
            {changed}
          </span>
        )}
        <JobWay job={job} />
        {hasNote && (
          <span className={classes.note} title={shortText(job.note ?? '', MOST_NOTE)}>
            <Icon name="note" size={15} />
            <bdi>{shortText(job.note ?? '', MOST_NOTE)}</bdi>
          </span>
        )}
      </a>
      {hasHands && (
        <div className={classes.hands} data-gone={isGone || undefined}>
          <JobHandLine job={job} />
        </div>
      )}
    </li>
  );
});

function Changed({ job: { receivedAt }, isGone }: { job: Job; isGone: boolean }) {
  const t = useLaterTexts().jobList;
  const { when, exact } = useFormats();
  // Its status is another one by now, which this list does not know.
  if (isGone) {
    return (
      <span className={classes.when} data-gone>
        {t.gone}
      </span>
    );
  }
  return (
    <time className={classes.when} dateTime={receivedAt} title={exact(receivedAt)}>
      <span className={classes.asOf}>{t.asOf} </span>
      {when(receivedAt)}
    </time>
  );
}
