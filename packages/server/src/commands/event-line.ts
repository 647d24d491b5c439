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

/** `2026-03-02 08:41:09.113 #7 jobs shop orders/paid {"delivery_id":"J-4711"}` */
export function readableLine(event: LiveEvent, isTerminal: boolean): string {
  const payload = forTerminal(onOneLine(payloadOf(event)));
  const isLong = isTerminal && payload.length > MOST_AT_TERMINAL;
  const shown = isLong
    ? `${payload.slice(0, MOST_AT_TERMINAL)}… (${payload.length} characters)`
    : payload;
  const from = [channelOf(event), event.sender, event.topic].filter((each) => each !== undefined);
  const what = forTerminal(from.join(' '));
  return `${localTime(event.receivedAt)} #${event.id} ${what} ${shown}\n`;
}

/** The event as the stream tells it, on one line. */
export function jsonLine(event: LiveEvent): string {
  const { id, receivedAt, channel = null, sender, topic } = event;
  const head = JSON.stringify({ id, receivedAt, channel }).slice(0, -1);
  const end = JSON.stringify({ sender, topic }).slice(1);
  return `${head},"payload":${onOneLine(payloadOf(event))}${end === '}' ? '' : ','}${end}\n`;
}

/** In JSON a line break stands only between two parts, where it means nothing. */
function onOneLine(json: string): string {
  return json.replace(/[\r\n]+/g, ' ');
}
