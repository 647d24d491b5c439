import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { plugIn } from '../support/cable.ts';
import { callerIs, cardOf, playCall } from '../support/calls.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import type { Service } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

const BAKERY = '030 23125-101';
const BRANCH = '030 23125-102';
const DENTIST = '030 23125-103';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

/** Two callers who wait, below each other. */
async function missTwo(service: Service): Promise<void> {
  for (const [at, from] of [BAKERY, DENTIST].entries())
    await service.post(
      '/api/calls',
      JSON.stringify({
        callId: `n${at}`,
        startedAt: new Date(Date.now() - 60_000 * (at + 1)).toISOString(),
        direction: 'in',
        state: 'ended',
        from,
      }),
    );
}

/** The pointer rests there from here on. */
async function restOn(page: Page, target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to aim at');
  const spot = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(spot.x - 3, spot.y);
  await page.mouse.move(spot.x, spot.y);
  return spot;
}

test.each([390, 768, 1024, 1440])(
  '[HP16] at %d px the server goes and comes back, and somebody rings: whom the pointer rests on stays there',
  async (width) => {
    const service = await office();
    await missTwo(service);
    const desk = await openDesk(browser, { viewport: { width, height: 900 } });
    const cable = await plugIn(service.port);
    const page = await openHome(desk, cable.url, '#/calls/missed?open=1');
    const rows = page.getByRole('main').getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByText('Klingeln hören?').waitFor();
    const row = rows.filter({ hasText: '030 23125103' });
    await row.getByText('Dentallabor Weißzahn').waitFor();
    await rows.getByText('Bäckerei Krumenglück').waitFor();
    await restOn(page, row.getByRole('button', { name: 'Zurückrufen' }));
    const before = await row.boundingBox();

    const hasNotMoved = async () => expect(await row.boundingBox()).toEqual(before);
    await playCall(service, { from: BRANCH });
    await page
      .getByRole('button', { name: 'Annehmen' })
      .filter({ visible: true })
      .first()
      .waitFor();
    await hasNotMoved();
    const notice = page.getByRole('status').filter({ hasText: 'Keine Verbindung zum Server' });
    cable.cut();
    await notice.waitFor();
    await hasNotMoved();
    cable.mend();
    await notice.waitFor({ state: 'detached' });
    await hasNotMoved();
  },
);

test('[HP16] a ring in a narrow window is a bar, whose room is kept, and opens on a tap', async () => {
  const service = await office();
  const desk = await openDesk(browser, { viewport: { width: 390, height: 844 } });
  const page = await openHome(desk, service.url, '#/live');
  await callerIs(service, BAKERY, ({ match }) => match === 'exact');
  const open = page.getByRole('button', { name: 'Telefon öffnen' });
  await page.getByText('Kein Anruf').waitFor();
  const before = await open.boundingBox();
  await playCall(service, { from: BAKERY });
  const answer = page.getByRole('button', { name: 'Annehmen' });
  await answer.waitFor();
  expect(await open.boundingBox()).toEqual(before);
  await expectAccessible(page);
  const card = cardOf(page, 'Krumenglück');
  expect(await card.isVisible()).toBe(false);
  await open.click();
  await card.getByRole('button', { name: 'Ablehnen' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  // Without opening it.
  await answer.click();
  await page.getByText('im Gespräch').filter({ visible: true }).waitFor();
  expect(await answer.count()).toBe(0);
});

test('[HP16] the pointer rests on „Zurückrufen“ of a call that is over: others ring and give up below it', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url, '#/jobs');
  const give = async (from: string) => {
    const { callId } = await playCall(service, { from });
    return () => service.post(`/api/mock/calls/${callId}/hangup`, '');
  };
  await page.getByLabel('Nummer wählen').waitFor();
  await callerIs(service, BAKERY, ({ match }) => match === 'exact');
  const giveUp = await give(BAKERY);
  const first = cardOf(page, 'Krumenglück');
  await first.getByText('Eingehender Anruf').waitFor();
  await giveUp();
  const back = first.getByRole('button', { name: 'Zurückrufen' });
  await back.waitFor();
  const spot = await restOn(page, back);
  const before = await back.boundingBox();
  const giveUpToo = await give(DENTIST);
  const second = cardOf(page, 'Dentallabor');
  await second.getByRole('button', { name: 'Annehmen' }).waitFor();
  expect(await back.boundingBox()).toEqual(before);
  await giveUpToo();
  await second.getByText('Verpasst').waitFor();
  expect(await back.boundingBox()).toEqual(before);
  await expect.poll(() => back.getAttribute('aria-disabled')).toBeNull();
  await page.mouse.click(spot.x, spot.y);
  await cardOf(page, 'Krumenglück').getByText('Es klingelt dort').waitFor();
});

test('[HP16] an unfolded row stays where it is under any number of events, wherever the pointer is', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url, '#/live');
  const list = page.getByRole('list', { name: 'Ereignisse' });
  const send = async (from: number, through: number) => {
    for (let n = from; n <= through; n++)
      await service.post('/api/webhook', JSON.stringify({ title: `Fahrt ${n}` }));
  };
  await send(1, 3);
  const fold = list.getByRole('button', { name: /Fahrt 2$/, expanded: true });
  await list.getByRole('button', { name: /Fahrt 2$/ }).click();
  await fold.waitFor();
  await page.mouse.move(1, 1);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const before = await fold.boundingBox();
  await send(4, 400);
  await page.getByRole('button', { name: '397 neue' }).waitFor();
  expect(await fold.boundingBox()).toEqual(before);
  await page.getByRole('button', { name: '397 neue' }).click();
  await list.getByText('Fahrt 400').waitFor();
  await fold.waitFor({ state: 'detached' });
});

test('[HP16] midnight moves no row that is unfolded: the line for the day comes with the next look', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url, '#/live');
  const list = page.getByRole('list', { name: 'Ereignisse' });
  const send = (title: string) => service.post('/api/webhook', JSON.stringify({ title }));
  await send('Abendfahrt');
  const fold = list.getByRole('button', { name: /Abendfahrt$/, expanded: true });
  await list.getByRole('button', { name: /Abendfahrt$/ }).click();
  await fold.waitFor();
  await page.mouse.move(1, 1);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const before = await fold.boundingBox();
  await page.clock.setFixedTime(Date.now() + 86_400_000);
  await send('Nachtfahrt');
  const newer = page.getByRole('button', { name: '1 neue' });
  await newer.waitFor();
  expect(await fold.boundingBox()).toEqual(before);
  await newer.click();
  await list.getByText('Nachtfahrt').waitFor();
  await list.getByText('Gestern').waitFor();
});
