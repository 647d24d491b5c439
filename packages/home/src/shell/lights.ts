import type { LiveState, Snapshot } from 'hookline-client';
import type { PhoneSnapshot } from '../backend/phone.ts';
import type { Readiness } from '../backend/readiness.ts';

/** `off`: not there, and not missing either. */
export type Light = 'good' | 'busy' | 'bad' | 'off';

export function liveLight(state: LiveState): Light {
  if (state === 'live') return 'good';
  return state === 'connecting' || state === 'stalled' ? 'busy' : 'bad';
}

export function phoneLight({ isKnown, state }: Pick<PhoneSnapshot, 'isKnown' | 'state'>): Light {
  if (!isKnown) return 'busy';
  if (state === 'none') return 'off';
  if (state === 'live') return 'good';
  return state === 'connecting' ? 'busy' : 'bad';
}

export function archiveLight(readiness: Readiness | undefined, live: Snapshot['state']): Light {
  // Without a line nobody knows; the light of the line is red already.
  if (live !== 'live' || !readiness) return 'off';
  if (readiness.status === 'ready') return 'good';
  if (readiness.status !== 'degraded') return 'busy';
  return readiness.concerns.includes('archive') ? 'bad' : 'good';
}
