import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { callerIs } from '../support/calls.ts';
import { openDesk, openHome } from '../support/home.ts';
import type { Service } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

/** The page that goes on from story to story. */
let page: Page;
const goTo = (hash: string) => page.evaluate((to) => location.assign(to), hash);

const report = async (service: Service, path: string, what: unknown) => {
  const answer = await service.post(path, JSON.stringify(what));
  expect(answer.status).toBe(202);
};

const hashOf = (page: Page) => decodeURIComponent(new URL(page.url()).hash);
const placeOf = (page: Page) => page.evaluate(() => Math.round(scrollY));
const NUMBER = '+4930231253';

/** Calls that were taken, the last one first: `Anruferin 1`, two of them with a note. */
async function reportCalls(service: Service, count: number) {
  const calls = Array.from({ length: count }, (_, n) => ({
    callId: `c${n}`,
    startedAt: new Date(Date.UTC(2026, 0, 5, 10) - n * 60_000).toISOString(),
    direction: 'in',
    state: 'ended',
    from: { number: `${NUMBER}${100 + n}`, name: `Anruferin ${n + 1}` },
    answeredAt: new Date(Date.UTC(2026, 0, 5, 10) - n * 60_000 + 5000).toISOString(),
    durationSec: 60,
  }));
  await report(service, '/api/calls', { calls });
  await settled(service);
}

test('[HP12] [HP13] what the jobs are narrowed to stands in the address, with all values there are', async () => {
  const service = await office();
  for (let n = 1; n <= 60; n++) {
    await report(service, '/api/webhook/jobs', { jobId: `J-${n}`, status: 'neu', to: 'Lager' });
  }
  await report(service, '/api/webhook/jobs', { jobId: 'D-1', status: 'delivered', to: 'Lager' });
  await settled(service);
  page = await openHome(await openDesk(browser, {}, afterAll), service.url, '#/live', afterAll);
  await page.getByRole('link', { name: 'Aufträge' }).click();
  await page.getByText('60 Aufträge', { exact: true }).waitFor();
  const status = page.getByRole('combobox', { name: 'Status' });
  const entries = await page.evaluate(() => history.length);
  await page.getByRole('radiogroup').getByText('Alle').click();
  await page.getByText('61 Aufträge', { exact: true }).waitFor();
  await expect
    .poll(() => status.getByRole('option').allTextContents())
    .toEqual(['Jeder Status', 'Neu · 60', 'Erledigt · 1', 'delivered · 1', 'neu · 60']);
  await page.getByRole('searchbox', { name: 'Suchen' }).pressSequentially('lager j-1');
  await expect.poll(() => hashOf(page)).toBe('#/jobs?scope=all&q=lager+j-1');
  await page.getByText('11 Aufträge', { exact: true }).waitFor();
  // The way back leads out of the search, not through every letter.
  expect(await page.evaluate(() => history.length)).toBe(entries);

  // From elsewhere one comes back to what one had chosen, and then to all of it.
  await page.getByRole('link', { name: 'Live' }).click();
  await page.getByRole('heading', { name: 'Live' }).waitFor();
  await page.keyboard.press('4');
  await page.getByText('11 Aufträge', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('11 Aufträge', { exact: true }).waitFor();
  expect(await page.getByRole('searchbox', { name: 'Suchen' }).inputValue()).toBe('lager j-1');
  await page.getByRole('link', { name: 'J-12' }).click();
  await expect.poll(() => hashOf(page)).toBe('#/jobs/J-12?scope=all&q=lager+j-1');
  await page.getByText('11 Aufträge', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Aufträge', exact: true }).click();
  await page.getByText('60 Aufträge', { exact: true }).waitFor();
  expect(hashOf(page)).toBe('#/jobs');
  await page.getByRole('link', { name: 'Live' }).click();
  await page.getByRole('heading', { name: 'Live' }).waitFor();
  await page.keyboard.press('4');
  await page.getByText('60 Aufträge', { exact: true }).waitFor();
  expect(hashOf(page)).toBe('#/jobs');

  // As the archive's links were written before.
  await goTo('#/archive/jobs%3Fq%3Dj-12');
  await page.getByText('1 Treffer').waitFor();
  expect(await page.getByRole('searchbox', { name: 'Suchwörter' }).inputValue()).toBe('j-12');
  await goTo('#/archive/jobs?q=lager');
  await page.getByText('61 Treffer').waitFor();
});

test('[HP12] Back comes back to the place in the calls: rows, what is unfolded, and the search', async () => {
  const service = await office();
  await reportCalls(service, 120);
  await goTo('#/calls');
  const rows = page.getByRole('main').getByRole('listitem');
  await page.getByRole('button', { name: 'Mehr laden' }).click();
  const row = rows.filter({ hasText: 'Anruferin 90' });
  await row.getByRole('button', { name: 'Mehr zu Anruferin 90' }).click();
  await row.getByRole('link', { name: 'Zum Kontakt' }).waitFor();
  const before = await placeOf(page);
  expect(before).toBeGreaterThan(1000);

  // The link to where one is already leads nowhere, and loses nothing.
  await page.getByRole('navigation').getByRole('link', { name: 'Anrufe' }).click();
  await row.getByRole('link', { name: 'Anruferin 90', exact: true }).click();
  await page.getByRole('heading', { name: 'Letzte Anrufe' }).waitFor();
  expect(await placeOf(page)).toBe(0);
  await page.goBack();
  await row.getByRole('link', { name: 'Zum Kontakt' }).waitFor();
  await expect.poll(() => placeOf(page)).toBe(before);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Anruferin 90');
  await page.reload();
  await row.getByRole('link', { name: 'Zum Kontakt' }).waitFor();
  await expect.poll(() => placeOf(page)).toBe(before);

  // From a contact to the calls of the number, and by name or note among all of them.
  await row.getByRole('link', { name: 'Zum Kontakt' }).click();
  await page.getByRole('link', { name: 'Alle Anrufe der Nummer' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  expect(hashOf(page)).toBe(`#/calls?number=${NUMBER}189`);
  expect(await page.getByLabel('Nummer', { exact: true }).inputValue()).toBe(`${NUMBER}189`);
  await page.getByRole('link', { name: 'Live', exact: true }).click();
  await page.getByRole('heading', { name: 'Live' }).waitFor();
  await page.keyboard.press('2');
  await rows.nth(49).waitFor();
  await page.getByRole('searchbox', { name: 'Suchen' }).fill('anruferin 11');
  await page.getByLabel('Von', { exact: true }).fill('2026-01-05');
  await page.getByText('11 Anrufe', { exact: true }).waitFor();
  expect(hashOf(page)).toBe('#/calls?q=anruferin+11&from=2026-01-05');
  await rows.first().getByRole('link', { name: 'Anruferin 11', exact: true }).click();
  await page.getByRole('heading', { name: 'Letzte Anrufe' }).waitFor();
  await page.goBack();
  await page.getByText('11 Anrufe', { exact: true }).waitFor();
  expect(await page.getByRole('searchbox', { name: 'Suchen' }).inputValue()).toBe('anruferin 11');
});

test('[HP12] a contact leads to its jobs, a job to its contacts, and the phone book is where it was', async () => {
  const service = await office();
  const addresses = Array.from({ length: 200 }, (_, n) => ({
    name: `Müller ${String(n + 1).padStart(3, '0')}`,
    number: `${NUMBER}${200 + n}`,
    role: n % 2 ? 'customer' : 'courier',
  }));
  await report(service, '/api/addresses', { addresses });
  const pickup = { name: 'Müller 150', phone: `${NUMBER}349` };
  await report(service, '/api/webhook/jobs', { jobId: 'J-1', status: 'neu', pickup });
  await settled(service);
  await goTo('#/contacts');
  await page.getByRole('searchbox', { name: 'Filtern' }).pressSequentially('mueller');
  await page.getByText('200 von').waitFor();
  await expect.poll(() => hashOf(page)).toBe('#/contacts?q=mueller');
  await page.evaluate(() => scrollTo(0, 7000));
  const contact = page.getByRole('link', { name: 'Müller 150', exact: true });
  await contact.scrollIntoViewIfNeeded();
  const before = await placeOf(page);
  for (const goBack of [
    () => page.getByRole('main').getByRole('link', { name: 'Telefonbuch' }).click(),
    () => page.goBack(),
  ]) {
    await contact.click();
    await page.getByRole('heading', { name: 'Müller 150' }).waitFor();
    expect(await placeOf(page)).toBe(0);
    await goBack();
    await contact.waitFor();
    await expect.poll(() => placeOf(page)).toBe(before);
    expect(hashOf(page)).toBe('#/contacts?q=mueller');
  }
  await contact.click();
  await page.getByRole('link', { name: 'Auftrag J-1' }).click();
  const job = page.getByRole('region', { name: 'Auftrag' });
  await job.getByRole('button', { name: 'Inhalt' }).click();
  await job.getByRole('link', { name: 'Müller 150', exact: true }).click();
  await page.getByRole('heading', { name: 'Müller 150' }).waitFor();
  await page.goBack();
  await job.getByRole('button', { name: 'Inhalt', expanded: true }).waitFor();

  // From the archive too; what was unfolded there is so still.
  await goTo('#/archive/addresses?q=Müller+150');
  await page.getByRole('button', { name: /Müller 150/, expanded: false }).click();
  await page.getByRole('link', { name: 'Zum Kontakt Müller 150' }).click();
  await page.getByRole('heading', { name: 'Letzte Anrufe' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: /Müller 150/, expanded: true }).waitFor();
});

test('[HP12] every page has a title of its own, and so has every job and contact', async () => {
  const service = await office();
  await report(service, '/api/webhook/jobs', { jobId: 'D-1001', status: 'neu' });
  const number = '030 23125-301';
  await report(service, '/api/webhook/kunden', { name: 'Labor Süß', telefon: number });
  await callerIs(service, number, ({ match }) => match === 'exact');
  // Nothing is new any more.
  await fetch(`${service.url}/api/webhook/history`, { method: 'DELETE' });
  for (const [hash, title] of [
    ['#/calls', 'Anrufe – Hookline'],
    ['#/contacts', 'Telefonbuch – Hookline'],
    [`#/contacts/${encodeURIComponent(number)}`, 'Labor Süß – Telefonbuch – Hookline'],
    ['#/contacts/030 23125-399', '030 23125399 – Telefonbuch – Hookline'],
    ['#/jobs', 'Aufträge – Hookline'],
    ['#/jobs/D-1001', 'D-1001 – Aufträge – Hookline'],
    ['#/archive', 'Archiv – Hookline'],
    ['#/wallboard', 'Wandtafel – Hookline'],
    ['#/live', 'Live – Hookline'],
  ] as const) {
    await goTo(hash);
    await expect.poll(() => page.title()).toBe(title);
  }
  await goTo('#/jobs/D-1001');
  await report(service, '/api/webhook/jobs', { jobId: 'D-1002', status: 'neu' });
  await expect.poll(() => page.title()).toBe('(1) D-1001 – Aufträge – Hookline');
});

test('[HP10] jobs change: the row under a resting pointer stays there, for as long as it rests', async () => {
  const service = await office();
  const change = (n: number, status = 'neu') =>
    report(service, '/api/webhook/jobs', { jobId: `J-${n}`, status, to: 'Lager' });
  for (let n = 1; n <= 5; n++) await change(n);
  await settled(service);
  await page.mouse.move(0, 0);
  await page.clock.install();
  await goTo('#/sources');
  await page.getByRole('heading', { level: 1, name: 'Quellen' }).waitFor();
  await goTo('#/jobs');
  const rows = page.getByRole('list', { name: 'Aufträge' }).getByRole('link');
  await expect.poll(() => rows.count()).toBe(5);
  // What comes a moment after the page has its place from then on.
  await page.getByText('Klingeln hören?').waitFor();
  await page.getByLabel('Nummer wählen').waitFor();
  const row = rows.filter({ hasText: 'J-3' });
  const before = await row.boundingBox();
  if (!before) throw new Error('there is nothing to aim at');
  const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
  await page.mouse.move(x, y);
  for (let n = 6; n <= 8; n++) {
    await change(n);
    await page.clock.fastForward(10_000);
  }
  // One that changes says so where it stands, and so does one that is no longer open.
  await change(1, 'zugeteilt');
  await change(4, 'zugestellt');
  await page.getByRole('button', { name: '3 neue' }).waitFor();
  await rows.last().filter({ hasText: 'Zugeteilt' }).waitFor();
  await rows.filter({ hasText: 'J-4' }).getByText('nicht mehr dabei').waitFor();
  expect(await row.boundingBox()).toEqual(before);
  await page.mouse.click(x, y);
  await page.getByRole('heading', { name: 'J-3' }).waitFor();
  await page.mouse.move(0, 0);
  await rows.first().filter({ hasText: 'J-1' }).waitFor();
  expect(await rows.count()).toBe(7);
});
