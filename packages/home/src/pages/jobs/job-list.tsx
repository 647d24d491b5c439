import { Button } from '@mantine/core';
import { memo, type RefObject, useRef } from 'react';
import type { Job, useArchiveList } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { StatusChip } from '../../parts/badge.tsx';
import { type Hold, NewerRows, useHeldRows, useHold } from '../../parts/held-list.tsx';
import { jobName, jobTitle } from '../../parts/jobs/job-facts.ts';
import { JobWay } from '../../parts/jobs/job-way.tsx';
import { MoreRows } from '../../parts/more-rows.tsx';
import { Failed, Loading, NothingHere } from '../../parts/nothing-here.tsx';
import { StaleNotice } from '../../parts/stale-notice.tsx';
import { linkTo } from '../../route.ts';
import { useRowKeys } from '../../shortcuts/row-keys.ts';
import { useFreshJobs } from './fresh-jobs.ts';
import type { JobFilter } from './job-filter.ts';
import classes from './jobs.module.css';

const TEXTS = {
  de: {
    list: 'Aufträge',
    fresh: 'gerade eben',
    gone: 'nicht mehr dabei',
    count: (count: string) => (count === '1' ? '1 Auftrag' : `${count} Aufträge`),
    next: 'Nächster Auftrag (Enter öffnet ihn)',
    previous: 'Voriger Auftrag',
    none: 'Noch keine Aufträge',
    noneText: 'Sobald ein System einen Auftrag meldet, steht er hier.',
    noneOpen: 'Alles erledigt',
    noneOpenText: 'Kein Auftrag ist offen. Neue erscheinen hier von selbst.',
    noneFound: 'Kein Auftrag passt dazu',
    noneFoundText: 'Weniger Wörter versuchen, oder alle Aufträge durchsuchen.',
    reset: 'Alle Aufträge zeigen',
  },
  en: {
    list: 'Jobs',
    fresh: 'just now',
    gone: 'no longer listed',
    count: (count: string) => (count === '1' ? '1 job' : `${count} jobs`),
    next: 'Next job (Enter opens it)',
    previous: 'Previous job',
    none: 'No jobs yet',
    noneText: 'As soon as a system reports a job, it is listed here.',
    noneOpen: 'All done',
    noneOpenText: 'No job is open. New ones appear here by themselves.',
    noneFound: 'No job fits',
    noneFoundText: 'Try fewer words, or search all jobs.',
    reset: 'Show all jobs',
  },
};

interface JobListProps {
  readonly jobs: ReturnType<typeof useArchiveList<'jobs'>>;
  /** How many there are, in digits. */
  readonly count: string;
  readonly filter: JobFilter;
  /** The same as it stands in the address. */
  readonly query: string;
  readonly selected: string | undefined;
  readonly onReset: () => void;
}

export function JobList({ jobs, count, filter, query, selected, onReset }: JobListProps) {
  const t = useTexts(TEXTS);
  const list = useRef<HTMLUListElement>(null);
  const { items, trouble } = jobs;
  const fresh = useFreshJobs({
    jobs: items,
    list: JSON.stringify(filter),
    readAt: jobs.data && !jobs.isPlaceholderData ? jobs.dataUpdatedAt : undefined,
  });
  useRowKeys(list, t);
  const hold = useHold();
  const { rows, gone, newer } = useHeldJobs(jobs, hold.isHeld, query);
  if (!jobs.data) {
    return trouble ? <Failed error={trouble} retry={() => jobs.refetch()} /> : <Loading />;
  }
  return (
    <div aria-busy={jobs.isPlaceholderData}>
      {trouble && <StaleNotice trouble={trouble} since={jobs.dataUpdatedAt} />}
      <NewerRows count={newer} onShow={hold.release} />
      {rows.length === 0 ? (
        <NoJobs filter={filter} onReset={onReset} />
      ) : (
        <>
          <p className={classes.count} role="status">
            {t.count(count)}
          </p>
          <Rows
            list={list}
            items={rows}
            query={query}
            fresh={fresh}
            gone={gone}
            selected={selected}
            hold={hold.handlers}
          />
        </>
      )}
      <MoreRows
        list={list}
        count={rows.length}
        hasMore={jobs.hasNextPage}
        isLoading={jobs.isFetchingNextPage}
        onMore={() => jobs.fetchNextPage()}
      />
    </div>
  );
}

/** A job's id is that of its newest version; in the list it is one row, whatever its version. */
function useHeldJobs(jobs: JobListProps['jobs'], isHeld: boolean, query: string) {
  const { items, hasNextPage } = jobs;
  const keyed = items.map((job) => ({ id: jobName(job), job }));
  const name = jobs.isPlaceholderData ? undefined : query;
  const { rows, newer } = useHeldRows(keyed, { isHeld, name });
  const listed = new Set(keyed.map(({ id }) => id));
  // What is older than all that are loaded may only have been pushed off their end.
  const end = hasNextPage ? (items.at(-1)?.receivedAt ?? '') : '';
  const gone = rows.filter(({ id, job }) => !listed.has(id) && job.receivedAt >= end);
  return {
    rows: rows.map(({ job }) => job),
    newer,
    /** Held where they are, though the list no longer has them. */
    gone: new Set(gone.map(({ id }) => id)),
  };
}

function Rows(props: {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly items: readonly Job[];
  readonly query: string;
  readonly hold: Hold['handlers'];
  readonly fresh: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  readonly selected: string | undefined;
}) {
  const t = useTexts(TEXTS);
  return (
    <ul className={`rows ${classes.list}`} aria-label={t.list} ref={props.list} {...props.hold}>
      {props.items.map((job) => (
        <JobRow
          key={jobName(job)}
          job={job}
          query={props.query}
          isSelected={jobName(job) === props.selected}
          isFresh={props.fresh.has(job.id)}
          isGone={props.gone.has(jobName(job))}
        />
      ))}
    </ul>
  );
}

function NoJobs({ filter, onReset }: { filter: JobFilter; onReset: () => void }) {
  const t = useTexts(TEXTS);
  if (filter.q.trim() === '' && filter.status === '') {
    return filter.scope === 'open' ? (
      <NothingHere icon="check" title={t.noneOpen}>
        {t.noneOpenText}
      </NothingHere>
    ) : (
      <NothingHere icon="jobs" title={t.none}>
        {t.noneText}
      </NothingHere>
    );
  }
  return (
    <NothingHere icon="search" title={t.noneFound}>
      <p>{t.noneFoundText}</p>
      <Button variant="default" onClick={onReset}>
        {t.reset}
      </Button>
    </NothingHere>
  );
}

/** A job in a list: which one, how far it is, from where to where. */
const JobRow = memo(function JobRow(props: {
  readonly job: Job;
  readonly query: string;
  readonly isSelected: boolean;
  readonly isFresh: boolean;
  readonly isGone: boolean;
}) {
  const t = useTexts(TEXTS);
  const { when, exact } = useFormats();
  const { job, isGone } = props;
  return (
    <li
      className={classes.item}
      data-fresh={props.isFresh || undefined}
      data-problem={job.statusClass === 'problem' || undefined}
    >
      <a
        className={classes.row}
        href={linkTo('jobs', jobName(job), props.query)}
        aria-current={props.isSelected ? 'true' : undefined}
        data-row
      >
        <span className={classes.first}>
          <bdi className={classes.reference}>{jobTitle(job)}</bdi>
          {job.status && !isGone && <StatusChip status={job.status} of={job.statusClass} />}
          {props.isFresh && <span className={classes.fresh}>{t.fresh}</span>}
          {isGone ? (
            // Its status is another one by now, which this list does not know.
            <span className={classes.when}>{t.gone}</span>
          ) : (
            <time className={classes.when} dateTime={job.receivedAt} title={exact(job.receivedAt)}>
              {when(job.receivedAt)}
            </time>
          )}
        </span>
        <JobWay job={job} />
      </a>
    </li>
  );
});
