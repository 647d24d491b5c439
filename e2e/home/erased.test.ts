import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { openDesk, openHome } from '../support/home.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

const NUMBER = '030 23125-777';
const HER = { name: 'Frau Mustermann', number: NUMBER, strasse: 'Musterweg 1' };
const OTHER = { name: 'Blitz Kurier KG', number: '030 23125-778' };

/** A service that knows both of them. */
async function bothKnown() {
  const { url } = await office();
  const post = (path: string, body: unknown) =>
    fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
  for (const person of [HER, OTHER]) await post('/api/webhook/kunden', person);
  return { url, post };
}

/** All that the page shows, and what it keeps for later. */
const everything = (page: Page) =>
  page.evaluate(() => document.body.innerText + JSON.stringify(Object.entries(sessionStorage)));

test('[ST4] [AR13] who is erased is gone from every tab that is open, and from those that open later', async () => {
  const { url, post } = await bothKnown();
  const reader = await openDesk(browser);
  const live = await openHome(reader, url, '#/live');
  await live.getByText('Frau Mustermann').first().waitFor();
  // Another tab of the same browser: it gets what the first one holds.
  const second = await openHome(reader, url, '#/live');
  await second.getByText('Frau Mustermann').first().waitFor();
  // A colleague is about to correct the contact, and one has just found it.
  const editor = await openHome(await openDesk(browser), url, '#/contacts');
  await editor.getByRole('searchbox', { name: 'Filtern' }).fill('Mustermann');
  await editor.getByRole('link', { name: 'Frau Mustermann', exact: true }).click();
  await editor.getByRole('button', { name: 'Bearbeiten' }).click();
  const form = editor.getByRole('dialog', { name: 'Kontakt bearbeiten' });
  await form.getByLabel('Notiz').fill('Mustermann: Hintereingang');
  const finder = await openHome(await openDesk(browser), url, '#/live');
  // A key that is pressed before the page listens is lost.
  await finder.getByText('Frau Mustermann').first().waitFor();
  await finder.keyboard.press('/');
  await finder.getByRole('dialog').getByRole('combobox').fill('musterm');
  await finder.getByRole('option', { name: /Frau Mustermann/ }).waitFor();

  expect((await post('/api/privacy/erase', { number: NUMBER })).status).toBe(200);

  for (const page of [live, second, editor, finder]) {
    await expect.poll(() => everything(page)).not.toContain('ustermann');
  }
  for (const page of [live, second, finder]) await page.getByText(OTHER.name).first().waitFor();
  await form.waitFor({ state: 'detached' });

  const late = await openHome(reader, url, '#/live');
  await late.getByText(OTHER.name).first().waitFor();
  expect(await everything(late)).not.toContain('ustermann');
});

test('[HP11] [AR13] what is typed about others outlives an erasure', async () => {
  const { url, post } = await bothKnown();
  const page = await openHome(await openDesk(browser), url, '#/contacts');
  await page.getByRole('searchbox', { name: 'Filtern' }).fill('Blitz');
  await page.getByRole('link', { name: OTHER.name, exact: true }).click();
  await page.getByRole('button', { name: 'Bearbeiten' }).click();
  const form = page.getByRole('dialog', { name: 'Kontakt bearbeiten' });
  await form.getByLabel('Notiz').fill('klingelt nicht');
  const erased = page.waitForResponse((answer) => /\/api\/addresses\/[^/]+$/.test(answer.url()));
  await post('/api/privacy/erase', { number: NUMBER });
  await erased;
  await expect.poll(() => form.getByLabel('Notiz').inputValue()).toBe('klingelt nicht');
});
