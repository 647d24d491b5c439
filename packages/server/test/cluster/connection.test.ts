import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { connectTo } from '../../src/cluster/connection.ts';
import { natsServers } from '../../src/config/nats-servers.ts';
import { nats } from './nodes.ts';

test('[CM3] what is sent while the line is being ended does not end the process', async () => {
  const { url } = await nats();
  const servers = natsServers.parse(url);
  if (!servers) throw new Error('no address');
  const nc = await connectTo(servers, 'test');
  const { socket } = (nc as unknown as { protocol: { transport: { socket: Socket } } }).protocol
    .transport;
  // As it is when the client has given the line up: nobody listens, and the last bytes are under way.
  socket.removeAllListeners();
  const failures: unknown[] = [];
  socket.on('error', (error) => failures.push(error));
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.end();
  nc.publish('anything', 'x');
  await closed;
  expect(failures).toEqual([]);
  await nc.close();
});
