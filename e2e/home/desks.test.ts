import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { clickOn, playCall } from '../support/calls.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import type { Service } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = sharedService(['--profile', 'mock']);

/** The page at a desk, in a browser that has been told which one it is. */
async function openAt(number: string, name: string): Promise<Page> {
  const { url } = await office();
  const chosen = { desk: number, deskName: name, isDeskAnswered: true, isOfferAnswered: true };
  const stored = { name: 'hookline settings', value: JSON.stringify(chosen) };
  const origins = [{ origin: url, localStorage: [stored] }];
  const desk = await openDesk(browser, { storageState: { cookies: [], origins } }, afterAll);
  return openHome(desk, url, '', afterAll);
}

let pages: Promise<[Page, Page]> | undefined;
/** Two desks, which go on from story to story. */
async function bothAt(hash: string): Promise<[Page, Page]> {
  pages ??= Promise.all([openAt('21', 'Jana'), openAt('22', 'Ole')]);
  for (const page of await pages) {
    await page.setViewportSize({ width: 1280, height: 800 });
    // A list that somebody has used a moment ago holds still: it is begun anew.
    await page.evaluate(() => location.assign('#/sources'));
    await page.getByRole('heading', { level: 1, name: 'Quellen' }).waitFor();
    await page.evaluate((to) => location.assign(to), hash);
  }
  return pages;
}

async function report(service: Service, job: unknown): Promise<void> {
  const answer = await service.post('/api/webhook/jobs', JSON.stringify(job));
  expect(answer.status).toBe(202);
}

const item = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Aufträge' }).getByRole('listitem').filter({ hasText: name });
const button = (place: Locator | Page, name: RegExp): Locator =>
  place.getByRole('button', { name });
const job = (page: Page) => page.getByRole('region', { name: 'Auftrag' });
/** The keys that docs/leitfaden.md tells a dispatcher, and what each of them does. */
function guideKeys(): [key: string, what: string][] {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/leitfaden.md'), 'utf8');
  const [, table = ''] = /<!-- keys -->(.*?)<!-- \/keys -->/s.exec(guide) ?? [];
  const rows = [...table.matchAll(/^\| `(.+)` \| (.+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(10);
  return rows.map(([, key = '', what = '']) => [key, what]);
}
const JANA = /Platz 21, Jana · \d\d:\d\d/;
const OLE = /Platz 22, Ole · \d\d:\d\d/;

test('[DI2] a browser is asked once, quietly, which desk it is, and again when it matters', async () => {
  const service = await office();
  await report(service, { jobId: 'A-1', status: 'neu' });
  await settled(service);
  const desk = await openDesk(browser);
  const page = await openHome(desk, service.url, '#/jobs');
  // One offer at a time, in the strip where it moves nothing.
  const sounds = page.getByRole('region', { name: 'Angebot' });
  const offer = page.getByRole('region', { name: 'Platz' });
  await sounds.waitFor();
  expect(await offer.count()).toBe(0);
  await clickOn(button(sounds, /^Nicht nötig$/));
  await sounds.waitFor({ state: 'detached' });
  await offer.waitFor();
  await expectAccessible(page);
  await button(offer, /^Nicht nötig$/).click();
  await offer.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('link', { name: 'Aufträge' }).click();
  await item(page, 'A-1').waitFor();
  expect(await offer.count()).toBe(0);

  // Nobody takes something on without a name; the telephone suggests the number.
  await button(item(page, 'A-1'), /^Übernehme ich/).click();
  const dialog = page.getByRole('dialog', { name: 'Wer arbeitet hier?' });
  const name = dialog.getByLabel('Name oder Kürzel');
  await expectAccessible(page);
  expect(await dialog.getByLabel('Nummer des Platzes').inputValue()).toBe('21');
  await name.fill('Jana');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await item(page, 'A-1').getByText(JANA).count()).toBe(0);
  await button(item(page, 'A-1'), /^Übernehme ich/).click();
  expect(await name.inputValue()).toBe('Jana');
  await name.press('Enter');
  await item(page, 'A-1').getByText(JANA).waitFor();

  // It is one setting, for all that this browser does.
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  const settings = page.getByRole('dialog', { name: 'Einstellungen' });
  expect(await settings.getByLabel('Nummer des Platzes').inputValue()).toBe('21');
  expect(await settings.getByLabel('Name oder Kürzel').inputValue()).toBe('Jana');
});

test('[DI2] [HP10] two desks take on jobs: one wins, the other is told who, and can take over', async () => {
  const service = await office();
  for (const n of [1, 2, 3]) {
    const pickup = { name: `Labor ${n}`, telefon: `030 23125-20${n}` };
    await report(service, { jobId: `D-${n}`, status: 'zugeteilt', pickup });
  }
  await settled(service);
  const [jana, ole] = await bothAt('#/jobs');
  for (const page of [jana, ole]) await item(page, 'D-1').waitFor();

  // Both click before either has seen the other: the one whose request is later is told.
  const isFirst = Promise.withResolvers<void>();
  await ole.route('**/api/jobs/D-1', async (route) => {
    await isFirst.promise;
    await route.continue();
  });
  await button(item(ole, 'D-1'), /^Übernehme ich/).click();
  await button(item(jana, 'D-1'), /^Übernehme ich/).click();
  await item(jana, 'D-1').getByText(JANA).waitFor();
  isFirst.resolve();
  await ole.getByText('Platz 21, Jana war schneller').waitFor();
  await ole.unroute('**/api/jobs/D-1');
  await item(ole, 'D-1').getByText(JANA).waitFor();
  await expectAccessible(ole);
  await button(ole, /^Trotzdem übernehmen$/).click();
  for (const page of [jana, ole]) await item(page, 'D-1').getByText(OLE).waitFor();

  // What another desk is seen to hold is not taken by one click either.
  await button(item(jana, 'D-1'), /^Übernehme ich/).click();
  await jana.getByText('Platz 22, Ole kümmert sich schon darum').waitFor();
  expect(await item(jana, 'D-1').getByText(OLE).count()).toBe(1);
  await button(item(ole, 'D-1'), /^Freigeben/).dblclick();
  for (const page of [jana, ole])
    await item(page, 'D-1').getByText(OLE).waitFor({ state: 'detached' });

  // What others do to the row above moves nothing under the pointer.
  const aimedAt = item(jana, 'D-1').getByRole('link');
  await aimedAt.hover();
  const before = await aimedAt.boundingBox();
  const handle = async (change: object) => {
    const body = JSON.stringify({ by: '22, Ole', ...change });
    const answer = await fetch(`${service.url}/api/jobs/D-2`, { method: 'PATCH', body });
    expect(answer.ok).toBe(true);
  };
  await handle({ claimedBy: '22, Ole', note: 'Zweiter Hof' });
  await item(jana, 'D-2').getByText(OLE).waitFor();
  expect(await aimedAt.boundingBox()).toEqual(before);
  await jana.mouse.move(0, 0);
  await item(jana, 'D-2').getByText('Zweiter Hof').waitFor();
  await handle({ claimedBy: null });
  await item(jana, 'D-2').getByText(OLE).waitFor({ state: 'detached' });

  // Those of one's own, by key.
  await jana.keyboard.press('?');
  const keys = jana.getByRole('dialog', { name: 'Tastenkürzel' });
  for (const [key, what] of guideKeys()) {
    // Only where a job is open.
    if (key === 'n') continue;
    await keys.getByRole('row', { name: `${key} ${what}`, exact: true }).waitFor();
  }
  await jana.keyboard.press('Escape');
  await item(jana, 'D-2').getByRole('link').focus();
  await jana.keyboard.press('u');
  for (const page of [jana, ole]) await item(page, 'D-2').getByText(JANA).waitFor();
  for (const page of [jana, ole]) await page.getByRole('checkbox', { name: 'Meine' }).check();
  await ole.getByText('Nichts übernommen').waitFor();
  await item(jana, 'D-3').waitFor({ state: 'detached' });
  expect(new URL(jana.url()).hash).toBe('#/jobs?mine=1');
  await item(jana, 'D-2').waitFor();
  for (const page of [jana, ole]) {
    await page.getByRole('checkbox', { name: 'Meine' }).uncheck();
    // Until the list of all is there, a click is made into the other one, which goes.
    await item(page, 'D-3').waitFor();
  }

  // Closed it leaves the list of all, and a slip is taken back.
  await button(item(jana, 'D-2'), /^Abschließen/).click();
  await item(jana, 'D-2').getByText('Abgeschlossen: Platz 21, Jana').waitFor();
  await item(ole, 'D-2').waitFor({ state: 'detached' });
  await jana.getByText('Abgeschlossen: D-2').waitFor();
  await jana.getByRole('status').getByRole('button', { name: 'Wieder öffnen' }).click();
  await item(ole, 'D-2').getByText(JANA).waitFor();
  await item(jana, 'D-2').getByRole('link').focus();
  await jana.keyboard.press('e');
  await item(ole, 'D-2').waitFor({ state: 'detached' });
  await ole.getByRole('radiogroup').getByText('Erledigt').click();
  await item(ole, 'D-2').getByText('Abgeschlossen: Platz 21, Jana').waitFor();
  await button(item(ole, 'D-2'), /^Wieder öffnen/).click();
  await ole.getByRole('radiogroup').getByText('Offen').click();
  await item(ole, 'D-2').waitFor();

  // One that was erased a moment ago.
  const erased = Promise.withResolvers<void>();
  await ole.route('**/api/jobs/D-3', async (route) => {
    await erased.promise;
    await route.continue();
  });
  await button(item(ole, 'D-3'), /^Übernehme ich/).click();
  const answer = await service.post('/api/privacy/erase', '{"number":"030 23125-203"}');
  expect(answer.ok).toBe(true);
  erased.resolve();
  await ole.getByText('Es ist gelöscht worden.').waitFor();
});

test('[DI2] [HP11] a note on a job is seen at all desks with its writer, and outlives a reload', async () => {
  const service = await office();
  await report(service, { jobId: 'N-1', status: 'neu' });
  await settled(service);
  const [jana, ole] = await bothAt('#/jobs/N-1');
  await button(job(jana), /^Notiz schreiben$/).waitFor();
  await jana.keyboard.press('n');
  const field = job(jana).getByLabel('Notiz');
  // The archive does not take it before the page is left.
  await jana.route('**/api/jobs/N-1', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await field.pressSequentially('Hintereingang, 2. Klingel');
  await jana.keyboard.press('Escape');
  await job(jana).getByText('Noch nicht gespeichert').waitFor();
  await jana.unroute('**/api/jobs/N-1');
  await jana.reload();
  await job(ole).getByRole('button', { name: 'Notiz ändern: Hintereingang, 2. Klingel' }).waitFor();
  // Both the page that went and the one that came have sent it; what Ole writes comes after them.
  await expect
    .poll(() => jana.evaluate(() => JSON.stringify(sessionStorage)))
    .not.toContain('Hintereingang');
  await job(ole).getByText(JANA).waitFor();
  await item(ole, 'N-1').getByText('Hintereingang, 2. Klingel').waitFor();

  await button(job(ole), /^Notiz ändern/).click();
  await job(ole)
    .getByLabel('Notiz')
    .fill(`Hof, ${'zweiter Eingang '.repeat(6)}`);
  await ole.keyboard.press('Escape');
  await job(jana).getByText(OLE).waitFor();

  // A version that comes in takes away nothing of it.
  await button(job(jana), /^Übernehme ich/).click();
  await job(ole).getByText(JANA).waitFor();
  await report(service, { jobId: 'N-1', status: 'zugeteilt' });
  await job(ole).getByText('Status: Neu → Zugeteilt').waitFor();
  await job(ole).getByText(JANA).waitFor();
  await job(ole)
    .getByRole('button', { name: /^Notiz ändern: Hof/ })
    .waitFor();

  // One that its sender gave no number is closed by key, stays in view, and is opened again.
  await report(service, { stimmung: 'gut', status: 'neu' });
  await item(jana, 'stimmung: gut').getByRole('link').click();
  await job(jana).getByText('Zum ersten Mal gemeldet').waitFor();
  await jana.keyboard.press('e');
  await job(jana).getByText('Abgeschlossen: Platz 21, Jana').waitFor();
  await item(ole, 'stimmung: gut').waitFor({ state: 'detached' });
  await button(job(jana), /^Wieder öffnen/).click();
  await item(ole, 'stimmung: gut').waitFor();
  await button(job(jana), /^Abschließen/).waitFor();

  // On a phone a long note is cut, and nothing reaches beyond the screen.
  await ole.setViewportSize({ width: 390, height: 844 });
  await ole.goto(`${service.url}/#/jobs`);
  await item(ole, 'N-1').getByText(/^Hof/).waitFor();
  await item(ole, 'N-1').getByText(JANA).waitFor();
  const reach = await ole.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('main *')].map((each) => each.getBoundingClientRect().right),
    ),
  );
  expect(reach).toBeLessThanOrEqual(390);
});

test('[DI2] [HP11] a desk that would replace what another has written meanwhile is told, and chooses', async () => {
  const service = await office();
  await report(service, { jobId: 'M-1', status: 'neu' });
  await settled(service);
  const [jana, ole] = await bothAt('#/jobs/M-1');
  const field = job(jana).getByLabel('Notiz');
  const path = '**/api/jobs/M-1';
  const shown = (page: Page, text: string) =>
    job(page).getByRole('button', { name: `Notiz ändern: ${text}` });

  // Hers waits while his is stored. The page that comes sends it again, and replaces nothing.
  await button(job(jana), /^Notiz schreiben$/).click();
  await jana.route(path, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await field.fill('Hintereingang');
  await jana.keyboard.press('Escape');
  await job(jana).getByText('Noch nicht gespeichert').waitFor();
  await button(job(ole), /^Notiz schreiben$/).click();
  await job(ole).getByLabel('Notiz').fill('Zweiter Hof');
  await ole.keyboard.press('Escape');
  await item(jana, 'M-1').getByText('Zweiter Hof').waitFor();
  await jana.unroute(path);
  await jana.reload();
  await job(jana).getByText('Inzwischen steht hier:').waitFor();
  await job(jana).getByText(OLE).waitFor();
  await jana.getByRole('status').getByText('M-1: Hintereingang').waitFor();
  expect(await field.inputValue()).toBe('Hintereingang');
  await shown(ole, 'Zweiter Hof').waitFor();
  await expectAccessible(jana);
  await field.fill('Hintereingang, 2. Klingel');
  await button(job(jana), /^Beide behalten$/).click();
  await shown(ole, 'Zweiter Hof Hintereingang, 2. Klingel').waitFor();
  await job(ole).getByText(JANA).waitFor();

  // The same without a reload: he is faster by a moment.
  const overtaken = async (mine: string, his: string) => {
    const gate = Promise.withResolvers<void>();
    await jana.route(path, async (route) => {
      if (route.request().method() === 'PATCH') await gate.promise;
      await route.continue();
    });
    await button(job(jana), /^Notiz ändern/).click();
    await field.fill(mine);
    await jana.keyboard.press('Escape');
    const body = JSON.stringify({ note: his, by: '22, Ole' });
    const answer = await fetch(`${service.url}/api/jobs/M-1`, { method: 'PATCH', body });
    expect(answer.ok).toBe(true);
    gate.resolve();
    await job(jana).getByText('Inzwischen steht hier:').waitFor();
    await jana.unroute(path);
  };
  await overtaken('Tor 4', 'Rampe');
  await button(job(jana), /^Meine verwerfen$/).click();
  await shown(jana, 'Rampe').waitFor();
  await overtaken('Tor 5', 'Keller');
  await button(job(jana), /^Durch meine ersetzen$/).click();
  await shown(ole, 'Tor 5').waitFor();
  await job(jana).getByText('Inzwischen steht hier:').waitFor({ state: 'detached' });
});

test('[DI2] [HP4] missed calls are settled, and callers corrected, by a desk, and all see by which', async () => {
  const service = await office();
  for (const from of ['030 23125-103', '030 23125-104']) {
    const { callId } = await playCall(service, { from });
    await service.post(`/api/mock/calls/${callId}/hangup`, '');
  }
  const [jana, ole] = await bothAt('#/calls/missed');
  const list = (page: Page, name: string) =>
    page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  const panel = (page: Page, name: string) =>
    page
      .getByRole('complementary', { name: 'Telefon' })
      .getByRole('listitem')
      .filter({ hasText: name });
  await button(list(jana, 'Weißzahn'), /^Übernehme ich/).click();
  await list(ole, 'Weißzahn').getByText(JANA).waitFor();
  await panel(ole, 'Weißzahn').getByText(JANA).waitFor();
  await clickOn(button(panel(ole, 'Weißzahn'), /^Übernehme ich/));
  await ole.getByText('Platz 21, Jana kümmert sich schon darum').waitFor();
  await clickOn(button(panel(ole, 'Paragraf'), /^Übernehme ich/));
  await list(jana, 'Paragraf').getByText(OLE).waitFor();

  await jana.getByRole('checkbox', { name: 'Meine' }).check();
  await list(jana, 'Paragraf').waitFor({ state: 'detached' });
  await list(jana, 'Weißzahn').waitFor();
  await button(list(jana, 'Weißzahn'), /^Erledigt$/).click();
  await list(ole, 'Weißzahn').getByText('Erledigt', { exact: true }).waitFor();
  await list(ole, 'Weißzahn').getByText(JANA).waitFor();
  await button(list(ole, 'Weißzahn'), /^Mehr zu/).click();
  await button(list(ole, 'Weißzahn'), /^Notiz schreiben$/).click();
  await list(ole, 'Weißzahn').getByLabel('Notiz').fill('Ruft morgen an');
  await ole.keyboard.press('Escape');
  await list(jana, 'Weißzahn').getByText('Ruft morgen an').waitFor();
  await list(jana, 'Weißzahn').getByText(OLE).waitFor();
  await button(list(ole, 'Weißzahn'), /^Wieder öffnen$/).click();
  await button(list(jana, 'Weißzahn'), /^Freigeben/).waitFor();

  // Who is called is set right at one desk, and the other sees at which.
  const contact = (page: Page) => page.getByRole('main').getByRole('region', { name: /^Dental/ });
  for (const page of [jana, ole]) {
    await page.goto(`${service.url}/#/contacts/${encodeURIComponent('+493023125103')}`);
    await contact(page)
      .getByText(/^Zuletzt geändert/)
      .waitFor();
    expect(await contact(page).getByText('Korrigiert').count()).toBe(0);
  }
  const correct = async (page: Page, name: string) => {
    await button(contact(page), /^Bearbeiten$/).click();
    const form = page.getByRole('dialog', { name: 'Kontakt bearbeiten' });
    await form.getByLabel('Name').fill(name);
    await form.getByRole('button', { name: 'Speichern' }).click();
  };
  await correct(jana, 'Dentallabor Perlweiß');
  await contact(ole).getByText('Korrigiert: Platz 21, Jana').waitFor();
  await contact(ole).getByText(JANA).waitFor();
  await correct(ole, 'Dental Perlweiß');
  await contact(jana).getByText(OLE).waitFor();
  // What a customer's system sends later is a change, and no correction.
  const customer = { telefon: '030 23125-103', ort: 'Potsdam' };
  await service.post('/api/webhook/kunden', JSON.stringify(customer));
  await contact(jana)
    .getByText(/^Zuletzt geändert/)
    .waitFor();
  await contact(jana).getByText('Korrigiert: Platz 22, Ole').waitFor();

  // So does a contact that is new.
  await jana.goto(`${service.url}/#/contacts`);
  await button(jana, /^Neuer Kontakt$/).click();
  const form = jana.getByRole('dialog', { name: 'Neuer Kontakt' });
  await form.getByLabel('Telefonnummer').fill('030 23125-177');
  await form.getByLabel('Name').fill('Dental Nord');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.waitFor({ state: 'detached' });
  await ole.goto(`${service.url}/#/contacts/${encodeURIComponent('+493023125177')}`);
  await contact(ole).getByText('Angelegt: Platz 21, Jana').waitFor();
  await contact(ole).getByText(JANA).waitFor();
});
