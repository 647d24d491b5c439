import type { JobOrder } from '@hookline/contract';
import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { type Job, useArchiveList } from '../../backend/archive.ts';
import { useAreJobsMissing } from '../../backend/sources.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { Button } from '../../parts/button.tsx';
import { type Hold, NewerRows, useHeldRows, useHold } from '../../parts/held-list.tsx';
import { isOpen } from '../../parts/jobs/countdown.ts';
import { jobName } from '../../parts/jobs/job-facts.ts';
import { MoreRows } from '../../parts/more-rows.tsx';
import { Failed, Loading, NothingHere } from '../../parts/nothing-here.tsx';
import { StaleNotice } from '../../parts/notice.tsx';
import { rowsOf, useRowsInSight } from '../../parts/rows-in-sight.ts';
import { linkTo, replaceRoute } from '../../route.ts';
import { useRowKeys } from '../../shortcuts/row-keys.ts';
import { useFreshJobs, versionOf } from './fresh-jobs.ts';
import type { JobFilter } from './job-filter.ts';
import { JobRow } from './job-row.tsx';
import classes from './jobs.module.css';

interface JobListProps {
  readonly jobs: ReturnType<typeof useArchiveList<'jobs'>>;
  /** How many there are, in digits. */
  readonly count: string;
  readonly filter: JobFilter;
  readonly order: JobOrder;
  /** The same as it stands in the address. */
  readonly query: string;
  readonly selected: string | undefined;
  readonly onReset: () => void;
}

export function JobList(props: JobListProps) {
  const { jobs, count, filter, order, query, selected, onReset } = props;
  const t = useLaterTexts().jobList;
  const list = useRef<HTMLUListElement>(null);
  const { items, trouble } = jobs;
  const fresh = useFreshJobs({
    jobs: items,
    list: JSON.stringify(filter),
    readAt: jobs.data && !jobs.isPlaceholderData ? jobs.dataUpdatedAt : undefined,
  });
  // With a job beside the list, it is the one that the keys have come to.
  useRowKeys(list, t, (row) => {
    const link = row.getAttribute('href');
    if (selected !== undefined && link) replaceRoute(link);
  });
  const hold = useHold();
  const { rows, gone, newer } = useHeldJobs(jobs, hold.isHeld, query, order, filter.scope);
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
          <p className="count" role="status">
            {t.count(count)}
          </p>
          <p className={classes.head} aria-hidden="true">
            <span>{t.due}</span>
            <span>{t.number}</span>
            <span>{t.status}</span>
            <span>{t.way}</span>
            <span>{t.courier}</span>
            <span>{t.cares}</span>
          </p>
          {jobs.skipped > 0 && (
            <Edge
              rows={jobs.skipped}
              isIdle={!jobs.isFetching}
              onNear={(far) => (far ? jobs.toStart() : jobs.fetchPreviousPage())}
            />
          )}
          <Rows
            list={list}
            items={rows}
            skipped={jobs.skipped}
            isEnd={!jobs.hasNextPage}
            isHeld={hold.isHeld}
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
        hasMore={jobs.hasNextPage}
        isLoading={jobs.isFetchingNextPage}
        onMore={() => jobs.fetchNextPage()}
      />
      {jobs.hasNextPage && (
        <Edge
          // A page may have come before anybody has seen that it is on its way.
          key={jobs.dataUpdatedAt}
          rows={0}
          // Where jobs change all the time, the list is read anew all the time.
          isIdle={!jobs.isFetchingNextPage}
          onNear={() => jobs.fetchNextPage()}
        />
      )}
    </div>
  );
}

/** So many pixels before what is held comes to its end, the next page is read. */
const NEAR = 2000;

/**
 * What lies beyond the rows that are held, as high as they would be. Where the list is a table it is
 * read on by itself as soon as somebody scrolls near.
 */
function Edge(props: {
  readonly rows: number;
  readonly isIdle: boolean;
  /** `isFar` tells that somebody is at the beginning of the page already. */
  readonly onNear: (isFar: boolean) => void;
}) {
  const { rows, isIdle } = props;
  const edge = useRef<HTMLDivElement>(null);
  const onNear = useEffectEvent(({ bottom }: DOMRectReadOnly) => {
    props.onNear(scrollY < NEAR && bottom > 2 * NEAR);
  });
  useEffect(() => {
    if (!isIdle || !edge.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && onNear(entry.boundingClientRect),
      { rootMargin: `${NEAR}px 0px` },
    );
    observer.observe(edge.current);
    return () => observer.disconnect();
  }, [isIdle]);
  return <div ref={edge} className={classes.edge} style={{ '--rows': rows } as CSSProperties} />;
}

/** A job's id is that of its newest version; in the list it is one row, whatever its version. */
function useHeldJobs(
  jobs: JobListProps['jobs'],
  isHeld: boolean,
  query: string,
  order: JobOrder,
  scope: JobFilter['scope'],
) {
  const { items, hasNextPage } = jobs;
  const known = items.map((job) => ({ id: jobName(job), job }));
  // What was closed by hand a moment ago is none of the open ones, though it is still read with them.
  const isListable = (job: Job) => scope === 'all' || isOpen(job) === (scope === 'open');
  const keyed = known.filter(({ job }) => isListable(job));
  const name = jobs.isPlaceholderData ? undefined : `${order} ${query} ${jobs.skipped}`;
  const { rows, newer } = useHeldRows(keyed, { isHeld, name, known });
  const listed = new Set(keyed.map(({ id }) => id));
  // What comes after all that are loaded may only have been pushed off their end.
  const end = hasNextPage ? items.at(-1) : undefined;
  const isPushedOff = (job: Job) => end !== undefined && isAfter(job, end, order);
  // One that is seen to be closed needs no word for it.
  const gone = rows.filter(
    ({ id, job }) => !listed.has(id) && !isPushedOff(job) && isListable(job),
  );
  return {
    rows: rows.map(({ job }) => job),
    newer,
    /** Held where they are, though the list no longer has them. */
    gone: new Set(gone.map(({ id }) => id)),
  };
}

/** Behind every time. */
const NEVER = '9999';

function isAfter(job: Job, end: Job, order: JobOrder): boolean {
  const [due, last] = [job.dueAt ?? NEVER, end.dueAt ?? NEVER];
  return order === 'due' && due !== last ? due > last : job.receivedAt < end.receivedAt;
}

/** Of any number of jobs, where they are a table only those in sight are in the document. */
function Rows(props: {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly items: readonly Job[];
  /** How many come before them. */
  readonly skipped: number;
  /** There are none behind them. */
  readonly isEnd: boolean;
  readonly isHeld: boolean;
  readonly query: string;
  readonly hold: Hold['handlers'];
  readonly fresh: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  readonly selected: string | undefined;
}) {
  const { jobs: label } = useTexts().pageNames;
  const { list, items, skipped, selected, hold } = props;
  const { sight, whole, top } = useRowsInSight(list, items.length);
  const [focused, setFocused] = useState<string>();
  const at = (name: string | undefined) => items.findIndex((job) => jobName(job) === name);
  // From where keys go on, however far somebody has scrolled, with the rows to which they lead.
  const kept = [0, ...[at(focused), at(selected)].flatMap((row) => [row - 1, row, row + 1])];
  return (
    <ul
      className={`rows ${classes.list}`}
      aria-label={label}
      ref={list}
      style={{ height: whole }}
      {...hold}
      onFocus={(event) => {
        hold.onFocus(event);
        setFocused(event.target.closest<HTMLElement>('[data-job]')?.dataset['job']);
      }}
    >
      {rowsOf(sight, kept).map((row) => {
        const job = items[row];
        if (!job) return null;
        return (
          <JobRow
            key={jobName(job)}
            job={job}
            top={top(row)}
            place={skipped + row + 1}
            of={props.isEnd ? skipped + items.length : -1}
            query={props.query}
            isHeld={props.isHeld}
            isSelected={jobName(job) === selected}
            isFresh={props.fresh.has(versionOf(job))}
            isGone={props.gone.has(jobName(job))}
          />
        );
      })}
    </ul>
  );
}

function NoJobs({ filter, onReset }: { filter: JobFilter; onReset: () => void }) {
  const t = useLaterTexts().jobList;
  if (
    filter.q.trim() === '' &&
    filter.status === '' &&
    filter.class === '' &&
    filter.courier === ''
  ) {
    if (filter.late !== '') {
      return <NothingHere icon="check" title={t.noneLate} text={t.noneLateText} />;
    }
    if (filter.mine !== '') {
      return <NothingHere icon="jobs" title={t.noneMine} text={t.noneMineText} />;
    }
    return <NoJobsAtAll isOpenOnly={filter.scope === 'open'} />;
  }
  return (
    <NothingHere icon="search" title={t.noneFound}>
      <p>{t.noneFoundText}</p>
      <Button onClick={onReset}>{t.reset}</Button>
    </NothingHere>
  );
}

/** "All done" is said only of jobs that have come, and while no sender of jobs is silent. */
function NoJobsAtAll({ isOpenOnly }: { isOpenOnly: boolean }) {
  const t = useLaterTexts().jobList;
  const all = useArchiveList('jobs', {}, { limit: 1, isEnabled: isOpenOnly });
  const areMissing = useAreJobsMissing();
  if (areMissing) {
    return (
      <NothingHere icon="warning" title={t.noneKnown}>
        <p>{t.noneKnownText}</p>
        <a className="link" href={linkTo('sources')}>
          {t.toSources}
        </a>
      </NothingHere>
    );
  }
  if (!isOpenOnly || all.data?.pages[0]?.items.length === 0) {
    return <NothingHere icon="jobs" title={t.none} text={t.noneText} />;
  }
  if (!all.data) return <Loading />;
  // Who is silent cannot be asked: that nothing is open is not sure.
  if (areMissing === undefined) {
    return <NothingHere icon="jobs" title={t.noneKnown} />;
  }
  return <NothingHere icon="check" title={t.noneOpen} text={t.noneOpenText} />;
}
