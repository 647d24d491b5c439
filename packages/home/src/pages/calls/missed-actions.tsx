import { usePhone } from '../../backend/app-context.ts';
import { type Call, useLines } from '../../backend/archive.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { ByDesk } from '../../parts/by-desk.tsx';
import { useClaimableCalls, useSettle } from '../../parts/calls/change-call.ts';
import { numberOf, otherParty } from '../../parts/calls/other-party.ts';
import { ClaimButton } from '../../parts/claims.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useDial } from '../../parts/phone-link.tsx';
import classes from './calls-page.module.css';

interface MissedActionsProps {
  readonly calls: readonly Call[];
  readonly number: string | null;
  /** Whether anybody in the office is on the telephone with them. */
  readonly talk: Talk | undefined;
}

/** What can be done about missed calls of one number: all that are open at once. */
export function MissedActions({ calls, number, talk }: MissedActionsProps) {
  const { missedActions: t, common } = useLaterTexts();
  const dial = useDial();
  // Two desks that call back the same person at the same time look foolish.
  if (talk) return <span className={classes.busy}>{t.talks[talk]}</span>;
  const isOpen = calls.some(({ settled }) => !settled);
  return (
    <>
      {number !== null && isOpen && (
        <button type="button" data-kind="call" onClick={() => dial(number)}>
          <Icon name="phone" size={16} />
          {common.callBack}
        </button>
      )}
      <Settle calls={calls} />
    </>
  );
}

/** Settles those that are open; opens them all again if there is none. */
export function Settle({ calls, label }: { calls: readonly Call[]; label?: string }) {
  const t = useLaterTexts().common;
  const settle = useSettle();
  const open = calls.filter(({ settled }) => !settled);
  const isOpen = open.length > 0;
  const words = isOpen ? t.settled : t.reopen;
  return (
    <button
      type="button"
      aria-label={label === undefined ? undefined : `${words}: ${label}`}
      onClick={() => {
        for (const call of isOpen ? open : calls) settle(call, isOpen);
      }}
    >
      {isOpen && <Icon name="check" size={16} />}
      {words}
    </button>
  );
}

/** Who takes care of missed calls, or has done so. One line in any case, so that no row moves. */
export function Hands({ calls, name }: { calls: readonly Call[]; name: string }) {
  const claimable = useClaimableCalls();
  const open = calls.filter(({ settled }) => !settled);
  const isOpen = open.length > 0;
  const by = isOpen
    ? open.find(({ claimedBy }) => claimedBy)?.claimedBy
    : calls.find(({ settledBy }) => settledBy)?.settledBy;
  return (
    <div className={classes.hands}>
      {by && (
        <span className={classes.by}>
          <Icon name={isOpen ? 'hand' : 'check'} size={15} />
          <ByDesk by={by} isClaim={isOpen} />
        </span>
      )}
      {isOpen && <ClaimButton what={claimable(name, open)} />}
    </div>
  );
}

export type Talk = 'in' | 'out' | 'talk';

/**
 * With whom anybody in the office is on the telephone, by the key of the line; by the number too,
 * for as long as the archive does not answer.
 */
export function useTalks(): ReadonlyMap<string, Talk> {
  const { calls } = usePhone();
  const on = calls.filter(({ state }) => state !== 'ended');
  const parties = on.map(otherParty);
  const numbers = parties.map(numberOf);
  const lines = useLines(numbers);
  const talks = new Map<string, Talk>();
  for (const [i, { state, direction }] of on.entries()) {
    const talk =
      state === 'connected' || state === 'held' ? 'talk' : direction === 'in' ? 'in' : 'out';
    for (const key of [numbers[i], parties[i]?.line, lines[i]]) if (key) talks.set(key, talk);
  }
  return talks;
}
