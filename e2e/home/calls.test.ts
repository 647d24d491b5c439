import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { callerIs, cardOf, clickOn, playCall, putAway } from '../support/calls.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { startService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const BAKERY = '030 23125-101';
const COURIER = '0171 39200-08';
const STRANGER = '030 23125-999';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = sharedService(['--profile', 'mock']);

/** The page that goes on from story to story. */
let page: Page;

test('[HP2] the phone rings while a dispatcher types: who it is, at once and in nobody’s way', async () => {
  const service = await office();
  page = await openHome(await openDesk(browser, {}, afterAll), service.url, '#/calls', afterAll);
  // The phone book is in the archive: from here on everybody in it is known.
  await callerIs(service, BAKERY, ({ match }) => match === 'exact');
  const phone = page.getByRole('complementary', { name: 'Telefon' });
  await service.post(
    '/api/webhook/jobs',
    JSON.stringify({ auftragsnummer: 'A-77', status: 'abgeholt', telefon: BAKERY }),
  );
  const earlier = { direction: 'in', state: 'ended', answeredAt: '2026-01-02T08:00:05Z' };
  await service.post(
    '/api/calls',
    JSON.stringify({
      callId: 'earlier',
      from: BAKERY,
      startedAt: '2026-01-02T08:00:00Z',
      ...earlier,
      durationSec: 187,
      endCause: 'normal',
    }),
  );
  await callerIs(service, BAKERY, ({ calls, jobs }) => calls.length > 0 && jobs.length > 0);

  const field = page.getByLabel('Nummer', { exact: true });
  await field.focus();
  const words = ['Krumenglück', '23125101', 'Kunde', 'Ahornzeile 4', 'A-77', '3:07', 'Annehmen'];
  // One answer of the archive is enough: later questions, after each report of the call, wait.
  let isAsked = false;
  await page.route('**/api/callers/**', async (route) => {
    if (isAsked) return;
    isAsked = true;
    await route.continue();
  });
  const typing = field.pressSequentially('Wo bleibt die Sendung?', { delay: 60 });
  await playCall(service, { from: BAKERY });
  await typing;
  const card = cardOf(page, 'Bäckerei Krumenglück');
  await card.waitFor();
  expect(await field.inputValue()).toBe('Wo bleibt die Sendung?');
  expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
  for (const word of words) await card.getByText(word).first().waitFor();
  expect(isAsked).toBe(true);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await phone
    .getByRole('status')
    .getByText(/Eingehender Anruf: Bäckerei Krumenglück, 030/)
    .waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });

  // Answered from the keyboard, and typed on.
  await page.keyboard.press('Alt+a');
  await card.getByText('Im Gespräch').waitFor();
  await page.keyboard.type(' Gleich.');
  expect(await field.inputValue()).toBe('Wo bleibt die Sendung? Gleich.');
  await field.fill('');
  await page.emulateMedia({ colorScheme: 'light' });
  await clickOn(card.getByRole('button', { name: 'Auflegen' }));
  await putAway(page);
});

test('[HP2] a dispatcher with two calls: answers, holds, transfers and hangs up by mouse and keys', async () => {
  const service = await office();
  await playCall(service, { from: BAKERY });
  const bakery = cardOf(page, 'Bäckerei Krumenglück');
  await clickOn(bakery.getByRole('button', { name: 'Annehmen' }));
  await bakery.getByText('Im Gespräch').waitFor();
  await bakery.getByText(/^0:0[1-9]/).waitFor();

  await playCall(service, { from: COURIER });
  const courier = cardOf(page, 'Hanna Ladefläche');
  await courier.getByText('Kurier').waitFor();
  await bakery.getByText('Im Gespräch').waitFor();
  // Whom one talks to keeps the first place.
  expect(await page.getByRole('article').first().textContent()).toContain('Krumenglück');
  // Who is answered has the dispatcher's ear; the other one waits.
  await page.keyboard.press('Alt+a');
  await courier.getByText('Im Gespräch').waitFor();
  await bakery.getByText('Gehalten').waitFor();
  expect(await bakery.getByRole('button', { name: 'Halten' }).count()).toBe(0);

  // A key means the call that it named a moment ago.
  await courier.getByRole('button', { name: 'Auflegen' }).click({ trial: true });
  await page.keyboard.press('Alt+x');
  await courier.getByText(/Beendet/).waitFor();
  await bakery.getByRole('button', { name: 'Fortsetzen' }).click({ trial: true });
  await page.keyboard.press('Alt+h');
  await bakery.getByText('Im Gespräch').waitFor();
  await clickOn(bakery.getByRole('button', { name: 'Halten' }));
  await clickOn(bakery.getByRole('button', { name: 'Fortsetzen' }));
  await bakery.getByText('Im Gespräch').waitFor();

  // A target that does not exist is said, and another one can be chosen.
  const filter = page.getByLabel('Nummer', { exact: true });
  await filter.focus();
  await page.keyboard.press('Alt+t');
  const target = page.getByRole('combobox', { name: 'Verbinden mit' });
  await target.fill('17');
  await target.press('Enter');
  await page.getByText('Diese Nebenstelle gibt es nicht.').waitFor();
  await target.fill('dispo');
  await page.getByRole('option', { name: /Disposition 2/ }).waitFor();
  await target.press('ArrowDown');
  await target.press('Enter');
  await bakery.getByText('Weitergeleitet').waitFor();
  expect(await filter.evaluate((each) => each === document.activeElement)).toBe(true);

  // Colleagues' calls are told in a line, not as a call to be answered here.
  const theirs = await playCall(service, { from: COURIER, to: '22' });
  await page.getByText('Platz 22 wird von Hanna Ladefläche angerufen').waitFor();
  await playCall(service, { from: BAKERY });
  await clickOn(bakery.first().getByRole('button', { name: 'Ablehnen' }));
  await page.getByText('Abgelehnt').first().waitFor();
  expect(await page.getByRole('button', { name: 'Annehmen' }).count()).toBe(0);
  await page.getByRole('heading', { name: 'Anrufe', level: 1 }).click();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Gespräch halten oder fortsetzen').waitFor();
  await page.keyboard.press('Escape');
  await service.post(`/api/mock/calls/${theirs.callId}/hangup`, '');
  await putAway(page);
});

test('[HP2] strangers: unknown, probably somebody, and nobody at all', async () => {
  const service = await office();
  const asked: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/api/callers/')) asked.push(decodeURIComponent(path));
  });
  const anonymous = await playCall(service, { from: 'anonymous' });
  await clickOn(cardOf(page, 'Nummer unterdrückt').getByRole('button', { name: 'Ablehnen' }));
  await page.getByText('Abgelehnt').first().waitFor();
  expect(anonymous.from.number).toBeNull();
  expect(asked).toEqual([]);

  await playCall(service, { from: STRANGER });
  const stranger = cardOf(page, 'Unbekannte Nummer');
  await stranger.getByText('Unbekannt', { exact: true }).waitFor();
  await clickOn(stranger.getByRole('button', { name: 'Kontakt speichern' }));
  const form = page.getByRole('dialog', { name: 'Neuer Kontakt' });
  await form.getByLabel('Name').fill('Herr Laufkunde');
  await form.getByLabel('Kunde').check();
  await form.getByRole('button', { name: 'Speichern' }).click();
  const known = cardOf(page, 'Herr Laufkunde');
  await known.getByText('Kunde', { exact: true }).waitFor();
  await clickOn(known.getByRole('button', { name: 'Ablehnen' }));
  await known.getByText('Abgelehnt').waitFor();

  // A house is in the books, but not this line of it.
  const house = { number: '030 23125-0', name: 'Bürohaus Kontorhof', city: 'Berlin' };
  const line = '030 23125-998';
  await playCall(service, { from: line });
  await cardOf(page, 'Unbekannte Nummer').waitFor();
  await service.post('/api/webhook/kunden', JSON.stringify(house));
  const probable = cardOf(page, 'Bürohaus Kontorhof');
  await probable.getByText('vermutlich', { exact: true }).waitFor();
  await probable.getByText('Kunde', { exact: true }).waitFor();
  // The name of the house is not that of who calls.
  await clickOn(probable.getByRole('button', { name: 'Kontakt speichern' }));
  expect(await form.getByLabel('Name').inputValue()).toBe('');
  await form.getByRole('button', { name: 'Abbrechen' }).click();
  const own = { number: line, name: 'Frau Kontor' };
  await service.post('/api/webhook/kunden', JSON.stringify(own));
  await cardOf(page, 'Frau Kontor').waitFor();
  expect(await page.getByText('vermutlich', { exact: true }).count()).toBe(0);

  // The same on a phone's width, over the page.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Telefon öffnen' }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await clickOn(cardOf(page, 'Frau Kontor').getByRole('button', { name: 'Annehmen' }));
  await cardOf(page, 'Frau Kontor').getByText('Im Gespräch').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await clickOn(cardOf(page, 'Frau Kontor').getByRole('button', { name: 'Auflegen' }));
  await putAway(page);
});

test('[HP2] a note is kept with the call, though the caller hangs up in the middle of it', async () => {
  const service = await office();
  await page.clock.install();
  await playCall(service, { from: COURIER });
  const courier = cardOf(page, 'Hanna Ladefläche');
  await clickOn(courier.getByRole('button', { name: 'Annehmen' }));
  const { callId } = await playCall(service, { from: BAKERY });
  const card = cardOf(page, 'Bäckerei Krumenglück');
  await clickOn(card.getByRole('button', { name: 'Annehmen' }));
  await courier.getByText('Gehalten').waitFor();
  const note = card.getByLabel('Notiz');
  await note.pressSequentially('Torte am Sams');
  await service.post(`/api/mock/calls/${callId}/hangup`, '');
  await card.getByText(/Beendet/).waitFor();
  // Goes to whatever has the focus, as the next letter of somebody who types does.
  await page.keyboard.type('tag, bitte hinten an der Rampe klingeln');
  // The card stays before the one that still waits, for the note is being written.
  expect(await page.getByRole('article').first().textContent()).toContain('Krumenglück');
  expect(await note.inputValue()).toBe('Torte am Samstag, bitte hinten an der Rampe klingeln');
  expect(await note.evaluate((each) => each === document.activeElement)).toBe(true);

  // It stays as long as somebody writes, and goes by itself after that.
  await page.clock.fastForward(45_000);
  await note.press('End');
  await page.clock.fastForward(45_000);
  expect(await note.isVisible()).toBe(true);
  await clickOn(courier.getByRole('button', { name: 'Auflegen' }));
  await page.clock.fastForward(45_000);
  await card.waitFor({ state: 'detached' });

  const colleague = await openHome(await openDesk(browser), service.url, '#/calls');
  await colleague
    .getByRole('button', {
      name: 'Notiz ändern: Torte am Samstag, bitte hinten an der Rampe klingeln',
    })
    .click();
  const theirs = colleague.getByRole('main').getByLabel('Notiz');
  await theirs.press('End');
  await theirs.pressSequentially('. Erledigt.');
  await theirs.press('Escape');
  await page
    .getByRole('main')
    .getByText('Torte am Samstag, bitte hinten an der Rampe klingeln. Erledigt.')
    .waitFor();
});

test('[HP2] without a telephone the page has no room for one; a lost line is said in words', async () => {
  const without = await startService();
  const plain = await openHome(await openDesk(browser), without.url, '#/calls');
  await plain.getByRole('heading', { name: 'Keine Telefonanlage verbunden' }).waitFor();
  const room = plain.getByRole('complementary', { name: 'Telefon' });
  expect((await room.boundingBox())?.width ?? 0).toBe(0);

  const service = await office();
  await page.getByText('Platz 21', { exact: true }).waitFor();
  service.program.child.kill('SIGTERM');
  await page.getByText('Keine Verbindung zum Telefon').filter({ visible: true }).waitFor();
  const phone = page.getByRole('complementary', { name: 'Telefon' });
  await phone.getByRole('button', { name: 'Jetzt versuchen' }).waitFor();
  await expectAccessible(page);
});
