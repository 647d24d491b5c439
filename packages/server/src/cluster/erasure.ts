import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import type { Hub, Judge, Redaction } from '../hub/hub.ts';
import { HEADERS, type Names } from './names.ts';
import type { Redacted, SharedState } from './shared-state.ts';

const AT_ONCE = 100;
const WAIT = 2000;
/** Payload that is judged in one turn; made to be slow, it takes 20 ms. */
const BYTES_IN_TURN = 16 * 1024;

export interface ErasureParts {
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly names: Names;
  readonly hub: Hub;
  readonly state: SharedState;
  /** Done when the archive has everything up to this id. */
  readonly stored: (id: number) => Promise<void>;
}

/**
 * Takes out of the stream, and of what every node holds, what must not be held any longer. What
 * the archive does not have yet would be lost to it, or get there after it was erased, so that
 * comes first. No number travels: the nodes are told which events, and what stays of them.
 */
export async function eraseFromStream(
  parts: ErasureParts,
  judge: (payload: string) => ReturnType<Judge>,
): Promise<void> {
  const { jsm, names, hub, state, stored } = parts;
  const { instance } = hub;
  const { state: span } = await jsm.streams.info(names.stream);
  await stored(span.last_seq);
  const inStream = new Set<number>();
  for await (const message of messagesOf(parts, span)) {
    const redaction = await judge(message.string());
    if (redaction.outcome === 'untouched') continue;
    inStream.add(message.seq);
    // The note comes first: a node that begins in between finds the event, or what stays of it.
    await state.redact(instance, noteOf(message, names, redaction));
    await jsm.streams.deleteMessage(names.stream, message.seq, true);
  }
  // What this node holds may be older than anything in the stream, and others hold it too.
  const held = new Map<number, Redacted>();
  const changed = await hub.redact(async (payload, { id, receivedAt, channel }) => {
    const redaction = await judge(payload);
    held.set(id, { id, receivedAt, channel, text: textOf(redaction) });
    return redaction;
  });
  for (const id of changed) {
    const redacted = held.get(id);
    if (redacted && !inStream.has(id)) await state.redact(instance, redacted);
  }
}

function noteOf(message: JsMsg, names: Names, redaction: Redaction): Redacted {
  return {
    id: message.seq,
    receivedAt: message.headers?.get(HEADERS.at) ?? message.time.toISOString(),
    channel: names.channelOf(message.subject),
    text: textOf(redaction),
  };
}

function textOf(redaction: Redaction): string | null {
  return redaction.outcome === 'cut' ? redaction.text : null;
}

async function* messagesOf(
  { js, names }: ErasureParts,
  { first_seq, last_seq, messages }: { first_seq: number; last_seq: number; messages: number },
): AsyncGenerator<JsMsg> {
  if (messages === 0) return;
  const consumer = await js.consumers.get(names.stream, { opt_start_seq: first_seq });
  let bytes = 0;
  for (let last = first_seq - 1; last < last_seq; ) {
    // All of them, always: what was fetched and is not read would be missing.
    const fetched: JsMsg[] = [];
    for await (const message of await consumer.fetch({ max_messages: AT_ONCE, expires: WAIT })) {
      fetched.push(message);
    }
    for (const message of fetched) {
      bytes += message.data.length;
      if (bytes >= BYTES_IN_TURN) {
        bytes = 0;
        await nextTurn();
      }
      yield message;
    }
    const newest = fetched.at(-1)?.info;
    // The last ones may be erased, and nothing comes any more.
    if (!newest || newest.pending === 0) return;
    last = newest.streamSequence;
  }
}
