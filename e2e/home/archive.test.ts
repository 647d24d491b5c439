import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { ownPostgres } from '../support/postgres.ts';
import { type Service, startService } from '../support/service.ts';
import { changeArchive, emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const openOffice = emptiedService();

/** The page that goes on from story to story. */
let page: Page;
const goTo = (hash: string) => page.evaluate((to) => location.assign(to), hash);

const DAY = 24 * 60 * 60 * 1000;

/** Makes everything that is stored so many days old. */
function age(service: Service, days: number): void {
  const then = new Date(Date.now() - days * DAY).toISOString();
  for (const table of ['events', 'jobs', 'job_versions']) {
    changeArchive(service, `update ${table} set received_at = '${then}'`);
  }
}

const send = async (service: Service, path: string, body: unknown) => {
  expect((await service.post(path, JSON.stringify(body))).ok).toBe(true);
};
const results = (page: Page) => page.getByRole('region', { name: 'Treffer' });
const rows = (page: Page) => results(page).getByRole('button', { expanded: false });
const choose = (page: Page, kind: string) =>
  page.getByRole('radiogroup', { name: 'Was durchsuchen' }).getByText(kind).click();

/** What a click on a download link puts on the disk. */
async function download(page: Page, format: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Alle Treffer als ${format} herunterladen` }).click(),
  ]);
  return readFileSync(await file.path(), 'utf8');
}

/** The day of last week's Wednesday, in days before now; where the page is, it may be Monday already. */
function daysSinceLastWednesday(): number {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'Europe/Berlin' });
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  return days.indexOf(weekday.format(new Date())) + 5;
}

test('[HP6] a dispatcher finds last week’s job, exports it and shows a colleague', async () => {
  const office = await openOffice();
  const job = (reference: string, to: string) => ({
    auftragsnummer: reference,
    status: 'zugestellt',
    abholung: { name: 'Labor Süß' },
    zustellung: { name: to, telefon: '030 23125-102' },
  });
  await send(office, '/api/webhook/jobs', job('ALT-1', 'Klinik am Teich'));
  await send(office, '/api/webhook/jobs', job('ALT-2', '=HYPERLINK("x")'));
  await settled(office);
  age(office, daysSinceLastWednesday());
  await send(office, '/api/webhook/jobs', job('NEU-1', 'Klinik am Teich'));
  await settled(office);

  page = await openHome(await openDesk(browser, {}, afterAll), office.url, '#/archive', afterAll);
  await results(page).getByText('3 Treffer').waitFor();
  // An event leads to its job, folded and unfolded.
  await results(page).getByRole('link', { name: 'Zum Auftrag NEU-1' }).waitFor();
  await rows(page).filter({ hasText: 'NEU-1' }).click();
  await results(page).getByRole('link', { name: 'Auftrag öffnen' }).click();
  await page.getByRole('heading', { name: 'NEU-1', level: 2 }).waitFor();
  await page.goBack();
  await results(page).getByText('3 Treffer').waitFor();
  await choose(page, 'Aufträge');
  await page.getByRole('button', { name: 'Letzte Woche' }).click();
  await results(page).getByText('2 Treffer').waitFor();
  await page.getByRole('searchbox', { name: 'Suchwörter' }).fill('labor KLINIK');
  await results(page).getByText('1 Treffer').waitFor();
  await rows(page).filter({ hasText: 'Labor Süß → Klinik am Teich' }).click();
  await results(page).getByText('ALT-1').nth(1).waitFor();

  const csv = await download(page, 'CSV');
  expect(csv.match(/ALT-1|ALT-2|NEU-1/g)?.every((found) => found === 'ALT-1')).toBe(true);
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2);
  const [heading = '', found = '', ...none] = (await download(page, 'Excel')).split('\r\n');
  expect(heading).toMatch(/^\uFEFF?Auftrag;Status;.*;Weitere Felder$/);
  expect(found).toMatch(/^ALT-1;.*;Labor Süß;/);
  expect(none).toEqual(['']);
  const [line = '{}', ...more] = (await download(page, 'NDJSON')).trimEnd().split('\n');
  expect([JSON.parse(line).reference, more]).toEqual(['ALT-1', []]);

  // The address says it all: for whoever loads it again, and for a colleague who gets it.
  await page.reload();
  await results(page).getByText('1 Treffer').waitFor();
  const link = new URL(page.url());
  const colleague = await openHome(await openDesk(browser), office.url, link.hash);
  await results(colleague).getByText('1 Treffer').waitFor();
  expect(await colleague.getByRole('searchbox').inputValue()).toBe('labor KLINIK');
  await colleague.getByRole('link', { name: 'Verlauf von ALT-1' }).click();
  await colleague.getByRole('heading', { name: 'ALT-1', level: 2 }).waitFor();
  await colleague.goBack();
  await results(colleague).getByText('1 Treffer').waitFor();
});

test('[HP6] words in older events are found once the time is named, and everything can be taken along', async () => {
  const office = await openOffice();
  await send(office, '/api/webhook', { notiz: 'Aufzug bei der Klinik außer Betrieb' });
  await settled(office);
  age(office, 20);
  for (let i = 1; i <= 55; i++) {
    const path = i % 5 ? '/api/webhook/kuriere' : '/api/webhook/kunden';
    await send(office, path, { name: `Person ${i}`, telefon: `030 23125-1${i + 10}` });
  }
  await settled(office);
  await page.emulateMedia({ colorScheme: 'dark' });
  await goTo('#/archive');
  // All of them, though fifty are shown.
  await results(page).getByText('56 Treffer').waitFor();
  await results(page).getByRole('button', { name: 'Mehr anzeigen' }).click();
  await expect.poll(() => results(page).getByRole('listitem').count()).toBe(56);
  await page.getByRole('combobox', { name: 'Kanal' }).selectOption({ label: 'Kunden' });
  await results(page).getByText('11 Treffer').waitFor();
  await page.getByRole('combobox', { name: 'Kanal' }).selectOption({ label: 'Alle Kanäle' });

  const words = page.getByRole('searchbox', { name: 'Suchwörter' });
  await words.pressSequentially('aufzug');
  await page.getByText('ohne Zeitraum nur in den letzten 7 Tagen').waitFor();
  await results(page).getByText('Nichts gefunden').waitFor();
  await page.getByRole('button', { name: 'Die letzten 90 Tage durchsuchen' }).click();
  await results(page).getByText('1 Treffer').waitFor();
  expect(await words.inputValue()).toBe('aufzug');

  // A window that ends before it begins is said to be one, and nothing is asked.
  await page.getByLabel('Von').fill('2026-02-02');
  await page.getByLabel('Bis').fill('2026-02-01');
  await page.getByText('Das Ende liegt vor dem Anfang.').waitFor();

  await choose(page, 'Adressen');
  await words.fill('');
  await page.getByLabel('Telefonnummer').fill('+49 (0)30 23125-111');
  await results(page).getByText('1 Treffer').waitFor();
  expect(await download(page, 'vCard')).toMatch(/FN:Person 1\r\n/);
  await results(page)
    .getByRole('link', { name: /^Person 1, .* anrufen$/ })
    .waitFor();

  // By keyboard: down to the result, Enter unfolds and folds it again.
  await page.getByRole('heading', { name: 'Archiv' }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await results(page).getByRole('button', { name: 'Person 1', expanded: true }).waitFor();
  await page.keyboard.press('Enter');
  await rows(page).filter({ hasText: 'Person 1' }).waitFor();
});

test('[HP6] calls by number and day, on a phone', async () => {
  const office = await openOffice();
  const report = (callId: string, from: string, startedAt: string) => ({
    callId,
    direction: 'in',
    state: 'ended',
    from: { number: from, name: callId },
    startedAt,
    endedAt: startedAt,
  });
  // The clocks go forward on this day, and back on the other one.
  await send(office, '/api/calls', [
    report('Vorabend', '03023125101', '2026-03-28T22:59:59.999Z'),
    report('Erster', '03023125101', '2026-03-28T23:00:00Z'),
    report('Letzter', '03023125102', '2026-03-29T21:59:59.999Z'),
    report('Nachher', '03023125101', '2026-03-29T22:00:00Z'),
  ]);
  await settled(office);
  await page.setViewportSize({ width: 360, height: 740 });
  await goTo('#/archive/calls');
  await results(page).getByText('4 Treffer').waitFor();
  await page.getByLabel('Von').fill('2026-03-29');
  await page.getByLabel('Bis').fill('2026-03-29');
  await results(page).getByText('2 Treffer').waitFor();
  expect(await rows(page).allInnerTexts()).toEqual([
    expect.stringContaining('Letzter'),
    expect.stringContaining('Erster'),
  ]);
  await page.getByLabel('Telefonnummer').fill('0049 30 23125-101');
  await results(page).getByText('1 Treffer').waitFor();
  await rows(page).filter({ hasText: 'Verpasst' }).waitFor();
  expect(await page.evaluate(() => document.body.scrollWidth)).toBe(360);
  await page.getByRole('button', { name: 'Ohne Zeitraum' }).click();
  await results(page).getByText('3 Treffer').waitFor();
});

test('[HP6] an archive that is away is said to be, and comes back by itself', async () => {
  const postgres = await ownPostgres();
  const service = await startService([], { APP_ARCHIVE_URL: postgres.url });
  await send(service, '/api/webhook/jobs', { jobId: 'J-1', status: 'neu' });
  await settled(service);
  const page = await openHome(await openDesk(browser), service.url, '#/archive');
  await results(page).getByText('1 Treffer').waitFor();

  let refused = 0;
  page.on('response', (response) => {
    if (response.url().includes('/api/jobs?') && response.status() === 503) refused++;
  });
  postgres.stop();
  await page.getByRole('button', { name: 'Noch einmal suchen' }).click();
  await page.getByText(/Das Archiv antwortet gerade nicht.*Stand:/).waitFor();
  await page.getByRole('link', { name: 'Aufträge' }).click();
  await page.getByRole('alert').getByText('Das Archiv antwortet gerade nicht.').waitFor();
  await expectAccessible(page);

  // However long it takes.
  await expect.poll(() => refused).toBeGreaterThan(4);
  postgres.start();
  await page.getByRole('list', { name: 'Aufträge' }).getByText('J-1').first().waitFor();
});
