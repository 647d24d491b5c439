import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ArchiveDouble } from './support/archive-double.ts';
import { runServer } from './support/running-server.ts';

/** A server whose journal is written when a test says so. */
async function runWithJournal(config: Parameters<typeof runServer>[0] = {}) {
  const waiting: (() => void)[] = [];
  let isWritten = true;
  const archive = ArchiveDouble.with({
    whenKept(go) {
      if (isWritten) return false;
      waiting.push(go);
      return true;
    },
  });
  isWritten = false;
  const running = await runServer(config, { archive });
  return {
    ...running,
    /** So many wait for the journal. */
    waits: (count: number) => expect.poll(() => waiting.length).toBe(count),
    write(isForGood = false) {
      isWritten = isForGood;
      for (const go of waiting.splice(0)) go();
    },
  };
}

/** What a connection says, as it comes. */
function connected(port: number): { socket: Socket; said: () => string } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.setEncoding('utf8');
  let text = '';
  socket.on('data', (more) => {
    text += more;
  });
  return { socket, said: () => text };
}

const webhook = (body: unknown, headers = '') => {
  const json = JSON.stringify(body);
  return `POST /api/webhook HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: ${json.length}\r\n\r\n${json}`;
};
const HISTORY = 'GET /api/webhook/history HTTP/1.1\r\nHost: localhost\r\n\r\n';
const statuses = (text: string) =>
  text.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9)) ?? [];

test('[AR12] [IN6] nobody is answered before the journal is written; browsers do not wait for it', async () => {
  const { post, history, waits, write } = await runWithJournal();
  const order: string[] = [];
  const short = post('/api/webhook', '1').then(() => order.push('short'));
  await waits(1);
  const long = post('/api/webhook/jobs', '2').then(() => order.push('second'));
  const report = post('/api/addresses', '{"number":"030 23125100"}').then(() =>
    order.push('report'),
  );
  await waits(3);
  expect(await history()).toHaveLength(2);
  expect(order).toEqual([]);
  write();
  await Promise.all([short, long, report]);
});

test('[AR12] requests of one connection are answered in their order, whatever comes behind a webhook', async () => {
  const { port, waits, write } = await runWithJournal();
  const { socket, said } = connected(port);
  socket.write(webhook('first') + webhook('second') + HISTORY + webhook('third'));
  await waits(2);
  expect(said()).toBe('');
  write();
  // By the long way from here on.
  await waits(1);
  expect(statuses(said())).toEqual(['202', '202', '200']);
  expect(said()).toMatch(/"id":1.*"id":2.*"second".*"first"/s);
  write();
  await expect.poll(() => statuses(said())).toEqual(['202', '202', '200', '202']);
});

test('[AR12] a stream that is asked for behind a webhook begins behind its answer', async () => {
  const { port, waits, write } = await runWithJournal();
  const { socket, said } = connected(port);
  socket.write(`${webhook('first')}GET /api/webhook/events HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await waits(1);
  expect(said()).toBe('');
  write();
  await expect.poll(() => statuses(said())).toEqual(['202', '200']);
});

test('[AR12] what is sent while an answer is due waits for it', async () => {
  const { port, history, waits, write } = await runWithJournal();
  const { socket, said } = connected(port);
  socket.write(webhook('first'));
  await waits(1);
  socket.write(webhook('second'));
  const other = connected(port);
  other.socket.write(webhook('of another'));
  await waits(2);
  write();
  await waits(1);
  expect((await history()).map(({ payload }) => payload)).toEqual([
    'second',
    'of another',
    'first',
  ]);
  write(true);
  await expect.poll(() => statuses(said())).toEqual(['202', '202']);
  socket.write(webhook('at once'));
  await expect.poll(() => statuses(said())).toEqual(['202', '202', '202']);
});

test('[AR12] [IN6] a sender that says no more gets its answer', async () => {
  const { port, waits, write } = await runWithJournal();
  const { socket, said } = connected(port);
  socket.end(webhook('last'));
  await waits(1);
  write();
  await once(socket, 'end');
  expect(statuses(said())).toEqual(['202']);
});

test('[AR12] a sender that goes away costs nobody anything', async () => {
  const { port, history, waits, write } = await runWithJournal();
  const { socket } = connected(port);
  socket.write(webhook('gone'));
  await waits(1);
  socket.destroy();
  await once(socket, 'close');
  const { socket: next, said } = connected(port);
  next.write(webhook('next'));
  await waits(2);
  write();
  await expect.poll(() => statuses(said())).toEqual(['202']);
  expect(await history()).toHaveLength(2);
});

test('[AR12] an end answers what is due before it lets go of connections', async () => {
  const { port, server, waits, write } = await runWithJournal();
  const { socket, said } = connected(port);
  socket.write(webhook('last'));
  await waits(1);
  const closed = once(socket, 'end').then(() => socket.end());
  const stopped = server.stop();
  write();
  await Promise.all([closed, stopped]);
  expect(statuses(said())).toEqual(['202']);
});

test('[IN10] a repeated webhook waits for the first one to be kept', async () => {
  const { port, history, waits, write } = await runWithJournal();
  const key = 'Idempotency-Key: k\r\n';
  const [first, again] = [connected(port), connected(port)];
  first.socket.write(webhook('once', key));
  await waits(1);
  again.socket.write(webhook('once', key));
  await waits(2);
  expect(again.said()).toBe('');
  write();
  await expect.poll(() => statuses(again.said())).toEqual(['202']);
  expect(again.said()).toContain('idempotent-replayed: true');
  expect(await history()).toHaveLength(1);
});

test('[AR12] [TS4] what a telephone system pushes is answered when it is kept, too', async () => {
  const token = 'push-token-0123456789abcdef';
  const { post, waits, write } = await runWithJournal({
    'app.telephony.system': 'cti',
    'app.telephony.push.token': token,
  });
  let isAnswered = false;
  const ring = 'event=newCall&direction=in&from=493023125100&to=4930901820&callId=c-1';
  const pushed = post(`/api/telephony/push?token=${token}`, ring).then((answer) => {
    isAnswered = true;
    return answer;
  });
  await waits(1);
  expect(isAnswered).toBe(false);
  write(true);
  expect((await pushed).ok).toBe(true);
});
