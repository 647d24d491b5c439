import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/properties.ts';
import { isoTime } from '../iso-time.ts';
import { LineOutput } from './line-output.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

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
  const output = new LineOutput(1);
  const flush = () =>
    new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), FLUSH_PATIENCE).unref();
      output.flush().then(() => resolve(true));
    });
  return { log: pino(options, output), flush };
}
