import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventSource } from 'eventsource';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Program, startService } from './support/service.ts';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** nginx as it comes: HTTP/1.0 to the backend, buffering on. Only the read time-out is shorter. */
async function startNginx(backend: string, readTimeout: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-nginx-'));
  const port = await freePort();
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid;
error_log ${folder}/error.log;
daemon off;
master_process off;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${backend};
      proxy_read_timeout ${readTimeout};
    }
  }
}
`,
  );
  const nginx = new Program('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    PATH: `${process.env['PATH']}:/usr/sbin`,
  });
  onTestFinished(async () => {
    nginx.child.kill('SIGTERM');
    await nginx.outcome;
    rmSync(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), {
    timeout: 10_000,
  });
  return url;
}

test('[ST1] [ST5] a stream through nginx is live and outlives its read time-out', async () => {
  const { url: backend } = await startService(['--app.stream.heartbeat=500ms']);
  const url = await startNginx(backend, '2s');
  const source = new EventSource(`${url}/api/webhook/events`);
  onTestFinished(() => source.close());
  let interruptions = 0;
  let beats = 0;
  const ids: string[] = [];
  source.onerror = () => {
    interruptions++;
  };
  source.onmessage = ({ lastEventId }) => ids.push(lastEventId);
  source.addEventListener('heartbeat', () => {
    beats++;
  });
  await new Promise((resolve) => source.addEventListener('hello', resolve));
  await vi.waitFor(() => expect(beats).toBeGreaterThanOrEqual(10), { timeout: 15_000 });

  const answer = await fetch(`${url}/api/webhook/jobs`, { method: 'POST', body: '{"small":1}' });
  expect(await answer.json()).toMatchObject({ id: 1, listeners: 1 });
  // A small event must not wait in a buffer for others.
  await vi.waitFor(() => expect(ids).toEqual(['1']), { timeout: 400, interval: 5 });
  expect(interruptions).toBe(0);
});
