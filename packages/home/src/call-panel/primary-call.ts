import type { LiveCall } from 'hookline-client/telephony';
import { useState } from 'react';
import { isRingingHere } from '../parts/calls/other-party.ts';
import { byUrgency } from './urgency.ts';

/** The calls as the panel shows them. */
export interface PanelOrder {
  /** Stands first, with all that is known and its note. */
  readonly primary: LiveCall | undefined;
  /** Whoever waits besides, in a few lines each. */
  readonly ringing: readonly LiveCall[];
  readonly others: readonly LiveCall[];
}

/**
 * Who is talked to keeps the first place while others ring, are held or hang up: the note that is
 * being written must not move away. It is chosen anew when calls change and only then, or a hand
 * that leaves the note for a button would find another one there.
 */
export function usePanelOrder(
  shown: readonly LiveCall[],
  calls: readonly LiveCall[],
  isWritten: (key: string) => boolean,
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
  return panelOrder(shown, primary);
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
  };
}

/** Somebody speaks there, or is being called from here. */
function isSpoken(call: LiveCall): boolean {
  return call.state !== 'ended' && call.state !== 'held' && !isRingingHere(call);
}
