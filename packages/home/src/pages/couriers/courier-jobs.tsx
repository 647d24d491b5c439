import type { Courier, Job } from '../../backend/archive.ts';
import { useCourier } from '../../backend/one-record.ts';
import { useFormats } from '../../format/formats.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { StatusChip } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { jobName, jobTitle } from '../../parts/jobs/job-facts.ts';
import { JobWay } from '../../parts/jobs/job-way.tsx';
import { Failed, Loading } from '../../parts/nothing-here.tsx';
import { linkTo } from '../../route.ts';
import classes from './couriers.module.css';

/** What a courier has to do, the one that is due first first. */
export function CourierJobs({ courier }: { readonly courier: Courier }) {
  const { couriers: t, eventLinks, jobView } = useLaterTexts();
  const { number } = useFormats();
  const { data, trouble, refetch } = useCourier(courier.id);
  const { addressId, name } = courier;
  return (
    <div className={classes.inside}>
      <p className={classes.ways}>
        {addressId !== null && (
          <a href={linkTo('contacts', addressId)}>
            <Icon name="user" size={15} /> {eventLinks.openContact}
          </a>
        )}
        {name !== null && (
          <a
            href={linkTo(
              'jobs',
              undefined,
              new URLSearchParams({ scope: 'all', q: name }).toString(),
            )}
          >
            <Icon name="jobs" size={15} /> {jobView.back}
          </a>
        )}
      </p>
      {data ? (
        <>
          <ul className={`rows ${classes.jobs}`} aria-label={t.jobs(number(data.openJobs))}>
            {data.jobs.map((job) => (
              <OpenJob key={jobName(job)} job={job} />
            ))}
          </ul>
          {data.jobs.length === 0 && <p className="muted">{t.noJobs}</p>}
          {data.openJobs > data.jobs.length && data.jobs.length > 0 && (
            <p className="muted">{t.further(number(data.openJobs - data.jobs.length))}</p>
          )}
        </>
      ) : trouble ? (
        <Failed error={trouble} retry={() => refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

function OpenJob({ job }: { readonly job: Job }) {
  const t = useLaterTexts().couriers;
  const { when } = useFormats();
  return (
    <li>
      <a className={classes.job} href={linkTo('jobs', jobName(job))}>
        <span className={classes.first}>
          <bdi className={classes.reference}>{jobTitle(job)}</bdi>
          {job.status && <StatusChip status={job.status} of={job.statusClass} />}
          {job.dueAt !== null && (
            <time className={job.late ? classes.late : 'muted'} dateTime={job.dueAt}>
              {t.due(when(job.dueAt))}
              {job.late && ` · ${t.isLate}`}
            </time>
          )}
        </span>
        {/* By whom stands above. */}
        <JobWay job={{ ...job, facts: { ...job.facts, courier: null } }} />
      </a>
    </li>
  );
}
