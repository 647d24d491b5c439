import fc from 'fast-check';
import { TELEPHONY_COMMANDS } from '../../packages/contract/src/telephony.ts';
import { CREDENTIAL_LINES } from './credentials.ts';
import { oddText } from './text.ts';
import { usually } from './usually.ts';

const HANDSHAKE = [
  'GET /ws HTTP/1.1',
  'host: localhost',
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  ...CREDENTIAL_LINES,
];

/** The handshake as it should be, or with a line left out, doubled or changed. */
const handshake: fc.Arbitrary<Buffer> = fc
  .oneof(
    { arbitrary: fc.constant(HANDSHAKE), weight: 10 },
    fc.subarray(HANDSHAKE, { minLength: 3 }),
    fc
      .tuple(
        fc.nat(HANDSHAKE.length - 1),
        fc.constantFrom(
          'sec-websocket-version: 8',
          'sec-websocket-key: x',
          'sec-websocket-extensions: permessage-deflate; server_max_window_bits=99',
          'sec-websocket-protocol: a, , b',
          'origin: https://evil.example',
          'content-length: 5',
          'transfer-encoding: chunked',
        ),
      )
      .map(([at, line]) => HANDSHAKE.toSpliced(at + 1, 0, line)),
  )
  .map((lines) => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));

const command = fc
  .record({
    id: fc.oneof(oddText, fc.integer(), fc.jsonValue({ maxDepth: 1 })),
    command: fc.oneof(
      { arbitrary: fc.constantFrom<string>(...TELEPHONY_COMMANDS), weight: 8 },
      oddText,
    ),
    params: fc.oneof(
      fc.dictionary(
        fc.constantFrom('number', 'index', 'page', 'pageSize', 'term', 'callId', 'to'),
        fc.oneof(oddText, fc.integer(), fc.double(), fc.jsonValue({ maxDepth: 1 })),
        { maxKeys: 3 },
      ),
      fc.jsonValue({ maxDepth: 1 }),
    ),
  })
  .map((value) => Buffer.from(JSON.stringify(value)));

const payload: fc.Arbitrary<Buffer> = fc.oneof(
  { arbitrary: command, weight: 6 },
  { arbitrary: fc.uint8Array({ maxLength: 130 }).map((bytes) => Buffer.from(bytes)), weight: 2 },
  fc.constantFrom(Buffer.alloc(0), Buffer.alloc(70_000, 'x'), Buffer.from('['.repeat(30_000))),
);

interface Frame {
  readonly payload: Buffer;
  readonly opcode: number;
  readonly isFinal: boolean;
  readonly reserved: number;
  readonly isMasked: boolean;
  /** What the frame says about its length, when that is not true. */
  readonly length: bigint | null;
}

const frame: fc.Arbitrary<Buffer> = fc
  .record<Frame>({
    payload,
    opcode: usually(fc.constant(1), fc.nat(15), 4),
    isFinal: usually(fc.constant(true), fc.constant(false)),
    reserved: usually(fc.constant(0), fc.nat(7)),
    isMasked: usually(fc.constant(true), fc.constant(false)),
    length: usually<bigint | null>(
      fc.constant(null),
      fc.constantFrom(0n, 1n, 200n, 70_000n, 2_000_000n, 2n ** 53n, 2n ** 63n),
      20,
    ),
  })
  .map(encoded);

function encoded({ payload, opcode, isFinal, reserved, isMasked, length }: Frame): Buffer {
  const size = length ?? BigInt(payload.length);
  const head = Buffer.alloc(10);
  head[0] = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode;
  const mask = isMasked ? 0x80 : 0;
  let end = 2;
  if (size < 126n) head[1] = mask | Number(size);
  else if (size < 65_536n) {
    head[1] = mask | 126;
    end = head.writeUInt16BE(Number(size), 2);
  } else {
    head[1] = mask | 127;
    end = head.writeBigUInt64BE(size, 2);
  }
  if (!isMasked) return Buffer.concat([head.subarray(0, end), payload]);
  const key = Buffer.from([1, 2, 3, 4]);
  const masked = payload.map((byte, at) => byte ^ (key[at % 4] ?? 0));
  return Buffer.concat([head.subarray(0, end), key, masked]);
}

/** A handshake and what is said afterwards, as pieces that are sent one after the other. */
export const socketTalk: fc.Arbitrary<Buffer[]> = fc
  .tuple(handshake, fc.array(frame, { maxLength: 12 }))
  .map(([first, frames]) => [first, ...frames]);
