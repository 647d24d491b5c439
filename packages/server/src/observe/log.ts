import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/properties.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Lines are collected for up to this long under load, so that a burst is not a write per line. */
const FLUSH_INTERVAL = 100;

export interface LogOutput {
  readonly log: Log;
  /** Writes out what is still collected. */
  flush(): void;
}

/** One JSON object per line on standard output. */
export function createLog(level: Config['app.log.level'], to?: DestinationStream): LogOutput {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (to) return { log: pino(options, to), flush() {} };
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: 4096,
    periodicFlush: FLUSH_INTERVAL,
  });
  return { log: pino(options, destination), flush: () => destination.flushSync() };
}
