import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { openDesk, openHome } from '../support/home.ts';
import { sharedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = sharedService(['--app.server.allowed-hosts=office-pc']);

test('what a dispatcher chooses holds at once, in the other tab too, and after a reload', async () => {
  const service = await office();
  const desk = await openDesk(browser, { colorScheme: 'light' });
  const page = await openHome(desk, service.url);
  const otherTab = await openHome(desk, service.url);
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Einstellungen' });
  await dialog.getByText('Dunkel').click();
  await dialog.getByText('English').click();
  const english = page.getByRole('dialog', { name: 'Settings' });
  await english.getByRole('checkbox', { name: 'Sound' }).check();
  await english.getByRole('checkbox', { name: 'Customers' }).check();
  await page.keyboard.press('Escape');

  await otherTab.getByRole('link', { name: 'Phone book' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Phone book' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.getByRole('button', { name: 'Settings' }).click();
  expect(await english.getByRole('checkbox', { name: 'Sound' }).isChecked()).toBe(true);
  expect(await english.getByRole('checkbox', { name: 'Customers' }).isChecked()).toBe(true);
  expect(await english.getByRole('checkbox', { name: 'Notifications' }).isChecked()).toBe(false);
});

test('[HP1] a browser loads its own language only, and another one is there as a whole or not at all', async () => {
  const service = await office();
  const desk = await openDesk(browser);
  const asked: string[] = [];
  desk.on('request', (request) => {
    asked.push(...(/\/home\/(\w\w-(?:first|later))-/.exec(request.url()) ?? []).slice(1));
  });
  const page = await openHome(desk, service.url);
  await page.getByRole('searchbox').fill('half a w');
  expect(new Set(asked)).toEqual(new Set(['de-first', 'de-later']));
  const arrived = Promise.withResolvers<void>();
  await page.route('**/home/en-later-*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  const dialog = page.getByRole('dialog');
  const isAsked = page.waitForResponse('**/home/en-first-*.js');
  await dialog.getByText('English').click();
  await isAsked;
  await dialog.getByText('Dunkel').waitFor();
  await page.getByRole('link', { name: 'Telefonbuch' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  arrived.resolve();
  await dialog.getByText('Dark').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('searchbox').inputValue()).toBe('half a w');
  await page.getByRole('link', { name: 'Phone book' }).waitFor();
});

test('[HP1] the texts of the language come beside the script, and an older page gets those that are gone by a reload', async () => {
  const service = await office();
  const links = async (languages: string) => {
    const answer = await fetch(service.url, { headers: { 'accept-language': languages } });
    return [...(await answer.text()).matchAll(/<link rel="modulepreload"[^>]*\/home\/(\w\w)-/g)];
  };
  expect((await links('fr, en;q=0.7')).map(([, language]) => language)).toEqual(['en']);
  expect((await links('fr')).map(([, language]) => language)).toEqual(['de']);

  const page = await openHome(await openDesk(browser), service.url);
  const gone = '**/home/en-later-*.js';
  await page.route(gone, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  const missed = page.waitForResponse(gone);
  await page.getByRole('dialog').getByText('English').click();
  await missed;
  await page.getByRole('link', { name: 'Telefonbuch' }).waitFor();
  await page.unroute(gone);
  await page.getByRole('link', { name: 'Phone book' }).waitFor();
});

test('what needs a secure context says so where there is none, and the rest works', async () => {
  const service = await office();
  const url = service.url.replace('127.0.0.1', 'office-pc');
  const page = await openHome(await openDesk(browser), url);
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByText('Geht nur über https:// oder auf localhost').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Benachrichtigungen' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await service.post('/api/webhook', '{"title":"arrives all the same"}');
  await page.getByText('arrives all the same').first().waitFor();
});

test('everything is reached by keyboard, and ? shows the keys', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url);
  await page.getByRole('link', { name: 'Live' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Tastenkürzel' });
  await dialog.getByRole('row', { name: /^\/ / }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const titles = ['Live', 'Anrufe', 'Telefonbuch', 'Aufträge', 'Kuriere', 'Archiv'];
  for (const [digit, title] of titles.entries()) {
    await page.keyboard.press(String(digit + 1));
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  await page.keyboard.press('7');
  await page.getByRole('link', { name: 'Wandtafel verlassen' }).waitFor();
  await page.keyboard.press('8');
  await page.getByRole('heading', { level: 1, name: 'Quellen' }).waitFor();
});
