import { memo } from 'react';
import type { Job } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { StatusChip } from '../../parts/badge.tsx';
import { jobName, jobTitle } from '../../parts/jobs/job-facts.ts';
import { JobWay } from '../../parts/jobs/job-way.tsx';
import { linkTo } from '../../route.ts';
import classes from './jobs.module.css';

const TEXTS = { de: { fresh: 'gerade eben' }, en: { fresh: 'just now' } };

/** A job in a list: which one, how far it is, from where to where. */
export const JobRow = memo(function JobRow(props: {
  readonly job: Job;
  readonly isSelected: boolean;
  readonly isFresh: boolean;
}) {
  const t = useTexts(TEXTS);
  const { when, exact } = useFormats();
  const { job } = props;
  return (
    <li
      className={classes.item}
      data-fresh={props.isFresh || undefined}
      data-problem={job.statusClass === 'problem' || undefined}
    >
      <a
        className={classes.row}
        href={linkTo('jobs', jobName(job))}
        aria-current={props.isSelected ? 'true' : undefined}
        data-row
      >
        <span className={classes.first}>
          <bdi className={classes.reference}>{jobTitle(job)}</bdi>
          {job.status && <StatusChip status={job.status} of={job.statusClass} />}
          {props.isFresh && <span className={classes.fresh}>{t.fresh}</span>}
          <time className={classes.when} dateTime={job.receivedAt} title={exact(job.receivedAt)}>
            {when(job.receivedAt)}
          </time>
        </span>
        <JobWay job={job} />
      </a>
    </li>
  );
});
