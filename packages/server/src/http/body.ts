import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { HeldMemory, Hold } from './held-memory.ts';
import { HttpProblem } from './problem.ts';

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decodeInflate = promisify(inflate) as Decode;
const decodeInflateRaw = promisify(inflateRaw) as Decode;

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: promisify(gunzip) as Decode,
  'x-gzip': promisify(gunzip) as Decode,
  br: promisify(brotliDecompress) as Decode,
  // "deflate" means the zlib format, but some clients send the bare one.
  deflate: (bytes, options) =>
    isZlib(bytes) ? decodeInflate(bytes, options) : decodeInflateRaw(bytes, options),
};

const NOTHING = Buffer.alloc(0);
const RETRY_AFTER_SECONDS = '5';
/** Of an unknown size, a body is moved only a few times while it grows. */
const GROWTH = 4;

/** What is free before and behind a body that came in several chunks. */
const ROOM = 256;
const roomy = new WeakSet<ArrayBufferLike>();

/**
 * The bytes with so many before and behind them, if they are those of a body whose memory nobody
 * else will use: for whoever keeps a body of a megabyte and would have to copy it to put a few
 * words around it. It is given once.
 */
export function withRoom(bytes: Buffer, before: number, behind: number): Buffer | undefined {
  const { buffer, byteOffset, length } = bytes;
  if (byteOffset < before || byteOffset + length + behind > buffer.byteLength) return undefined;
  // Kept for a small part of it, the rest of the memory would be held and not be counted.
  if (buffer.byteLength > length + 3 * ROOM || !roomy.delete(buffer)) return undefined;
  return Buffer.from(buffer, byteOffset - before, before + length + behind);
}

interface Exchange {
  readonly response: ServerResponse;
  readonly held: HeldMemory;
}

/** By connection, which has one request at a time: a key for each request keeps collectors busy. */
const exchanges = new WeakMap<Socket, Exchange>();

/** What is read of this request counts as held until it is answered. */
export function countBody(
  { socket }: IncomingMessage,
  response: ServerResponse,
  held: HeldMemory,
): void {
  exchanges.set(socket, { response, held });
}

/** Most bodies come in one piece, and then there is nothing to wait for. */
function holdFor({ socket }: IncomingMessage, giveUp: () => void): Hold | undefined {
  const exchange = exchanges.get(socket);
  const hold = exchange?.held.hold('upload', giveUp);
  exchange?.response.once('close', () => hold?.release());
  return hold;
}

const undeclared = new WeakMap<IncomingMessage, number>();

/** How large the body of a request is: as declared, else as much of it as has been read. */
export function bodyBytes(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? undeclared.get(request) ?? 0);
}

/** The content type as it was sent; `headers` has another one, so that any is let in. */
export function sentContentType(request: IncomingMessage): string {
  return request.headersDistinct['content-type']?.[0] ?? '';
}

/** The whole body of a request, decoded; never more than `limit` bytes of it in memory. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!decode && encoding !== 'identity' && encoding !== '') {
    throw new HttpProblem(
      'unsupported_encoding',
      'Content-Encoding may be gzip, deflate, br or identity.',
      { 'accept-encoding': 'gzip, deflate, br' },
    );
  }
  const bytes = await readRaw(request, limit);
  if (!decode || bytes.length === 0) return bytes;
  try {
    return await decode(bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    throw new HttpProblem('broken_encoding', `The body is not valid ${encoding}.`);
  }
}

function readRaw(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const declared = request.headers['content-length'];
    if (Number(declared ?? 0) > limit) {
      reject(tooLarge(limit));
      return;
    }
    /** What to make room for at once; of an unknown size, some more than there is. */
    const room = (needed: number) => Number(declared ?? Math.min(GROWTH * needed, limit));
    let body: Buffer = NOTHING;
    let size = 0;
    const giveUp = (problem: HttpProblem) => {
      request.off('data', onData);
      body = NOTHING;
      hold?.release();
      reject(problem);
    };
    let hold: Hold | undefined;
    const onData = (chunk: Buffer) => {
      if (declared === undefined) undeclared.set(request, size + chunk.length);
      if (size + chunk.length > limit) {
        giveUp(tooLarge(limit));
        return;
      }
      if (size > 0) hold ??= holdFor(request, () => giveUp(overloaded()));
      body = size === 0 ? chunk : appended(body, size, chunk, room);
      size += chunk.length;
      hold?.set(body.length);
    };
    request.on('data', onData);
    request.on('end', () => {
      hold?.keep();
      resolve(body.subarray(0, size));
    });
    const breakOff = () => giveUp(new HttpProblem('bad_request', 'The request was broken off.'));
    // A client that resets its connection is an error of Node's, and no defect of ours.
    request.on('error', breakOff);
    request.on('close', () => {
      if (!request.complete) breakOff();
    });
  });
}

/**
 * The body with one more chunk, in a buffer that is made larger if it is full. Kept as they came,
 * a body sent byte by byte would take two hundred times its size, for every chunk is an object.
 */
function appended(
  body: Buffer,
  size: number,
  chunk: Buffer,
  room: (needed: number) => number,
): Buffer {
  const needed = size + chunk.length;
  if (needed <= body.length) {
    chunk.copy(body, size);
    return body;
  }
  const { buffer } = Buffer.allocUnsafeSlow(ROOM + room(needed) + ROOM);
  roomy.add(buffer);
  const larger = Buffer.from(buffer, ROOM, buffer.byteLength - 2 * ROOM);
  body.copy(larger, 0, 0, size);
  chunk.copy(larger, size);
  return larger;
}

function overloaded(): HttpProblem {
  return new HttpProblem(
    'overloaded',
    'All connections together hold too much, and this request has taken long to arrive.',
    { 'retry-after': RETRY_AFTER_SECONDS },
  );
}

function tooLarge(limit: number): HttpProblem {
  return new HttpProblem('payload_too_large', `The body is larger than ${limit} bytes.`);
}

/** The first two bytes of zlib data name a method and carry a checksum. */
function isZlib(bytes: Buffer): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}
