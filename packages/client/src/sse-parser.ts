export interface SseMessage {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string;
}

export interface SseListener {
  message(message: SseMessage): void;
  /** How long the backend asks to wait before the next connection, in milliseconds. */
  retry(milliseconds: number): void;
}

/**
 * Server-Sent Events as the HTML standard defines them. Written here because a package for it
 * would be a quarter of this library; a test compares the two.
 */
export class SseParser {
  readonly #listener: SseListener;
  /** The line that is not complete yet. */
  #rest = '';
  #afterCr = false;
  #id: string | undefined;
  #event: string | undefined;
  #data: string[] = [];

  constructor(listener: SseListener) {
    this.#listener = listener;
  }

  feed(chunk: string): void {
    if (chunk === '') return;
    // A CRLF that falls between two chunks is one line break, not an empty line.
    const text = this.#afterCr && chunk[0] === '\n' ? chunk.slice(1) : chunk;
    this.#afterCr = chunk.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    lines[0] = this.#rest + lines[0];
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    if (line === '') {
      this.#dispatch();
      return;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#event = value || undefined;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) this.#listener.retry(Number(value));
  }

  #dispatch(): void {
    const message = { id: this.#id, event: this.#event, data: this.#data.join('\n') };
    const complete = this.#data.length > 0;
    this.#id = undefined;
    this.#event = undefined;
    this.#data = [];
    if (complete) this.#listener.message(message);
  }
}
