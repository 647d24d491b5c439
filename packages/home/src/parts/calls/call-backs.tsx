import { type ReactNode, useState } from 'react';
import { useAppContext } from '../../backend/app-context.ts';
import type { Call } from '../../backend/archive.ts';
import { serverNow, useServerTime } from '../../backend/server-clock.ts';
import { asDesk } from '../../desk.ts';
import { useFormats } from '../../format/formats.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { TextButton } from '../button.tsx';
import { ByDesk, useDeskName } from '../by-desk.tsx';
import { useTellFailure } from '../claims.tsx';
import { Icon } from '../icon.tsx';
import { spanText } from '../jobs/countdown.ts';
import classes from './call-backs.module.css';
import { changeCall } from './change-call.ts';
import { type CallGroup, groupedByNumber } from './missed-calls.ts';

const MINUTE = 60_000;
/** What can be chosen for a reminder: every quarter of an hour, for a working day. */
const QUARTER = 15 * MINUTE;
const CHOICES = 32;

/** How it stands with calling somebody back, by their open calls. */
function callBackOf(calls: readonly Call[]) {
  const open = calls.filter(({ settled }) => !settled);
  const starts = open.flatMap(({ startedAt }) => startedAt ?? []).sort();
  const attempts = open.flatMap((call) => call.attempts).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const tried = attempts.at(-1);
  return {
    open,
    attempts,
    tried,
    since: starts[0],
    // Who has called again since then waits as if nobody had tried.
    isTried: tried !== undefined && tried.at > (starts.at(-1) ?? ''),
    reminded: open.find(({ remindAt }) => remindAt !== null),
  };
}

/**
 * Who waits to be called back: the longest waiting first, behind them whom somebody has tried, and
 * last who is to be called later. A reminder whose time has come puts them first again.
 */
function queueOf(calls: readonly Call[], now: number): readonly CallGroup[] {
  const place = ({ calls: some }: CallGroup) => {
    const { since = '', isTried, tried, reminded } = callBackOf(some);
    const at = reminded?.remindAt;
    if (at && Date.parse(at) > now) return `2 ${at}`;
    return isTried && !at ? `1 ${tried?.at}` : `0 ${since}`;
  };
  return groupedByNumber(calls)
    .map((group) => ({ group, at: place(group) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ group }) => group);
}

/** The same as time goes on. */
export function useQueue(calls: readonly Call[]): readonly CallGroup[] {
  useServerTime((now) => calls.filter((call) => isDue(call, now)).length);
  return queueOf(calls, serverNow());
}

/** Whether somebody is to be called back now, because a desk wanted to be reminded of it. */
export function isDue({ remindAt }: Call, now: number): boolean {
  return remindAt !== null && Date.parse(remindAt) <= now;
}

/** What is done about calling somebody back. */
export function useCallBack() {
  const { queries } = useAppContext();
  const tellFailure = useTellFailure();
  const { callBacks: t, common } = useLaterTexts();
  const attempt = ([newest]: readonly Call[], name: string) =>
    asDesk((by) => {
      if (!newest) return;
      const change = (attempted: boolean) => changeCall(queries, newest.id, { attempted, by });
      const undo = { label: t.undo, run: () => void change(false).catch(tellFailure) };
      change(true).then(
        () => tell('good', common.of(t.attempt, name), undefined, undo),
        tellFailure,
      );
    });
  /** Of several calls one reminds. */
  const remind = (calls: readonly Call[], remindAt: string | null) =>
    asDesk(async (by) => {
      try {
        for (const [at, call] of calls.entries()) {
          const when = at === 0 ? remindAt : null;
          if (call.remindAt !== when) await changeCall(queries, call.id, { remindAt: when, by });
        }
      } catch (error) {
        tellFailure(error);
      }
    });
  return { attempt, remind };
}

/** How often somebody was tried and by whom, and what can be done but to call. */
export function CallBackLine(props: {
  readonly calls: readonly Call[];
  readonly name: string;
  readonly children?: ReactNode;
}) {
  const { calls, name, children } = props;
  const { callBacks: t, common } = useLaterTexts();
  const { when } = useFormats();
  const nameOf = useDeskName();
  const { attempt } = useCallBack();
  const { open, attempts, tried } = callBackOf(calls);
  const all = attempts.map(({ desk, at }) => `${when(at)} ${nameOf(desk)}`).join('\n');
  return (
    <div className={classes.line}>
      {open.length > 0 && (
        <TextButton
          aria-label={common.of(t.attempt, name)}
          // The second click of two is no second attempt.
          onClick={({ detail }) => detail < 2 && attempt(open, name)}
        >
          {t.attempt}
        </TextButton>
      )}
      {open.length > 0 && children}
      <span className={classes.told} title={all}>
        {tried && (
          <>
            {attempts.length}× · <ByDesk by={tried} />
          </>
        )}
      </span>
    </div>
  );
}

/** Since the first of their open calls. */
export function Waiting({ calls }: { calls: readonly Call[] }) {
  const t = useLaterTexts().callBacks;
  const texts = useTexts();
  const { exact } = useFormats();
  const { since = '' } = callBackOf(calls);
  const minutes = useServerTime((now) => Math.floor((now - Date.parse(since)) / MINUTE));
  if (since === '') return null;
  return (
    <span className={classes.waits} title={exact(since)}>
      {t.waits(spanText(Math.max(minutes, 0), texts))}
    </span>
  );
}

/** When this desk wants to be reminded of them. */
export function Remind({ calls, name }: { calls: readonly Call[]; name: string }) {
  const { callBacks: t, common } = useLaterTexts();
  const { when } = useFormats();
  const nameOf = useDeskName();
  const { remind } = useCallBack();
  const quarter = useServerTime((now) => Math.ceil(now / QUARTER));
  // A list of callers has as many of these, and nearly all are never opened.
  const [isNear, setNear] = useState(false);
  const near = () => setNear(true);
  const { open, reminded } = callBackOf(calls);
  const at = reminded?.remindAt;
  return (
    <span className={classes.remind}>
      <Icon name="clock" size={15} />
      <select
        aria-label={common.of(t.remind, name)}
        value={at ?? ''}
        onPointerEnter={near}
        onPointerDown={near}
        onFocus={near}
        onChange={({ currentTarget }) => remind(open, currentTarget.value || null)}
      >
        <option value="">{at ? t.unremind : t.remind}</option>
        {at && <option value={at}>{t.reminded(when(at), nameOf(reminded.remindBy ?? ''))}</option>}
        {Array.from({ length: isNear ? CHOICES : 0 }, (_, n) => {
          const choice = new Date((quarter + n) * QUARTER).toISOString();
          return (
            choice !== at && (
              <option key={choice} value={choice}>
                {t.at(when(choice))}
              </option>
            )
          );
        })}
      </select>
    </span>
  );
}
