import { EventSource } from 'eventsource';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { runNginx } from './support/proxies.ts';
import { startService, temporaryFolder } from './support/service.ts';

/** nginx as it comes: HTTP/1.0 to the backend, buffering on. Only the read time-out is shorter. */
async function startNginx(backend: string, readTimeout: string): Promise<string> {
  const port = await freePort();
  runNginx(
    temporaryFolder(),
    `server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${backend};
      proxy_read_timeout ${readTimeout};
    }
  }`,
  );
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(200);
  return url;
}

test('[ST5] a stream through nginx outlives its read time-out', async () => {
  const { url: backend } = await startService(['--app.stream.heartbeat=500ms']);
  const url = await startNginx(backend, '5s');
  const source = new EventSource(`${url}/api/webhook/events`);
  onTestFinished(() => source.close());
  let interruptions = 0;
  let beats = 0;
  source.onerror = () => {
    interruptions++;
  };
  source.addEventListener('heartbeat', () => {
    beats++;
  });
  await new Promise((resolve) => source.addEventListener('hello', resolve));
  await expect.poll(() => beats).toBeGreaterThan(11);
  expect(interruptions).toBe(0);
});

test('[ST1] a small event does not wait in a buffer of nginx for others', async () => {
  const { url: backend } = await startService(['--app.stream.heartbeat=10m']);
  const url = await startNginx(backend, '10m');
  const source = new EventSource(`${url}/api/webhook/events`);
  onTestFinished(() => source.close());
  const ids: string[] = [];
  source.onmessage = ({ lastEventId }) => ids.push(lastEventId);
  await new Promise((resolve) => source.addEventListener('hello', resolve));
  const answer = await fetch(`${url}/api/webhook/jobs`, { method: 'POST', body: '{"small":1}' });
  expect(await answer.json()).toMatchObject({ id: 1, listeners: 1 });
  await expect.poll(() => ids).toEqual(['1']);
});
