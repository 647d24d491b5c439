import type { IncomingHttpHeaders } from 'node:http';
import type { Channel, Receipt } from '@hookline/contract';
import type { Publish, Published } from '../hub/transport.ts';
import { type Repeat, type Repeats, repeatKey } from './repeats.ts';

export interface Accepted {
  /** The receipt as JSON: a repeated request gets it again byte for byte. */
  readonly receipt: string;
  readonly isRepeated: boolean;
}

/**
 * Accepts a checked payload, once. `beforeAccepting` is called when nothing is left that could
 * speak against it, and throws if the sender has used up what it may send.
 */
export type Accept = (
  sender: string | null,
  headers: IncomingHttpHeaders,
  payload: Buffer,
  beforeAccepting?: () => void,
) => Accepted | Promise<Accepted>;

export interface AcceptanceParts {
  readonly repeats: Repeats;
  readonly publish: Publish;
  /** A sender got an earlier receipt again. */
  readonly onRepeated: (channel: Channel | null) => void;
}

/**
 * How one URL of the intake accepts. Keys are a sender's own: two systems that both count from 1
 * must not take each other's receipts. Nothing waits between looking for a repetition and
 * publishing, so of two requests at the same moment the second one finds the first; where
 * publishing takes a while, it is the transport that knows the name.
 */
export function acceptanceAt(
  url: string,
  channel: Channel | null,
  { repeats, publish, onRepeated }: AcceptanceParts,
): Accept {
  return (sender, headers, payload, beforeAccepting) => {
    const key = repeatKey(headers);
    const repeat =
      key === undefined ? undefined : repeats.find(`${url} ${sender ?? ''} ${key}`, payload);
    beforeAccepting?.();
    if (repeat?.receipt !== undefined) {
      onRepeated(channel);
      return { receipt: repeat.receipt, isRepeated: true };
    }
    const published = publish(channel, payload, sender, repeat?.name);
    return published instanceof Promise
      ? published.then((late) => accepted(late, repeat))
      : accepted(published, repeat);
  };

  function accepted(published: Published, repeat: Repeat | undefined): Accepted {
    const receipt = receiptJson(published);
    if (repeat) repeats.remember(repeat, receipt);
    const isRepeated = published.isRepeated === true;
    if (isRepeated) onRepeated(channel);
    return { receipt, isRepeated };
  }
}

/** By hand, for it is made for every event and nothing in it needs escaping. */
function receiptJson({ id, receivedAt, channel, listeners }: Receipt): string {
  const quoted = channel === null ? 'null' : `"${channel}"`;
  return `{"id":${id},"receivedAt":"${receivedAt}","channel":${quoted},"listeners":${listeners}}`;
}
