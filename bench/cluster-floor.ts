import { createServer } from 'node:http';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

/**
 * The least a node has to do with a webhook, with what Node and NATS bring along: read a body, see that
 * it is JSON, put it into the stream, answer 202. It follows no stream, knows no key and writes no log.
 */
const nc = await connect({ servers: process.argv[2]?.split(',') ?? [], noAsyncTraces: true });
const js = jetstream(nc);
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    const body = Buffer.concat(chunks);
    JSON.parse(body.toString());
    const { seq } = await js.publish('hookline.event.generic', body);
    response.writeHead(202, { 'content-type': 'application/json' }).end(`{"id":${seq}}`);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`listens on http://127.0.0.1:${port}\n`);
});
