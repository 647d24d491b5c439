import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { settled } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { fillJobs, inMinutes } from '../support/many-jobs.ts';
import type { Service } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

const report = async (service: Service, job: unknown) => {
  const answer = await service.post('/api/webhook/jobs', JSON.stringify(job));
  expect(answer.status).toBe(202);
};
const rows = (page: Page) => page.getByRole('list', { name: 'Aufträge' }).getByRole('link');
const timeline = (page: Page) => page.getByRole('list', { name: 'Verlauf' });
const job = (page: Page) => page.getByRole('region', { name: 'Auftrag' });

test('[HP5] a dispatcher follows a job through its versions as they are reported', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url, '#/jobs');
  await page.getByText('Noch keine Aufträge').waitFor();
  expect(await page.getByText('Alles erledigt').count()).toBe(0);
  await expectAccessible(page);

  const order = {
    auftragsnummer: 'A-1001',
    abholung: { name: 'Labor Süß', telefon: '030 23125-101', strasse: 'Torstraße 12' },
    zustellung: { name: 'Klinik am Teich', telefon: '030 23125-102' },
    kurier: null,
  };
  await report(service, { ...order, status: 'angenommen' });
  const row = rows(page).filter({ hasText: 'A-1001' });
  // It came while the list was in view.
  await row.getByText('gerade eben').waitFor();
  await row.filter({ hasText: 'Labor Süß, Torstraße 12 → Klinik am Teich' }).waitFor();
  await row.filter({ hasText: 'Angenommen' }).waitFor();
  await row.click();
  await job(page).getByRole('heading', { name: 'A-1001' }).waitFor();
  await timeline(page).getByText('Zum ersten Mal gemeldet').waitFor();

  const kurier = { name: 'Ayşe Öztürk', mobil: '0171 3920001' };
  await report(service, { ...order, status: 'zugeteilt', kurier });
  const newest = timeline(page).getByRole('listitem').first();
  await newest.getByText('Status: Angenommen → Zugeteilt').waitFor();
  await newest.getByText('Kurier: — → Ayşe Öztürk, 0171 3920001').waitFor();
  await row.filter({ hasText: 'Zugeteilt' }).waitFor();
  const call = job(page).getByRole('link', { name: /^Ayşe Öztürk, .* anrufen$/ });
  expect(await call.getAttribute('href')).toBe('tel:01713920001');
  await newest.getByRole('button', { name: 'Inhalt' }).click();
  await newest.getByText('Torstraße 12').first().waitFor();

  // Delivered it is no longer open; the job itself stays in view.
  await report(service, { ...order, status: 'zugestellt', kurier });
  await timeline(page).getByText('Status: Zugeteilt → Zugestellt').waitFor();
  // The row stays under the pointer for as long as it rests there.
  await page.mouse.move(0, 0);
  await row.waitFor({ state: 'detached' });
  await page.getByRole('radiogroup').getByText('Erledigt').click();
  await row.filter({ hasText: 'Zugestellt' }).waitFor();
  expect(await row.getAttribute('aria-current')).toBe('true');
});

test('[HP5] by keyboard alone: narrow the list down, go through it, open a job and come back', async () => {
  const service = await office();
  for (let i = 1; i <= 60; i++) {
    const status = i % 2 ? 'zugeteilt' : 'pickup_complete';
    await report(service, { jobId: `J-${i}`, status, from: `Straße ${i}`, to: 'Lager' });
  }
  await report(service, { jobId: 'done', status: 'delivered' });
  await settled(service);
  const page = await openHome(await openDesk(browser), service.url, '#/jobs');
  // All that there are, not those that are loaded.
  await page.getByText('60 Aufträge', { exact: true }).waitFor();
  await expect.poll(() => rows(page).first().locator('..').getAttribute('aria-setsize')).toBe('60');
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

  const status = page.getByRole('combobox', { name: 'Status' });
  // By what it means, or as it was sent.
  await status.selectOption({ label: 'Unterwegs · 30' });
  await page.getByText('30 Aufträge').waitFor();
  expect(new URL(page.url()).hash).toBe('#/jobs?class=underway');
  await status.selectOption({ label: 'pickup_complete · 30' });
  await page.getByText('30 Aufträge').waitFor();
  const search = page.getByRole('searchbox', { name: 'Suchen' });
  await search.pressSequentially('strasse 4');
  await page.getByText('6 Aufträge').waitFor();
  // Keys that are typed stay in the field.
  await search.press('ArrowDown');
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);

  await page.getByRole('heading', { name: 'Aufträge' }).click();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toContain('J-48');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toContain('J-46');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await job(page).getByRole('heading', { name: 'J-46' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#/jobs/J-46?status=pickup_complete&q=strasse+4');
  await page.keyboard.press('Escape');
  await job(page).waitFor({ state: 'detached' });
  await expect.poll(focused).toContain('J-46');

  await search.fill('gibt es nicht');
  await page.getByText('Kein Auftrag passt dazu').waitFor();
  await page.getByRole('button', { name: 'Alle Aufträge zeigen' }).click();
  await rows(page).filter({ hasText: 'done' }).waitFor();
  expect(await search.inputValue()).toBe('');
});

test('[HP5] on a phone the list comes back where it was left, whatever is reported on the way', async () => {
  const service = await office();
  for (let i = 1; i <= 40; i++)
    await report(service, { jobId: `J-${i}`, status: 'neu', to: 'Lager' });
  await settled(service);
  const desk = await openDesk(browser, { viewport: { width: 360, height: 740 } });
  await desk.addInitScript(() => {
    addEventListener('hashchange', (event) => {
      if (!('untold' in window)) return;
      event.stopImmediatePropagation();
      window.untold = event;
    });
  });
  const page = await openHome(desk, service.url, '#/jobs');
  const row = page.getByRole('link', { name: /J-7\b/ });
  await row.scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => Math.round(scrollY));
  const before = await place();
  expect(before).toBeGreaterThan(500);
  expect(await page.evaluate(() => document.body.scrollWidth)).toBe(360);
  const open = async () => {
    await row.click();
    await job(page).getByRole('heading', { name: 'J-7' }).waitFor();
  };
  for (const goBack of [
    () => page.getByRole('link', { name: 'Alle Aufträge' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]) {
    await open();
    await row.waitFor({ state: 'hidden' });
    expect(await place()).toBe(0);
    expect(await page.evaluate(() => document.body.scrollWidth)).toBe(360);
    await goBack();
    await row.waitFor();
    await expect.poll(place).toBe(before);
  }
  await open();

  // The browser has another address already, and tells of it after whatever else it has to do.
  await page.evaluate(() => Object.assign(window, { untold: undefined }));
  await page.evaluate(() => history.back());
  await page.waitForFunction(() => 'untold' in window && window.untold);
  await report(service, { jobId: 'J-7', status: 'unterwegs', to: 'Lager' });
  await page.locator('[data-list-beside]', { hasText: 'unterwegs' }).waitFor({ state: 'attached' });
  await page.evaluate(() => {
    Reflect.deleteProperty(window, 'untold');
    dispatchEvent(new Event('hashchange'));
  });
  await expect.poll(place).toBe(before);
});

test('[HP5] whatever foreign systems call a job or put into it, it can be opened', async () => {
  const service = await office();
  const references = [
    'a/b',
    '../../etc',
    '..',
    '100%',
    "Ä „ö\" 'ü' ß",
    '🚲 7',
    '#/archive?x=1&y',
    '<b>x</b>',
    ' spaced  out ',
  ];
  for (const reference of references) await report(service, { reference, status: 'neu' });
  await report(service, { stimmung: 'gut', status: 'neu' });
  let deep: unknown = 'ganz unten';
  for (let i = 0; i < 200; i++) deep = { tiefer: deep };
  const hostile = {
    reference: 'HOSTILE',
    status: '<img src=x onerror=prompt(1)>',
    from: '\u202Egnisuor',
    to: '<script>alert(2)</script>',
    link: 'javascript:alert(3)',
    long: 'x'.repeat(900_000),
    deep,
    __proto__: null,
  };
  await report(service, hostile);
  await report(service, { ...hostile, deep: 'flach', long: 'y'.repeat(900_000) });
  await settled(service);

  const page = await openHome(await openDesk(browser), service.url, '#/jobs');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByText(`${references.length + 2} Aufträge`).waitFor();
  for (const reference of references) {
    await rows(page).filter({ hasText: reference.trim() }).first().click();
    await job(page)
      .getByRole('heading', { name: reference.trim(), exact: true, level: 2 })
      .waitFor();
    await timeline(page).waitFor();
    // By its address alone.
    const { hash } = new URL(page.url());
    await page.evaluate(() => location.assign('#/jobs'));
    await job(page).waitFor({ state: 'detached' });
    await page.evaluate((to) => location.assign(to), hash);
    await job(page)
      .getByRole('heading', { name: reference.trim(), exact: true, level: 2 })
      .waitFor();
  }
  await page.reload();
  await timeline(page).waitFor();
  await rows(page).filter({ hasText: 'stimmung: gut' }).click();
  await job(page).getByText('gut').first().waitFor();

  await rows(page).filter({ hasText: 'HOSTILE' }).click();
  await timeline(page).getByText('<img src=x onerror=prompt(1)>').first().waitFor();
  await timeline(page)
    .getByText(/^Long: x+… → y+…$/)
    .waitFor();
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
  expect(await page.locator('main img, main script').count()).toBe(0);
  await expectAccessible(page);
  expect(dialogs).toEqual([]);

  await page.goto(`${service.url}/#/jobs/nobody`);
  await page.getByText('Diesen Auftrag kennt das Archiv nicht').waitFor();
});

test('[HP18] twenty jobs at a glance, the chosen one beside them, and nothing moves by choosing', async () => {
  const service = await office();
  await fillJobs(service, 40);
  await fetch(`${service.url}/api/jobs/T-2`, {
    method: 'PATCH',
    body: JSON.stringify({ claimedBy: '22, Ole', by: '22, Ole' }),
  });
  const desk = await openDesk(browser, { viewport: { width: 1440, height: 900 } });
  const page = await openHome(desk, service.url, '#/jobs');
  const items = page.getByRole('list', { name: 'Aufträge' }).getByRole('listitem');
  const heights = () =>
    items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().height));
  const seen = () =>
    items.evaluateAll(
      (all) => all.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length,
    );
  await items.filter({ hasText: 'T-40' }).waitFor();
  expect(await seen()).toBeGreaterThanOrEqual(20);
  expect(new Set(await heights()).size).toBe(1);
  const list = await page.getByRole('list', { name: 'Aufträge' }).boundingBox();
  expect(list?.height).toBe(40 * ((await heights())[0] ?? 0) + 2);
  const first = items.first();
  for (const text of [/in \d+ Min\./, 'T-1', 'Zugeteilt', 'Praxis 1', 'Ayşe Öztürk'])
    await first.getByText(text).first().waitFor();
  await items.nth(1).getByText('Platz 22, Ole').waitFor();
  await expectAccessible(page);

  // The pointer rests on a row; choosing it, and others that come in, move nothing.
  const aimed = items.nth(6);
  const before = await aimed.boundingBox();
  await aimed.getByRole('link').hover({ position: { x: 150, y: 12 } });
  await aimed.getByRole('link').click({ position: { x: 150, y: 12 } });
  await job(page).getByRole('heading', { name: 'T-7', exact: true }).waitFor();
  await report(service, { auftragsnummer: 'T-0', status: 'neu', pickupBy: inMinutes(5) });
  await page.getByRole('button', { name: '1 neue' }).waitFor();
  expect((await aimed.boundingBox())?.y).toBe(before?.y);
  expect(await seen()).toBeGreaterThanOrEqual(20);
  expect(new Set(await heights()).size).toBe(1);
  await expectAccessible(page);

  // By key the job beside the list is the one that one has come to, and Back leads out of it.
  await page.keyboard.press('ArrowDown');
  await job(page).getByRole('heading', { name: 'T-8', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await job(page).getByRole('heading', { name: 'T-7', exact: true }).waitFor();
  await page.goBack();
  await job(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).toBe('#/jobs');
});
