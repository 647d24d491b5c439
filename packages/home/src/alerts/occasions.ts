import type { LiveEvent } from 'hookline-client';
import type { LiveCall } from 'hookline-client/telephony';
import type { AlertChannel, Settings } from '../settings/settings.ts';

/** Whether an event is news worth a sound: never what had happened before the line was up. */
export function isNews(event: LiveEvent, { alertChannels }: Settings): boolean {
  const channel: AlertChannel = event.channel ?? 'generic';
  return !event.replayed && alertChannels.includes(channel);
}

/** The calls that ring at this desk; while the desk's extension is unknown, all that ring. */
export function ringingHere(calls: readonly LiveCall[], extension: string | null): LiveCall[] {
  return calls.filter(
    (call) =>
      call.state === 'ringing' &&
      call.direction !== 'out' &&
      call.features.includes('answer') &&
      (extension === null || call.extension === extension),
  );
}
