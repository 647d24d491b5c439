import fc from 'fast-check';
import { socketTalk } from './frames.ts';
import { requestTo, type Target } from './request.ts';

/** What one connection does. */
export interface Case {
  readonly kind: string;
  /** Sent one after the other. */
  readonly pieces: readonly Buffer[];
  /** Vanishes as soon as all is sent, instead of reading what is answered. */
  readonly vanishes: boolean;
  /** The one status there may be an answer with. */
  readonly mustBe?: number;
}

interface Edit {
  readonly at: number;
  readonly what: 'flip' | 'insert' | 'remove' | 'repeat' | 'end';
  readonly bytes: Uint8Array;
}

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    what: fc.constantFrom<Edit['what']>('flip', 'flip', 'insert', 'remove', 'repeat', 'end'),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
      fc.constantFrom('\r\n', '\r\n\r\n', '\0', ' ', ':', '%', '\n').map((t) => Buffer.from(t)),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

function edited(whole: Buffer, { at, what, bytes }: Edit): Buffer {
  const place = Math.floor(at * whole.length);
  const before = whole.subarray(0, place);
  const after = whole.subarray(place);
  switch (what) {
    case 'flip':
      return Buffer.concat([before, bytes, after.subarray(bytes.length)]);
    case 'insert':
      return Buffer.concat([before, bytes, after]);
    case 'remove':
      return Buffer.concat([before, after.subarray(bytes.length * 4)]);
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, 64), after]);
    case 'end':
      return before;
  }
}

/** Which of two proxies believes which header is how requests are smuggled past one of them. */
const smuggled = fc
  .tuple(
    fc.constantFrom('chunked', 'Chunked', ' chunked', 'identity, chunked', 'chunked, chunked'),
    fc.nat(20),
    fc.boolean(),
  )
  .map(([encoding, length, lengthFirst]) => {
    const lines = [`content-length: ${length}`, `transfer-encoding: ${encoding}`];
    return Buffer.from(
      [
        'POST /api/webhook HTTP/1.1',
        'host: localhost',
        ...(lengthFirst ? lines : lines.toReversed()),
        '',
        '1\r\n1\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n',
      ].join('\r\n'),
    );
  });

/** In how many pieces it is sent, and whether its sender stays. */
const manner = fc.record({
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
  vanishes: fc.oneof({ arbitrary: fc.constant(false), weight: 15 }, fc.constant(true)),
});

function inPieces(whole: Buffer, cuts: readonly number[]): Buffer[] {
  const places = cuts.map((cut) => Math.floor(cut * whole.length)).sort((a, b) => a - b);
  return [...places, whole.length].map((end, turn) => whole.subarray(places[turn - 1] ?? 0, end));
}

/** Everything a stranger may do with a connection. */
export function anyCase(targets: readonly Target[]): fc.Arbitrary<Case> {
  const request = requestTo(targets);
  const sent = (kind: string, whole: fc.Arbitrary<Buffer>): fc.Arbitrary<Case> =>
    fc.tuple(whole, manner).map(([bytes, { cuts, vanishes }]) => {
      return { kind, pieces: inPieces(bytes, cuts), vanishes };
    });
  const mutated = fc.tuple(request, edits).map(([whole, some]) => some.reduce(edited, whole));
  const pipelined = fc
    .array(fc.oneof({ arbitrary: request, weight: 3 }, mutated), { minLength: 2, maxLength: 6 })
    .map((some) => Buffer.concat(some));
  const talk = fc.tuple(socketTalk, manner).map(([pieces, { vanishes }]) => {
    return { kind: 'WebSocket', pieces, vanishes };
  });
  const lateTalk = fc.tuple(request, socketTalk, manner).map(([first, pieces, { vanishes }]) => {
    const together = Buffer.concat([first, ...pieces.slice(0, 1)]);
    return { kind: 'WebSocket behind a request', pieces: [together, ...pieces.slice(1)], vanishes };
  });
  const mutatedTalk = fc
    .tuple(socketTalk, edits, manner)
    .map(([pieces, some, { cuts, vanishes }]) => {
      const whole = some.reduce(edited, Buffer.concat(pieces));
      return { kind: 'mutated WebSocket', pieces: inPieces(whole, cuts), vanishes };
    });
  return fc.oneof(
    { arbitrary: sent('request', request), weight: 9 },
    { arbitrary: sent('mutated request', mutated), weight: 5 },
    { arbitrary: sent('pipelined requests', pipelined), weight: 2 },
    {
      arbitrary: sent(
        'random bytes',
        fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      ),
      weight: 1,
    },
    {
      arbitrary: smuggled.map((whole) => {
        return { kind: 'two framings', pieces: [whole], vanishes: false, mustBe: 400 };
      }),
      weight: 1,
    },
    { arbitrary: talk, weight: 2 },
    { arbitrary: mutatedTalk, weight: 1 },
    { arbitrary: lateTalk, weight: 1 },
  );
}
