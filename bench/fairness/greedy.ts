import { connect, type Socket } from 'node:net';

/** Sends as much as the server takes, on so many connections, until it is stopped. */
const [port = '', count = '', kind = ''] = process.argv.slice(2);

const PIPELINED = 256 * 1024;
const post = (path: string, headers: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
const many = (request: string) => request.repeat(Math.ceil(PIPELINED / request.length));
const keys = `{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":{}`).join(',')}}`;
const tinyObjects = `[${'{},'.repeat(349_000)}{}]`;
/** A header twice is not plain, so such a request takes the way of the HTTP server. */
const NOT_PLAIN = 'X-A: 1\r\nX-A: 1\r\n';

/** What is written at once, and whether more is written before it is answered. */
const KINDS: Readonly<Record<string, readonly [text: string, isPipelined: boolean]>> = {
  short: [many(post('/api/webhook', '', '1')), true],
  long: [many(post('/api/webhook', NOT_PLAIN, '1')), true],
  bodies: [post('/api/webhook', '', tinyObjects), false],
  addresses: [post('/api/addresses', '', tinyObjects), false],
  keys: [post('/api/addresses', '', keys), false],
};

let answers = 0;

function send(text: Buffer, isPipelined: boolean): Socket {
  const socket = connect(Number(port), '127.0.0.1');
  const pour = () => {
    while (socket.writable && socket.write(text) && isPipelined);
  };
  socket.on('connect', pour);
  if (isPipelined) socket.on('drain', pour);
  socket.on('data', (bytes) => {
    const found = bytes.toString('latin1').split('HTTP/1.1 202 ').length - 1;
    answers += found;
    if (!isPipelined && found > 0) pour();
  });
  socket.on('error', (error) => process.stderr.write(`${error.message}\n`));
  return socket;
}

const [text, isPipelined] = KINDS[kind] ?? ['', false];
for (let turn = 0; turn < Number(count); turn++) send(Buffer.from(text), isPipelined);
process.stdin.on('data', () => process.stdout.write(`answers ${answers}\n`));
process.stdout.write('ready\n');
