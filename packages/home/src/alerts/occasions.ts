import type { LiveEvent } from 'hookline-client';
import type { LiveCall } from 'hookline-client/telephony';
import { isOwn, isRingingHere } from '../parts/calls/other-party.ts';

export const ALERT_CHANNELS = ['kunden', 'kuriere', 'jobs', 'generic'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** What somebody has asked for. */
export interface WantedAlerts {
  readonly sound: boolean;
  readonly notifications: boolean;
  /** Channels whose events alert. Calls always do. */
  readonly alertChannels: readonly AlertChannel[];
}

/** Whether an event is news worth a sound: never what had happened before the line was up. */
export function isNews(event: LiveEvent, { alertChannels }: WantedAlerts): boolean {
  const channel: AlertChannel = event.channel ?? 'generic';
  return !event.replayed && alertChannels.includes(channel);
}

/** The calls that ring at this desk or at all of them, whether or not they can be answered here. */
export function ringingHere(calls: readonly LiveCall[], extension: string | null): LiveCall[] {
  return calls.filter((call) => isRingingHere(call) && isOwn(call, extension));
}
