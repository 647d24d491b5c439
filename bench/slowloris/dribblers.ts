import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** Sends requests that never end, a byte at a time, and comes back whenever it is cut. */
const [port, count, every] = process.argv.slice(2).map(Number);

const KINDS = {
  header: 'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  body: 'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"',
} as const;
type Kind = keyof typeof KINDS;

const cut: Record<Kind, number> = { header: 0, body: 0 };
const longest: Record<Kind, number> = { header: 0, body: 0 };
let open = 0;
let isOver = false;

function dribble(kind: Kind): void {
  const socket = connect(port ?? 0, '127.0.0.1');
  let began = 0;
  let timer: NodeJS.Timeout | undefined;
  socket.on('connect', () => {
    began = performance.now();
    open++;
    if (open === count) process.stdout.write('ready\n');
    socket.write(KINDS[kind]);
    timer = setInterval(() => socket.write('x'), every);
  });
  socket.on('data', () => {});
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(timer);
    if (timer) {
      open--;
      cut[kind]++;
      longest[kind] = Math.max(longest[kind], performance.now() - began);
    }
    if (!isOver) setTimeout(dribble, 50 * Math.random(), kind);
    else if (open === 0) process.stdout.write('all cut\n');
  });
}

// Spread out, as they would be: all at once they would also be cut all at once.
for (let turn = 0; turn < (count ?? 0); turn++) {
  setTimeout(dribble, 2 * turn, turn % 2 === 0 ? 'header' : 'body');
}
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'report') process.stdout.write(`report ${JSON.stringify({ cut, longest })}\n`);
  // From now on whoever is cut stays away.
  if (line === 'over') isOver = true;
});
