import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface CutLine {
  readonly url: string;
  /** How many connections were made through it. */
  readonly connections: number;
  /** Everything that came through from the server. */
  readonly received: string;
  /** From now on nothing passes, and nobody is told: no FIN, no reset. */
  cut(): void;
  /** New connections pass again; those that were cut stay dead. */
  mend(): void;
}

/** A line between client and server that can go dead without a word. */
export async function cutLine(port: number): Promise<CutLine> {
  const sockets = new Set<Socket>();
  let whole = true;
  let connections = 0;
  let received = '';
  const proxy = createServer({ allowHalfOpen: true }, (near) => {
    connections++;
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (bytes) => {
        if (!passes()) return;
        if (from === far) received += bytes;
        to.write(bytes);
      });
      from.on('end', () => passes() && to.end());
    }
    const mine = { cut: !whole };
    dead.push(mine);
    const passes = () => !mine.cut;
  });
  const dead: { cut: boolean }[] = [];
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    get connections() {
      return connections;
    },
    get received() {
      return received;
    },
    cut() {
      whole = false;
      for (const line of dead) line.cut = true;
    },
    mend() {
      whole = true;
    },
  };
}
