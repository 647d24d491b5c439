import { ask, type Backend, HooklineError } from './backend.ts';
import { type SseListener, SseParser } from './sse-parser.ts';
import type { Position } from './stream-messages.ts';

export interface StreamReader extends SseListener {
  /** Bytes came, whatever they say: the line is not dead. */
  alive(): void;
}

export interface StreamRequest {
  readonly backend: Backend;
  readonly channels: readonly string[] | undefined;
  readonly position: Position;
  readonly signal: AbortSignal;
}

/**
 * One connection, from request to end. EventSource hides heartbeats, statuses and bytes, and
 * cannot say which epoch of the backend its last id is from; so this is a `fetch`.
 */
export async function readStream(request: StreamRequest, reader: StreamReader): Promise<void> {
  const { backend, channels, position, signal } = request;
  const query = new URLSearchParams();
  if (position.instance !== undefined) query.set('instance', position.instance);
  if (channels) query.set('channel', channels.join(','));
  const path = `/api/webhook/events?${query}`;
  const answer = await ask(backend, path, {
    headers: { accept: 'text/event-stream', 'last-event-id': String(position.lastId) },
    signal,
  });
  // A proxy's login or error page comes with 200 too; read as a stream it would be silence.
  if (!answer.body || !/^text\/event-stream/.test(answer.headers.get('content-type') ?? '')) {
    throw new HooklineError(answer.status, 'The answer is no event stream');
  }
  const parser = new SseParser(reader);
  const decoder = new TextDecoder();
  const bytes = answer.body.getReader();
  for (;;) {
    const { done, value } = await bytes.read();
    // Bytes that were under way when the connection was given up belong to nobody.
    if (done || signal.aborted) return;
    reader.alive();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
