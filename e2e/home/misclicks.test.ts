import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { callerIs, cardOf, clickOn, playCall } from '../support/calls.ts';
import { openDesk, openHome } from '../support/home.ts';
import type { Service } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

const BAKERY = '030 23125-101';
const BRANCH = '030 23125-102';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

/** A page whose time passes only when the test lets it. */
async function openStill(service: Service, hash: string): Promise<Page> {
  const page = await openHome(await openDesk(browser), service.url, hash);
  await callerIs(service, BAKERY, ({ match }) => match === 'exact');
  return page;
}

/** Where the pointer rests from here on. */
async function aimAt(page: Page, target: Locator): Promise<{ x: number; y: number }> {
  // What comes a moment after the page would move it, and nothing comes by itself once it is used.
  await page.mouse.move(1, 1);
  await page.getByLabel('Nummer wählen').waitFor();
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to aim at');
  const spot = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(spot.x, spot.y);
  return spot;
}

/** Lets pass as little time as it takes until something is on the page. */
async function soon(page: Page, target: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(5);
      return target.isVisible();
    })
    .toBe(true);
}

test('[HP10] events come in: the number under a resting pointer stays there, for as long as it rests', async () => {
  const service = await office();
  const desk = await openDesk(browser);
  const page = await desk.newPage();
  await page.clock.install();
  await page.goto(`${service.url}/#/live`);
  const customer = (n: number) =>
    service.post(
      '/api/webhook/kunden',
      JSON.stringify({ name: `Kundin ${n}`, telefon: `030 23125-3${n}` }),
    );
  for (let n = 10; n < 15; n++) await customer(n);
  await page.getByRole('listitem').filter({ hasText: 'Kundin 14' }).waitFor();
  const row = page.getByRole('listitem').filter({ hasText: 'Kundin 12' });
  const spot = await aimAt(page, row.getByRole('link'));
  const before = await row.boundingBox();
  for (let n = 15; n < 40; n++) {
    await customer(n);
    await page.clock.fastForward(1500);
  }
  await page.getByRole('button', { name: '25 neue' }).waitFor();
  expect(await row.boundingBox()).toEqual(before);
  await page.mouse.click(spot.x, spot.y);
  await cardOf(page, 'Kundin 12').waitFor();

  // On leaving they come.
  await page.mouse.move(0, 0);
  await page.getByRole('listitem').filter({ hasText: 'Kundin 39' }).waitFor();
});

test('[HP10] calls are missed: „Zurückrufen“ under the pointer calls back who stood there', async () => {
  const service = await office();
  const page = await openStill(service, '#/calls/missed');
  const missed = (n: number) =>
    service.post(
      '/api/calls',
      JSON.stringify({
        callId: `c${n}`,
        startedAt: new Date(Date.now() - 60_000 + n * 1000).toISOString(),
        direction: 'in',
        state: 'ended',
        from: { number: `+49302312580${n}` },
      }),
    );
  const rows = page.getByRole('main').getByRole('listitem');
  await missed(1);
  await missed(2);
  await expect.poll(() => rows.count()).toBe(2);
  const row = rows.filter({ hasText: '030 23125802' });
  const spot = await aimAt(page, row.getByRole('button', { name: 'Zurückrufen' }));
  const before = await row.boundingBox();
  await missed(3);
  await page.getByRole('button', { name: '1 neue' }).waitFor();
  expect(await row.boundingBox()).toEqual(before);
  await page.mouse.click(spot.x, spot.y);
  await page
    .getByRole('complementary', { name: 'Telefon' })
    .getByText('Es klingelt dort')
    .waitFor();
  await page.getByRole('article').filter({ hasText: '030 23125802' }).waitFor();
  await page.mouse.move(0, 0);
  await rows.filter({ hasText: '030 23125803' }).waitFor();
});

test('[HP10] a second call rings right before a click: nobody is rejected or hung up', async () => {
  const service = await office();
  const page = await openStill(service, '#/calls');
  await playCall(service, { from: BAKERY });
  await clickOn(cardOf(page, 'Krumenglück').getByRole('button', { name: 'Annehmen' }));
  const hangUp = cardOf(page, 'Krumenglück').getByRole('button', { name: 'Auflegen' });
  await hangUp.click({ trial: true });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await playCall(service, { from: BRANCH });
  const ringing = page.getByRole('article').filter({ hasText: 'Eingehender Anruf' });
  await soon(page, ringing.getByText('Birkenhof 17'));
  // Where the hand goes is up to the caller who has come in between.
  const { x, y } = await aimAt(page, ringing.getByRole('button', { name: 'Ablehnen' }));
  await page.mouse.click(x, y);
  await soon(page, page.getByText('Hier hat sich gerade etwas geändert'));
  for (const name of ['Annehmen', 'Ablehnen']) {
    const button = ringing.getByRole('button', { name });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
  }
  await page.clock.runFor(800);
  await page.clock.resume();
  // Both are still there, and a click that is meant counts.
  await clickOn(ringing.getByRole('button', { name: 'Ablehnen' }));
  await ringing.waitFor({ state: 'detached' });
  await cardOf(page, 'Krumenglück').getByText('Im Gespräch').waitFor();
});

test('[HP10] the caller gives up right before Alt+X: whoever is talked with stays on the line', async () => {
  const service = await office();
  const page = await openStill(service, '#/calls');
  await playCall(service, { from: BAKERY });
  await cardOf(page, 'Krumenglück').waitFor();
  // Nobody else rings: it can be answered at once.
  await page.keyboard.press('Alt+A');
  await cardOf(page, 'Krumenglück').getByText('Im Gespräch').waitFor();
  const { callId: second } = await playCall(service, { from: BRANCH });
  const ringing = page.getByRole('article').filter({ hasText: 'Eingehender Anruf' });
  await ringing.getByRole('button', { name: 'Ablehnen' }).click({ trial: true });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await service.post(`/api/mock/calls/${second}/hangup`, '');
  await expect
    .poll(async () => {
      await page.clock.runFor(5);
      return ringing.count();
    })
    .toBe(0);
  await page.keyboard.press('Alt+X');
  await soon(page, page.getByText('Die Anrufe haben sich gerade geändert'));
  const talk = cardOf(page, 'Krumenglück').getByText('Im Gespräch');
  expect(await talk.count()).toBe(1);
  await page.clock.runFor(800);
  await page.keyboard.press('Alt+X');
  await page.clock.resume();
  await talk.waitFor({ state: 'detached' });
});
