import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { settled } from '../support/archive.ts';
import { launchBrowser, sharedBrowser } from '../support/browser.ts';
import { callerIs, cardOf, clickOn, playCall } from '../support/calls.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { type Service, temporaryFolder, type WhenOver } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const LAWYERS = 'Kanzlei Süß';
const book = join(temporaryFolder(afterAll), 'book.json');
writeFileSync(
  book,
  JSON.stringify([
    { number: '9018200', name: LAWYERS, kind: 'customer' },
    { number: '21', name: 'Disposition 1', kind: 'internal' },
  ]),
);
const office = emptiedService(['--profile', 'mock', `--app.mock.addresses=${book}`]);

const report = async (service: Service, channel: string, payload: unknown) => {
  const answer = await service.post(`/api/webhook/${channel}`, JSON.stringify(payload));
  expect(answer.status).toBe(202);
};
const hangUp = (service: Service, callId: string) =>
  service.post(`/api/mock/calls/${callId}/hangup`, '');
const missed = async (service: Service, from: string) =>
  hangUp(service, (await playCall(service, { from })).callId);
const goTo = (hash: string) => page.evaluate((to) => location.assign(to), hash);
const list = (page: Page) => page.getByRole('main').getByRole('listitem');
const telephone = (page: Page) => page.getByRole('complementary', { name: 'Telefon' });

/** Those that go on from story to story. */
let service: Service;
let page: Page;
let wallboard: Page;

async function openPhone(service: Service, desk: BrowserContext, whenOver?: WhenOver) {
  const page = await openHome(desk, service.url, '#/calls', whenOver);
  await telephone(page).getByText('Disposition 1').waitFor();
  await callerIs(service, '9018200', ({ match }) => match === 'exact');
  return page;
}

/** Rejects a call and puts its card away. */
async function reject(card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Ablehnen' }).press('Enter');
  await card.getByRole('button', { name: 'Schließen' }).press('Enter');
  await card.waitFor({ state: 'detached' });
}

test('[RE8] a phone book that tells no lines is told apart by those of the server', async () => {
  service = await office();
  const desk = await openDesk(browser);
  // A telephony app of somebody else says nothing of lines.
  await desk.routeWebSocket('**/ws', (page) => {
    const app = page.connectToServer();
    const bare = (name: string, value: unknown) => (name === 'line' ? undefined : value);
    app.onMessage((text) => page.send(JSON.stringify(JSON.parse(String(text)), bare)));
  });
  const page = await openPhone(service, desk);
  await playCall(service, { from: '+49 40 9018200' });
  await reject(cardOf(page, 'Unbekannte Nummer'));
  await playCall(service, { from: '9018200' });
  const card = cardOf(page, LAWYERS);
  await card.getByText('Kunde', { exact: true }).waitFor();
  await reject(card);
  // The archive's and that of the phone book are one.
  await page.goto(`${service.url}/#/contacts`);
  const book = page.getByRole('list', { name: 'Telefonbuch' });
  await book.getByRole('link', { name: LAWYERS, exact: true }).waitFor();
  await page.getByText('2 Kontakte').waitFor();
});

test('[RE8] seven digits in the phone book are nobody who calls from Hamburg, a mobile or New York', async () => {
  service = await office();
  page = await openPhone(service, await openDesk(browser, {}, afterAll), afterAll);
  for (const from of ['+49 40 9018200', '+49 171 9018200', '+1 212 9018200']) {
    await playCall(service, { from });
    const card = cardOf(page, 'Unbekannte Nummer');
    await card.getByText('Unbekannt', { exact: true }).waitFor();
    // Nor is the name of somebody else saved for it.
    await clickOn(card.getByRole('button', { name: 'Kontakt speichern' }));
    const form = page.getByRole('dialog', { name: 'Neuer Kontakt' });
    expect(await form.getByLabel('Name').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    expect(await page.getByText(LAWYERS).count()).toBe(0);
    await reject(card);
  }
  await playCall(service, { from: '9018200' });
  await reject(cardOf(page, LAWYERS));
  await expect.poll(() => list(page).filter({ hasText: LAWYERS }).count()).toBe(1);
});

test('[RE7] every number of somebody tells who calls', async () => {
  await report(service, 'kunden', {
    name: 'Familie Brause',
    telefon: '030 23125-300',
    telefon2: '030 23125-301',
    handy2: '0171 39200-31',
    phone_home: '040 66969-31',
    mobil_privat: ['0171 39200-32'],
    weitere_telefone: [{ type: 'büro', number: '0221 4710-431' }],
  });
  await settled(service);
  const further = ['030 23125-301', '0171 39200-31', '040 66969-31', '0171 39200-32'];
  for (const from of [...further, '0221 4710-431']) {
    await playCall(service, { from });
    const card = cardOf(page, 'Familie Brause');
    await card.getByText('Kunde', { exact: true }).waitFor();
    expect(await card.getByText('vermutlich').count()).toBe(0);
    await reject(card);
  }
});

test('[RE7] a dispatcher adds a number to a contact and removes another one, by keyboard', async () => {
  const customer = { name: 'Familie Limo', telefon: '030 23125-311', telefon2: '030 23125-322' };
  await report(service, 'kunden', customer);
  await callerIs(service, '030 23125-311', ({ match }) => match === 'exact');
  await goTo(`#/contacts/${encodeURIComponent('030 23125-311')}`);
  await page.getByRole('heading', { name: 'Familie Limo', level: 1 }).waitFor();
  const numbers = page.getByRole('list', { name: 'Weitere Nummern' });
  await numbers.getByRole('link', { name: /23125322 anrufen/ }).waitFor();

  await page.getByRole('button', { name: 'Bearbeiten' }).click();
  const form = page.getByRole('dialog', { name: 'Kontakt bearbeiten' });
  const add = form.getByRole('button', { name: 'Nummer hinzufügen' });
  await add.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('keine');
  await page.keyboard.press('Enter');
  await form.getByText('Hier fehlt eine Telefonnummer.').waitFor();
  await form.getByLabel('Weitere Nummer 2').fill('0171 39200-33');
  await form.getByRole('button', { name: '030 23125-322 entfernen' }).focus();
  await page.keyboard.press('Enter');
  // The button is gone; the focus is not.
  expect(await add.evaluate((element) => element === document.activeElement)).toBe(true);
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.waitFor({ state: 'detached' });
  await numbers.getByRole('link', { name: /0171 3920033 anrufen/ }).waitFor();
  expect(await numbers.getByRole('link').count()).toBe(1);

  await playCall(service, { from: '0171 39200-33' });
  await reject(cardOf(page, 'Familie Limo'));
  await playCall(service, { from: '030 23125-322' });
  await reject(cardOf(page, 'Unbekannte Nummer'));
  // The webhook repeats itself; what was removed stays so.
  await report(service, 'kunden', { ...customer, ort: 'Berlin' });
  await page.getByText('Berlin').waitFor();
  expect(await numbers.getByRole('link').count()).toBe(1);
});

test('[AR5] two who share a number are told apart on the card, in the contact, the list and the search', async () => {
  const number = '030 23125-340';
  const practice = {
    kundennummer: 'K-100',
    name: 'Praxis Dr. Alt',
    telefon: number,
    handy: '0171 39200-34',
    strasse: 'Altweg 1',
    ort: 'Berlin',
    hinweis: 'Hintereingang',
  };
  await report(service, 'kunden', practice);
  await report(service, 'kunden', {
    kundennummer: 'K-200',
    name: 'Kanzlei Neu',
    telefon: number,
    strasse: 'Neue Gasse 2',
    ort: 'Berlin',
  });
  await callerIs(service, number, ({ address }) => address?.name === 'Kanzlei Neu');
  await playCall(service, { from: number });
  const card = cardOf(page, 'Kanzlei Neu');
  await card.getByText('Neue Gasse 2').first().waitFor();
  await card.getByText('2 Kontakte mit dieser Nummer').waitFor();
  const other = card.getByRole('listitem').filter({ hasText: 'Praxis Dr. Alt' });
  for (const text of ['K-100', 'Altweg 1', 'Hintereingang']) await other.getByText(text).waitFor();
  await expectAccessible(page);
  await reject(card);
  // Nobody else has the mobile of the practice.
  await playCall(service, { from: practice.handy });
  const own = cardOf(page, practice.name);
  await own.getByText('Altweg 1').waitFor();
  expect(await own.getByText('Kontakte mit dieser Nummer').count()).toBe(0);
  await reject(own);

  await goTo(`#/contacts?q=${encodeURIComponent('dr alt')}`);
  const row = page.getByRole('list', { name: 'Telefonbuch' }).getByRole('listitem');
  await row.getByText('auch: Praxis Dr. Alt').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('dr alt');
  const found = page.getByRole('option').filter({ hasText: 'Kanzlei Neu' });
  await found.getByText('auch: Praxis Dr. Alt').waitFor();
  await page.keyboard.press('Escape');
  await row.getByRole('link', { name: 'Kanzlei Neu', exact: true }).press('Enter');
  const section = page.getByRole('region', { name: 'Weitere Kontakte mit dieser Nummer' });
  await section.getByRole('heading', { name: 'Praxis Dr. Alt K-100' }).waitFor();
  await section.getByText('Hintereingang').waitFor();
  await section.getByText(/^Kunden · Zuletzt geändert/).waitFor();
  await expectAccessible(page);
});

test('[RE10] a caller saved a moment ago has a name in list, panel, notification and on the wallboard', async () => {
  service = await office();
  const notifying = await launchBrowser();
  onTestFinished(() => notifying.close());
  const desk = await openDesk(notifying);
  await desk.grantPermissions(['notifications'], { origin: service.url });
  await desk.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    window.Notification = new Proxy(Notification, {
      construct(target, [title, options]: [string, NotificationOptions]) {
        told.push(`${title}: ${options.body}`);
        return new target(title, options);
      },
    });
  });
  const notified = await openPhone(service, desk);
  await notified.getByRole('button', { name: 'Einstellungen' }).click();
  await notified.getByRole('checkbox', { name: 'Benachrichtigungen' }).check();
  await notified.keyboard.press('Escape');
  const notifications = () =>
    notified.evaluate(() => (window as unknown as { told: string[] }).told.at(-1));
  const wall = await openDesk(browser, {}, afterAll);
  wallboard = await openHome(wall, service.url, '#/wallboard', afterAll);
  await goTo('#/calls/missed');

  const from = '030 23125-998';
  await missed(service, from);
  await telephone(notified).getByRole('heading', { name: 'Verpasst und offen: 1' }).waitFor();
  const ring = await playCall(service, { from });
  const card = cardOf(notified, 'Unbekannte Nummer').filter({ hasText: 'Eingehender Anruf' });
  await wallboard.getByText('030 23125998').last().waitFor();
  await expect.poll(notifications).toBe('Anruf: 030 23125998');
  await clickOn(card.getByRole('button', { name: 'Kontakt speichern' }));
  const form = notified.getByRole('dialog', { name: 'Neuer Kontakt' });
  await form.getByLabel('Name').fill('Herr Laufkunde');
  await form.getByRole('button', { name: 'Speichern' }).click();

  const named = async (name: string) => {
    await cardOf(notified, name).filter({ hasText: 'Eingehender Anruf' }).waitFor();
    await telephone(notified).getByRole('listitem').filter({ hasText: name }).waitFor();
    await expect.poll(() => list(notified).filter({ hasText: name }).count()).toBe(2);
    await expect.poll(() => list(page).filter({ hasText: name }).count()).toBe(1);
    // Who rings, and who waits to be called back.
    await expect.poll(() => wallboard.getByText(name).count()).toBe(2);
  };
  await named('Herr Laufkunde');
  // Another desk corrects it: nobody has two names on one screen.
  const { address } = await (await fetch(`${service.url}/api/callers/${ring.from.number}`)).json();
  await fetch(`${service.url}/api/addresses/${address.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ name: 'Frau Stammkundin' }),
  });
  await named('Frau Stammkundin');
  expect(await list(notified).filter({ hasText: 'Herr Laufkunde' }).count()).toBe(0);
  expect(await telephone(notified).getByText('Herr Laufkunde').count()).toBe(0);
  await hangUp(service, ring.callId);
  const next = await playCall(service, { from });
  await expect.poll(notifications).toBe('Anruf: Frau Stammkundin, 030 23125998');
  // Every page reports its end: the next story must not count it among its own.
  const isReported = (answer: Response) =>
    answer.request().method() === 'POST' &&
    answer.request().postData()?.includes('"ended"') === true;
  const reported = [page, notified, wallboard].map((each) => each.waitForResponse(isReported));
  await hangUp(service, next.callId);
  await Promise.all(reported);
});

test('[HP4] [HP13] sixty open missed calls behind fifty settled ones are counted alike everywhere', async () => {
  service = await office();
  const calls = Array.from({ length: 110 }, (_, at) => ({
    callId: `c${at}`,
    direction: 'in',
    state: 'ended',
    from: { number: `+49302312${3000 + at}` },
    // The open ones are of yesterday and before.
    startedAt: new Date(
      Date.now() - at * 20 * 60_000 - (at < 50 ? 0 : 24 * 3600_000),
    ).toISOString(),
  }));
  await service.post('/api/calls', JSON.stringify(calls));
  await settled(service);
  const answer = await fetch(`${service.url}/api/calls?missed=true&limit=50`);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  const settle = (id: string) =>
    fetch(`${service.url}/api/calls/${id}`, { method: 'PATCH', body: '{"settled":true}' });
  await Promise.all(items.map(({ id }) => settle(id)));

  await goTo('#/calls');
  await goTo('#/calls/missed');
  const toCallBack = wallboard
    .getByRole('heading', { name: 'Rückrufe offen' })
    .locator('xpath=following-sibling::p[1]');
  const counted = async (count: number) => {
    await page.getByRole('link', { name: new RegExp(`Anrufe.*${count} verpasst`) }).waitFor();
    await page.getByText(`${count} offen`, { exact: true }).waitFor();
    await telephone(page)
      .getByRole('heading', { name: `Verpasst und offen: ${count}` })
      .waitFor();
    await expect.poll(() => toCallBack.textContent()).toBe(String(count));
  };
  await counted(60);
  await page.getByLabel('Nur offene').check();
  await expect.poll(() => list(page).count()).toBe(50);
  await page.getByRole('button', { name: 'Mehr laden' }).click();
  await expect.poll(() => list(page).count()).toBe(60);
  await list(page).last().getByRole('button', { name: 'Erledigt' }).click();
  await counted(59);
  // What somebody points at stays in its place until they leave.
  expect(await list(page).count()).toBe(60);
  await page.mouse.move(0, 0);
  await expect.poll(() => list(page).count()).toBe(59);
});
