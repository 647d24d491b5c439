import type { Receipt } from '@hookline/contract';
import type { Archive } from './archive/archive.ts';
import type { Hub } from './hub/hub.ts';
import type { Publish, Transport } from './hub/transport.ts';
import type { Streams } from './stream/streams.ts';

export interface OneProcess {
  readonly hub: Pick<Hub, 'append'>;
  readonly streams: Pick<Streams, 'listenersOf'>;
  readonly archive: Pick<Archive, 'store'>;
}

/**
 * The path of an event, on one screen:
 *
 * - **append**: the hub gives it an id, encodes it once and puts it into the history. That wakes
 *   the streams, but only after this turn of the event loop.
 * - **store**: the archive takes it over, which never fails.
 * - **answer**: the sender gets its receipt when the archive has it in its journal, which outlives
 *   the process. Browsers do not wait for that, nor the sender for them.
 */
export function inProcess({ hub, streams, archive }: OneProcess): Transport {
  return {
    publish(channel, payload, origin) {
      const event = hub.append(channel, payload, origin);
      archive.store(event);
      const { id, receivedAt } = event;
      return { id, receivedAt, channel, listeners: streams.listenersOf(channel) };
    },
  };
}

/** `onAccepted` is for metrics and the log; what was accepted before is not accepted again. */
export function createPublish(
  transport: Transport,
  onAccepted: (receipt: Receipt, bytes: number, sender: string | null) => void,
): Publish {
  return (channel, payload, origin, name) => {
    const { sender } = origin;
    const published = transport.publish(channel, payload, origin, name);
    if (published instanceof Promise) {
      return published.then((late) => {
        if (!late.isRepeated) onAccepted(late, payload.length, sender);
        return late;
      });
    }
    onAccepted(published, payload.length, sender);
    return published;
  };
}
