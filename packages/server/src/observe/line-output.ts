import { write } from 'node:fs';

/** Lines are collected for up to this long, so that a burst is not a write per line. */
const COLLECT_FOR = 100;
const WRITE_AT = 64 * 1024;
/** Behind a reader that does not read, lines are dropped beyond so many characters. */
const MOST_COLLECTED = 16 * 1024 * 1024;

/**
 * Lines to a file or a pipe, a few large writes instead of many small ones: each write is a trip to
 * another thread, which costs more than making the lines. It never waits for whoever reads them.
 */
export class LineOutput {
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
