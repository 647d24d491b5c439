import type { Call } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { useOutcome } from '../../parts/calls/call-outcome.ts';
import classes from './calls-page.module.css';
import { Settle } from './missed-actions.tsx';
import { RowNote } from './row-note.tsx';

/** The calls of one number, one by one. */
export function SingleCalls({ calls }: { calls: readonly Call[] }) {
  const { exact } = useFormats();
  const outcome = useOutcome();
  return (
    <ul className={classes.singles}>
      {calls.map((call) => {
        const when = call.startedAt === null ? '' : exact(call.startedAt);
        return (
          <li key={call.id} data-waiting={!call.settled}>
            <div className={classes.single}>
              {call.startedAt !== null && (
                <time className="numbers" dateTime={call.startedAt}>
                  {when}
                </time>
              )}
              <span className={classes.words}>{outcome(call)}</span>
              <span className={classes.actions}>
                <Settle calls={[call]} label={when} />
              </span>
            </div>
            <RowNote call={call} isOpen />
          </li>
        );
      })}
    </ul>
  );
}
