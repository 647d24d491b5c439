import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Message {
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly retry: string | undefined;
  readonly data: string;
}

/**
 * Reads a stream over a bare socket, so that a test sees the bytes themselves and can stop and
 * go on reading as it likes. Written after the parsing rules of the EventSource standard.
 */
export class SseReader {
  readonly socket: Socket;
  readonly messages: Message[] = [];
  head = '';
  /** The server has ended or cut the stream. */
  closed = false;
  #rest = '';
  /** The end of what came before: what separates two messages may come in pieces. */
  #last = '';
  #waiters: (() => void)[] = [];

  constructor(port: number, path = '/api/webhook/events', headers: Record<string, string> = {}) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket = connect(port, '127.0.0.1');
    this.socket.setEncoding('utf8');
    this.socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`);
    this.socket.on('data', (text) => this.#take(String(text)));
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.closed = true;
      this.#notify();
    });
    onTestFinished(() => {
      this.socket.destroy();
    });
  }

  get events(): Message[] {
    return this.messages.filter(({ id }) => id !== undefined);
  }

  get ids(): number[] {
    return this.events.map(({ id }) => Number(id));
  }

  named(name: string): Message[] {
    return this.messages.filter(({ event }) => event === name);
  }

  /** Data of the first message of this name, once it is there. */
  async first<T>(name: string): Promise<T> {
    await this.until(() => this.named(name).length > 0);
    return JSON.parse(this.named(name)[0]?.data ?? 'null');
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.closed)
        throw new Error('the stream was closed while the test waited for more of it');
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  async untilClosed(): Promise<void> {
    while (!this.closed) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  #take(text: string): void {
    // Looking through all that is there at each piece of a large event would take for ever.
    const fresh = this.#last + text;
    const isEnd = fresh.includes(this.head === '' ? '\r\n\r\n' : '\n\n');
    this.#last = fresh.slice(-3);
    this.#rest += text;
    if (!isEnd) return;
    if (this.head === '') {
      const end = this.#rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.head = this.#rest.slice(0, end);
      this.#rest = this.#rest.slice(end + 4);
    }
    const blocks = this.#rest.split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) this.messages.push(parse(block));
    this.#notify();
  }

  #notify(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter();
  }
}

function parse(block: string): Message {
  const fields = block.split('\n').map((line) => {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    return { name, value };
  });
  const last = (wanted: string) => fields.findLast(({ name }) => name === wanted)?.value;
  const data = fields.filter(({ name }) => name === 'data').map(({ value }) => value);
  return { event: last('event'), id: last('id'), retry: last('retry'), data: data.join('\n') };
}
