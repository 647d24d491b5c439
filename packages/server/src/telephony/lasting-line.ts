import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { networkWords } from '../http/network-words.ts';
import type { Schedule } from './schedule.ts';

/** The first wait before another attempt, and the longest (ms). */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** A line that lasts so long is a good one: the next attempt after it is a first one (ms). */
const GOOD_AFTER = 30_000;
const CONNECT_TIMEOUT = 10_000;
/** A box that was switched off says no word; the network is asked, and gives up after 25 s. */
const KEEP_ALIVE = { enable: true, initialDelay: 10_000, interval: 5_000, count: 3 } as const;
/** A line of text is not longer; more is no telephone system. */
const MOST_LINE_BYTES = 64 * 1024;

export interface LastingLineOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: boolean;
  readonly schedule: Schedule;
  /** The line is up; what is sent first is up to the system. */
  readonly onUp: (line: { write(text: string): void }) => void;
  /** One line without its end. */
  readonly onLine: (line: string) => void;
  /** The line is down, and why; it is tried again for ever. */
  readonly onDown: (reason: string) => void;
}

/**
 * A TCP connection that is made again whenever it is lost. Programs without that fell silent for
 * days when a box restarted.
 */
export class LastingLine {
  readonly #options: LastingLineOptions;
  #socket: Socket | undefined;
  #wait = FIRST_WAIT;
  #isClosed = false;
  #callOff = () => {};

  constructor(options: LastingLineOptions) {
    this.#options = options;
  }

  write(text: string): boolean {
    if (!this.#socket?.writable || this.#socket.connecting) return false;
    this.#socket.write(text);
    return true;
  }

  /** The system does not answer: better a new line than none. */
  drop(reason: string): void {
    this.#socket?.destroy(new Error(reason));
  }

  close(): void {
    this.#isClosed = true;
    this.#callOff();
    this.#socket?.destroy();
  }

  open(): void {
    const { host, port, tls } = this.#options;
    const socket = tls ? connectTls({ host, port, servername: host }) : connect({ host, port });
    this.#socket = socket;
    socket.setKeepAlive(KEEP_ALIVE);
    const giveUp = this.#options.schedule.after(CONNECT_TIMEOUT, () =>
      socket.destroy(new Error('no answer')),
    );
    let stopWatching = () => {};
    let rest = '';
    let reason = 'the line was closed';
    socket.setEncoding('utf8');
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      giveUp();
      // Not yet: where the login is refused, every attempt comes so far, and an Asterisk that is
      // asked twice a second locks its door.
      stopWatching = this.#options.schedule.after(GOOD_AFTER, () => {
        this.#wait = FIRST_WAIT;
      });
      this.#options.onUp({ write: (text) => socket.write(text) });
    });
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) this.#options.onLine(line);
      if (rest.length > MOST_LINE_BYTES) socket.destroy(new Error('a line without an end'));
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      reason = networkWords(error.code) ?? error.message;
    });
    socket.once('close', () => {
      giveUp();
      stopWatching();
      if (this.#isClosed) return;
      this.#options.onDown(reason);
      // Who was told has had enough.
      if (this.#isClosed) return;
      this.#callOff = this.#options.schedule.after(this.#wait, () => this.open());
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    });
  }
}
