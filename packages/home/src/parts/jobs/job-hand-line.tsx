import type { JobChange } from '@hookline/contract';
import type { QueryClient } from '@tanstack/react-query';
import { useAppContext } from '../../backend/app-context.ts';
import { type Job, type JobHistory, storeChange } from '../../backend/archive.ts';
import { asDesk } from '../../desk.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { TextButton } from '../button.tsx';
import { ByDesk } from '../by-desk.tsx';
import { type Claimable, ClaimButton, useTellFailure } from '../claims.tsx';
import { Icon } from '../icon.tsx';
import { isOpen } from './countdown.ts';
import { jobName, jobTitle } from './job-facts.ts';
import classes from './job-hand-line.module.css';

/** Who takes care of a job or has closed it, and how to do so. */
export function JobHandLine({ job }: { job: HandledJob }) {
  const { jobHandLine: t, common } = useLaterTexts();
  const { close, claimable } = useJobHands();
  const closing = closingOf(job);
  const { claimedBy, closedBy } = job;
  if (closing === undefined && claimedBy === null) return null;
  const word = closing === 'close' ? t.close : common.reopen;
  return (
    <div className={classes.hands}>
      {closing === 'reopen' && closedBy ? (
        <span className={classes.closed}>
          <Icon name="check" size={15} />
          <span>{t.closed}:</span> <ByDesk by={closedBy} />
        </span>
      ) : (
        claimedBy && (
          <span className={classes.claimed}>
            <Icon name="hand" size={15} />
            <span className="spoken">{t.claimed}: </span>
            <ByDesk by={claimedBy} isClaim />
          </span>
        )
      )}
      {closing === 'close' && <ClaimButton what={claimable(job)} hasIcon />}
      {closing !== undefined && (
        <TextButton
          className={classes.close}
          icon={closing === 'close' ? 'check' : 'refresh'}
          data-hand="close"
          aria-label={common.of(word, jobTitle(job))}
          title={word}
          // The second click of two would take back what the first has done.
          onClick={({ detail }) => detail < 2 && close(job, closing === 'close')}
        >
          <span>{word}</span>
        </TextButton>
      )}
    </div>
  );
}

/** What is needed of a job to do something to it. */
type HandledJob = Pick<
  Job,
  'id' | 'reference' | 'payload' | 'statusClass' | 'claimedBy' | 'closedBy'
>;

/** What a desk can do about the job's end; what its own system has ended stays so. */
function closingOf(job: HandledJob): 'close' | 'reopen' | undefined {
  if (isOpen(job)) return 'close';
  return job.closedBy === null ? undefined : 'reopen';
}

/** What a desk does to jobs. */
function useJobHands() {
  const { jobHandLine: t, common } = useLaterTexts();
  const { queries } = useAppContext();
  const tellFailure = useTellFailure();
  const close = (job: HandledJob, closed: boolean): void =>
    asDesk((by) => {
      changeJob(queries, jobName(job), { closed, by }).then(() => {
        if (!closed) return;
        // It leaves the list: who has slipped finds it no more.
        const reopen = { label: common.reopen, run: () => close(job, false) };
        tell('good', common.of(t.closed, jobTitle(job)), undefined, reopen);
      }, tellFailure);
    });
  const claimable = (job: HandledJob): Claimable => ({
    name: jobTitle(job),
    claimedBy: job.claimedBy,
    change: (change) => changeJob(queries, jobName(job), change),
  });
  return { close, claimable };
}

/** Shows it in the job's history, too. */
export async function changeJob(
  queries: QueryClient | undefined,
  job: string,
  change: JobChange,
): Promise<void> {
  const changed = await storeChange(queries, 'jobs', job, change);
  queries?.setQueriesData<JobHistory>({ queryKey: ['jobs', 'one'] }, (data) =>
    data?.id === changed.id ? { ...data, ...stateOf(changed) } : data,
  );
}

/** What a job and its history both say. */
function stateOf({ receivedAt: _at, payload: _sent, ...state }: Job) {
  return state;
}
