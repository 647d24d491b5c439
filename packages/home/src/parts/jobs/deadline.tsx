import type { Job } from '../../backend/archive.ts';
import { useServerTime } from '../../backend/server-clock.ts';
import { useFormats } from '../../format/formats.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { Icon } from '../icon.tsx';
import { countdownText, minutesLeft } from './countdown.ts';
import classes from './deadline.module.css';

/** Beyond that somebody has still time enough. */
const SOON = 30;
/** Nobody counts so many minutes; the day says more. */
const FAR = 24 * 60;

/** How long a job has still, or for how long it is late. It counts by itself. */
export function Deadline({
  job,
  isExact = false,
}: {
  readonly job: Pick<Job, 'dueAt' | 'late' | 'statusClass'>;
  /** Says when that is, too, where there is room for it. */
  readonly isExact?: boolean;
}) {
  const t = useLaterTexts().deadline;
  const texts = useTexts();
  const { when, exact } = useFormats();
  const minutes = useServerTime((now) => minutesLeft(job, now) ?? Number.NaN);
  if (Number.isNaN(minutes) || job.dueAt === null) return null;
  const state = minutes <= 0 ? 'late' : minutes <= SOON ? 'soon' : 'later';
  const text = countdownText(minutes, texts);
  return (
    <time
      className={classes.deadline}
      dateTime={job.dueAt}
      title={t.due(exact(job.dueAt))}
      data-state={state}
    >
      <Icon name={state === 'late' ? 'warning' : 'clock'} size={15} />
      {minutes > FAR ? (
        t.due(when(job.dueAt))
      ) : (
        <>
          {isExact && <span className={classes.clock}>{when(job.dueAt)} </span>}
          {minutes < 0 ? text.slice(0, -t.late.length) : text}
          {minutes < 0 && <span className={classes.word}>{t.late}</span>}
        </>
      )}
    </time>
  );
}
