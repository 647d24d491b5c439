import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { fillJobs, inMinutes } from '../support/many-jobs.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

test('[HP18] a list of any length is read on by itself, and the page holds no more rows than are near the window', async () => {
  const service = await office();
  await fillJobs(service, 1100);
  const desk = await openDesk(browser, { viewport: { width: 1440, height: 900 } });
  const page = await openHome(desk, service.url, '#/jobs');
  await page.getByRole('list', { name: 'Aufträge' }).waitFor();
  /** The first and the last row: their numbers, and where they stand on the page. */
  const ends = (scroll?: 'top' | 'end') =>
    page.evaluate((to) => {
      const all = document.querySelectorAll('ul[aria-label="Aufträge"] > li');
      const row = (one: Element | undefined) => ({
        name: one?.querySelector('bdi')?.textContent,
        top: (one?.getBoundingClientRect().top ?? 0) + scrollY,
      });
      const height = all[0]?.getBoundingClientRect().height ?? 0;
      const found = { first: row(all[0]), last: row([...all].at(-1)), rows: all.length, height };
      if (to) scrollTo(0, to === 'top' ? 0 : document.documentElement.scrollHeight);
      return found;
    }, scroll);
  const begin = await ends();
  expect(begin.first.name).toBe('T-1');
  let most = 0;
  const endName = async () => {
    const { last, rows: there } = await ends('end');
    most = Math.max(most, there);
    return last.name;
  };
  await expect.poll(endName).toBe('T-1100');
  expect(most).toBeLessThan(100);
  // Each stands where it would if all were there, and says which one of how many it is.
  const { first, last, height } = await ends();
  expect(first.name).not.toBe('T-1');
  expect(last.top - begin.first.top).toBe(1099 * height);
  const items = page.getByRole('list', { name: 'Aufträge' }).getByRole('listitem');
  expect(await items.last().getAttribute('aria-posinset')).toBe('1100');
  expect(await items.last().getAttribute('aria-setsize')).toBe('1100');
  await expectAccessible(page);
  // One that comes in meanwhile is seen without reading all of them anew.
  const late = { auftragsnummer: 'T-1101', status: 'neu', pickupBy: inMinutes(3000) };
  await service.post('/api/webhook/jobs', JSON.stringify(late));
  await expect.poll(endName).toBe('T-1101');
  await expect.poll(async () => (await ends('top')).first).toEqual(begin.first);
  expect((await ends()).rows).toBeLessThan(100);
});

test('[HP18] keys go on from a row, and one that is chosen stays so, however far it was scrolled away; paper has all', async () => {
  const service = await office();
  await fillJobs(service, 300);
  const desk = await openDesk(browser, { viewport: { width: 1440, height: 900 } });
  const page = await openHome(desk, service.url, '#/jobs');
  const items = page.getByRole('list', { name: 'Aufträge' }).getByRole('listitem');
  const job = page.getByRole('region', { name: 'Auftrag' });
  const row = (n: number) => items.filter({ has: page.getByText(`T-${n}`, { exact: true }) });
  const away = async () => {
    // Only what has been read can be scrolled to.
    const scroll = () =>
      page.evaluate(() => {
        scrollTo(0, 5000);
        return scrollY;
      });
    await expect.poll(scroll).toBe(5000);
    await row(180).waitFor();
    await row(40).waitFor({ state: 'detached' });
  };
  const focused = () =>
    page.evaluate(() => document.activeElement?.querySelector('bdi')?.textContent);
  await row(20).getByRole('link').focus();
  await away();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('T-21');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(600);
  // Held down, a key goes through rows that come into the document only then.
  await page.keyboard.down('ArrowDown');
  for (let n = 0; n < 60; n++) await page.keyboard.down('ArrowDown');
  await page.keyboard.up('ArrowDown');
  await expect.poll(focused).toBe('T-82');
  await page.keyboard.press('Enter');
  await job.getByRole('heading', { name: 'T-82', exact: true }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await row(3).waitFor();
  await page.getByRole('heading', { name: 'Aufträge' }).click();
  await page.keyboard.press('ArrowUp');
  await job.getByRole('heading', { name: 'T-81', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await job.waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('T-81');

  const loaded = await items.last().getAttribute('aria-posinset');
  await page.evaluate(() =>
    addEventListener('beforeprint', () => {
      const all = document.querySelectorAll('ul[aria-label="Aufträge"] > li');
      document.body.dataset['printed'] = String(all.length);
    }),
  );
  await page.pdf();
  const printed = Number(await page.locator('body').getAttribute('data-printed'));
  expect(printed).toBeGreaterThanOrEqual(Number(loaded));
  await expect.poll(() => items.count()).toBeLessThan(100);
});

test('[HP18] whoever turns the wheel is read on, however often a job changes meanwhile', async () => {
  const service = await office();
  await fillJobs(service, 300);
  const desk = await openDesk(browser, { viewport: { width: 1440, height: 900 } });
  const page = await openHome(desk, service.url, '#/jobs');
  const list = page.getByRole('list', { name: 'Aufträge' });
  await list.getByRole('listitem').nth(5).hover();
  let isOver = false;
  const keepChanging = async () => {
    for (let n = 1; !isOver; n++) {
      const change = { auftragsnummer: 'T-1', status: 'neu', stand: n };
      await service.post('/api/webhook/jobs', JSON.stringify(change));
    }
  };
  const changing = keepChanging();
  const turned = async () => {
    await page.mouse.wheel(0, 600);
    return list.getByRole('listitem').last().locator('bdi').first().textContent();
  };
  await expect.poll(turned, { interval: 10 }).toBe('T-300');
  isOver = true;
  await changing;
});
