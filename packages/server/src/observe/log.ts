import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/properties.ts';
import { isoTime } from '../iso-time.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Lines are collected for up to this long under load, so that a burst is not a write per line. */
const FLUSH_INTERVAL = 100;
/** Behind a reader of the log that does not read, lines are dropped beyond this many bytes. */
const MOST_COLLECTED = 16 * 1024 * 1024;
const FLUSH_PATIENCE = 1000;

export interface LogOutput {
  readonly log: Log;
  /** Writes out what is still collected; false when nobody takes it. */
  flush(): Promise<boolean>;
}

/** One JSON object per line on standard output. */
export function createLog(level: Config['app.log.level'], to?: DestinationStream): LogOutput {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${isoTime(Date.now())}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (to) return { log: pino(options, to), flush: async () => true };
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: 12 * 1024,
    maxLength: MOST_COLLECTED,
    periodicFlush: FLUSH_INTERVAL,
  });
  const flush = () =>
    new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), FLUSH_PATIENCE).unref();
      // An error says that a pipe cannot be synchronised to a disk, after all has been written.
      destination.flush(() => resolve(true));
    });
  return { log: pino(options, destination), flush };
}
