import { Kbd } from '@mantine/core';
import { useCallback, useRef } from 'react';
import { useArchiveList } from '../../backend/archive.ts';
import { useFilter } from '../../filter.ts';
import { useTexts } from '../../language/language.tsx';
import { jobName } from '../../parts/jobs/job-facts.ts';
import { useKeptPages } from '../../parts/kept-pages.ts';
import { useListCount } from '../../parts/list-count.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { backToList } from '../../place.ts';
import { useRoute } from '../../route.ts';
import { useShortcut } from '../../shortcuts/shortcuts.ts';
import { filterFrom, parametersOf, USUAL, useStatusChoices } from './job-filter.ts';
import { JobFilterBar } from './job-filter-bar.tsx';
import { JobList } from './job-list.tsx';
import { JobView } from './job-view.tsx';
import classes from './jobs.module.css';
import { useKeptPlace } from './kept-place.ts';

const TEXTS = {
  de: {
    back: 'Zurück zur Liste der Aufträge',
    choose: 'Ein Auftrag aus der Liste zeigt hier seinen Verlauf.',
  },
  en: { back: 'Back to the list of jobs', choose: 'Choose a job to see its history here.' },
};

/** The jobs as they are now; beside them, or in their place on a phone, one with its history. */
export default function JobsPage() {
  const t = useTexts(TEXTS);
  const { item: selected, query } = useRoute();
  const [filter, change] = useFilter(filterFrom, USUAL);
  const parameters = parametersOf(filter);
  const jobs = useArchiveList('jobs', parameters, { keepsTrying: true });
  const count = useListCount('jobs', parameters, jobs);
  useKeptPages(jobs, query);
  const statuses = useStatusChoices(filter);
  const list = useRef<HTMLDivElement>(null);
  const job = useRef<HTMLElement>(null);
  useKeptPlace(list, job, selected);
  const back = useCallback(() => backToList('jobs', query), [query]);
  useShortcut('Escape', t.back, selected === undefined ? undefined : back);
  return (
    <div className={classes.page} data-has-job={selected !== undefined || undefined}>
      <div className={classes.columns}>
        <div>
          <div className={classes.title}>
            <PageTitle page="jobs" />
          </div>
          <div className={classes.all} ref={list} data-list-beside>
            <JobFilterBar filter={filter} statuses={statuses} onChange={change} />
            <JobList
              jobs={jobs}
              count={count}
              filter={filter}
              query={query}
              selected={selected}
              onReset={() => change({ scope: 'all', status: '', q: '' })}
            />
          </div>
        </div>
        {selected === undefined ? (
          <div className={classes.choose}>
            <p>{t.choose}</p>
            <p>
              <Kbd>↑</Kbd> <Kbd>↓</Kbd> <Kbd>Enter</Kbd>
            </p>
          </div>
        ) : (
          <JobView
            ref={job}
            key={selected}
            name={selected}
            query={query}
            listed={jobs.items.find(
              (each) => each.reference === null && jobName(each) === selected,
            )}
          />
        )}
      </div>
    </div>
  );
}
