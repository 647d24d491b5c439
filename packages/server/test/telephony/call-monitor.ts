import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The call monitor of a FRITZ!Box: writes lines to whoever connects, and reads nothing. */
export class CallMonitor {
  readonly #server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
    this.#sockets.add(socket);
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  });
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new Set<() => void>();

  static async start(): Promise<CallMonitor> {
    const monitor = new CallMonitor();
    await monitor.listen(0);
    onTestFinished(() => monitor.stop());
    return monitor;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Somebody follows. */
  async followed(): Promise<void> {
    while (this.#sockets.size === 0) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** In one packet, or in packets of so many bytes. */
  async say(text: string, bytes = text.length): Promise<void> {
    await this.followed();
    for (let at = 0; at < text.length; at += bytes) {
      for (const socket of this.#sockets) {
        socket.setNoDelay(true);
        socket.write(text.slice(at, at + bytes));
      }
      if (bytes < text.length) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** As lines of a transcript, each ended as the box does. */
  lines(...lines: string[]): Promise<void> {
    return this.say(lines.map((line) => `${line}\r\n`).join(''));
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
