import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A telephone system on a port of its own, which tells whoever follows it. */
export abstract class Simulator {
  readonly #sockets = new Set<Socket>();
  readonly #followers = new Set<Socket>();
  readonly #waiting = new Set<() => void>();
  readonly #server = createServer((socket) => {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#followers.delete(socket);
    });
    this.serve(socket);
  });

  static async start<T extends Simulator>(this: new () => T): Promise<T> {
    const simulator = new this();
    await simulator.listen(0);
    onTestFinished(() => simulator.stop());
    return simulator;
  }

  /** Somebody has connected. */
  protected abstract serve(socket: Socket): void;

  /** From now on it is told what happens. */
  protected follow(socket: Socket): void {
    this.#followers.add(socket);
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async followed(): Promise<void> {
    while (this.#followers.size === 0) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** To all that follow, in one packet or in packets of so many bytes. */
  async say(text: string, bytes = text.length): Promise<void> {
    await this.followed();
    for (let at = 0; at < text.length; at += bytes) {
      for (const socket of this.#followers) socket.write(text.slice(at, at + bytes));
      if (bytes < text.length) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
