import type { Call } from '@hookline/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { settled } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { type Service, startService } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

const DENTIST = '030 23125-103';
const LAWYER = '030 23125-104';
const PRINTER = '030 23125-105';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

/** Each has called so many minutes ago, and nobody was there. */
async function missed(service: Service, ...calls: [from: string, minutes: number][]) {
  const told = calls.map(([from, minutes]) => ({
    callId: `${from} ${minutes}`,
    direction: 'in',
    state: 'ended',
    from,
    startedAt: new Date(Date.now() - minutes * 60_000).toISOString(),
  }));
  await service.post('/api/calls', JSON.stringify(told));
  await settled(service);
}

async function openAt(service: Service, number: string, name: string, width = 1280): Promise<Page> {
  const chosen = { desk: number, deskName: name, isDeskAnswered: true, isOfferAnswered: true };
  const stored = { name: 'hookline settings', value: JSON.stringify(chosen) };
  const origins = [{ origin: service.url, localStorage: [stored] }];
  const viewport = { width, height: 900 };
  const desk = await openDesk(browser, { viewport, storageState: { cookies: [], origins } });
  return openHome(desk, service.url, '#/calls/missed?open=1');
}

const rowsOf = (page: Page) => page.getByRole('main').locator('ul.rows > li');
const rowOf = (page: Page, name: string) => rowsOf(page).filter({ hasText: name });
/** The callers in their order, each by a word of the name. */
const order = (page: Page) =>
  rowsOf(page).evaluateAll((all) =>
    all.map(({ textContent }) => /Weißzahn|Paragraf|Bogenrecht/.exec(textContent ?? '')?.[0]),
  );
const callsOf = async ({ url }: Service, number: string): Promise<Call[]> =>
  (await (await fetch(`${url}/api/calls?number=${encodeURIComponent(number)}`)).json()).items;

/** The pointer rests there from here on. */
async function restOn(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to aim at');
  await page.mouse.move(box.x + box.width / 2 - 3, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

test.each([390, 1440])(
  '[HP19] [HP10] at %d px two desks work through one queue, the longest waiting first, those tried behind',
  async (width) => {
    const service = await office();
    await missed(service, [LAWYER, 40], [DENTIST, 30], [PRINTER, 20], [DENTIST, 5]);
    const jana = await openAt(service, '21', 'Jana', width);
    const ole = await openAt(service, '22', 'Ole', width);
    for (const page of [jana, ole]) {
      await expect.poll(() => order(page)).toEqual(['Paragraf', 'Weißzahn', 'Bogenrecht']);
      await rowOf(page, 'Weißzahn').getByText('2×').waitFor();
      await page.getByText('3 offen', { exact: true }).waitFor();
    }
    await rowOf(jana, 'Paragraf')
      .getByText(/^seit 4\d Min\.$/)
      .waitFor();
    await rowOf(jana, 'Weißzahn')
      .getByText(/^seit 3\d Min\.$/)
      .waitFor();
    await expectAccessible(jana);

    // Jana tries; where Ole's pointer rests nothing moves, and he sees it all the same.
    const aimed = rowOf(ole, 'Weißzahn').getByRole('button', { name: 'Zurückrufen' });
    await restOn(ole, aimed);
    const before = await aimed.boundingBox();
    const attempt = rowOf(jana, 'Paragraf').getByRole('button', { name: /^Nicht erreicht/ });
    await attempt.dblclick();
    const told = /^1× · Platz 21, Jana · \d\d:\d\d/;
    await rowOf(ole, 'Paragraf').getByText(told).waitFor();
    await rowOf(jana, 'Paragraf').getByText(told).waitFor();
    expect(await aimed.boundingBox()).toEqual(before);
    expect(await order(ole)).toEqual(['Paragraf', 'Weißzahn', 'Bogenrecht']);
    // Both at once: each counts.
    await rowOf(ole, 'Paragraf')
      .getByRole('button', { name: /^Nicht erreicht/ })
      .press('Enter');
    await rowOf(jana, 'Paragraf')
      .getByText(/^2× · Platz 22, Ole/)
      .waitFor();
    for (const page of [jana, ole]) {
      await page.mouse.move(0, 0);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.reload();
      await expect.poll(() => order(page)).toEqual(['Weißzahn', 'Bogenrecht', 'Paragraf']);
    }
    // Taken back, it was one attempt less.
    await rowOf(ole, 'Bogenrecht')
      .getByRole('button', { name: /^Nicht erreicht/ })
      .press('Enter');
    await rowOf(jana, 'Bogenrecht').getByText('1× · Platz 22').waitFor();
    await ole.getByRole('button', { name: 'Zurücknehmen' }).click();
    await rowOf(jana, 'Bogenrecht').getByText('1× · Platz 22').waitFor({ state: 'detached' });

    // Who calls again waits as if nobody had tried: longer than the others.
    await missed(service, [LAWYER, 0]);
    await jana.reload();
    await expect.poll(() => order(jana)).toEqual(['Paragraf', 'Weißzahn', 'Bogenrecht']);
    await rowOf(jana, 'Paragraf')
      .getByText(/^2× · /)
      .waitFor();

    // Done is done for all of a caller's calls, at both desks.
    await rowOf(jana, 'Weißzahn').getByRole('button', { name: 'Erledigt', exact: true }).click();
    await ole.getByText('2 offen', { exact: true }).waitFor();
    await jana.getByText('2 offen', { exact: true }).waitFor();
    expect((await callsOf(service, DENTIST)).every((call) => call.settled)).toBe(true);
  },
);

test('[HP19] a reminder rings at the desk that said so, through reload and restart, until something is done', async () => {
  const first = await startService(['--profile', 'mock']);
  await missed(first, [LAWYER, 40], [DENTIST, 30]);
  const jana = await openAt(first, '21', 'Jana');
  const ole = await openAt(first, '22', 'Ole');
  const remind = (page: Page, name: string) =>
    rowOf(page, name).getByRole('combobox', { name: /^Erinnern/ });
  await remind(jana, 'Paragraf').focus();
  const later = remind(jana, 'Paragraf').locator('option').nth(3);
  const at = (await later.getAttribute('value')) ?? '';
  expect(Date.parse(at) % 900_000).toBe(0);
  await remind(jana, 'Paragraf').selectOption(at);
  await expect
    .poll(() => remind(ole, 'Paragraf').locator('option:checked').textContent())
    .toMatch(/^um .*: Platz 21, Jana$/);
  // It is called later than whoever waits.
  await expect.poll(() => order(ole)).toEqual(['Weißzahn', 'Paragraf']);

  const [call] = await callsOf(first, LAWYER);
  expect(call).toMatchObject({ remindAt: at, remindBy: '21, Jana' });
  const soon = JSON.stringify({ remindAt: new Date().toISOString(), by: '21, Jana' });
  await fetch(`${first.url}/api/calls/${call?.id}`, { method: 'PATCH', body: soon });
  const line = (page: Page) => page.getByRole('region', { name: 'Erinnerung' });
  await line(jana)
    .getByText(/Paragraf.* zurückrufen/)
    .waitFor();
  await expectAccessible(jana);
  await jana.goto(`${first.url}/#/jobs`);
  await jana.reload();
  await line(jana).waitFor();
  expect(await line(ole).count()).toBe(0);
  await expect.poll(() => order(ole)).toEqual(['Paragraf', 'Weißzahn']);

  // In ten minutes, it is quiet until then.
  await line(jana).getByRole('button', { name: 'In 10 Min.' }).click();
  await line(jana).waitFor({ state: 'detached' });
  await fetch(`${first.url}/api/calls/${call?.id}`, { method: 'PATCH', body: soon });
  await line(jana).waitFor();

  first.program.child.kill('SIGKILL');
  await first.program.outcome;
  const again = await startService(['--profile', 'mock'], { APP_ARCHIVE_URL: first.archiveUrl });
  const reopened = await openAt(again, '21', 'Jana');
  await line(reopened)
    .getByText(/Paragraf.* zurückrufen/)
    .waitFor();
  await rowOf(reopened, 'Paragraf')
    .getByRole('button', { name: /^Nicht erreicht/ })
    .click();
  await line(reopened).waitFor({ state: 'detached' });
  expect(await callsOf(again, LAWYER)).toMatchObject([{ remindAt: null }]);
});
