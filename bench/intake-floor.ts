import { createServer, type ServerResponse } from 'node:http';

/**
 * The least an intake has to do: read a body, see that it is JSON, answer 202; and hand it on to
 * whoever has opened a stream.
 */
const streams = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    streams.add(response);
    response.on('close', () => streams.delete(response));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    try {
      const text = Buffer.concat(chunks).toString();
      JSON.parse(text);
      response.writeHead(202, { 'content-type': 'application/json' }).end('{"ok":true}');
      for (const stream of streams) stream.write(`data: ${text}\n\n`);
    } catch {
      response.writeHead(400).end();
    }
  });
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('listens\n'));
