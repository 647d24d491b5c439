import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { HASH, PASSWORD } from '../../packages/server/test/access/closed-server.ts';
import { sharedBrowser } from '../support/browser.ts';
import { callerIs, cardOf, clickOn, playCall } from '../support/calls.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { emptiedService, sharedService } from '../support/shared-service.ts';

const BAKERY = '030 23125-101';
const BRANCH = '030 23125-102';
const COURIER = '0171 39200-08';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);
const closed = sharedService([`--app.access.password=${HASH}`, '--profile=mock']);

const formIn = (page: Page) =>
  page.getByRole('dialog', { name: /Neuer Kontakt|Kontakt bearbeiten/ });
/** An empty list offers a new contact too. */
const isListed = (page: Page) =>
  page.getByRole('link', { name: 'Bäckerei Krumenglück', exact: true }).waitFor();
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')));

test('[HP11] the phone rings while a contact is typed: answered by mouse and by key, and no letter is lost', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url, '#/contacts');
  await callerIs(service, BAKERY, ({ match }) => match === 'exact');
  await isListed(page);
  await page.getByRole('button', { name: 'Neuer Kontakt' }).click();
  const form = formIn(page);
  const name = form.getByLabel('Name');
  await name.pressSequentially('Frau Halb');

  // By mouse: the form stays, and typing goes on where it was.
  await playCall(service, { from: BAKERY });
  const bakery = cardOf(page, 'Bäckerei Krumenglück');
  await clickOn(bakery.getByRole('button', { name: 'Annehmen' }));
  await bakery.getByText('Im Gespräch').waitFor();
  expect(await name.inputValue()).toBe('Frau Halb');
  // What is behind the form is not reached: neither its buttons nor the keys of the pages.
  await page.keyboard.press('4');
  expect(new URL(page.url()).hash).toBe('#/contacts');
  await name.focus();
  await playCall(service, { from: COURIER });
  const courier = cardOf(page, 'Hanna Ladefläche');
  await courier.getByRole('button', { name: 'Annehmen' }).click({ trial: true });
  await page.keyboard.press('Alt+a');
  await courier.getByText('Im Gespräch').waitFor();
  await page.keyboard.type('fertig');
  expect(await name.inputValue()).toBe('Frau Halbfertig');
  await form.getByLabel('Telefonnummer').fill('030 23125-777');

  // A click beside it is a slip; Escape keeps what is typed, says so and knows the way back.
  await page.mouse.click(5, 500);
  expect(await form.isVisible()).toBe(true);
  // What it says comes up under the pointer, and stays there.
  await page.mouse.move(40, 770);
  await form.getByLabel('Telefonnummer').press('Escape');
  await form.waitFor({ state: 'detached' });
  expect(
    await page
      .getByRole('button', { name: 'Neuer Kontakt' })
      .evaluate((each) => each === document.activeElement),
  ).toBe(true);
  await page.getByText('Nicht gespeichert, aber aufgehoben').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await form.getByText('Was Sie hier schon getippt hatten, ist wieder da.').waitFor();
  expect(await name.inputValue()).toBe('Frau Halbfertig');

  // A reload: the form is open again, as it was.
  await page.reload();
  await form.waitFor();
  expect(await name.inputValue()).toBe('Frau Halbfertig');
  expect(await form.getByLabel('Telefonnummer').inputValue()).toBe('030 23125-777');

  // Another form from the telephone takes its place, and the first one is kept.
  await clickOn(courier.getByRole('button', { name: 'Kontakt ändern' }));
  await page.getByRole('dialog', { name: 'Kontakt bearbeiten' }).waitFor();
  expect(await name.inputValue()).toBe('Hanna Ladefläche');
  await form.getByLabel('Notiz').fill('Nur nachmittags');
  await form.getByRole('button', { name: 'Nummer hinzufügen' }).click();
  await form.getByLabel('Weitere Nummer 1', { exact: true }).fill('0171 39200-99');
  await form.getByRole('button', { name: 'Schließen' }).click();
  // Meanwhile a colleague corrects what was not typed here.
  const { address } = await (
    await fetch(`${service.url}/api/callers/${encodeURIComponent(COURIER)}`)
  ).json();
  await fetch(`${service.url}/api/addresses/${address.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ name: 'Johanna Ladefläche' }),
  });
  await page.getByText('Johanna Ladefläche').filter({ visible: true }).first().waitFor();
  await clickOn(cardOf(page, 'Johanna Ladefläche').getByRole('button', { name: 'Kontakt ändern' }));
  await form.getByText('ist wieder da').waitFor();
  expect(await name.inputValue()).toBe('Johanna Ladefläche');
  expect(await form.getByLabel('Notiz').inputValue()).toBe('Nur nachmittags');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Kontakt gespeichert').waitFor();
  await callerIs(service, '0171 39200-99', ({ address: kept }) => {
    return kept?.name === 'Johanna Ladefläche' && kept.fields['note'] === 'Nur nachmittags';
  });

  // Discarded means discarded, but for a slip.
  const adding = page.getByRole('button', { name: 'Neuer Kontakt' });
  await adding.click();
  await form.getByRole('button', { name: 'Verwerfen' }).click();
  await page.getByRole('button', { name: 'Zurückholen' }).click();
  expect(await name.inputValue()).toBe('Frau Halbfertig');
  await form.getByRole('button', { name: 'Verwerfen' }).click();
  await form.waitFor({ state: 'detached' });
  await adding.click();
  expect(await name.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  expect(await drafts(page)).toEqual([]);
});

test('[HP11] the login expires while somebody types: form and note are there after the next one, and gone after a log-out', async () => {
  const service = await closed();
  const desk = await openDesk(browser);
  const page = await openHome(desk, service.url, '#/contacts');
  const logIn = async (tab: Page) => {
    await tab.getByLabel('Passwort').fill(PASSWORD);
    await tab.keyboard.press('Enter');
    await tab.getByRole('button', { name: /Telefon: Verbunden, Platz/ }).waitFor();
  };
  await logIn(page);
  // Strangers play no calls here.
  await page.evaluate(
    (call) => fetch('/api/mock/calls', { method: 'POST', body: JSON.stringify(call) }),
    { from: BRANCH },
  );
  const card = cardOf(page, 'Filiale Nord');
  await clickOn(card.getByRole('button', { name: 'Annehmen' }));
  await card.getByText('Im Gespräch').waitFor();
  // The archive is away for the note, so that only the page has it.
  await page.route('**/api/calls/*', (route) => route.abort());
  await card.getByLabel('Notiz').fill('Schlüssel liegt beim Pförtner');
  await card.getByLabel('Notiz').press('Escape');
  await card.getByText('Noch nicht gespeichert').waitFor();
  await isListed(page);
  await page.getByRole('button', { name: 'Neuer Kontakt' }).click();
  await formIn(page).getByLabel('Name').fill('Herr Abgelaufen');
  await formIn(page).getByLabel('Telefonnummer').fill('030 23125-778');
  await desk.clearCookies();
  // The note is tried again by itself, and is told that the login is over.
  await expect.poll(() => page.url()).toContain('/login');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await logIn(page);
  await formIn(page).getByText('ist wieder da').waitFor();
  expect(await formIn(page).getByLabel('Name').inputValue()).toBe('Herr Abgelaufen');
  // The note is saved by itself.
  const notes = () =>
    page.evaluate(async () => {
      const { items } = await (await fetch('/api/calls')).json();
      return items.map(({ note }: { note: string }) => note);
    });
  await expect.poll(notes).toContain('Schlüssel liegt beim Pförtner');

  const other = await openHome(desk, service.url, '#/contacts');
  await isListed(other);
  await other.getByRole('button', { name: 'Neuer Kontakt' }).click();
  await formIn(other).getByLabel('Name').fill('Frau Nebenan');
  await formIn(page).getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  // The other tab is slow to learn that the login is over, and somebody types on in it.
  const held = Promise.withResolvers<void>();
  await other.route('**/api/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await page.waitForURL(`${service.url}/login`);
  await expect.poll(() => drafts(other)).toEqual([]);
  await formIn(other).getByLabel('Name').fill('Frau Nebenan, Hof');
  held.resolve();
  await other.waitForURL(/\/login/);
  for (const tab of [page, other]) {
    expect(await drafts(tab)).toEqual([]);
  }
  await logIn(other);
  await isListed(other);
  await other.getByRole('button', { name: 'Neuer Kontakt' }).click();
  expect(await formIn(other).getByLabel('Name').inputValue()).toBe('');
});
