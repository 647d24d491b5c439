import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** Posts at a steady pace, one after the other, and prints how long each took. */
const [port] = process.argv.slice(2).map(Number);
const socket = connect(port ?? 0, '127.0.0.1');
socket.setNoDelay(true);
socket.setEncoding('latin1');
const request =
  'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 14\r\n\r\n{"honest":"1"}';

async function post(): Promise<number> {
  const began = performance.now();
  socket.write(request);
  const [answer] = await once(socket, 'data');
  if (!answer.startsWith('HTTP/1.1 202 ')) throw new Error(`an honest post got ${answer}`);
  return performance.now() - began;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [seconds = 0, perSecond = 1] = line.split(' ').map(Number);
  const took: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    took.push(await post());
    await new Promise((resolve) => setTimeout(resolve, 1000 / perSecond));
  }
  process.stdout.write(`round ${JSON.stringify(took)}\n`);
}
