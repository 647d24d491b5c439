import type { EventLog } from '../hub/event-log.ts';
import { type ChannelSet, channelBit } from '../hub/relay-event.ts';

/** What is handed to a socket in one go. Also bounds what one slow reader can pin in memory. */
const BATCH_BYTES = 64 * 1024;

export interface Batch {
  /** The frames joined; undefined when no event in the range is of a wanted channel. */
  readonly bytes: Buffer | undefined;
  readonly events: number;
  /** The position behind the batch. */
  readonly next: number;
}

/** A burst of large events is several batches, which every stream is given one after the other. */
const MOST_REMEMBERED = 32;

interface Remembered {
  readonly channels: ChannelSet;
  readonly from: number;
  readonly until: number;
  readonly batch: Batch;
}

/**
 * Joins the events of a burst into one buffer per position. Streams that keep up all stand at
 * the same position, so a few remembered batches serve a whole round: a thousand streams cost one
 * copy, not a thousand.
 */
export class Batches {
  readonly #log: EventLog;
  /** Newest last. */
  #remembered: Remembered[] = [];

  constructor(log: EventLog) {
    this.#log = log;
  }

  /** The events from one id up to another, or as many of them as fit one batch. */
  read(from: number, until: number, channels: ChannelSet): Batch {
    const remembered = this.#remembered;
    // By hand: it runs once per delivery, and `findLast` leaves compiled code for V8's runtime,
    // after which on ARM the kernel's part of the delivery costs 1.7 times as much.
    for (let index = remembered.length - 1; index >= 0; index--) {
      const each = remembered[index] as Remembered;
      if (each.from === from && each.channels === channels && isSame(each, until)) {
        return each.batch;
      }
    }
    const batch = this.#join(from, until, channels);
    if (remembered.length === MOST_REMEMBERED) remembered.shift();
    remembered.push({ channels, from, until, batch });
    return batch;
  }

  /** Events were changed in place. */
  forget(): void {
    this.#remembered = [];
  }

  #join(from: number, until: number, channels: ChannelSet): Batch {
    const frames: Buffer[] = [];
    let bytes = 0;
    let next = from;
    for (; next <= until && bytes < BATCH_BYTES; next++) {
      const event = this.#log.at(next);
      if (!event || (channels & channelBit(event.channel)) === 0) continue;
      const { frame } = event;
      if (frames.length > 0 && bytes + frame.length > BATCH_BYTES) break;
      frames.push(frame);
      bytes += frame.length;
    }
    // A single event is passed on as it is: a large one is never copied per reader.
    const joined = frames.length > 1 ? Buffer.concat(frames, bytes) : frames[0];
    return { bytes: joined, events: frames.length, next };
  }
}

/** A batch that was full stays what it was, however much has come after it. */
function isSame({ until, batch }: Remembered, wanted: number): boolean {
  return until === wanted || (batch.next <= until && until <= wanted);
}
