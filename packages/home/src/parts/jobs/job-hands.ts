import { useAppContext } from '../../backend/app-context.ts';
import type { Job } from '../../backend/archive.ts';
import { asDesk } from '../../desk.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { type Claimable, useTellFailure } from '../claims.ts';
import { changeJob } from './change-job.ts';
import { isOpen } from './countdown.ts';
import { jobName, jobTitle } from './job-facts.ts';

/** What is needed of a job to do something to it. */
export type HandledJob = Pick<
  Job,
  'id' | 'reference' | 'payload' | 'statusClass' | 'claimedBy' | 'closedBy'
>;

/** What a desk can do about the job's end; what its own system has ended stays so. */
export function closingOf(job: HandledJob): 'close' | 'reopen' | undefined {
  if (isOpen(job)) return 'close';
  return job.closedBy === null ? undefined : 'reopen';
}

/** What a desk does to jobs. */
export function useJobHands() {
  const t = useLaterTexts().jobHands;
  const { queries } = useAppContext();
  const tellFailure = useTellFailure();
  const close = (job: HandledJob, closed: boolean): void =>
    asDesk((by) => {
      changeJob(queries, jobName(job), { closed, by }).then(() => {
        if (!closed) return;
        // It leaves the list: who has slipped finds it no more.
        const reopen = { label: t.reopen, run: () => close(job, false) };
        tell('good', t.closed(jobTitle(job)), undefined, reopen);
      }, tellFailure);
    });
  const claimable = (job: HandledJob): Claimable => ({
    name: jobTitle(job),
    claimedBy: job.claimedBy,
    change: (change) => changeJob(queries, jobName(job), change),
  });
  return { close, claimable };
}
