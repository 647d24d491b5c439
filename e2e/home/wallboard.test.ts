import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { type Service, startService, temporaryFolder } from '../support/service.ts';

const RESTARTS = 20;
/** After many failed attempts the page asks every half minute. */

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const big = { viewport: { width: 1920, height: 1080 } };

/** The big number under a heading. */
const figure = (page: Page, label: string) =>
  page.getByRole('heading', { name: label }).locator('xpath=following-sibling::p[1]').textContent();

const missedCall = (service: Service, n: number) =>
  service.post(
    '/api/calls',
    JSON.stringify({
      callId: `c${n}`,
      startedAt: new Date().toISOString(),
      direction: 'in',
      state: 'ended',
      from: { number: '+493023125101' },
    }),
  );

test('[HP9] the wallboard is right after many restarts of the backend', async () => {
  const folder = temporaryFolder();
  const env = { APP_ARCHIVE_URL: `sqlite:${folder}/hookline.db` };
  let service = await startService(['--profile', 'mock'], env);
  const { port } = service;
  const page = await openHome(await openDesk(browser, big), service.url, '#/wallboard');
  for (let n = 1; n <= RESTARTS; n++) {
    await service.post('/api/webhook/jobs', `{"delivery_id":"J-${n}","status":"open"}`);
    await missedCall(service, n);
    service.program.child.kill(n % 4 === 0 ? 'SIGINT' : 'SIGTERM');
    await service.program.outcome;
    service = await startService(['--profile', 'mock', `--app.server.port=${port}`], env);
  }
  await service.post('/api/webhook/jobs', '{"delivery_id":"J-1","status":"delivered"}');
  await service.post('/api/webhook/kunden', '{"name":"Neu","number":"030 23125-102"}');
  const figures = async () => [
    await figure(page, 'Aufträge offen'),
    await figure(page, 'Rückrufe offen'),
    await figure(page, 'Anrufe heute'),
    await figure(page, 'Meldungen heute'),
  ];
  const right = [RESTARTS - 1, RESTARTS, RESTARTS, RESTARTS + 2].map(String);
  await expect.poll(figures).toEqual(right);
  await expect.poll(() => page.getByText('Keine Verbindung').count()).toBe(0);
});

test('[HP9] every number is at least 32 px high at 1080p, nothing moves, nothing is cut off', async () => {
  const service = await startService(['--profile', 'mock']);
  const page = await openHome(await openDesk(browser, big), service.url, '#/wallboard');
  for (let n = 1; n <= 8; n++) {
    const status = `status ${n % 5}`;
    await service.post('/api/webhook/jobs', JSON.stringify({ delivery_id: `J-${n}`, status }));
  }
  await service.post('/api/mock/calls', '{"from":"030 23125-101"}');
  await expect.poll(() => figure(page, 'Aufträge offen')).toBe('8');
  await page.getByText('Bäckerei').first().waitFor();
  const small = await page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      // A figure, a time or a count; a digit inside a title or a name is text.
      if (!canvas || !parentElement || !/^[\d.:,+\s]+$/.test(textContent ?? '')) continue;
      if (textContent?.trim() === '') continue;
      const style = getComputedStyle(parentElement);
      canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const { actualBoundingBoxAscent: height } = canvas.measureText('0');
      if (height < 32) found.push(`${textContent}: ${height}`);
    }
    return found;
  });
  expect(small).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(1080);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await expectAccessible(page);
});
