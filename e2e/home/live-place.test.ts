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
const office = emptiedService(['--app.jobs.reference-names=tourzettel']);

const titles = (page: Page) => list(page).locator('[data-entry] bdi').allTextContents();

async function post(service: Service, path: string, body: unknown): Promise<void> {
  expect((await service.post(path, JSON.stringify(body))).status).toBe(202);
}

test('[HP12] a row leads to its contact, and Back comes back to the same place', async () => {
  const service = await office();
  for (let n = 1; n <= 30; n++) await post(service, '/api/webhook', { title: `Fahrt ${n}` });
  await post(service, '/api/webhook/kunden', { name: 'Optik', telefon: '030 23125115' });
  for (let n = 31; n <= 130; n++) await post(service, '/api/webhook', { title: `Fahrt ${n}` });
  const page = await openHome(await openDesk(browser), service.url);
  await row(page, 'Fahrt 130').waitFor();
  const optician = row(page, 'Optik');
  // Beyond the live ones, out of the archive.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return optician.count();
    })
    .toBe(1);
  await optician.evaluate((each) => each.scrollIntoView({ block: 'center' }));
  await optician.click();
  const place = async () => Math.round((await optician.boundingBox())?.y ?? -1);
  const before = await place();
  await list(page).getByRole('link', { name: 'Kontakt öffnen' }).click();
  await page.getByRole('heading', { name: 'Optik' }).waitFor();
  // Meanwhile the list goes on.
  await post(service, '/api/webhook', { title: 'Fahrt 131' });
  await page.goBack();
  await list(page).getByRole('link', { name: 'Kontakt öffnen' }).waitFor();
  // The page scrolls by whole pixels, and the row that has come is not as many high.
  const drift = async () => Math.abs((await place()) - before);
  await expect.poll(drift).toBeLessThanOrEqual(1);
  expect(await optician.evaluate((each) => each === document.activeElement)).toBe(true);
  await page.reload();
  await list(page).getByRole('link', { name: 'Kontakt öffnen' }).waitFor();
  await expect.poll(drift).toBeLessThanOrEqual(1);
});

test('[HP12] a row leads to its job, and the search is in the address: reload and Back keep it', async () => {
  const service = await office();
  await post(service, '/api/webhook/jobs', { auftragsnummer: 'A-1001', status: 'zugeteilt' });
  // By the office's own name for it, as the archive reads it.
  await post(service, '/api/webhook/jobs', { id: 7, tourzettel: 'T 9/1001', status: 'neu' });
  await post(service, '/api/webhook/kunden', { name: 'A-1001 Versand' });
  const page = await openHome(await openDesk(browser), service.url);
  await row(page, 'A-1001').waitFor();
  const field = page.getByRole('searchbox', { name: 'In der Liste suchen' });
  await field.fill('1001');
  await page.getByRole('button', { name: 'Aufträge' }).click();
  await expect.poll(() => page.url()).toContain('?q=1001');
  await expect.poll(() => titles(page)).toHaveLength(2);
  await row(page, 'A-1001').click();
  await list(page).getByRole('link', { name: 'Auftrag öffnen' }).click();
  await page.getByRole('heading', { name: 'A-1001' }).waitFor();
  await page.goBack();
  await list(page).getByRole('link', { name: 'Auftrag öffnen' }).waitFor();
  expect(await field.inputValue()).toBe('1001');
  await page.reload();
  await expect.poll(() => titles(page)).toHaveLength(2);
  expect(await field.inputValue()).toBe('1001');
  await list(page).locator('[data-entry]').first().click();
  await list(page).getByRole('link', { name: 'Auftrag öffnen' }).first().click();
  await page.getByRole('heading', { name: 'T 9/1001' }).waitFor();
  // Back to the job's row, then to where no channel was chosen yet, with the search of that time.
  await page.goBack();
  await expect.poll(() => titles(page)).toHaveLength(2);
  await page.goBack();
  await expect.poll(() => titles(page)).toHaveLength(3);
  expect(await field.inputValue()).toBe('1001');
});
