import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { startService } from './support/service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('a dispatcher watches events come in, two windows clear together, a restart is told', async () => {
  const service = await startService();
  const [mine, colleagues] = [await browser.newPage(), await browser.newPage()];
  const errors: string[] = [];
  for (const page of [mine, colleagues]) {
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/ERR_|Failed to load/.test(message.text()))
        errors.push(message.text());
    });
    await page.goto(service.url);
    await page.getByRole('status').getByText('Live').waitFor();
    await page.getByText('Nothing has come in yet').waitFor();
  }
  await service.post(
    '/api/webhook/jobs',
    '{"delivery_id":"J-7","note":"<img src=x onerror=alert(1)>"}',
  );
  for (const page of [mine, colleagues]) {
    await page.getByRole('listitem').filter({ hasText: 'J-7' }).getByText('jobs').waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  }
  await mine.getByRole('button', { name: 'Clear history' }).click();
  await colleagues.getByText('Nothing has come in yet').waitFor();

  service.program.child.kill('SIGTERM');
  await service.program.outcome;
  await mine.getByText('Connection lost').waitFor();
  const again = await startService([`--app.server.port=${service.port}`]);
  await again.post('/api/webhook', '"after the restart"');
  await mine.getByText('after the restart').waitFor({ timeout: 15_000 });
  await mine.getByText('The server was restarted').waitFor();
  expect(errors).toEqual([]);
});
