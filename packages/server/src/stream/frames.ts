import type {
  Busy,
  Changed,
  Channel,
  Cleared,
  ErasedEvents,
  Heartbeat,
  Hello,
} from '@hookline/contract';
import { withRoom } from '../http/body.ts';
import type { Encode } from '../hub/hub.ts';
import type { RelayEvent } from '../hub/relay-event.ts';

const LF = 0x0a;
const CR = 0x0d;
const END = '\n\n';

/**
 * Encodes an event once, into one buffer that history, sockets and archive share: around the
 * payload where there is room. It stays as it is byte for byte; only its line breaks, which in
 * JSON are insignificant white space, become the line breaks of an SSE message.
 */
export function eventEncoder(eventName: string | undefined): Encode {
  const space = new FrameSpace();
  const named = eventName === undefined ? '' : `event: ${eventName}\n`;
  return (id, receivedAt, channel, payload, { sender, topic }): RelayEvent => {
    const fields = `{"id":${id},"receivedAt":"${receivedAt}","channel":${quoted(channel)},"payload":`;
    const intro = `${named}id: ${id}\ndata: `;
    const lines = hasLineBreak(payload) ? asDataLines(payload) : payload;
    const head = intro + fields;
    const tail = tailOf(sender, topic);
    const end = tail + END;

    let frame = withRoom(lines, head.length, end.length);
    if (!frame) {
      frame = space.take(head.length + lines.length + end.length);
      frame.set(lines, head.length);
    }
    frame.write(head, 'latin1');
    frame.write(end, frame.length - end.length, 'latin1');

    const whole =
      lines === payload
        ? undefined
        : asJson(space.take(fields.length + payload.length + tail.length), fields, payload, tail);
    return new EncodedEvent(
      { id, receivedAt, channel, sender, topic },
      frame,
      intro.length,
      fields.length,
      whole,
    );
  };
}

/**
 * Tens of thousands of them are held. Each view of the bytes is an object that a garbage collection
 * has to move and mark, and everybody waits for that: so they are made when they are asked for.
 */
class EncodedEvent implements RelayEvent {
  readonly id: number;
  readonly receivedAt: string;
  readonly channel: Channel | null;
  readonly sender: string | null;
  readonly topic: string | null;
  readonly frame: Buffer;
  readonly #jsonStart: number;
  readonly #fieldsLength: number;
  /** Where there are line breaks, what stands in the frame is not the JSON as it was sent. */
  readonly #whole: Buffer | undefined;

  constructor(
    {
      id,
      receivedAt,
      channel,
      sender,
      topic,
    }: Pick<RelayEvent, 'id' | 'receivedAt' | 'channel' | 'sender' | 'topic'>,
    frame: Buffer,
    jsonStart: number,
    fieldsLength: number,
    whole: Buffer | undefined,
  ) {
    this.id = id;
    this.receivedAt = receivedAt;
    this.channel = channel;
    this.sender = sender;
    this.topic = topic;
    this.frame = frame;
    this.#jsonStart = jsonStart;
    this.#fieldsLength = fieldsLength;
    this.#whole = whole;
  }

  get json(): Buffer {
    return this.#whole ?? this.frame.subarray(this.#jsonStart, this.frame.length - 2);
  }

  get payload(): Buffer {
    const { json } = this;
    return json.subarray(this.#fieldsLength, json.length - tailOf(this.sender, this.topic).length);
  }

  get bytes(): number {
    return this.frame.length + (this.#whole?.length ?? 0);
  }
}

const BLOCK_BYTES = 64 * 1024;

/**
 * Memory for frames, from blocks that hold nothing but frames. Small buffers otherwise come from
 * blocks that the whole process shares, and an event of a hundred bytes, held for hours, would
 * hold a block of 64 KiB whose rest was long given up: small events could take hundreds of times
 * the memory that the log counts. Frames are let go in the order they came, so blocks are too.
 */
class FrameSpace {
  #block = Buffer.alloc(0);
  #used = 0;

  /** So many bytes, with anything in them. */
  take(bytes: number): Buffer {
    // A large one in a block would leave much of the block before unused.
    if (bytes > BLOCK_BYTES / 8) return Buffer.allocUnsafeSlow(bytes);
    if (this.#used + bytes > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += bytes;
    return this.#block.subarray(start, this.#used);
  }
}

/** What comes after the payload. */
function tailOf(sender: string | null, topic: string | null): string {
  const who = sender === null ? '' : `,"sender":"${sender}"`;
  return topic === null ? `${who}}` : `${who},"topic":"${topic}"}`;
}

function asJson(json: Buffer, fields: string, payload: Buffer, tail: string): Buffer {
  json.write(fields, 'latin1');
  json.set(payload, fields.length);
  json.write(tail, json.length - tail.length, 'latin1');
  return json;
}

function quoted(channel: Channel | null): string {
  return channel === null ? 'null' : `"${channel}"`;
}

function hasLineBreak(payload: Buffer): boolean {
  return payload.includes(LF) || payload.includes(CR);
}

function asDataLines(payload: Buffer): Buffer {
  // latin1 maps bytes to characters one to one, so UTF-8 passes through untouched.
  const text = payload.toString('latin1');
  return Buffer.from(text.replace(/\r\n|\r|\n/g, '\ndata: '), 'latin1');
}

interface ControlMessages {
  hello: Hello;
  heartbeat: Heartbeat;
  cleared: Cleared;
  changed: Changed;
  erased: ErasedEvents;
  busy: Busy;
}

/** A named event without an id: it neither reaches `onmessage` nor moves `Last-Event-ID`. */
export function controlFrame<N extends keyof ControlMessages>(
  name: N,
  data: ControlMessages[N],
  retry?: number,
): Buffer {
  const wait = retry === undefined ? '' : `retry: ${retry}\n`;
  return Buffer.from(`${wait}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}
