import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { openDesk, openHome } from '../support/home.ts';
import type { Service } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const withTelephony = sharedService(['--profile', 'mock']);
const withoutTelephony = sharedService();

/** Those that go on from story to story. */
let page: Page;
let colleague: Page;

async function openBook({ url }: Service): Promise<Page> {
  return openHome(await openDesk(browser, {}, afterAll), url, '#/contacts', afterAll);
}

interface Kept {
  readonly name: string;
  readonly roles: string[];
  readonly fields: Record<string, unknown>;
}

async function kept({ url }: Service, number: string): Promise<Kept[]> {
  const answer = await fetch(`${url}/api/addresses?number=${encodeURIComponent(number)}`);
  // Just started, the archive may not be open yet.
  return answer.ok ? ((await answer.json()) as { items: Kept[] }).items : [];
}

const known = (service: Service, number: string) =>
  until(
    () => kept(service, number),
    (items) => items.length > 0,
  );

async function openContact(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Filtern' }).fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

test('[HP6] the dispatcher corrects an address, the colleague sees it at once, and it outlives a reload', async () => {
  const service = await withTelephony();
  page = await openBook(service);
  colleague = await openBook(service);
  await known(service, '030 23125-103');
  await colleague.getByRole('searchbox', { name: 'Filtern' }).fill('kupfergasse 9');
  await colleague.getByRole('link', { name: 'Dentallabor Weißzahn', exact: true }).waitFor();

  await openContact(page, 'Dentallabor Weißzahn');
  await page.getByRole('button', { name: 'Bearbeiten' }).click();
  const form = page.getByRole('dialog', { name: 'Kontakt bearbeiten' });

  // Somebody else has this number.
  await form.getByLabel('Telefonnummer').fill('+49 30 23125102');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form
    .getByText('Diese Nummer gehört schon zu Bäckerei Krumenglück, Filiale Nord.')
    .waitFor();
  await form.getByLabel('Telefonnummer').fill('keine');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByText('Hier fehlt eine Telefonnummer.').waitFor();

  await form.getByLabel('Telefonnummer').fill('030 23125-103');
  await form.getByLabel('Name').fill('Dentallabor Perlweiß');
  await form.getByLabel('Notiz').fill('');
  await form.getByLabel('Ort').fill('Potsdam');
  await form.getByLabel('Kurier').check();
  await form.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('heading', { name: 'Dentallabor Perlweiß', level: 1 }).waitFor();
  await page.getByText('Kupfergasse 9, 10117 Potsdam').waitFor();
  expect(
    await page
      .getByRole('button', { name: 'Bearbeiten' })
      .evaluate((element) => element === document.activeElement),
  ).toBe(true);
  await colleague.getByRole('link', { name: 'Dentallabor Perlweiß', exact: true }).waitFor();
  const [corrected] = await kept(service, '030 23125-103');
  expect(corrected).toMatchObject({
    roles: ['customer', 'courier'],
    fields: { city: 'Potsdam' },
  });
  expect(corrected?.fields).not.toHaveProperty('note');

  // The phone book is reported anew with every load; what was corrected stays.
  const reported = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/addresses') && answer.request().method() === 'POST',
  );
  await page.reload();
  await reported;
  await page.getByRole('heading', { name: 'Dentallabor Perlweiß', level: 1 }).waitFor();
});

test('[HP6] a new contact is there for all desks, and gone for all when it is deleted', async () => {
  const service = await withTelephony();
  await page.getByRole('main').getByRole('link', { name: 'Telefonbuch' }).click();
  await colleague.setViewportSize({ width: 390, height: 844 });
  await colleague.getByRole('searchbox', { name: 'Filtern' }).fill('');
  await colleague.getByText('Telefonbuch: 110 Einträge').waitFor();
  await colleague.getByRole('radiogroup').getByText('Kuriere', { exact: true }).click();
  await page.getByRole('button', { name: 'Neuer Kontakt' }).click();
  const form = page.getByRole('dialog', { name: 'Neuer Kontakt' });
  await form.getByLabel('Name').fill('Aaron Eilbote');
  await form.getByLabel('Telefonnummer').fill('0171 39200-01');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByText('Diese Nummer gehört schon zu Anton Radlos.').waitFor();
  await form.getByLabel('Telefonnummer').fill('0171 39200-77');
  await form.getByLabel('Kurier').check();
  await form.getByLabel('Straße').fill('Hof 12');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Kontakt gespeichert').waitFor();
  expect(await kept(service, '0171 3920077')).toMatchObject([
    { name: 'Aaron Eilbote', roles: ['courier'], fields: { street: 'Hof 12' } },
  ]);
  const row = colleague.getByRole('link', { name: 'Aaron Eilbote', exact: true });
  await row.waitFor();

  await openContact(page, 'Aaron Eilbote');
  await page.getByRole('button', { name: 'Löschen', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Kontakt löschen' });
  await question.getByText('kommt mit der nächsten Meldung der Nummer zurück').waitFor();
  await question.getByRole('button', { name: 'Löschen' }).click();
  await page.getByText('Kontakt gelöscht').waitFor();
  await row.waitFor({ state: 'detached' });
  expect(await kept(service, '0171 3920077')).toEqual([]);
});

test('[HP6] the dispatcher gives somebody all data of a number, and erases it for good', async () => {
  const service = await withoutTelephony();
  const customer = '{"telefon":"030 901820","name":"Süß & Söhne"}';
  await service.post('/api/webhook/kunden', customer);
  await service.post('/api/webhook/jobs', '{"auftragsnummer":"D-7","kunde":{"tel":"030/901820"}}');
  await known(service, '030 901820');
  page = await openBook(service);
  await openContact(page, 'Süß & Söhne');
  await page.getByRole('link', { name: 'Auftrag D-7' }).waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Auskunft herunterladen' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({
    addresses: [{ name: 'Süß & Söhne' }],
    jobs: [{ reference: 'D-7' }],
  });

  await page.getByRole('button', { name: 'Alles löschen …' }).click();
  const question = page.getByRole('dialog', { name: 'Alles zu dieser Nummer löschen' });
  const erase = question.getByRole('button', { name: 'Endgültig löschen' });
  await question.getByLabel('die letzten 4 Ziffern').fill('1821');
  expect(await erase.isDisabled()).toBe(true);
  await question.getByLabel('die letzten 4 Ziffern').fill('1820');
  await question.getByLabel('Auch künftig nichts').check();
  await erase.click();
  await page.getByText('Kontakte: 1, Anrufe: 0, Aufträge: 1, Ereignisse: 2').waitFor();
  await page.getByText('Noch niemand im Telefonbuch').waitFor();

  await service.post('/api/webhook/kunden', customer);
  await service.post('/api/webhook/kunden', '{"telefon":"030 901821","name":"Sauer"}');
  await page.getByRole('link', { name: 'Sauer', exact: true }).waitFor();
  expect(await kept(service, '030 901820')).toEqual([]);
});

test('[HP3] without telephony a click hands the number to the telephone program of the machine', async () => {
  const service = await withoutTelephony();
  await service.post('/api/addresses', '{"number":"030 23125-101","name":"Bäckerei"}');
  await page.getByText('Keine Telefonanlage eingerichtet. Nummern').waitFor();
  const link = page.getByRole('link', { name: 'Bäckerei, 030 23125101 anrufen' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe('tel:+493023125101');
});

test('[HP6] whatever a foreign system calls itself is shown as text', async () => {
  const service = await withoutTelephony();
  const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
  await service.post(
    '/api/webhook/kunden',
    `{"telefon":"030 901830","name":"<img src=x onerror=alert(1)>","web":"javascript:alert(1)",
      "notiz":${JSON.stringify('long '.repeat(200_000))},"ort":"\\u202Egnirts","tief":${deep},
      "<b>feld</b>":"<script>alert(1)</script>"}`,
  );
  await known(service, '030 901830');
  page.on('dialog', () => expect.unreachable('a script of the payload has run'));
  await openContact(page, '<img src=x onerror=alert(1)>');
  await page.getByText('javascript:alert(1)', { exact: true }).waitFor();
  await page.getByText('<script>alert(1)</script>', { exact: true }).waitFor();
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  // What is told for a town is looked for on the map, as text.
  const map = 'https://www.openstreetmap.org/search?query=%E2%80%AEgnirts';
  expect(links).toEqual(['#/contacts', 'tel:+4930901830', map]);
  await page.getByRole('button', { name: 'Bearbeiten' }).click();
  await page.getByLabel('<b>feld</b>').waitFor();
});
