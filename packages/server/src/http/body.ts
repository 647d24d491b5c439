import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
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
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (declared === undefined) undeclared.set(request, size);
      if (size > limit) {
        request.off('data', onData);
        chunks.length = 0;
        reject(tooLarge(limit));
      } else chunks.push(chunk);
    };
    request.on('data', onData);
    request.on('end', () => {
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size));
    });
    const breakOff = () => reject(new HttpProblem('bad_request', 'The request was broken off.'));
    // A client that resets its connection is an error of Node's, and no defect of ours.
    request.on('error', breakOff);
    request.on('close', () => {
      if (!request.complete) breakOff();
    });
  });
}

function tooLarge(limit: number): HttpProblem {
  return new HttpProblem('payload_too_large', `The body is larger than ${limit} bytes.`);
}

/** The first two bytes of zlib data name a method and carry a checksum. */
function isZlib(bytes: Buffer): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}
