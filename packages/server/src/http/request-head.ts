import type { IncomingMessage } from 'node:http';

/** What is known of a request before its body: enough to judge who asks, and for what. */
export type RequestHead = Pick<
  IncomingMessage,
  'method' | 'url' | 'headers' | 'httpVersion' | 'socket'
>;
