import type { Channel, Receipt } from '@hookline/contract';
import type { Archive } from './archive/archive.ts';
import type { Hub } from './hub/hub.ts';
import type { Streams } from './stream/streams.ts';

/** Takes a checked payload and answers what its sender is told. */
export type Publish = (
  channel: Channel | null,
  payload: Buffer,
  /** The name that its token has; null for one without a name. */
  sender: string | null,
) => Receipt;

export interface PublishParts {
  readonly hub: Pick<Hub, 'append'>;
  readonly streams: Pick<Streams, 'listenersOf'>;
  readonly archive: Pick<Archive, 'store'>;
  /** For metrics and the log. */
  readonly onAccepted: (receipt: Receipt, bytes: number, sender: string | null) => void;
}

/**
 * The path of an event, on one screen:
 *
 * - **append**: the hub gives it an id, encodes it once and puts it into the history. That wakes
 *   the streams, but only after this turn of the event loop.
 * - **store**: the archive takes it over, which never waits and never fails. It alone is told who
 *   sent it: what browsers get is the event and nothing else.
 * - **answer**: the sender gets its receipt, before any browser has been written to.
 */
export function createPublish({ hub, streams, archive, onAccepted }: PublishParts): Publish {
  return (channel, payload, sender) => {
    const event = hub.append(channel, payload);
    archive.store(event, sender);
    const { id, receivedAt } = event;
    const receipt = { id, receivedAt, channel, listeners: streams.listenersOf(channel) };
    onAccepted(receipt, payload.length, sender);
    return receipt;
  };
}
