import type { IncomingMessage } from 'node:http';

/** Notes in the log what somebody did; who it was is read from the request. */
export type LogEvent = (request: IncomingMessage, fields: object, text: string) => void;
