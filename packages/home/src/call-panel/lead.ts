import type { LiveCall } from 'hookline-client/telephony';
import { useState } from 'react';
import { isRingingHere } from '../parts/calls/other-party.ts';
import { byUrgency } from './urgency.ts';

/** The calls as the panel shows them. */
export interface Places {
  /** Stands first, with all that is known and its note. */
  readonly lead: LiveCall | undefined;
  /** Whoever waits besides, in a few lines each. */
  readonly ringing: readonly LiveCall[];
  readonly others: readonly LiveCall[];
}

/**
 * Who is talked to keeps the first place while others ring, are held or hang up: the note that is
 * being written must not move away. It is chosen anew when calls change and only then, or a hand
 * that leaves the note for a button would find another one there.
 */
export function usePlaces(
  shown: readonly LiveCall[],
  calls: readonly LiveCall[],
  isWritten: (key: string) => boolean,
): Places {
  const [chosen, setChosen] = useState<{ calls: readonly LiveCall[]; lead: string | undefined }>({
    calls: [],
    lead: undefined,
  });
  let { lead } = chosen;
  if (chosen.calls !== calls) {
    lead = leadOf(shown, lead, isWritten)?.key;
    setChosen({ calls, lead });
  }
  return placesOf(shown, lead);
}

/** `before` is the key of the one that had the first place. */
export function leadOf(
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

export function placesOf(shown: readonly LiveCall[], key: string | undefined): Places {
  const sorted = byUrgency(shown);
  // The one that had the place may be gone without any call having changed: it was put away.
  const lead = sorted.find((call) => call.key === key) ?? sorted[0];
  const rest = sorted.filter((call) => call !== lead);
  return {
    lead,
    ringing: rest.filter(isRingingHere),
    others: rest.filter((call) => !isRingingHere(call)),
  };
}

/** Somebody speaks there, or is being called from here. */
function isSpoken(call: LiveCall): boolean {
  return call.state !== 'ended' && call.state !== 'held' && !isRingingHere(call);
}
