import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Consumer, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import type { Hub, Redaction } from '../hub/hub.ts';
import { HEADERS, type Names } from './names.ts';
import type { Finds } from './parts.ts';
import { codeOf } from './prepare.ts';
import type { Redacted, SharedState } from './shared-state.ts';
import { endOf, leaderInfo, refuseBehind, type StreamState } from './stream-reader.ts';

const AT_ONCE = 100;
const WAIT = 1000;
const AGAIN_AFTER = 100;
const NO_MESSAGE = 10037;
/** Payload that is judged in one turn; made to be slow, it takes 20 ms. */
const BYTES_IN_TURN = 16 * 1024;

export interface ErasureParts {
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly names: Names;
  readonly hub: Hub;
  readonly state: SharedState;
  /** Done when the archive has everything up to this id; an error after so many milliseconds. */
  readonly stored: (id: number, timeout: number) => Promise<void>;
}

/**
 * Takes out of the stream, and of what every node holds, what must not be held any longer. What
 * the archive does not have yet would be lost to it, or get there after it was erased, so that
 * comes first. No number travels: the nodes are told which events, and what stays of them. While
 * servers elect each other nothing answers, so each step is tried again; if nothing has got on for
 * so many milliseconds, whoever asked is told so.
 */
export async function eraseFromStream(
  parts: ErasureParts,
  judge: Finds,
  milliseconds: number,
): Promise<void> {
  const deadline = new Deadline(milliseconds);
  const { jsm, names, hub, state, stored } = parts;
  const { instance } = hub;
  const { state: span } = await tried(deadline, () => leaderInfo(jsm, names.stream));
  await stored(span.last_seq, deadline.left);
  const inStream = new Set<number>();
  for await (const message of messagesOf(parts, span, deadline)) {
    deadline.renew();
    const redaction = await judge(message.string());
    if (redaction.outcome === 'untouched') continue;
    inStream.add(message.seq);
    const note = noteOf(message, names, redaction);
    // The note comes first: a node that begins in between finds the event, or what stays of it.
    await tried(deadline, () => state.redact(instance, note));
    await tried(deadline, () => deleted(parts, message.seq));
  }
  // What this node holds may be older than anything in the stream, and others hold it too.
  const held = new Map<number, Redacted>();
  const changed = await hub.redact(async (payload, { id, receivedAt, channel }) => {
    const redaction = await judge(payload);
    held.set(id, { id, receivedAt, channel, text: textOf(redaction) });
    return redaction;
  });
  for (const id of changed) {
    deadline.renew();
    const redacted = held.get(id);
    if (redacted && !inStream.has(id))
      await tried(deadline, () => state.redact(instance, redacted));
  }
}

/** What is left of the time in which something has to get on. */
class Deadline {
  readonly #milliseconds: number;
  #until = 0;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.renew();
  }

  get left(): number {
    return Math.max(0, this.#until - performance.now());
  }

  renew(): void {
    this.#until = performance.now() + this.#milliseconds;
  }
}

/** Done as soon as an attempt succeeds; in the end, what the last one has failed with. */
async function tried<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const isOver = pause(deadline.left, undefined, { ref: false }).then(() => {
        throw new Error('JetStream does not answer');
      });
      return await Promise.race([work(), isOver]);
    } catch (error) {
      if (deadline.left === 0) throw error;
      await pause(AGAIN_AFTER);
    }
  }
}

/** One that an attempt has taken out whose answer was lost is gone. */
async function deleted({ jsm, names }: ErasureParts, seq: number): Promise<void> {
  try {
    await jsm.streams.deleteMessage(names.stream, seq, true);
  } catch (error) {
    if (codeOf(error) !== NO_MESSAGE) throw error;
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
  { js, jsm, names }: ErasureParts,
  { first_seq, last_seq }: StreamState,
  deadline: Deadline,
): AsyncGenerator<JsMsg> {
  let consumer: Consumer | undefined;
  let bytes = 0;
  for (let last = first_seq - 1; last < last_seq; ) {
    const next = await tried(deadline, async () => {
      const current =
        consumer ?? (await js.consumers.get(names.stream, { opt_start_seq: last + 1 }));
      if (!consumer) await refuseBehind(jsm, await current.info(true));
      consumer = undefined;
      const fetched = await nextOf(current);
      const newest = fetched.at(-1)?.info;
      if (!newest || newest.pending === 0) {
        // What the server knows that it reads from, which may have been cut off until now.
        const { present } = endOf((await leaderInfo(jsm, names.stream)).state);
        if ((newest?.streamSequence ?? last) < Math.min(present, last_seq)) {
          throw new Error('the stream does not give out what is in it');
        }
      } else consumer = current;
      return fetched;
    });
    for (const message of next) {
      bytes += message.data.length;
      if (bytes >= BYTES_IN_TURN) {
        bytes = 0;
        await nextTurn();
      }
      yield message;
    }
    if (!consumer) return;
    last = next.at(-1)?.seq ?? last_seq;
  }
}

/** All of them, always: what was fetched and is not read would be missing. */
async function nextOf(consumer: Consumer): Promise<JsMsg[]> {
  const fetched: JsMsg[] = [];
  for await (const message of await consumer.fetch({ max_messages: AT_ONCE, expires: WAIT })) {
    fetched.push(message);
  }
  return fetched;
}
