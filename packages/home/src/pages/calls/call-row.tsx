import { useId } from 'react';
import type { Call } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { shortText } from '../../format/payload-text.ts';
import { textFor, useLaterTexts } from '../../language/language.tsx';
import { dialable, ownNote } from '../../parts/calls/archived-call.ts';
import { CallBackLine, Remind, Waiting } from '../../parts/calls/call-backs.tsx';
import { useArchivedNote } from '../../parts/calls/call-notes.ts';
import { callIcon, useOutcome } from '../../parts/calls/call-outcome.ts';
import type { CallGroup } from '../../parts/calls/missed-calls.ts';
import { Icon } from '../../parts/icon.tsx';
import { NoteLine } from '../../parts/note-field.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { linkTo } from '../../route.ts';
import { useKept } from '../../scroll-position.ts';
import { CallDetails } from './call-details.tsx';
import classes from './calls-page.module.css';
import { Hands, MissedActions, Settle, type Talk } from './missed-actions.tsx';

interface CallRowProps {
  readonly group: CallGroup;
  /** How often they have called, also where not all of it was read. */
  readonly times: number;
  readonly talks: ReadonlyMap<string, Talk>;
}

/** A call of the archive, or the missed calls of one number. */
export function CallRow({ group, times: often, talks }: CallRowProps) {
  const { calls, newest: call } = group;
  const { callRow: t, callOutcome, common, openMissed, who } = useLaterTexts();
  const { when, exact, number: count } = useFormats();
  const outcome = useOutcome();
  const id = useId();
  const [isOpen, setOpen] = useKept(`unfolded ${group.id}`, false);
  const number = dialable(call);
  const told = shortText(call.name ?? '');
  const name = told || (number === null ? who.withheld : undefined);
  const isMissed = calls.some(({ missed }) => missed);
  const isWaiting = calls.some(({ missed, settled }) => missed && !settled);
  const isSeveral = calls.length > 1;
  const times = count(often);
  const talk = talks.get(call.line ?? '') ?? talks.get(number ?? '');
  return (
    <li className={classes.call} data-waiting={isWaiting}>
      <div className={classes.line}>
        <span className={classes.icon} title={textFor(callOutcome.directions, call.direction)}>
          <Icon name={callIcon(call)} />
        </span>
        <div className={classes.who}>
          {name &&
            (number === null ? (
              <span className="foreign">{name}</span>
            ) : (
              <a
                className={`foreign ${classes.name}`}
                href={linkTo('contacts', call.addressId ?? number)}
              >
                {name}
              </a>
            ))}
          {number !== null && <PhoneLink number={number} name={told || null} />}
          {often > 1 && (
            <span className={classes.times}>
              <span aria-hidden="true">{times}×</span>
              <span className="spoken">{openMissed.times(times)}</span>
            </span>
          )}
        </div>
        <div className={classes.outcome}>
          <span className={classes.words}>{outcome(call)}</span>
          {isWaiting && <Waiting calls={calls} />}
          {isMissed && !isWaiting && (
            <span className={classes.settled}>
              <Icon name="check" size={15} />
              {common.settled}
            </span>
          )}
        </div>
        <div className={classes.actions}>
          {isMissed && <MissedActions calls={calls} number={number} talk={talk} />}
        </div>
        {call.startedAt && (
          <time
            className={`numbers ${classes.when}`}
            dateTime={call.startedAt}
            title={exact(call.startedAt)}
          >
            {when(call.startedAt, Date.parse(call.startedAt))}
          </time>
        )}
        <button
          type="button"
          className={classes.unfold}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={t.details(name ?? number ?? '')}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevronDown" />
        </button>
      </div>
      {isMissed && (
        <div className={classes.hand}>
          <Hands calls={calls} name={name ?? number ?? ''} />
          <CallBackLine calls={calls} name={name ?? number ?? ''}>
            <Remind calls={calls} name={name ?? number ?? ''} />
          </CallBackLine>
        </div>
      )}
      {isSeveral && isOpen ? (
        <SingleCalls calls={calls} />
      ) : (
        calls.map((each) => <RowNote key={each.id} call={each} isOpen={isOpen} />)
      )}
      {isOpen && <CallDetails id={id} call={call} number={number} />}
    </li>
  );
}

/** The calls of one number, one by one. */
function SingleCalls({ calls }: { calls: readonly Call[] }) {
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

interface RowNoteProps {
  readonly call: Call;
  /** Offers to write one where there is none. */
  readonly isOpen: boolean;
}

/** Its own component: every letter that is typed draws it anew. */
function RowNote({ call, isOpen }: RowNoteProps) {
  const note = useArchivedNote(call);
  return (
    <div className={classes.note}>
      <NoteLine
        about="call"
        value={ownNote(call)}
        by={call.noteBy}
        note={note}
        isOffered={isOpen}
      />
    </div>
  );
}
