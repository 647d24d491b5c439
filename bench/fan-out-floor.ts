import { createServer, type Socket } from 'node:net';

/** The least a relay in Node has to do: one buffer for an event, one `socket.write` for a stream. */
const streams = new Set<Socket>();
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';
const ANSWER = 'HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n';
const END_OF_HEAD = '\r\n\r\n';

const server = createServer({ noDelay: true }, (socket) => {
  let kept = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('close', () => streams.delete(socket));
  socket.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]);
    const head = kept.indexOf(END_OF_HEAD);
    if (head < 0) return;
    const request = kept.toString('latin1', 0, head);
    if (request.startsWith('GET')) {
      socket.write(HEAD);
      streams.add(socket);
      return;
    }
    const begin = head + END_OF_HEAD.length;
    const end = begin + Number(/content-length: (\d+)/i.exec(request)?.[1]);
    if (kept.length < end) return;
    const frame = Buffer.concat([
      Buffer.from('data: '),
      kept.subarray(begin, end),
      Buffer.from('\n\n'),
    ]);
    kept = kept.subarray(end);
    socket.write(ANSWER);
    setImmediate(() => {
      for (const stream of streams) stream.write(frame);
    });
  });
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('listens\n'));
