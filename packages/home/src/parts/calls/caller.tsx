import { useAppContext } from '../../backend/app-context.ts';
import type { Call } from '../../backend/archive.ts';
import { shortText } from '../../format/payload-text.ts';
import { usePhoneFormat } from '../../format/phone-number.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { Badge } from '../badge.tsx';
import { TextButton } from '../button.tsx';
import { useTellFailure } from '../claims.tsx';
import { Icon } from '../icon.tsx';
import { MapLink } from '../map-link.tsx';
import { type AddressFacts, addressFacts, MOST_SHOWN } from './address-facts.ts';
import classes from './caller.module.css';
import { changeCall } from './change-call.ts';
import type { Who } from './who.ts';

/** Customer, courier or stranger, and whether that is certain. */
export function KindChips({ who: { kinds, isProbable, isLoading } }: { who: Who }) {
  const t = useLaterTexts().caller;
  const { probable } = useLaterTexts().who;
  // Unknown for a moment and a customer after it would be a flicker at the worst time.
  if (isLoading && kinds[0] === 'unknown') return null;
  return (
    <>
      {isProbable && (
        <Badge kind="probable" title={t.probableHint}>
          {probable}
        </Badge>
      )}
      {kinds.map((kind) => (
        <Badge key={kind} kind={kind}>
          {t.kinds[kind]}
        </Badge>
      ))}
    </>
  );
}

export function CallerNumber({ who: { number } }: { who: Who }) {
  const format = usePhoneFormat();
  if (number === null) return null;
  return (
    <span className={`numbers ${classes.number}`}>
      <bdi>{format(number)}</bdi>
    </span>
  );
}

/** So many stand there at once; twenty would push the buttons out of sight. */
const SHOWN = 3;

/** Who may be calling, since they have the same number; whom a desk chooses, it is for this call. */
export function OtherOwners({ who, call }: { who: Who; call: Call | undefined }) {
  const { address, others } = who;
  const t = useLaterTexts().caller;
  const { queries } = useAppContext();
  const tellFailure = useTellFailure();
  if (!address || others.length === 0) return null;
  const own = { ...address, ownId: null };
  const chosen = call?.contact;
  return (
    <details className={classes.others} open={others.length < SHOWN}>
      <summary>{t.owners(others.length + 1)}</summary>
      <ul>
        {[own, ...others].map(({ ownId, name, roles, fields, updatedAt }) => (
          <li key={`${ownId} ${name} ${updatedAt}`} className={classes.place}>
            <span className={classes.owner}>
              <strong className="foreign">{shortText(name ?? '') || '–'}</strong>
              {ownId !== null && <span className="foreign muted">{shortText(ownId)}</span>}
              {roles.map((role) => (
                <Badge key={role} kind={role} size="small">
                  {t.kinds[role]}
                </Badge>
              ))}
              {name && (
                <TextButton
                  {...(chosen === name && { icon: 'check' as const })}
                  disabled={call === undefined}
                  aria-pressed={chosen === name}
                  aria-label={`${t.choose}: ${shortText(name, 60)}`}
                  onClick={({ detail }) => {
                    if (call === undefined || detail > 1) return;
                    const contact = chosen === name ? null : name.slice(0, MOST_NAME);
                    changeCall(queries, call.id, { contact }).catch(tellFailure);
                  }}
                >
                  {t.choose}
                </TextButton>
              )}
            </span>
            <Facts facts={addressFacts(fields)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** As long as the archive takes it. */
const MOST_NAME = 200;

/** Number, and where somebody is: what a dispatcher reads out or types over. */
export function CallerPlace({ who, remark }: { who: Who; remark?: string | null }) {
  const t = useLaterTexts().caller;
  return (
    <div className={classes.place}>
      <CallerNumber who={who} />
      <Facts facts={who.facts} remark={remark ? shortText(remark, MOST_SHOWN) : undefined} />
      {who.error !== undefined && who.error !== null && (
        <span className="muted">{t.unanswered}</span>
      )}
    </div>
  );
}

function Facts(props: {
  readonly facts: AddressFacts | undefined;
  readonly remark?: string | undefined;
}) {
  const { facts, remark = facts?.remark } = props;
  return (
    <>
      {facts?.place && <MapLink address={facts.place} />}
      {facts?.vehicle && <span className="foreign muted">{facts.vehicle}</span>}
      {remark && (
        <span className={`foreign ${classes.remark}`}>
          <Icon name="note" size={15} />
          <span>{remark}</span>
        </span>
      )}
    </>
  );
}
