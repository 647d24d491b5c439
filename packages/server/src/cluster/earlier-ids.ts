import type { Channel } from '@hookline/contract';
import type { JetStreamClient } from '@nats-io/jetstream';
import type { Names } from './names.ts';

const AT_ONCE = 500;
const WAIT = 1000;

/**
 * Which events there were, without their payloads: a reader that was away counts by them what it
 * was not told of, also at a node that was started after they came.
 */
export async function earlierIds(
  { js, names }: { readonly js: JetStreamClient; readonly names: Names },
  from: number,
  through: number,
): Promise<[channel: Channel | null, id: number][]> {
  const found: [Channel | null, number][] = [];
  if (through < from) return found;
  const consumer = await js.consumers.get(names.stream, {
    opt_start_seq: from,
    headers_only: true,
  });
  for (let isMore = true; isMore; ) {
    isMore = false;
    // All of them, always: what was fetched and is not read would be missing.
    for await (const message of await consumer.fetch({ max_messages: AT_ONCE, expires: WAIT })) {
      const { streamSequence: id, pending } = message.info;
      if (id <= through) found.push([names.channelOf(message.subject), id]);
      isMore = id < through && pending > 0;
    }
  }
  return found;
}
