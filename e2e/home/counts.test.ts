import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { liveList as list, openDesk, openHome, liveRow as row } from '../support/home.ts';
import type { Service } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService();

const rows = (page: Page) => list(page).locator('[data-entry]');
const channel = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function post(service: Service, path: string, body: unknown): Promise<void> {
  expect((await service.post(path, JSON.stringify(body))).status).toBe(202);
}

/** So many customers, a few at a time. */
async function postCustomers(service: Service, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 25) {
    const some = Array.from({ length: Math.min(25, count - sent) }, (_, i) => sent + i);
    await Promise.all(
      some.map((n) => post(service, '/api/webhook/kunden', { name: `Kundin ${n}` })),
    );
  }
}

test('[HP13] more than a thousand are counted as that, in badge, title and pill, in every tab and after a reload', async () => {
  const service = await office();
  await post(service, '/api/webhook/kunden', { name: 'Optik', telefon: '030 23125115' });
  const desk = await openDesk(browser);
  const page = await openHome(desk, service.url);
  const link = row(page, 'Optik').locator('xpath=ancestor::li').getByRole('link');
  await link.hover();
  const before = await link.boundingBox();
  await expect.poll(() => page.getByText('ungesehen').count()).toBe(0);
  const other = await openHome(desk, service.url, '#/contacts');
  await other.getByRole('link', { name: 'Live' }).waitFor();
  for (let n = 1; n <= 6; n++) {
    await post(service, '/api/webhook/jobs', { auftragsnummer: `A-${n}` });
  }
  await expect.poll(() => other.title()).toMatch(/^\(6\) /);
  await postCustomers(service, 1010);

  await page.getByRole('button', { name: '1.000+ neue' }).waitFor();
  expect(await link.boundingBox()).toEqual(before);
  for (const tab of [page, other]) {
    await expect.poll(() => tab.title()).toMatch(/^\(1\.000\+\) /);
    await tab.getByRole('navigation').getByText('1.000+ ungesehen').waitFor();
  }
  // The jobs have long left the fifty that are held, and the hundred that the page keeps.
  await other.goto(`${service.url}/#/live/jobs`);
  await other.reload();
  await channel(other, 'Kunden 1.000+ ungesehen').waitFor();
  await expect.poll(() => rows(other).count()).toBe(6);
  // Looked at, the jobs are seen; what the filter hides is not.
  await channel(other, 'Aufträge').waitFor();
  for (const tab of [page, other]) {
    await channel(tab, 'Aufträge').waitFor();
    await channel(tab, 'Kunden 1.000+ ungesehen').waitFor();
  }
  await page.getByRole('button', { name: '1.000+ neue' }).press('Enter');
  for (const tab of [page, other]) {
    await expect.poll(() => tab.title()).not.toMatch(/^\(/);
    await channel(tab, 'Kunden').waitFor();
  }
});

test('[HP13] under a filter or a search the pill counts the rows that come, and those alone are seen', async () => {
  const service = await office();
  await post(service, '/api/webhook/jobs', { auftragsnummer: 'A-1', telefon: '030 78001' });
  const page = await openHome(await openDesk(browser), service.url, '#/live/jobs');
  const aim = async () => {
    await page.mouse.move(0, 0);
    await row(page, 'A-1').hover();
  };
  const come = async (title: string, ids: readonly string[]) => {
    await postCustomers(service, 70);
    for (const auftragsnummer of ids) {
      await post(service, '/api/webhook/jobs', { auftragsnummer, info: 'eilig' });
    }
    // More than the page keeps.
    await postCustomers(service, 70);
    await page.getByRole('button', { name: title, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Kunden' }).getByText('ungesehen').waitFor();
  };
  await aim();
  await come('2 neue', ['A-2', 'A-3']);
  expect(await rows(page).count()).toBe(1);
  await page.getByRole('button', { name: '2 neue' }).press('Enter');
  await expect.poll(() => rows(page).count()).toBe(3);
  await channel(page, 'Aufträge').waitFor();
  await channel(page, 'Kunden 140 ungesehen').waitFor();
  expect(await page.title()).toMatch(/^\(140\) /);

  await page.getByRole('searchbox').fill('a-1');
  await expect.poll(() => rows(page).count()).toBe(1);
  await aim();
  await come('1 neue', ['B-4', 'A-15']);
  await page.getByRole('button', { name: '1 neue' }).press('Enter');
  await expect.poll(() => rows(page).count()).toBe(2);
  // Of the two new jobs one was found and seen, and the other one was not.
  await channel(page, 'Aufträge 1 ungesehen').waitFor();
  await channel(page, 'Kunden 280 ungesehen').waitFor();
});
