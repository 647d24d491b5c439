import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectTo, runMock } from '../../server/test/telephony/telephony-client.ts';

/** `npm run dev:home`, beside a service on this port. */
async function serveSources(servicePort: number): Promise<string> {
  vi.stubEnv('APP_SERVER_PORT', String(servicePort));
  const vite = await createServer({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    logLevel: 'error',
    // Nobody opens a page, for which packages would have to be made ready and files watched.
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { port: 0, host: '127.0.0.1', watch: null },
  });
  vi.unstubAllEnvs();
  onTestFinished(() => vite.close());
  await vite.listen();
  return new URL(vite.resolvedUrls?.local[0] ?? '').origin;
}

test('[HP2] beside npm run dev the page from its sources has a telephone', async () => {
  const page = await serveSources((await runMock()).port);
  const { url } = await (await fetch(`${page}/api/telephony`)).json();
  expect(url).toBe(`${page.replace('http', 'ws')}/ws`);
  // As a browser does that is not on a trusted network: by its origin alone.
  const { port } = new URL(page);
  await connectTo(Number(port), '/ws', { origin: page });
  const posted = await fetch(`${page}/api/webhook`, {
    method: 'POST',
    body: '1',
    headers: { origin: page },
  });
  expect(posted.status).toBe(202);
});
