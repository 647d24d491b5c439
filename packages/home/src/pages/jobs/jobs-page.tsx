import { useCallback, useRef } from 'react';
import { asDesk, seenFrom, useDeskLabel } from '../../desk.ts';
import { useFilter } from '../../filter.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { useKeptPages } from '../../parts/kept-pages.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { useRoute } from '../../route.ts';
import { backToList } from '../../scroll-position.ts';
import { useShortcut } from '../../shortcuts/shortcuts.ts';
import { filterFrom, USUAL, useStatusChoices } from './job-filter.ts';
import { JobFilterBar } from './job-filter-bar.tsx';
import { useJobKeys } from './job-keys.ts';
import { JobList } from './job-list.tsx';
import { JobView } from './job-view.tsx';
import classes from './jobs.module.css';
import { useKeptScrollPosition } from './kept-scroll-position.ts';
import { useJobs } from './use-jobs.ts';

/** The jobs as they are now; beside them, or in their place on a phone, one with its history. */
export default function JobsPage() {
  const t = useLaterTexts().jobsPage;
  const { item: selected, query } = useRoute();
  const [asked, change] = useFilter(filterFrom, USUAL);
  const desk = useDeskLabel();
  const filter = seenFrom(desk, asked);
  const { jobs, count, order } = useJobs(filter, desk);
  useKeptPages(jobs, `${order} ${query}`);
  const statuses = useStatusChoices(filter);
  const list = useRef<HTMLDivElement>(null);
  const job = useRef<HTMLElement>(null);
  useKeptScrollPosition(list, job, selected);
  const back = useCallback(() => backToList('jobs', query), [query]);
  useJobKeys(selected !== undefined);
  useShortcut('Escape', t.back, selected === undefined ? undefined : back);
  return (
    <div className={classes.page} data-has-job={selected !== undefined || undefined}>
      <div className={classes.title}>
        <PageTitle page="jobs" />
      </div>
      <JobFilterBar
        filter={filter}
        order={order}
        statuses={statuses}
        onChange={change}
        onMine={(isMine) => (isMine ? asDesk(() => change({ mine: '1' })) : change({ mine: '' }))}
      />
      <div className={classes.columns}>
        <div className={classes.all} ref={list} data-list-beside>
          <JobList
            jobs={jobs}
            count={count}
            filter={filter}
            order={order}
            query={query}
            selected={selected}
            onReset={() => change({ ...USUAL, scope: 'all', sort: filter.sort })}
          />
        </div>
        {selected !== undefined && (
          <JobView ref={job} key={selected} name={selected} query={query} />
        )}
      </div>
    </div>
  );
}
