import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Attack } from './attack.ts';
import { closeAll, connected, many, post, unread } from './raw-client.ts';

const MEGABYTE = 1024 * 1024;

/** A webhook of the largest size; no two are the same. */
const large = (i: number) =>
  `{"jobId":"one","tel":"030 901820","i":${i},"x":"${'x'.repeat(MEGABYTE - 80)}"}`;

/** Lists and exports of large payloads, some of them left unread. */
export const largePages: Attack = {
  name: 'pages of large payloads, ten of them unread',
  async run({ port, scale, settled }) {
    const count = scale(520);
    await many(count, async (i) =>
      (await post(port, '/api/webhook/jobs', large(i))).body?.cancel(),
    );
    await settled();
    const paths = ['/api/archive/events?limit=500', '/api/jobs/one'];
    const lazy = await many(10, (i) => unread(port, paths[i % 2] ?? '/'));
    const csv = await unread(port, '/api/archive/events', 'Accept: text/csv\r\n');
    await bytesOf(port, paths[0] ?? '', {});
    const versions = await bytesOf(port, '/api/jobs/one', {});
    const body = JSON.stringify({ number: '030 901820' });
    const exported = await bytesOf(port, '/api/privacy/export', { method: 'POST', body });
    closeAll([...lazy, csv]);
    for (const bytes of [versions, exported]) {
      if (bytes < count * (MEGABYTE - 100)) throw new Error(`only ${bytes} bytes came`);
    }
  },
};

/** How many bytes an answer has. */
async function bytesOf(port: number, path: string, init: RequestInit): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  return bytes;
}

/** Streams that each stop in the middle of an event that nobody else still holds. */
export const tricklingStreams: Attack = {
  name: 'streams that trickle, each at another large event',
  async run({ port, scale }) {
    const sockets = await many(scale(1500), async (i) => {
      const socket = await connected(port);
      socket.write('GET /api/webhook/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(socket, 'data');
      socket.pause();
      // The network takes some of them. Each stream began one later, so it gets stuck one later.
      await (await post(port, '/api/webhook', large(i))).arrayBuffer();
      return socket;
    });
    closeAll(sockets);
  },
};

/** Uploads that lack their last byte. */
export const unfinishedUploads: Attack = {
  name: 'uploads that lack their last byte',
  async run({ port, scale, read }) {
    const body = large(0);
    const head = `POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
    const sockets = await many(scale(1500), async () => {
      const socket = await connected(port);
      await new Promise<void>((resolve) => {
        socket.once('close', resolve);
        socket.write(head + body.slice(0, -1), () => resolve());
      });
      return socket;
    });
    await read();
    closeAll(sockets);
  },
};

/** WebSockets that send as fast as the network takes it and read nothing. */
export const floodingSockets: Attack = {
  name: 'WebSockets that flood',
  async run({ port, scale }) {
    const frames = scale(1000);
    const frame = JSON.stringify({ id: '1', command: 'search', params: { term: 'a' } });
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
        socket.on('error', () => {});
        await once(socket, 'open');
        socket.pause();
        for (let i = 0; i < frames && socket.readyState === socket.OPEN; i++) {
          await new Promise((resolve) => socket.send(frame, resolve));
        }
        socket.terminate();
      }),
    );
  },
};
