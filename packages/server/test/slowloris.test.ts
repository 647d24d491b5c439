import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { toldWhile } from './support/raw-request.ts';
import { runServer } from './support/running-server.ts';
import { SseReader } from './support/sse-reader.ts';

const DRIBBLERS = 200;
const BEGINNINGS = [
  '',
  'P',
  'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"',
  'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n"',
  'GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nX-Slow: ',
];

const HALF = 'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"wor';

/** Sends a byte now and then for as long as the server lets it; answers what it was told. */
function dribble(port: number, beginning: string): Promise<string> {
  return begin(port, beginning, (socket) => socket.write('x'));
}

function begin(
  port: number,
  beginning: string,
  nowAndThen: (socket: Socket) => void,
): Promise<string> {
  return toldWhile(port, 100, nowAndThen, (socket) => socket.write(beginning));
}

test('[SE4] connections that dribble are all cut, and honest ones are all answered', async () => {
  const { port, post, history, url } = await runServer({
    'app.server.header-timeout': 1000,
    'app.server.request-timeout': 2000,
    'app.profiles': ['mock'],
  });
  const stream = new SseReader(port);
  await stream.first('hello');

  let cut = 0;
  const dribblers = Array.from({ length: DRIBBLERS }, async (_, turn) => {
    const answer = await dribble(port, BEGINNINGS[turn % BEGINNINGS.length] ?? '');
    cut++;
    return answer;
  });
  let posted = 0;
  while (cut < DRIBBLERS) {
    expect((await post('/api/webhook', String(++posted))).status).toBe(202);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const answers = await Promise.all(dribblers);
  expect(answers.filter((answer) => / (202|101) /.test(answer))).toEqual([]);
  // A byte that meets a closed connection makes the kernel throw away what was answered; only who
  // falls silent is sure to read it.
  expect(await begin(port, HALF, () => {})).toContain('"request_timeout"');

  await stream.until(() => stream.ids.length === posted);
  expect(stream.ids).toEqual(Array.from({ length: posted }, (_, turn) => turn + 1));
  expect((await history())[0]).toMatchObject({ id: posted, payload: posted });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
