import { useLaterTexts } from '../../language/language.tsx';
import { TextButton } from '../button.tsx';
import { ByDesk } from '../by-desk.tsx';
import { ClaimButton } from '../claim-button.tsx';
import { Icon } from '../icon.tsx';
import { jobTitle } from './job-facts.ts';
import classes from './job-hand-line.module.css';
import { closingOf, type HandledJob, useJobHands } from './job-hands.ts';

/** Who takes care of a job or has closed it, and how to do so. */
export function JobHandLine({ job }: { job: HandledJob }) {
  const t = useLaterTexts().jobHandLine;
  const { close, claimable } = useJobHands();
  const closing = closingOf(job);
  const { claimedBy, closedBy } = job;
  if (closing === undefined && claimedBy === null) return null;
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
          aria-label={t.of(t[closing], jobTitle(job))}
          title={t[closing]}
          // The second click of two would take back what the first has done.
          onClick={({ detail }) => detail < 2 && close(job, closing === 'close')}
        >
          <span>{t[closing]}</span>
        </TextButton>
      )}
    </div>
  );
}
