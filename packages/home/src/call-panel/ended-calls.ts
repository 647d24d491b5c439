import type { LiveCall } from 'hookline-client/telephony';
import { useCallback, useEffect, useRef, useState } from 'react';
import { hasDraft } from '../parts/calls/call-notes.ts';

/** How long a call that has ended stays in sight. */
const STAYS = 30_000;

export interface EndedCalls {
  readonly shown: ReadonlySet<string>;
  dismiss(key: string): void;
  /** Somebody writes a note: the card stays until they are done. */
  hold(key: string, isHeld: boolean): void;
  isHeld(key: string): boolean;
}

/** Calls that were on in this page and have ended: for a note, or to save who it was. */
export function useEndedCalls(calls: readonly LiveCall[]): EndedCalls {
  const [known, setLeaving] = useState<ReadonlyMap<string, number>>(new Map());
  const [seen, setSeen] = useState(calls);
  const held = useRef(new Set<string>());

  let leaving = known;
  // While rendering: an effect comes after the card is gone for a moment, and with it the focus
  // of somebody who writes a note when the caller hangs up.
  if (seen !== calls) {
    setSeen(calls);
    const on = new Set(seen.filter(({ state }) => state !== 'ended').map(({ key }) => key));
    const ended = calls.filter(({ key, state }) => state === 'ended' && on.has(key));
    const leavesAt = Date.now() + STAYS;
    if (ended.length > 0) {
      leaving = new Map([...known, ...ended.map(({ key }) => [key, leavesAt] as const)]);
      setLeaving(leaving);
    }
  }

  const isAny = leaving.size > 0;
  useEffect(() => {
    if (!isAny) return;
    const timer = setInterval(() => {
      const now = Date.now();
      setLeaving((before) => {
        const isKept = (key: string) => held.current.has(key) || hasDraft(key);
        const next = [...before].map(
          ([key, at]) => [key, isKept(key) ? Math.max(at, now + STAYS / 3) : at] as const,
        );
        return new Map(next.filter(([, at]) => at > now));
      });
    }, 1000);
    return () => clearInterval(timer);
  }, [isAny]);

  const dismiss = useCallback((key: string) => {
    setLeaving((before) => new Map([...before].filter(([each]) => each !== key)));
  }, []);
  const hold = useCallback((key: string, isHeld: boolean) => {
    if (isHeld) held.current.add(key);
    else held.current.delete(key);
  }, []);
  const isHeld = useCallback((key: string) => held.current.has(key), []);
  return { shown: new Set(leaving.keys()), dismiss, hold, isHeld };
}
