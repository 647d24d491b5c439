import type { IncomingHttpHeaders } from 'node:http';
import { type Channel, type Receipt, TOPIC_HEADERS } from '@hookline/contract';
import { NO_ORIGIN, type Origin } from '../hub/relay-event.ts';
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
  /** Of the office, before those that everybody knows. */
  readonly topicHeaders: readonly string[];
  /** A sender got an earlier receipt again. */
  readonly onRepeated: (channel: Channel | null) => void;
}

/** It stands in JSON as it is, and in one line of a page. */
const TOPIC = /^[\w.:/ -]{1,100}$/;

/**
 * How one URL of the intake accepts. Keys are a sender's own: two systems that both count from 1
 * must not take each other's receipts. Nothing waits between looking for a repetition and
 * publishing, so of two requests at the same moment the second one finds the first; where
 * publishing takes a while, it is the transport that knows the name.
 */
export function acceptanceAt(
  url: string,
  channel: Channel | null,
  { repeats, publish, topicHeaders, onRepeated }: AcceptanceParts,
): Accept {
  const topicsIn = [...topicHeaders, ...TOPIC_HEADERS];
  return (sender, headers, payload, beforeAccepting) => {
    const key = repeatKey(headers);
    const repeat =
      key === undefined ? undefined : repeats.find(`${url} ${sender ?? ''}`, key, payload);
    beforeAccepting?.();
    if (repeat?.receipt !== undefined) {
      onRepeated(channel);
      return { receipt: repeat.receipt, isRepeated: true };
    }
    const published = publish(channel, payload, originOf(sender, headers), repeat?.name);
    return published instanceof Promise
      ? published.then((late) => accepted(late, repeat))
      : accepted(published, repeat);
  };

  function originOf(sender: string | null, headers: IncomingHttpHeaders): Origin {
    for (const name of topicsIn) {
      const said = headers[name];
      const topic = typeof said === 'string' ? said.trimEnd() : '';
      if (TOPIC.test(topic)) return { sender, topic };
    }
    return sender === null ? NO_ORIGIN : { sender, topic: null };
  }

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
