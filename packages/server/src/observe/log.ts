import type { Receipt } from '@hookline/contract';
import { maskedNumber } from '@hookline/records';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Config } from '../config/properties.ts';
import { isoTime } from '../iso-time.ts';
import { LineOutput } from './line-output.ts';
import { prettyLine } from './pretty-line.ts';

export interface Log extends Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> {
  webhookAccepted(receipt: Receipt, bytes: number, sender: string | null): void;
}

const FLUSH_TIMEOUT = 1000;

export interface LogOptions {
  /** Where the lines go instead of standard output. */
  readonly to?: DestinationStream;
  /** Colours in pretty lines. */
  readonly colours?: boolean;
}

export interface LogOutput {
  readonly log: Log;
  /** Writes out what is still collected; false when nobody takes it. */
  flush(): Promise<boolean>;
}

/** One event per line on standard output, as JSON or as a person reads it. */
export function createLog(
  config: Pick<Config, 'app.log.level' | 'app.log.format'>,
  { to, colours = false }: LogOptions = {},
): LogOutput {
  const options = {
    level: config['app.log.level'],
    base: null,
    timestamp: () => `,"time":"${isoTime(Date.now())}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorForLog },
  };
  const isPretty = config['app.log.format'] === 'pretty';
  const written = (destination: DestinationStream): DestinationStream =>
    isPretty ? { write: (line) => destination.write(prettyLine(line, { colours })) } : destination;
  if (to) return { log: logTo(written(to), options), flush: async () => true };
  const output = new LineOutput(1);
  const flush = () =>
    new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), FLUSH_TIMEOUT).unref();
      output.flush().then(() => resolve(true));
    });
  return { log: logTo(written(output), options), flush };
}

function logTo(destination: DestinationStream, options: LoggerOptions): Log {
  const log = pino(options, destination);
  return Object.assign(log, {
    // By hand, for it is written for every event and nothing in it needs escaping: on a small ARM
    // machine pino takes 9 µs for it, of 75 that a webhook costs in all, and this 4.
    webhookAccepted(
      { id, channel, listeners }: Receipt,
      bytes: number,
      sender: string | null,
    ): void {
      if (!log.isLevelEnabled('info')) return;
      const on = channel === null ? 'null' : `"${channel}"`;
      const by = sender === null ? '' : `,"senderName":"${sender}"`;
      destination.write(
        `{"level":"info","time":"${isoTime(Date.now())}","id":${id},"channel":${on}${by},"bytes":${bytes},"listeners":${listeners},"msg":"webhook accepted"}\n`,
      );
    },
  });
}

/** Seven digits or more, as people and machines group them. No dots: addresses have these. */
const LIKE_A_NUMBER = /\+?\d(?:[ ()/-]{0,3}\d){6,}/g;

export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
}

/**
 * An error as the log may have it. Databases and parsers quote what they stumbled over, and
 * PostgreSQL adds the row in fields of its own: either could be somebody's phone number.
 */
export function errorForLog(error: Error): LoggedError {
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code } = error as NodeJS.ErrnoException;
  return {
    type,
    message: withoutNumbers(message),
    stack: withoutNumbers(stack),
    ...(typeof code === 'string' && { code }),
  };
}

function withoutNumbers(text: string): string {
  return text.replace(LIKE_A_NUMBER, maskedNumber);
}
