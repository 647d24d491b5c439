import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that does what no library would: stops in the middle, or never reads. */
export async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // The service is free to cut it.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** So many of them, a few at a time: a service is attacked here, not the accept queue. */
export async function many<T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let i = 0; i < count; i += 20) {
    const some = Array.from({ length: Math.min(20, count - i) }, (_, j) => make(i + j));
    made.push(...(await Promise.all(some)));
  }
  return made;
}

export function closeAll(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

/** `GET` on a connection of its own, of whose answer nothing is read. */
export async function unread(port: number, path: string, headers = ''): Promise<Socket> {
  const socket = await connected(port);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  return socket;
}

export async function post(port: number, path: string, body: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body });
}
