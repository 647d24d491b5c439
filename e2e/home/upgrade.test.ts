import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { sharedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = sharedService();

/** Word for word what the first version of the page has put there. */
const FIRST_SETTINGS =
  '{"language":"en","theme":"dark","sound":true,"notifications":false,"alertChannels":["kunden"]}';
const SETTINGS = 'hookline settings';

/** What is asked for at addresses that came after the first version. */
const LATER =
  /\/api\/(?:archive\/(?:job-statuses|counts\/)|couriers|lines|sources|webhook\/history\/ids)/;

/** All that the first version said there. */
const FIRST_ANSWERS = {
  '/readyz': { status: 'degraded', reasons: ['the archive cannot store at the moment'] },
  '/api/telephony': { url: null },
};

const PAGES = {
  calls: 'Anrufe',
  contacts: 'Telefonbuch',
  jobs: 'Aufträge',
  couriers: 'Kuriere',
  archive: 'Archiv',
  sources: 'Quellen',
  live: 'Live',
};

const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key) ?? '', SETTINGS);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('[HP1] [HP8] what the first version of the page has kept is kept, and so is what a newer one has', async () => {
  const service = await office();
  const desk = await openDesk(browser, { colorScheme: 'light' });
  const page = await openHome(desk, service.url);
  await service.post('/api/webhook', '{"title":"before the upgrade"}');
  await page.getByText('before the upgrade').first().waitFor();
  const seenKey = `hookline ${service.url}/ seen`;
  const seen = () => page.evaluate((key) => localStorage.getItem(key), seenKey);
  await expect.poll(seen).toContain('"id":1');
  await page.goto('about:blank');

  await service.post('/api/webhook', '{"title":"during the upgrade"}');
  await page.goto(`${service.url}/api/webhook/history`);
  await page.evaluate(
    ([key, value, seenAt]) => {
      const { instance, id } = JSON.parse(localStorage.getItem(seenAt ?? '') ?? '{}');
      localStorage.clear();
      sessionStorage.clear();
      localStorage.setItem(key ?? '', value ?? '');
      localStorage.setItem(seenAt ?? '', JSON.stringify({ instance, id }));
    },
    [SETTINGS, FIRST_SETTINGS, seenKey],
  );
  await page.goto(`${service.url}/#/jobs`);
  await heading(page, 'Jobs').waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  // One was seen, and one came meanwhile.
  await expect.poll(() => page.title()).toBe('(1) Jobs – Hookline');
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  const isOn = (name: string) => dialog.getByRole('checkbox', { name }).isChecked();
  expect([await isOn('Sound'), await isOn('Customers'), await isOn('Jobs')]).toEqual([
    true,
    true,
    false,
  ]);

  await page.evaluate((key) => {
    const known = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...known, ofLater: ['kept'] }));
  }, SETTINGS);
  await dialog.getByRole('checkbox', { name: 'Couriers' }).check();
  await expect.poll(() => stored(page)).toContain('"kuriere"');
  expect(await stored(page)).toContain('"ofLater":["kept"]');
  expect(await stored(page)).toContain('"theme":"dark"');
});

test('parts of the page that an upgrade has taken away are told of, cost nothing else, and come by themselves', async () => {
  const service = await office();
  const page = await (await openDesk(browser)).newPage();
  // As the new version answers a page of the old one, whose files have other names.
  const gone = /\/home\/(?:jobs-page|settings-dialog)-[^/]*\.js$/;
  await page.route(gone, (route) => route.fulfill({ status: 404, body: '' }));
  // Until it is there: whoever reloads before that has no page at all.
  const isServed = `${service.url}/`;
  await page.route(isServed, (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 502 }) : route.continue(),
  );
  await page.goto(`${service.url}/`);
  const missing = page.getByText('Dieser Teil der Seite fehlt noch');
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await missing.waitFor();
  await service.post('/api/webhook', '{"title":"arrives at the old page"}');
  await page.getByText('arrives at the old page').first().waitFor();
  await page.getByRole('link', { name: 'Aufträge' }).click();
  await heading(page, 'Aufträge').waitFor();
  await expect.poll(() => missing.count()).toBe(2);
  await page.getByRole('button', { name: 'Neu laden' }).first().waitFor();
  await expectAccessible(page);

  await page.unrouteAll();
  await missing.first().waitFor({ state: 'detached' });
  await page.getByText('Keine Aufträge').or(page.getByRole('searchbox')).first().waitFor();
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByRole('dialog', { name: 'Einstellungen' }).waitFor();
});

test('the page goes on at a server that does not know yet what it asks for', async () => {
  const service = await office();
  const page = await (await openDesk(browser)).newPage();
  const refused: string[] = [];
  await page.route(LATER, (route) => {
    refused.push(new URL(route.request().url()).pathname);
    const body = JSON.stringify({ title: 'Not Found', status: 404, code: 'not_found' });
    return route.fulfill({ status: 404, contentType: 'application/problem+json', body });
  });
  for (const [path, body] of Object.entries(FIRST_ANSWERS)) {
    await page.route(`${service.url}${path}`, (route) => route.fulfill({ json: body }));
  }
  await service.post('/api/webhook/jobs', '{"jobId":"D-1","status":"neu","tel":"030 23125100"}');
  await service.post('/api/webhook/kunden', '{"name":"Café Ñandú","telefon":"030 23125100"}');
  await page.goto(`${service.url}/`);
  for (const [where, name] of Object.entries(PAGES)) {
    await page.goto(`${service.url}/#/${where}`);
    await heading(page, name).waitFor();
    expect(await page.getByText('Neu laden').count(), name).toBe(0);
  }
  await page.goto(`${service.url}/#/jobs`);
  await page.getByText('D-1').first().waitFor();
  await page.goto(`${service.url}/#/contacts`);
  await page.getByText('Café Ñandú').first().waitFor();
  await page.getByRole('button', { name: 'Archiv: Das Archiv meldet ein Problem' }).waitFor();
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByRole('dialog', { name: 'Einstellungen' }).waitFor();
  await page.keyboard.press('Escape');
  await service.post('/api/webhook', '{"title":"goes on"}');
  await page.goto(`${service.url}/#/live`);
  await page.getByText('goes on').first().waitFor();
  // It did ask, or this would show nothing.
  expect(new Set(refused.map((path) => path.split('/')[2]))).toEqual(
    new Set(['archive', 'couriers', 'sources']),
  );
});
