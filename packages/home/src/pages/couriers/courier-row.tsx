import { memo, useEffect, useRef, useState } from 'react';
import { useFormats } from '../../format/formats.ts';
import { shortText } from '../../format/payload-text.ts';
import { isPhone } from '../../format/payload-value.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { Badge, StatusChip } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Deadline } from '../../parts/jobs/deadline.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { linkTo } from '../../route.ts';
import { courierName, type Standee } from './board.ts';
import { CourierJobs } from './courier-jobs.tsx';
import classes from './couriers.module.css';

interface CourierRowProps extends Standee {
  readonly now: number;
  /** What the list is narrowed to. */
  readonly query: string;
  readonly isOpen: boolean;
}

export const CourierRow = memo(function CourierRow(props: CourierRowProps) {
  const { couriers: t, contact } = useLaterTexts();
  const { courier, standing, isOpen, query } = props;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Whoever came by a link to this one need not look for it.
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li className={classes.item} data-standing={standing} ref={row}>
      <div className={classes.row}>
        <div className={classes.who}>
          <a
            className={`folds ${classes.name}`}
            href={linkTo('couriers', isOpen ? undefined : courier.id, query)}
            aria-expanded={isOpen}
            data-row
          >
            <Icon name="chevronDown" size={16} />
            <bdi>{shortText(courierName(courier, contact), 80)}</bdi>
          </a>
          <span className={classes.state}>
            <State {...props} />
          </span>
        </div>
        <Work {...props} />
        <p className={classes.facts}>
          <span className={classes.seen}>
            {courier.addressId === null ? (
              <span className="muted">{t.onlyJobs}</span>
            ) : (
              <LastSeen at={courier.seenAt} now={props.now} />
            )}
          </span>
          <span className={classes.contact}>
            {courier.number && isPhone('phone', courier.number) && (
              <PhoneLink number={courier.number} name={courier.name} />
            )}
            {courier.vehicle && <span className="foreign">{shortText(courier.vehicle, 60)}</span>}
          </span>
        </p>
      </div>
      {isOpen && <CourierJobs courier={courier} />}
    </li>
  );
});

/** One state in one colour: who has reported to be free and is under way is busy. */
function State({ courier: { status, state, reportedState }, standing }: CourierRowProps) {
  const t = useLaterTexts().couriers;
  const isAsReported = standing !== 'overloaded' && state === reportedState;
  return (
    <>
      {standing === 'overloaded' ? (
        <Badge kind="due">
          <span aria-hidden="true">! </span>
          {t.states.overloaded}
        </Badge>
      ) : status !== null && isAsReported ? (
        <StatusChip status={status} of={state} />
      ) : state === null ? (
        <Badge kind="label">{t.states.unknown}</Badge>
      ) : (
        <StatusChip status={state} of={state} />
      )}
      {/* That somebody is busy who is overloaded is said already. */}
      {reportedState !== null && reportedState !== 'busy' && !isAsReported && (
        <span className="muted">{t.reported[reportedState]}</span>
      )}
    </>
  );
}

/** How much there is to do, and when the first of it is due. */
function Work({ courier }: CourierRowProps) {
  const t = useLaterTexts().couriers;
  const { shell } = useTexts();
  const { number } = useFormats();
  const { openJobs, lateJobs, nextDueAt } = courier;
  if (openJobs === 0) {
    return (
      <p className={classes.work}>
        <span className={`muted ${classes.load}`}>{t.noJobs}</span>
      </p>
    );
  }
  return (
    <p className={classes.work}>
      <span className={classes.load}>
        <strong>{t.jobs(number(openJobs))}</strong>
        {lateJobs > 0 && <span className={classes.late}> {shell.late(number(lateJobs))}</span>}
      </span>
      <span className={classes.next}>
        <Deadline job={{ dueAt: nextDueAt, late: lateJobs > 0, statusClass: null }} isExact />
      </span>
    </p>
  );
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Often enough that no minute is wrong for long. */
const EVERY = 10_000;

/** What time it is, for all that is told by how long ago it was. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The last sign of life, by how long ago it was. */
function LastSeen({ at, now }: { readonly at: string | null; readonly now: number }) {
  const t = useLaterTexts().lastSeen;
  const { ago, when, exact } = useFormats();
  if (at === null) return <span className="muted">{t.never}</span>;
  const age = now - Date.parse(at);
  const words = age < MINUTE ? t.now : age < 12 * HOUR ? ago(age) : when(at, now);
  return (
    <time dateTime={at} title={exact(at)}>
      {t.seen(words)}
    </time>
  );
}
