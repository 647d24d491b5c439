import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { servePages } from './support/page-server.ts';
import { Program, startService, temporaryFolder } from './support/service.ts';

const root = join(import.meta.dirname, '..');

test('examples/tail.mjs prints what comes in and ends when asked to', async () => {
  const { url, post } = await startService();
  await post('/api/webhook/kunden', '{"name":"Bäckerei Süß"}');
  const tail = new Program('node', ['examples/tail.mjs', url]);
  await expect.poll(() => tail.stdout).toContain('kunden {"name":"Bäckerei Süß"}\n');
  await post('/api/webhook', '[1,2]');
  await expect.poll(() => tail.stdout).toMatch(/^#2 \S+ generic \[1,2\]$/m);
  expect(tail.stderr).toContain(`${url} is live`);
  tail.child.kill('SIGINT');
  expect(await tail.outcome).toMatchObject({ code: 0, signal: null });
});

test('examples/live.html shows events of a backend elsewhere, with the library as it is published', async () => {
  const dist = join(temporaryFolder(), 'dist');
  execFileSync('node', ['packages/client/build.ts', dist], { cwd: root });
  const port = await servePages((path) => {
    if (path.startsWith('/live.html'))
      return { type: 'text/html', body: readFileSync(join(root, 'examples/live.html'), 'utf8') };
    const [, file] = /^\/node_modules\/hookline-client\/([\w/-]+\.js)$/.exec(path) ?? [];
    if (file === undefined) return undefined;
    return { type: 'text/javascript', body: readFileSync(join(dist, file), 'utf8') };
  });
  const origin = `http://localhost:${port}`;
  const closed = await startService();
  const service = await startService([`--app.server.allowed-origins=${origin}`]);
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  // The browser tells a page nothing of why it gets no answer.
  await page.goto(`${origin}/live.html?backend=${closed.url}`);
  await page
    .getByRole('status')
    .getByText(`waiting: No answer that ${origin} may read: is it in app.server.allowed-origins?`)
    .waitFor();
  await page.goto(`${origin}/live.html?backend=${service.url}`);
  await page.getByRole('status').getByText('live').waitFor();
  await service.post('/api/webhook/jobs', '{"note":"<b>bold</b>"}');
  await page.getByRole('listitem').getByText('#1 jobs {"note":"<b>bold</b>"}').waitFor();
  await expect.poll(() => page.title()).toBe('(1) Live events');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => page.getByRole('listitem').count()).toBe(0);
  await expect.poll(() => page.title()).toBe('Live events');
  expect(errors).toEqual([]);
});
