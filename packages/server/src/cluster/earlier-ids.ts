import type { Channel } from '@hookline/contract';
import type { Names } from './names.ts';
import { type ReaderParts, refuseBehind } from './stream-reader.ts';

const AT_ONCE = 500;
const WAIT = 1000;

/**
 * Which events there were, without their payloads: a reader that was away counts by them what it
 * was not told of, also at a node that was started after they came.
 */
export async function earlierIds(
  { js, jsm, names }: ReaderParts & { readonly names: Names },
  from: number,
  through: number,
): Promise<[channel: Channel | null, id: number][]> {
  const found: [Channel | null, number][] = [];
  if (through < from) return found;
  const consumer = await js.consumers.get(names.stream, {
    opt_start_seq: from,
    headers_only: true,
  });
  const info = await consumer.info(true);
  await refuseBehind(jsm, info);
  for (let left = info.num_pending; left > 0; ) {
    const before = left;
    // All of them, always: what was fetched and is not read would be missing.
    for await (const message of await consumer.fetch({ max_messages: AT_ONCE, expires: WAIT })) {
      const { streamSequence: id, pending } = message.info;
      if (id <= through) found.push([names.channelOf(message.subject), id]);
      left = id < through ? pending : 0;
    }
    // Its machine may be cut off by now; counted without them, readers would hear of too few.
    if (left === before) throw new Error('JetStream does not tell which events there were');
  }
  return found;
}
