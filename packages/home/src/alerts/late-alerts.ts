import type { Page } from '@hookline/contract';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useLive } from '../backend/app-context.ts';
import { type Job, useArchiveList } from '../backend/archive.ts';
import { request, withParameters } from '../backend/request.ts';
import { onTick, serverNow } from '../backend/server-clock.ts';
import { useFormats } from '../format/formats.ts';
import { useLaterTexts } from '../language/language.tsx';
import { jobName, jobTitle, partyText } from '../parts/jobs/job-facts.ts';
import { linkTo } from '../route.ts';
import { notify } from './notifications.ts';
import { LateWatch, type WantedAlerts } from './occasions.ts';
import { chime } from './sounds.ts';

/** Those that become late next. */
const NEXT = { open: true, late: false, sort: 'due' } as const;
/** Of so many it is asked whether they are still open; of more, somebody has to look anyway. */
const MOST_ASKED = 5;

/** Tells once of a job that becomes late, in one tab of the browser. */
export function useLateAlerts(wanted: WantedAlerts): void {
  const t = useLaterTexts().lateAlerts;
  const { number } = useFormats();
  const { leading } = useLive();
  const { sound, notifications, alertLate } = wanted;
  const isWatching = alertLate && (sound || notifications) && leading;
  const list = useArchiveList('jobs', NEXT, { isEnabled: isWatching, keepsTrying: true });
  // Anew for a tab that comes to lead: what it has not seen becoming late, another one has told.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each time
  const watch = useMemo(() => new LateWatch(), [isWatching]);
  const alert = useEffectEvent(async () => {
    if (!list.data || list.isPlaceholderData) return;
    const late = watch.look(list.items, serverNow());
    if (late.length === 0) return;
    void list.refetch();
    const isAll = late.length === list.items.length && list.hasNextPage;
    const open = late.length > MOST_ASKED ? late : await stillDue(late);
    const [first] = open;
    if (!first) return;
    if (sound) chime();
    if (!notifications) return;
    if (open.length === 1) {
      const link = linkTo('jobs', jobName(first));
      notify(t.one, oneLine(first), `hookline late ${jobName(first)}`, link);
    } else {
      const title = t.several(number(open.length) + (isAll ? '+' : ''));
      const names = open.slice(0, MOST_ASKED).map(jobTitle).join(', ');
      notify(title, names, 'hookline late', linkTo('jobs', undefined, 'late=1'));
    }
  });
  const readAt = list.dataUpdatedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at as soon as it is read anew
  useEffect(() => {
    if (!isWatching) return;
    void alert();
    return onTick(() => void alert());
  }, [isWatching, readAt]);
}

/** Which of them are open and due as they were; a machine that slept knows only how it was before. */
async function stillDue(jobs: readonly Job[]): Promise<Job[]> {
  const asked = await Promise.all(
    jobs.map(async (job) => {
      const { reference, dueAt } = job;
      if (reference === null) return job;
      const path = withParameters('/api/jobs', { reference, open: true });
      const page = await request<Page<Job>>('GET', path).catch(() => undefined);
      // Who cannot ask goes by what is known.
      return !page || page.items.some((now) => now.dueAt === dueAt) ? job : undefined;
    }),
  );
  return asked.filter((job) => job !== undefined);
}

function oneLine(job: Job): string {
  const way = [partyText(job.facts.pickup), partyText(job.facts.dropoff)].filter(Boolean);
  return way.length > 0 ? `${jobTitle(job)}: ${way.join(' → ')}` : jobTitle(job);
}
