import { write } from 'node:fs';
import type { Receipt } from '@hookline/contract';
import { maskedNumber } from '@hookline/records';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Config } from '../config/properties.ts';
import { isoTime } from '../iso-time.ts';
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

/** One event per line on standard output, as JSON or as a person reads it. */
export function createLog(
  config: Pick<Config, 'app.log.level' | 'app.log.format'>,
  { to, colours = false }: LogOptions = {},
) {
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
  /** Writes out what is still collected; false when nobody takes it. */
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

/**
 * An error as the log may have it. Databases and parsers quote what they stumbled over, and
 * PostgreSQL adds the row in fields of its own: either could be somebody's phone number.
 */
function errorForLog(error: Error) {
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

/** Lines are collected for up to this long, so that a burst is not a write per line. */
const COLLECT_FOR = 100;
const WRITE_AT = 64 * 1024;
/** Behind a reader that does not read, lines are dropped beyond so many characters. */
const MOST_COLLECTED = 16 * 1024 * 1024;

/**
 * Lines to a file or a pipe, a few large writes instead of many small ones: each write is a trip to
 * another thread, which costs more than making the lines. It never waits for whoever reads them.
 */
class LineOutput {
  readonly #fd: number;
  #collected = '';
  #timer: NodeJS.Timeout | undefined;
  /** What is on its way, and what came of it. */
  #writing: Promise<void> | undefined;
  dropped = 0;

  constructor(fd: number) {
    this.#fd = fd;
  }

  write(line: string): void {
    if (this.#collected.length + line.length > MOST_COLLECTED) {
      this.dropped++;
      return;
    }
    this.#collected += line;
    if (this.#writing) return;
    if (this.#collected.length >= WRITE_AT) this.#begin();
    else this.#timer ??= setTimeout(() => this.#begin(), COLLECT_FOR).unref();
  }

  /** Ends when everything is written, or cannot be. */
  async flush(): Promise<void> {
    while (this.#collected !== '' || this.#writing) {
      if (!this.#writing) this.#begin();
      await this.#writing;
    }
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const bytes = Buffer.from(this.#collected);
    this.#collected = '';
    this.#writing = this.#writeAll(bytes).then(() => {
      this.#writing = undefined;
      if (this.#collected !== '') this.#begin();
    });
  }

  async #writeAll(bytes: Buffer): Promise<void> {
    let rest = bytes;
    while (rest.length > 0) {
      const outcome = await this.#writeSome(rest);
      // Nobody reads any more: there is no place left to complain.
      if (outcome === 'impossible') return;
      rest = rest.subarray(outcome);
    }
  }

  #writeSome(bytes: Buffer): Promise<number | 'impossible'> {
    return new Promise((resolve) => {
      write(this.#fd, bytes, 0, bytes.length, null, (error, written) => {
        if (!error) resolve(written);
        // A pipe that is full, on a descriptor that others have set not to wait.
        else if (error.code === 'EAGAIN') setTimeout(() => resolve(0), COLLECT_FOR);
        else resolve('impossible');
      });
    });
  }
}
