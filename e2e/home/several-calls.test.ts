import type { Browser, Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { callerIs, cardOf, clickOn, playCall } from '../support/calls.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { emptiedService } from '../support/shared-service.ts';

const BAKERY = '030 23125-101';
const BRANCH = '030 23125-102';
const DENTIST = '030 23125-103';
const COURIER = '0171 39200-08';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

const hasFocus = (field: Locator) => field.evaluate((each) => each === document.activeElement);

test('[HP15] others ring, are held and hang up: whom one talks to stays where it is, note and all', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url, '#/calls');
  await callerIs(service, BAKERY, ({ match }) => match === 'exact');
  // Alone, a ring has all that is known.
  await playCall(service, { from: BAKERY });
  const bakery = page.getByRole('article', { name: 'Bäckerei Krumenglück', exact: true });
  await bakery.getByText('Noch kein Auftrag und kein Anruf').waitFor();
  await clickOn(bakery.getByRole('button', { name: 'Annehmen' }));
  await bakery.getByText('Im Gespräch').waitFor();
  const note = bakery.getByLabel('Notiz');
  await note.pressSequentially('Zwei Torten, ');
  const before = await note.boundingBox();
  const sameNote = async () => {
    expect(await note.boundingBox()).toEqual(before);
    expect(await hasFocus(note)).toBe(true);
  };

  const calls = [];
  for (const from of [BRANCH, DENTIST, COURIER]) {
    calls.push(await playCall(service, { from }));
    const ringing = page.getByRole('article').filter({ hasText: 'Eingehender Anruf' });
    await expect.poll(() => ringing.count()).toBe(calls.length);
    await ringing.last().getByText('·').waitFor();
    await sameNote();
  }
  await expectAccessible(page);
  const window = { width: 1280, height: 800 };
  const isInSight = async (target: Locator) => {
    const { x, y, width, height } = (await target.boundingBox()) ?? {
      x: 0,
      y: -1,
      width: 0,
      height: 0,
    };
    return x >= 0 && y >= 0 && x + width <= window.width && y + height <= window.height;
  };
  expect(await isInSight(note)).toBe(true);
  // Each is a few lines, with its buttons in sight.
  for (const name of ['Krumenglück, Filiale Nord', 'Dentallabor Weißzahn', 'Hanna Ladefläche']) {
    const row = cardOf(page, name);
    expect((await row.boundingBox())?.height).toBeLessThan(100);
    expect(await isInSight(row.getByRole('button', { name: 'Annehmen' }))).toBe(true);
    expect(await row.getByLabel('Notiz').count()).toBe(0);
    // A long place ends within the row.
    expect(await row.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  }

  // One gives up, one is rejected, and the note is typed on.
  await service.post(`/api/mock/calls/${calls[0]?.callId}/hangup`, '');
  await cardOf(page, 'Filiale Nord').getByText('Verpasst').waitFor();
  await sameNote();
  // By key: a click so soon after the others have moved does not count.
  await cardOf(page, 'Dentallabor').getByRole('button', { name: 'Ablehnen' }).press('Enter');
  await cardOf(page, 'Dentallabor').getByText('Abgelehnt').waitFor();
  await note.focus();
  await page.keyboard.type('am Samstag');
  await sameNote();

  // Who is answered comes first, in full; who waits for it keeps the note.
  const courier = cardOf(page, 'Hanna Ladefläche');
  await courier.getByRole('button', { name: 'Annehmen' }).click({ trial: true });
  await page.keyboard.press('Alt+a');
  await courier.getByText('Im Gespräch').waitFor();
  await bakery.getByText('Gehalten').waitFor();
  expect(await page.getByRole('article').first().textContent()).toContain('Hanna Ladefläche');
  expect(await note.inputValue()).toBe('Zwei Torten, am Samstag');
  expect((await courier.getByLabel('Notiz').boundingBox())?.y).toBeLessThan((before?.y ?? 0) + 60);

  // The name leads to the contact.
  await courier.getByRole('link', { name: 'Hanna Ladefläche' }).press('Enter');
  await page.getByRole('heading', { name: 'Hanna Ladefläche', level: 1 }).waitFor();
  expect(new URL(page.url()).hash).toMatch(/^#\/contacts\/[\da-f-]{36}$/);
  await courier.getByText('Im Gespräch').waitFor();
});

test('[HP15] [HP10] who was missed three times is one row, which stays under the pointer and is settled at once', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url, '#/live');
  await callerIs(service, BAKERY, ({ match }) => match === 'exact');
  let second = 0;
  const missed = (from: string) =>
    service.post(
      '/api/calls',
      JSON.stringify({
        callId: `c${second}`,
        startedAt: new Date(Date.now() - 600_000 + second++ * 1000).toISOString(),
        direction: 'in',
        state: 'ended',
        from,
      }),
    );
  for (const from of [BAKERY, '+49 30 23125-103', '0049 30 23125101', BAKERY]) await missed(from);
  const phone = page.getByRole('complementary', { name: 'Telefon' });
  // Callers are counted, not their calls.
  await phone.getByRole('heading', { name: 'Verpasst und offen: 2' }).waitFor();
  const rows = phone.getByRole('listitem');
  expect(await rows.count()).toBe(2);
  const bakery = rows.filter({ hasText: 'Bäckerei Krumenglück' });
  await bakery.getByText('3×').waitFor();
  const settle = bakery.getByRole('button', { name: 'Erledigt: Bäckerei Krumenglück' });
  await settle.hover();
  const before = await bakery.boundingBox();
  await missed(COURIER);
  // It waits for the shortest time, and stands below.
  await rows.nth(2).getByText('Hanna Ladefläche').waitFor();
  expect(await bakery.boundingBox()).toEqual(before);
  await clickOn(settle);
  // Whoever points at it sees that it is done; the other two calls are still open.
  await phone.getByRole('heading', { name: 'Verpasst und offen: 2' }).waitFor();
  await expect.poll(() => bakery.getByRole('button').count()).toBe(0);
  await page.mouse.move(0, 0);
  await bakery.waitFor({ state: 'detached' });
  await rows.filter({ hasText: 'Hanna Ladefläche' }).waitFor();
  const answer = await fetch(`${service.url}/api/calls?missed=true&settled=true`);
  expect(((await answer.json()) as { items: unknown[] }).items).toHaveLength(3);
  await clickOn(rows.nth(1).getByRole('link', { name: 'Hanna Ladefläche', exact: true }));
  await page.getByRole('heading', { name: 'Hanna Ladefläche', level: 1 }).waitFor();
});

test('[HP2] a name is enough to call somebody or to transfer to them, whoever knows it', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url, '#/calls');
  await service.post(
    '/api/webhook/kunden',
    JSON.stringify({ name: 'Frau Nurarchiv', telefon: '030 23125-888', handy: '0171 39200-88' }),
  );
  await callerIs(service, '030 23125-888', ({ match }) => match === 'exact');
  await callerIs(service, BAKERY, ({ match }) => match === 'exact');
  const field = page.getByRole('combobox', { name: 'Name oder Nummer wählen' });
  await field.fill('weisszahn');
  const option = (name: RegExp) => page.getByRole('option', { name });
  await option(/Dentallabor Weißzahn/).waitFor();
  await field.press('Escape');
  await option(/Dentallabor/).waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('weisszahn');

  // By key, of whom only the archive knows; the second of two numbers.
  await field.fill('nurarchiv');
  await option(/0171 3920088/).waitFor();
  await field.press('ArrowDown');
  await field.press('Enter');
  const card = cardOf(page, 'Frau Nurarchiv');
  await card.getByText('0171 3920088').waitFor();
  expect(await field.inputValue()).toBe('');
  // Until then the call changes by itself, and takes no click in that moment.
  const hangUp = async (on: Locator) => {
    await on.getByText('Im Gespräch').waitFor();
    await clickOn(on.getByRole('button', { name: 'Auflegen' }));
    await clickOn(on.getByRole('button', { name: 'Schließen' }));
  };
  await hangUp(card);
  // A number that is typed is meant as it is, though somebody else's begins so.
  await field.fill('03023125');
  await option(/Bäckerei Krumenglück/)
    .first()
    .waitFor();
  await clickOn(page.getByRole('button', { name: 'Anrufen', exact: true }));
  const stranger = page.getByRole('article').filter({ hasText: /030 ?23125(?!\d)/ });
  await hangUp(stranger);

  await playCall(service, { from: COURIER });
  const courier = cardOf(page, 'Hanna Ladefläche');
  await clickOn(courier.getByRole('button', { name: 'Annehmen' }));
  await clickOn(courier.getByRole('button', { name: 'Verbinden' }));
  await page.getByRole('combobox', { name: 'Verbinden mit' }).fill('nurarch');
  await clickOn(option(/030 23125888/));
  await courier.getByText('Weitergeleitet').waitFor();
});

test('[HP2] on a touch screen nothing names a key', async () => {
  const service = await office();
  const desk = await openDesk(browser, {
    isMobile: true,
    hasTouch: true,
    viewport: { width: 1024, height: 768 },
  });
  const page = await openHome(desk, service.url, '#/calls');
  await playCall(service, { from: BAKERY });
  await page.getByRole('button', { name: 'Annehmen' }).tap();
  await page.getByText('Im Gespräch').first().waitFor();
  for (const key of await page.locator('kbd').or(page.getByText(/Alt\+/)).all()) {
    expect(await key.isVisible()).toBe(false);
  }
});
