import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Cable {
  /** Where the other end of it is. */
  readonly url: string;
  cut(): void;
  mend(): void;
}

/** A cable to a server that can be cut: what comes by it is then lost. */
export async function plugIn(port: number): Promise<Cable> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const unplug = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    unplug();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      unplug();
    },
    mend() {
      isCut = false;
    },
  };
}
