import { writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { type Service, startService, temporaryFolder } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

/** The page that goes on from story to story. */
let page: Page;

const field = (page: Page) => page.getByRole('combobox', { name: 'Name, Nummer oder Straße' });
const chosen = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true });

/** Opens the search as a dispatcher does, and types on at once. */
async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  expect(await field(page).inputValue()).toBe(text);
}

/** The search is fetched while nobody waits for it; a person takes longer than that to begin. */
async function readyToSearch(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await field(page).waitFor();
  await page.keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });
}

/** Numbers that were dialled, newest first, as the archive knows them. */
async function dialled({ url }: Service): Promise<string[]> {
  const answer = await fetch(`${url}/api/calls`);
  const { items } = (await answer.json()) as { items: { direction: string; e164: string }[] };
  return items.filter(({ direction }) => direction === 'out').map(({ e164 }) => e164);
}

test('[HP3] the dispatcher finds a customer by half a name, any spelling of a number or a street, and dials, with keys alone', async () => {
  const service = await office();
  page = await openHome(await openDesk(browser, {}, afterAll), service.url, '', afterAll);
  const before = page.getByRole('link', { name: 'Anrufe' });
  await before.focus();
  await readyToSearch(page);

  await search(page, 'krumengl');
  await chosen(page).getByText('Bäckerei Krumenglück').waitFor();
  for (const typed of [
    'BACKEREI krumen',
    'baeckerei',
    'ahornzeile 4',
    '030/23125-101',
    '+49 (0)30 23125101',
    '0049 30 23125 101',
    '125101',
  ]) {
    await field(page).fill(typed);
    await chosen(page)
      .filter({ hasText: /^Bäckerei Krumenglück(?!,)/ })
      .waitFor();
  }
  await field(page).fill('krumen');
  await page.getByText('2 Treffer').waitFor();
  await page.keyboard.press('ArrowDown');
  await chosen(page).getByText('Filiale Nord').waitFor();
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(
    await chosen(page).getAttribute('id'),
  );
  await page.keyboard.press('ArrowDown');
  await chosen(page).filter({ hasNotText: 'Filiale' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Control+Enter');
  await field(page).waitFor({ state: 'detached' });
  await until(
    () => dialled(service),
    ([last]) => last === '+493023125102',
  );
  expect(await before.evaluate((element) => element === document.activeElement)).toBe(true);

  // A number that nobody has.
  await search(page, '030 23125-998');
  await chosen(page)
    .filter({ hasText: /^Diese Nummer.*030 23125998$/ })
    .waitFor();
  await page.keyboard.press('Control+Enter');
  await until(
    () => dialled(service),
    ([last]) => last === '+493023125998',
  );

  // Nobody is called by a look at somebody, by key or by mouse.
  await search(page, 'weisszahn');
  await chosen(page).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dentallabor Weißzahn', level: 1 }).waitFor();
  await search(page, 'krumen');
  await chosen(page).getByText('Bäckerei Krumenglück').first().click();
  await page.getByRole('heading', { name: 'Bäckerei Krumenglück', level: 1 }).waitFor();
  await search(page, 'xyzzy');
  await page.getByText('Niemand gefunden').waitFor();
  await page.keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });
  expect(await dialled(service)).toHaveLength(2);
  // The number in a row is the button that calls.
  await search(page, 'weisszahn');
  await chosen(page).locator('[title="anrufen"]').click();
  await until(
    () => dialled(service),
    (all) => all.length === 3,
  );
});

test('[HP3] whom only the archive knows is found as well, and so is a job; on a telephone in the dark', async () => {
  const service = await office();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  await service.post(
    '/api/webhook/kunden',
    '{"telefon":"030 901820","name":"Süß & Söhne","strasse":"Zuckerweg 3"}',
  );
  await service.post('/api/webhook/jobs', '{"auftragsnummer":"D-1001","status":"abgeholt"}');
  await page.getByRole('button', { name: 'Name, Nummer oder Straße' }).click();
  await field(page).fill('suess zucker');
  await page.getByRole('option', { name: /Süß & Söhne Kunde Zuckerweg 3 030 901820/ }).waitFor();
  const { width } = page.viewportSize() ?? { width: 0 };
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await until(
    () => fetch(`${service.url}/api/jobs/D-1001`),
    ({ ok }) => ok,
  );
  await field(page).fill('d1001');
  await chosen(page).getByText('Auftrag D-1001 öffnen').waitFor();
  await page.keyboard.press('Enter');
  await until(
    () => new URL(page.url()).hash,
    (hash) => hash === '#/jobs/D-1001',
  );
});

test('[HP3] ten thousand contacts are one list that stays small in the document', async () => {
  const folder = temporaryFolder();
  const entries = Array.from({ length: 10_000 }, (_, i) => ({
    number: `030 ${5_000_000 + i}`,
    name: `Kunde ${String(i).padStart(5, '0')}`,
    street: `Lange Straße ${i}`,
  }));
  writeFileSync(`${folder}/book.json`, JSON.stringify(entries));
  const service = await startService(['--profile', 'mock'], {
    APP_MOCK_ADDRESSES: `${folder}/book.json`,
  });
  const page = await openHome(await openDesk(browser), service.url, '#/contacts');
  await page.getByText('1.000+ Kontakte').waitFor();
  const rows = page.getByRole('list', { name: 'Telefonbuch' }).getByRole('listitem');
  await rows.filter({ hasText: 'Kunde 00000' }).waitFor();
  expect(await rows.count()).toBeLessThan(80);

  // What is further down is read before somebody comes to it.
  await page.getByRole('searchbox', { name: 'Filtern' }).focus();
  await page.keyboard.press('ArrowDown');
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return focused();
    })
    .toMatch(/^Kunde 00[5-9]/);
  const last = Number((await focused()).slice(-5));
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toBe(`Kunde 00${last - 1}`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Kunde 00${last - 1}`, level: 1 }).waitFor();

  await page.goBack();
  await page.getByRole('searchbox', { name: 'Filtern' }).fill('strasse 4711');
  await page.getByText('1 von 1.000+ Kontakten').waitFor();
  await page.getByRole('link', { name: 'Kunde 04711', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Name, Nummer oder Straße' }).click();
  await field(page).fill('5004711');
  await page.getByRole('option', { name: /Kunde 04711/ }).waitFor();
  await field(page).fill('kunde 0999');
  await page.getByRole('option', { name: /Kunde 09999/ }).waitFor();
  await page.getByText('11 Treffer').waitFor();
  await field(page).fill('kunde');
  await page.getByText('50 von 1.000+ Treffern').waitFor();
});

test('[HP3] who types and goes on at once opens the best there is; who was found last is found while the server is away', async () => {
  const service = await startService([]);
  const kunden = Array.from({ length: 60 }, (_, i) => ({
    telefon: `030 ${7_000_000 + i}`,
    name: `Praxis ${String(i).padStart(2, '0')}`,
    ort: 'Berlin',
  }));
  kunden.push({ telefon: '040 123456', name: 'Berliner Blumen', ort: 'Hamburg' });
  await service.post('/api/webhook/kunden', JSON.stringify(kunden));
  await until(
    async () => (await (await fetch(`${service.url}/api/addresses?q=blumen`)).json()).items,
    ({ length }) => length === 1,
  );
  const page = await openHome(await openDesk(browser), service.url);
  await page.getByRole('link', { name: 'Anrufe' }).focus();
  await readyToSearch(page);
  await search(page, 'berlin');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Berliner Blumen', level: 1 }).waitFor();

  // What rests under a pointer stays there when the answer to the next letter comes.
  await search(page, 'prax');
  await page.getByText('50 von 60 Treffern').waitFor();
  const third = page.getByRole('option').nth(2);
  expect(await third.textContent()).toContain('Praxis 02');
  await third.hover();
  await expect.poll(() => third.getAttribute('aria-selected')).toBe('true');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  service.program.child.kill('SIGTERM');
  await search(page, 'blum');
  await chosen(page).getByText('Berliner Blumen').waitFor();
  await field(page).fill('praxis 07');
  await chosen(page).getByText('Praxis 07').waitFor();
  await page.getByText('Das Archiv antwortet nicht; gesucht wird', { exact: false }).waitFor();
});
