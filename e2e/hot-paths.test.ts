import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { until } from './support/archive.ts';
import { type Service, startService } from './support/service.ts';

const COUNTER = `${import.meta.dirname}/support/count-runtime-calls.ts`;
const WEBHOOKS = 300;
const STREAMS = 10;

/** How many events a stream has brought so far. */
async function openStream({ port }: Service): Promise<() => number> {
  let events = 0;
  let isGreeted = false;
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.setEncoding('latin1').on('data', (text) => {
    isGreeted = true;
    events += String(text).match(/^id: /gm)?.length ?? 0;
  });
  socket.write('GET /api/webhook/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await until(
    () => isGreeted,
    (is) => is,
  );
  return () => events;
}

test('[ST1] [IN6] neither a delivery nor a webhook leaves compiled code for the runtime of V8', async () => {
  const command = ['node', '--import', COUNTER, 'packages/server/src/main.ts'];
  const service = await startService([], {}, command);
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => openStream(service)));
  const { program, post } = service;
  const counted = async () => {
    const before = program.stderr.length;
    program.child.kill('SIGUSR2');
    const said = () => /^counted (.*)\n/m.exec(program.stderr.slice(before))?.[1];
    return JSON.parse((await until(said, (text) => text !== undefined)) ?? '');
  };
  await post('/api/webhook/jobs', '{"delivery_id":"J-1"}');
  await counted();
  for (let each = 1; each <= WEBHOOKS; each++) {
    const sent = await post('/api/webhook/jobs', `{"delivery_id":"J-${each}","n":${each}}`);
    expect(sent.status).toBe(202);
  }
  await until(
    () => streams.map((events) => events()),
    (events) => events.every((count) => count === WEBHOOKS + 1),
  );
  const counts: [where: string, count: number][] = await counted();
  // What is done now and then, a heartbeat say, may.
  expect(counts.filter(([, count]) => count >= WEBHOOKS)).toEqual([]);
});
