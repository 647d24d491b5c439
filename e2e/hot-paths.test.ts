import { expect, test } from 'vitest';
import { SseReader } from '../packages/server/test/support/sse-reader.ts';
import { until } from './support/archive.ts';
import { startService } from './support/service.ts';

const COUNTER = `${import.meta.dirname}/support/count-runtime-calls.ts`;
const WEBHOOKS = 300;
const STREAMS = 10;

test('[ST1] [IN6] neither a delivery nor a webhook leaves compiled code for the runtime of V8', async () => {
  const command = ['node', '--import', COUNTER, 'packages/server/src/main.ts'];
  const service = await startService([], {}, command);
  const readers = Array.from({ length: STREAMS }, () => new SseReader(service.port));
  await Promise.all(readers.map((reader) => reader.first('hello')));
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
  for (const reader of readers) await reader.until(() => reader.events.length === WEBHOOKS + 1);
  const counts: [where: string, count: number][] = await counted();
  // What is done now and then, a heartbeat say, may.
  expect(counts.filter(([, count]) => count >= WEBHOOKS)).toEqual([]);
});
