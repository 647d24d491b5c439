import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { openDesk, openHome } from '../support/home.ts';
import { sharedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = sharedService(['--profile', 'mock']);

test.each([
  ['de-DE', 'Telefonbuch'],
  ['en-US', 'Phone book'],
])('the page speaks the language of the browser (%s)', async (locale, word) => {
  const service = await office();
  const page = await openHome(await openDesk(browser, { locale }), service.url);
  await page.getByRole('link', { name: word }).click();
  expect(new URL(page.url()).hash).toBe('#/contacts');
  await page.getByRole('heading', { name: word, level: 1 }).waitFor();
});
