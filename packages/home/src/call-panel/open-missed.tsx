import { useFormats } from '../format/formats.ts';
import { shortText } from '../format/payload-text.ts';
import { useLaterTexts } from '../language/language.tsx';
import { TextButton } from '../parts/button.tsx';
import { ByDesk } from '../parts/by-desk.tsx';
import { dialable } from '../parts/calls/archived-call.ts';
import { CallBackLine, useQueue, Waiting } from '../parts/calls/call-backs.tsx';
import { useClaimableCalls, useSettle } from '../parts/calls/change-call.ts';
import {
  type CallGroup,
  groupedByNumber,
  useCallsNow,
  useOpenMissedCalls,
} from '../parts/calls/missed-calls.ts';
import { ClaimButton } from '../parts/claims.tsx';
import { NewerRows, useHeldRows, useHold } from '../parts/held-list.tsx';
import { Icon } from '../parts/icon.tsx';
import { PhoneLink } from '../parts/phone-link.tsx';
import { linkTo } from '../route.ts';
import classes from './open-missed.module.css';

const MOST = 4;

/** Who still waits to be called back, each of them once. */
export function OpenMissed() {
  const t = useLaterTexts().openMissed;
  const { calls, read, callers, times } = useOpenMissedCalls();
  const { number } = useFormats();
  const hold = useHold();
  const groups = useQueue(calls);
  const settled = groupedByNumber(read.filter((call) => call.settled));
  const { rows, newer } = useHeldRows(groups, {
    isHeld: hold.isHeld,
    name: 'open missed',
    known: [...settled, ...groups],
  });
  const now = useCallsNow(
    rows.flatMap((group) => group.calls),
    read,
  );
  if (rows.length === 0) return null;
  return (
    <section className={classes.missed} data-holds {...hold.handlers}>
      <div className={classes.head}>
        <h2>{t.title(number(callers))}</h2>
        <NewerRows isInline count={newer} onShow={hold.release} />
      </div>
      <ul>
        {rows.slice(0, MOST).map((group) => (
          <MissedLine
            key={group.id}
            group={{ ...group, calls: group.calls.map(now) }}
            times={number(times(group))}
          />
        ))}
      </ul>
      <a href={linkTo('calls', 'missed')}>{t.all}</a>
    </section>
  );
}

function MissedLine({ group, times }: { group: CallGroup; times: string }) {
  const { openMissed: t, common, who } = useLaterTexts();
  const settle = useSettle();
  const { newest, calls } = group;
  const number = dialable(newest);
  const name = shortText(newest.name ?? '', 60) || (number === null ? who.withheld : undefined);
  const open = calls.filter((call) => !call.settled);
  const item = newest.addressId ?? number;
  const claimable = useClaimableCalls()(name ?? number ?? '', open);
  return (
    <li>
      <div className={classes.line}>
        {name !== undefined && (
          <strong className="foreign" title={name}>
            {item === null ? name : <a href={linkTo('contacts', item)}>{name}</a>}
          </strong>
        )}
        {name === undefined && number !== null && <PhoneLink number={number} />}
        {times !== '1' && (
          <span className={classes.times}>
            <span aria-hidden="true">{times}×</span>
            <span className="spoken">{t.times(times)}</span>
          </span>
        )}
        <span className={`muted numbers ${classes.waits}`}>
          <Waiting calls={calls} />
        </span>
      </div>
      <div className={classes.line}>
        {name !== undefined && number !== null && <PhoneLink number={number} name={name} />}
        {claimable.claimedBy && (
          <span className={classes.claimed}>
            <Icon name="hand" size={15} />
            <ByDesk by={claimable.claimedBy} isClaim />
          </span>
        )}
      </div>
      <div className={classes.line}>
        {open.length > 0 && <ClaimButton what={claimable} />}
        {open.length > 0 ? (
          <TextButton
            className={classes.settle}
            icon="check"
            aria-label={common.of(common.settled, name ?? number ?? '')}
            onClick={() => {
              for (const call of open) settle(call, true);
            }}
          >
            {common.settled}
          </TextButton>
        ) : (
          <span className={`muted ${classes.settle}`}>
            <Icon name="check" size={15} /> {common.settled}
          </span>
        )}
      </div>
      <CallBackLine calls={calls} name={name ?? number ?? ''} />
    </li>
  );
}
