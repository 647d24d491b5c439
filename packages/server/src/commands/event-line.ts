import type { LiveEvent } from 'hookline-client';
import { forTerminal, localTime } from '../observe/pretty-line.ts';

/** More of a payload than this says nothing to a person, and a megabyte hides all the others. */
const MOST_AT_TERMINAL = 2000;

/** The payload as it was sent. */
export function payloadOf({ text, payload }: LiveEvent): string {
  return text ?? JSON.stringify(payload);
}

export function channelOf({ channel }: LiveEvent): string {
  return channel ?? 'generic';
}

/** `2026-03-02 08:41:09.113 #7 jobs {"delivery_id":"J-4711"}` */
export function readableLine(event: LiveEvent, isTerminal: boolean): string {
  const payload = forTerminal(onOneLine(payloadOf(event)));
  const isLong = isTerminal && payload.length > MOST_AT_TERMINAL;
  const shown = isLong
    ? `${payload.slice(0, MOST_AT_TERMINAL)}… (${payload.length} characters)`
    : payload;
  return `${localTime(event.receivedAt)} #${event.id} ${channelOf(event)} ${shown}\n`;
}

/** The event as the stream tells it, on one line. */
export function jsonLine(event: LiveEvent): string {
  const { id, receivedAt, channel = null } = event;
  const head = JSON.stringify({ id, receivedAt, channel }).slice(0, -1);
  return `${head},"payload":${onOneLine(payloadOf(event))}}\n`;
}

/** In JSON a line break stands only between two parts, where it means nothing. */
function onOneLine(json: string): string {
  return json.replace(/[\r\n]+/g, ' ');
}
