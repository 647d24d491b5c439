import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { settled } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { cardOf, clickOn, playCall } from '../support/calls.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import type { Service } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const mock = sharedService(['--profile', 'mock']);

const LAB = '030 23125-103';
const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

const job = (reference: string, status: string, more: object = {}) => ({
  auftragsnummer: reference,
  status,
  abholung: { name: 'Dentallabor Weißzahn', telefon: LAB, strasse: 'Kupfergasse 9', ort: 'Berlin' },
  zustellung: { name: 'Klinik am Teich', strasse: 'Torstraße 12', ort: 'Berlin' },
  kurier: { nummer: 'K7', name: 'Max Kern', mobil: '0171 3920991' },
  ...more,
});
const missedCall = (callId: string, from: string) => ({
  callId,
  from,
  direction: 'in',
  state: 'ended',
  startedAt: inMinutes(-10),
});

let filled: Promise<Service> | undefined;
/** An office with something of everything that there is to be shown. */
function office(): Promise<Service> {
  filled ??= fill();
  return filled;
}

async function fill(): Promise<Service> {
  const service = await mock();
  const posts: [path: string, body: unknown][] = [
    ['webhook/jobs', job('A-1', 'zugeteilt', { lieferfrist: inMinutes(-35) })],
    ['webhook/jobs', job('A-1', 'unterwegs', { lieferfrist: inMinutes(-35) })],
    ['webhook/jobs', job('A-2', 'Fehler', { lieferfrist: inMinutes(20) })],
    ['webhook/jobs', job('A-3', 'in Prüfung', { lieferfrist: inMinutes(200) })],
    ['webhook/jobs', job('A-4', 'zugestellt')],
    ['webhook/jobs', job('A-5', 'neu', { kurier: null })],
    ['webhook/kuriere', { nummer: 'K7', name: 'Max Kern', mobil: '0171 3920991', status: 'busy' }],
    ['webhook/kuriere', { nummer: 'K8', name: 'Eva Lund', mobil: '0171 3920992', status: 'frei' }],
    [
      'webhook/kunden',
      { name: 'Dentallabor Weißzahn', telefon: LAB, telefon2: '030 23125-193', notiz: 'Hof' },
    ],
    ['webhook', 'Donaudampfschifffahrt'.repeat(20)],
    ['calls', [missedCall('m1', LAB), missedCall('m2', LAB), missedCall('m3', '030 23125-104')]],
  ];
  for (const [path, body] of posts) {
    const answer = await service.post(`/api/${path}`, JSON.stringify(body));
    expect(answer.status).toBe(202);
  }
  await settled(service);
  const change = (path: string, body: object) =>
    fetch(`${service.url}/api/${path}`, { method: 'PATCH', body: JSON.stringify(body) });
  const by = 'Platz 22, Ole';
  await change('jobs/A-1', { claimedBy: by, by, note: 'Hintereingang' });
  return service;
}

/** A browser that has answered what the page asks for once. */
function settledDesk({ url }: Service, locale: string, more: object) {
  const chosen = { desk: '21', deskName: 'Jana', isDeskAnswered: true, isOfferAnswered: true };
  const stored = { name: 'hookline settings', value: JSON.stringify(chosen) };
  const origins = [{ origin: url, localStorage: [stored] }];
  return openDesk(browser, { locale, storageState: { cookies: [], origins }, ...more });
}

/** Every view, by what is there once it is. */
const VIEWS: [hash: string, shown: string | RegExp][] = [
  ['#/live', 'A-5'],
  ['#/calls', 'Dentallabor Weißzahn'],
  ['#/calls/missed?open=1', 'Dentallabor Weißzahn'],
  ['#/contacts', 'Bäckerei Krumenglück'],
  [`#/contacts/${encodeURIComponent(LAB)}`, 'A-2'],
  ['#/jobs', 'A-2'],
  ['#/jobs/A-1', 'Hintereingang'],
  ['#/couriers', 'Max Kern'],
  ['#/archive', 'A-5'],
  ['#/wallboard', 'A-1'],
  ['#/sources', /^(Wer sendet|Who sends)$/],
];

async function visit(page: Page, hash: string, shown: string | RegExp): Promise<void> {
  await page.evaluate((to) => location.assign(to), hash);
  const text = page.getByRole('main').getByText(shown);
  await text.filter({ visible: true }).first().waitFor();
}

test.each([
  ['light', 'de-DE', 'Telefonbuch', { width: 1920, height: 1080 }],
  ['dark', 'en-US', 'Phone book', { width: 360, height: 740 }],
] as const)(
  '[HP16] [HP1] %s, %s: no view has a barrier or goes beyond its sides, and speaks the language of the browser',
  async (colorScheme, locale, word, viewport) => {
    const service = await office();
    const desk = await settledDesk(service, locale, { colorScheme, viewport });
    const page = await openHome(desk, service.url, '#/live');
    await page.getByRole('link', { name: word }).waitFor();
    for (const [hash, shown] of VIEWS) {
      await visit(page, hash, shown);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    }
  },
);

test('[HP16] nothing that is unfolded, opened, asked or typed into has a barrier', async () => {
  const service = await office();
  const page = await openHome(await settledDesk(service, 'de-DE', {}), service.url, '#/live');
  const main = page.getByRole('main');
  const press = (name: RegExp | string) => page.getByRole('button', { name }).first().click();
  const closed = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  await main.getByRole('button', { name: 'A-5' }).first().click();
  await press('Rohes JSON');
  // As the pointer that has just clicked sees it, too.
  await page.getByRole('button', { name: 'Rohes JSON' }).hover();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 800 });
  await press('Verlauf leeren …');
  await page.getByText('an allen Arbeitsplätzen').waitFor();
  await expectAccessible(page);
  await closed();
  await page.getByRole('searchbox', { name: 'In der Liste suchen' }).fill('gibt es nicht');
  await page.getByRole('heading', { name: 'Nichts gefunden' }).waitFor();
  await expectAccessible(page);

  // The telephone: one rings, one is talked to and about to be put through.
  await visit(page, '#/calls', 'Dentallabor Weißzahn');
  await main
    .getByRole('button', { name: /^Mehr zu Dentallabor/ })
    .first()
    .click();
  const first = await playCall(service, { from: LAB });
  await clickOn(cardOf(page, 'Dentallabor').getByRole('button', { name: 'Annehmen' }));
  await cardOf(page, 'Dentallabor').getByText('Im Gespräch').waitFor();
  await clickOn(cardOf(page, 'Dentallabor').getByRole('button', { name: /^Verbinden/ }));
  await page.getByRole('combobox', { name: 'Verbinden mit' }).fill('dispo');
  await page.getByRole('option', { name: /Disposition 2/ }).waitFor();
  const second = await playCall(service, { from: '030 23125-999' });
  await cardOf(page, 'Unbekannte Nummer').waitFor();
  await expectAccessible(page);
  for (const { callId } of [first, second])
    await service.post(`/api/mock/calls/${callId}/hangup`, '');

  await visit(page, `#/contacts/${encodeURIComponent(LAB)}`, 'A-2');
  await press('Bearbeiten');
  const form = page.getByRole('dialog', { name: 'Kontakt bearbeiten' });
  await form.getByLabel('Telefonnummer').fill('keine');
  await form.getByRole('button', { name: 'Nummer hinzufügen' }).click();
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByText('Hier fehlt eine Telefonnummer.').first().waitFor();
  await expectAccessible(page);
  await closed();
  await press('Löschen');
  await page.getByRole('dialog', { name: 'Kontakt löschen' }).waitFor();
  await expectAccessible(page);
  await closed();
  await press('Alles löschen …');
  await page.getByRole('dialog', { name: 'Alles zu dieser Nummer löschen' }).waitFor();
  await expectAccessible(page);
  await closed();

  await visit(page, '#/jobs/A-1', 'Hintereingang');
  await press(/^Notiz ändern/);
  await main.getByRole('button', { name: 'Inhalt' }).first().click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await visit(page, '#/couriers', 'Max Kern');
  await main.locator('[data-row]').filter({ hasText: 'Max Kern' }).click();
  await page.getByRole('list', { name: /^\d Auftr/ }).waitFor();
  await expectAccessible(page);

  await visit(page, '#/archive', 'A-5');
  await main.getByRole('button', { expanded: false }).filter({ hasText: 'A-5' }).first().click();
  await page.getByLabel('Von').fill('2026-02-02');
  await page.getByLabel('Bis').fill('2026-02-01');
  await page.getByText('Das Ende liegt vor dem Anfang.').waitFor();
  await expectAccessible(page);
  await visit(page, '#/sources', 'So wird gesendet');
  await page.getByText('So wird gesendet').click();
  await expectAccessible(page);

  await press('Einstellungen');
  await page.getByRole('dialog', { name: 'Einstellungen' }).getByText('Dunkel').click();
  await expectAccessible(page);
  await closed();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Tastenkürzel' }).waitFor();
  await expectAccessible(page);
  await closed();
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').fill('weisszahn');
  await page.getByRole('option', { name: /Dentallabor Weißzahn/ }).waitFor();
  await expectAccessible(page);
});
