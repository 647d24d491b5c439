import type { JobOrder } from '@hookline/contract';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useArchiveList } from '../../backend/archive.ts';
import { asDesk, seenFrom, useDeskLabel } from '../../desk.ts';
import { useFilter } from '../../filter.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { useKeptPages, useListCount } from '../../parts/list-pages.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { routeOf, useRoute } from '../../route.ts';
import { backToList } from '../../scroll-position.ts';
import { useShortcut } from '../../shortcuts/shortcuts.ts';
import { filterFrom, type JobFilter, parametersOf, USUAL, useStatusChoices } from './job-filter.ts';
import { JobFilterBar } from './job-filter-bar.tsx';
import { JobList } from './job-list.tsx';
import { JobView } from './job-view.tsx';
import classes from './jobs.module.css';

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

/** Milliseconds. Time alone makes a job late, of which nobody tells. */
const LOOK_AGAIN = 15_000;

/** The jobs of a filter. Open ones come by their deadline, unless somebody has chosen otherwise. */
function useJobs(filter: JobFilter, desk: string) {
  const order: JobOrder = filter.sort || (filter.scope === 'open' ? 'due' : 'changed');
  const parameters = parametersOf(filter, order, desk);
  const jobs = useArchiveList('jobs', parameters, {
    keepsTrying: true,
    isEndless: true,
    ...(filter.late !== '' && { every: LOOK_AGAIN }),
  });
  const count = useListCount('jobs', parameters, jobs);
  return { jobs, count, order };
}

/** Keys for the job whose row has the focus, or else for the one that is open. */
function useJobKeys(isJobOpen: boolean): void {
  const t = useLaterTexts().jobKeys;
  useShortcut('u', t.claim, claim);
  useShortcut('e', t.close, close);
  useShortcut('n', t.note, isJobOpen ? write : undefined);
}

const claim = () => press(jobMeant(), 'claim');
const close = () => press(jobMeant(), 'close');
const write = () => press(jobShown(), 'note');

/** What a key does is what its button does, and nothing where there is none. */
function press(job: Element | null | undefined, hand: 'claim' | 'close' | 'note'): void {
  job?.querySelector<HTMLElement>(`[data-hand="${hand}"]`)?.click();
}

function jobMeant(): Element | null | undefined {
  return document.activeElement?.closest('[data-job]') ?? jobShown();
}

function jobShown(): Element | null {
  return document.querySelector('section[data-job]');
}

/**
 * Where there is room for one of them only, the list makes way for the job, which is read from its
 * beginning. Whoever comes back goes on from the job's row.
 */
function useKeptScrollPosition(
  list: RefObject<HTMLElement | null>,
  job: RefObject<HTMLElement | null>,
  selected: string | undefined,
): void {
  const shown = useRef(selected);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = selected;
    if (before === selected || !isIdle()) return;
    if (selected !== undefined && isHidden(list.current)) {
      scrollTo(0, 0);
      job.current?.focus({ preventScroll: true });
    } else if (selected === undefined && before !== undefined) {
      rowOf(list.current, before)?.focus({ preventScroll: true });
    }
  }, [list, job, selected]);
}

/** Nobody is typing: the focus may be moved. */
function isIdle(): boolean {
  return !document.activeElement?.matches('input, textarea, select, [contenteditable]');
}

function isHidden(element: HTMLElement | null): boolean {
  return !element || element.getClientRects().length === 0;
}

function rowOf(list: HTMLElement | null, name: string): HTMLElement | undefined {
  const rows = list?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
  return [...rows].find((row) => routeOf(row.getAttribute('href') ?? '').item === name);
}
