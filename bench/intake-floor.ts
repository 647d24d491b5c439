import { createServer } from 'node:http';

/** The least an intake has to do: read a body, see that it is JSON, answer 202. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    try {
      JSON.parse(Buffer.concat(chunks).toString());
      response.writeHead(202, { 'content-type': 'application/json' }).end('{"ok":true}');
    } catch {
      response.writeHead(400).end();
    }
  });
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('listens\n'));
