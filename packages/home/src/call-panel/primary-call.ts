import type { CallCommand, LiveCall } from 'hookline-client/telephony';
import { useEffect, useRef, useState } from 'react';
import { isRingingHere } from '../parts/calls/other-party.ts';

interface PanelOrder {
  /** Stands first, with all that is known and its note. */
  readonly primary: LiveCall | undefined;
  /** Whoever waits besides, in a few lines each. */
  readonly ringing: readonly LiveCall[];
  readonly others: readonly LiveCall[];
  /** What has come while the panel is held: below all that was there. */
  readonly later: readonly LiveCall[];
}

/**
 * Who is talked to keeps the first place while others ring, are held or hang up: the note that is
 * being written must not move away. It is chosen anew when calls change and only then, or a hand
 * that leaves the note for a button would find another one there.
 */
export function usePanelOrder(
  shown: readonly LiveCall[],
  calls: readonly LiveCall[],
  { isWritten, isHeld }: { isWritten: (key: string) => boolean; isHeld: boolean },
): PanelOrder {
  const [chosen, setChosen] = useState<{ calls: readonly LiveCall[]; primary: string | undefined }>(
    {
      calls: [],
      primary: undefined,
    },
  );
  let { primary } = chosen;
  if (chosen.calls !== calls) {
    primary = primaryOf(shown, primary, isWritten)?.key;
    setChosen({ calls, primary });
  }
  const now = panelOrder(shown, primary);
  const last = useRef(now);
  const order = isHeld ? heldOrder(last.current, now) : now;
  useEffect(() => {
    last.current = order;
  });
  return order;
}

/** Every card where it was, each as it is now; who is gone stays as they were last. */
export function heldOrder(before: PanelOrder, now: PanelOrder): PanelOrder {
  const calls = callsOf(now);
  const asNow = (call: LiveCall) => calls.find(({ key }) => key === call.key) ?? call;
  const primary = before.primary && asNow(before.primary);
  const ringing = before.ringing.map(asNow).filter(isRingingHere);
  const others = before.others.map(asNow);
  const inPlace = [primary, ...ringing, ...others];
  const come = [...before.later.map(asNow), ...calls].filter((call) => !inPlace.includes(call));
  return { primary, ringing, others, later: [...new Set(come)] };
}

function callsOf({ primary, ringing, others, later }: PanelOrder): readonly LiveCall[] {
  return [...(primary ? [primary] : []), ...ringing, ...others, ...later];
}

/** `before` is the key of the one that had the first place. */
export function primaryOf(
  shown: readonly LiveCall[],
  before: string | undefined,
  isWritten: (key: string) => boolean,
): LiveCall | undefined {
  const last = shown.find(({ key }) => key === before);
  const spoken = shown.filter(isSpoken);
  const isKept =
    last !== undefined &&
    (isSpoken(last) || (spoken.length === 0 && (last.state !== 'ended' || isWritten(last.key))));
  return isKept ? last : (spoken[0] ?? byUrgency(shown)[0]);
}

export function panelOrder(shown: readonly LiveCall[], key: string | undefined): PanelOrder {
  const sorted = byUrgency(shown);
  // The one that had the place may be gone without any call having changed: it was put away.
  const primary = sorted.find((call) => call.key === key) ?? sorted[0];
  const rest = sorted.filter((call) => call !== primary);
  return {
    primary,
    ringing: rest.filter(isRingingHere),
    others: rest.filter((call) => !isRingingHere(call)),
    later: [],
  };
}

/** Somebody speaks there, or is being called from here. */
function isSpoken(call: LiveCall): boolean {
  return call.state !== 'ended' && call.state !== 'held' && !isRingingHere(call);
}

/** Whoever waits comes first, the longest waiting before the others; what is over comes last. */
export function byUrgency(calls: readonly LiveCall[]): readonly LiveCall[] {
  return calls.toSorted((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    return isRingingHere(a) ? compare(a.startedAt, b.startedAt) : compare(b.startedAt, a.startedAt);
  });
}

function rank(call: LiveCall): number {
  if (isRingingHere(call)) return 0;
  if (call.state === 'ended') return 3;
  return call.state === 'held' ? 2 : 1;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The most urgent call that takes one of the commands, and which one it takes. */
export function mostUrgent(
  calls: readonly LiveCall[],
  ...commands: readonly CallCommand[]
): { readonly call: LiveCall; readonly command: CallCommand } | undefined {
  for (const call of byUrgency(calls)) {
    const command = commands.find((each) => call.features.includes(each));
    if (command) return { call, command };
  }
  return undefined;
}
