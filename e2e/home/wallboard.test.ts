import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { presetConfig } from '../../packages/server/src/config/load.ts';
import { createServer } from '../../packages/server/src/server.ts';
import { sharedBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { startService, temporaryFolder } from '../support/service.ts';

const RESTARTS = 10;

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const big = { viewport: { width: 1920, height: 1080 } };

/** The big number under a heading. */
const figure = (page: Page, label: string) =>
  page.getByRole('heading', { name: label }).locator('xpath=following-sibling::p[1]').textContent();

const missedCall = (n: number) =>
  JSON.stringify({
    callId: `c${n}`,
    startedAt: new Date().toISOString(),
    direction: 'in',
    state: 'ended',
    from: { number: `+4930231251${10 + n}` },
  });

/** An epoch of the backend. A process for each would do the same, and mostly start. */
async function live(folder: string, port: number) {
  const config = presetConfig({
    'app.server.port': port,
    'app.profiles': ['mock'],
    'app.log.level': 'fatal',
    'app.archive.url': `sqlite:${folder}/hookline.db`,
    'app.archive.spool-dir': `${folder}/spool`,
    'app.access.ended-sessions': `${folder}/ended-sessions`,
  });
  const server = createServer(config);
  const url = await server.start();
  onTestFinished(() => server.stop());
  const post = async (path: string, body: string) =>
    expect((await fetch(url + path, { method: 'POST', body })).ok).toBe(true);
  return { url, post, stop: server.stop };
}

test('[HP9] the wallboard is right after many restarts of the backend', async () => {
  const folder = temporaryFolder();
  let backend = await live(folder, 0);
  const port = Number(new URL(backend.url).port);
  const page = await openHome(await openDesk(browser, big), backend.url, '#/wallboard');
  // A part of the page that is still on its way when the backend goes is asked for again later.
  await expect.poll(() => figure(page, 'Aufträge offen')).toBe('0');
  for (let n = 1; n <= RESTARTS; n++) {
    await backend.post('/api/webhook/jobs', `{"delivery_id":"J-${n}","status":"open"}`);
    await backend.post('/api/calls', missedCall(n));
    await backend.stop();
    backend = await live(folder, port);
  }
  await backend.post('/api/webhook/jobs', '{"delivery_id":"J-1","status":"delivered"}');
  await backend.post('/api/webhook/kunden', '{"name":"Neu","number":"030 23125-102"}');
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
  const panel = (title: string) =>
    page.getByRole('main').locator('section').filter({ hasText: title });
  const late = { reference: 'L-1', status: 'neu', pickupBy: new Date().toISOString() };
  await service.post('/api/webhook/jobs', JSON.stringify(late));
  await service.post('/api/webhook/kuriere', '{"name":"Eva Lund","status":"frei"}');
  await service.post('/api/calls', missedCall(1));
  await panel('Am längsten überfällig')
    .filter({ hasText: /L-1\d\d:\d\d/ })
    .waitFor();
  await panel('Kuriere frei').getByText('Eva Lund').waitFor();
  await panel('Warten auf Rückruf')
    .getByText(/^\d+:\d\d$/)
    .waitFor();
  // It fills the screen.
  const { y = 0, height = 0 } = (await panel('Kuriere frei').boundingBox()) ?? {};
  expect(y + height).toBeGreaterThan(1040);
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
