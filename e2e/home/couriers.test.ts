import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { settled } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { cardOf, playCall } from '../support/calls.ts';
import { expectAccessible, liveList, openDesk, openHome } from '../support/home.ts';
import type { Service } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService();
/** Its phone book has couriers of its own. */
const officeWithTelephone = emptiedService(['--profile', 'mock']);

const send = async (service: Service, channel: string, payload: unknown) => {
  const answer = await service.post(`/api/webhook/${channel}`, JSON.stringify(payload));
  expect(answer.status).toBe(202);
};
const MAX = { kurierId: 'K7', name: 'Max Kern', telefon: '0171 39200-01', fahrzeug: 'Rad 4' };
const job = (jobId: string, kurier: unknown, more: object = {}) => ({
  jobId,
  status: 'zugeteilt',
  abholung: { name: 'Labor Süß', strasse: 'Torstraße 12', ort: 'Berlin' },
  kurier,
  ...more,
});

async function report(service: Service): Promise<void> {
  await send(service, 'kuriere', { ...MAX, status: 'im Einsatz' });
  await send(service, 'kuriere', { id: 'K8', name: 'Ayşe Öztürk', status: 'frei' });
  await send(service, 'kuriere', { name: 'Bodo Rast', status: 'Pause' });
  // Three messages of one courier who has no number are one courier.
  for (const status of ['frei', 'unterwegs', 'frei']) {
    await send(service, 'kuriere', { fahrer_nr: 'F-12', name: 'Eva Lund', status });
  }
  await send(service, 'jobs', [
    job('A-1', { telefon: '+49 171 3920001' }, { deliverBy: '2020-01-01T10:00:00Z' }),
    job('A-2', 'Max Kern', { deliverBy: '2099-01-01T10:00:00Z' }),
    ...[3, 4, 5, 6].map((n) => job(`A-${n}`, { id: 'K7' })),
    job('B-1', 'Otto Fremd'),
    job('C-1', null),
  ]);
  await settled(service);
}

const list = (page: Page) => page.getByRole('list', { name: 'Kuriere', exact: true });
const rows = (page: Page) => list(page).locator(':scope > li');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const names = async (page: Page) =>
  (await rows(page).locator('[data-row]').allTextContents()).map((text) => text.trim());
const chip = (page: Page, name: RegExp): Locator =>
  page.getByRole('group', { name: 'Welche Kuriere' }).getByRole('button', { name });

test('[DI3] who is idle and who is overloaded, from a job to its courier and back', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url, '#/couriers');
  await page.getByText('Noch keine Kuriere').waitFor();
  await report(service);
  // It comes by itself, whoever has to be cared for first.
  await expect
    .poll(() => names(page))
    .toEqual(['Max Kern', 'Ayşe Öztürk', 'Eva Lund', 'Bodo Rast']);
  await page.getByRole('button', { name: '1 ohne gemeldeten Stand · 1 Auftrag' }).click();
  const max = row(page, 'Max Kern');
  for (const text of ['Überlastet', 'Rad 4', '6 Aufträge', '1 überfällig']) {
    await max.filter({ hasText: text }).waitFor();
  }
  await max.getByText('gemeldet gerade eben').waitFor();
  const call = max.getByRole('link', { name: /^Max Kern, .* anrufen$/ });
  expect(await call.getAttribute('href')).toBe('tel:01713920001');
  await row(page, 'Otto Fremd').getByText('nur aus Aufträgen').waitFor();
  await row(page, 'Eva Lund').getByText('Keine offenen Aufträge').waitFor();

  // How many stand how, narrowed to them, in the address.
  await chip(page, /^Frei 2$/).click();
  await expect.poll(() => names(page)).toEqual(['Ayşe Öztürk', 'Eva Lund']);
  expect(new URL(page.url()).hash).toBe('#/couriers?state=free');
  await chip(page, /^Alle 5$/).click();
  await page.getByRole('searchbox', { name: 'Suchen' }).fill('a-2');
  await expect.poll(() => names(page)).toEqual(['Max Kern']);
  await page.getByRole('searchbox', { name: 'Suchen' }).fill('');
  await expect.poll(() => rows(page).count()).toBe(6);

  // By key: to the courier, to what there is to do, to the job.
  await page.getByRole('heading', { name: 'Kuriere' }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const jobs = page.getByRole('list', { name: '6 Aufträge' });
  await expect.poll(() => jobs.getByRole('link').allTextContents()).toHaveLength(6);
  await jobs.getByRole('link', { name: /^A-1/ }).click();
  const view = page.getByRole('region', { name: 'Auftrag' });
  await view.getByRole('heading', { name: 'A-1' }).waitFor();
  await page.goto(`${service.url}/#/jobs/A-4`);
  await view.getByRole('heading', { name: 'A-4' }).waitFor();
  // He is named by his number alone there.
  await view.getByRole('link', { name: 'K7', exact: true }).click();
  await jobs.waitFor();
  expect(await max.locator('[data-row]').getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => page.title()).toContain('Max Kern – Kuriere – Hookline');
  await page.keyboard.press('Escape');
  await jobs.waitFor({ state: 'detached' });

  // Jobs that nobody has; the digit is that of the bar.
  await page.keyboard.press('4');
  await page.getByRole('checkbox', { name: 'Ohne Kurier' }).check();
  const open = page.getByRole('list', { name: 'Aufträge' }).getByRole('link');
  await expect.poll(() => open.count()).toBe(1);
  await open.filter({ hasText: 'C-1' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#/jobs?courier=none');
  await page.getByRole('heading', { name: 'Aufträge' }).click();
  await page.keyboard.press('5');
  await max.waitFor();
});

test('[DI3a] one state for each courier, and jobs that fit two are no third one', async () => {
  const service = await office();
  await send(service, 'kuriere', { ...MAX, status: 'frei' });
  await send(service, 'kuriere', { kurierId: 'K9', name: 'Max Kern', telefon: '0171 39200-09' });
  await send(service, 'jobs', [
    job('A-1', { id: 'K7' }, { status: 'unterwegs' }),
    job('A-2', 'Max Kern'),
  ]);
  await settled(service);
  const page = await openHome(await openDesk(browser), service.url, '#/couriers');
  const busy = rows(page).filter({ hasText: 'Rad 4' });
  for (const text of ['Beschäftigt', 'frei gemeldet', '1 Auftrag']) {
    await busy.filter({ hasText: text }).waitFor();
  }
  await chip(page, /^Beschäftigt 1$/).waitFor();
  await chip(page, /^Frei 0$/).waitFor();
  await chip(page, /^Alle 2$/).waitFor();
  const unclear = page
    .getByRole('status')
    .filter({ hasText: 'Kurier unklar: Max Kern oder Max Kern' });
  await expectAccessible(page);
  await unclear.getByRole('link', { name: 'Auftrag A-2' }).click();
  const view = page.getByRole('region', { name: 'Auftrag' });
  await view.getByText('Passt auf 2 Kuriere').waitFor();
  await view.getByRole('link', { name: 'Zum Kurier 1' }).click();
  await expect.poll(() => rows(page).locator('[aria-expanded="true"]').count()).toBe(1);
});

test('[DI3a] nobody is overloaded and free, free with a late job, or drowned by those nobody knows', async () => {
  const service = await office();
  await send(service, 'kuriere', { ...MAX, status: 'frei' });
  await send(service, 'kuriere', { kurierId: 'K8', name: 'Ayşe Öztürk', status: 'frei' });
  await send(service, 'kuriere', { kurierId: 'K9', name: 'Udo Aus', status: 'Feierabend' });
  const late = { deliverBy: '2020-01-01T10:00:00Z' };
  await send(service, 'jobs', [
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => job(`A-${n}`, { id: 'K7' })),
    job('B-1', { id: 'K8' }, late),
    ...[1, 2, 3].map((n) => job(`C-${n}`, { id: 'K9' }, late)),
    ...[1, 2, 3, 4, 5, 6, 7].map((n) => job(`X-${n}`, `Fremd ${n}`)),
  ]);
  await settled(service);
  const page = await openHome(await openDesk(browser), service.url, '#/couriers');
  await expect.poll(() => names(page)).toEqual(['Max Kern', 'Udo Aus', 'Ayşe Öztürk']);
  const max = row(page, 'Max Kern');
  await max.filter({ hasText: 'Überlastet' }).filter({ hasText: 'frei gemeldet' }).waitFor();
  expect(await max.getByText('Frei', { exact: true }).count()).toBe(0);
  const busy = row(page, 'Ayşe Öztürk').filter({ hasText: 'Beschäftigt' });
  await busy.filter({ hasText: 'frei gemeldet' }).filter({ hasText: '1 überfällig' }).waitFor();
  await row(page, 'Udo Aus').filter({ hasText: '3 überfällig' }).waitFor();
  // What is due next, and when; each in one line, whatever is known of it.
  await busy
    .locator('time[data-state="late"]')
    .filter({ hasText: /^\d\d.*überfällig$/ })
    .waitFor();
  expect(await max.locator('time[data-state]').count()).toBe(0);
  const heights = await rows(page)
    .filter({ has: page.locator('[data-row]') })
    .evaluateAll((all) => all.slice(1).map((one) => one.getBoundingClientRect().height));
  expect(new Set(heights).size).toBe(1);
  for (const count of [/^Überlastet 1$/, /^Beschäftigt 1$/, /^Frei 0$/, /^Nicht im Dienst 1$/]) {
    await chip(page, count).waitFor();
  }
  await expectAccessible(page);
  const fold = page.getByRole('button', { name: /^7 ohne gemeldeten Stand · 7 Aufträge$/ });
  await fold.click();
  await expect.poll(() => names(page)).toHaveLength(10);
  await fold.click();
  await expect.poll(() => names(page)).toHaveLength(3);
  await chip(page, /^Unbekannt 7$/).click();
  await expect.poll(() => names(page)).toHaveLength(7);
});

test('[DI3] a row stays under the pointer while its courier changes, and tells what is now', async () => {
  const service = await office();
  await report(service);
  const desk = await openDesk(browser, { locale: 'en-GB' });
  const page = await desk.newPage();
  await page.clock.install();
  await page.goto(`${service.url}/#/couriers`);
  const couriers = page
    .getByRole('list', { name: 'Couriers', exact: true })
    .locator(':scope > li:has([data-row])');
  const eva = couriers.filter({ hasText: 'Eva Lund' });
  await eva.getByText('reported just now').waitFor();
  await page.clock.fastForward(4 * 60_000);
  await eva.getByText('reported 4 min ago').waitFor();
  await eva.locator('[data-row]').hover();
  const before = await eva.boundingBox();
  await send(service, 'kuriere', { fahrer_nr: 'F-12', name: 'Eva Lund', status: 'Feierabend' });
  await expect
    .poll(async () => {
      await page.clock.runFor(500);
      return eva.getByText('Off duty').isVisible();
    })
    .toBe(true);
  expect(await eva.boundingBox()).toEqual(before);
  await page.mouse.move(1, 1);
  await expect.poll(async () => (await couriers.last().textContent()) ?? '').toContain('Eva Lund');
});

test('[DI4] an address leads to a map, and nothing is asked of it before', async () => {
  const service = await officeWithTelephone();
  await report(service);
  const customer = {
    name: 'Bäckerei Korn',
    telefon: '030 23125-987',
    strasse: 'Am Markt 3',
    plz: '10115',
    ort: 'Berlin',
  };
  await send(service, 'kunden', customer);
  await settled(service);
  const desk = await openDesk(browser, { viewport: { width: 390, height: 800 } });
  const page = await openHome(desk, service.url, '#/jobs/A-1');
  const where = (query: string) =>
    `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`;
  const link = page.getByRole('link', { name: /^Torstraße 12, Berlin auf der Karte/ });
  await link.waitFor();
  const place = where('Am Markt 3, 10115 Berlin');
  expect(await link.getAttribute('href')).toBe(where('Torstraße 12, Berlin'));
  expect(await link.getAttribute('target')).toBe('_blank');
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');

  await page.goto(`${service.url}/#/contacts/${encodeURIComponent('030 23125-987')}`);
  const card = page.getByRole('region', { name: 'Bäckerei Korn' }).first();
  await expect.poll(() => card.locator(`a[href="${place}"]`).count()).toBe(1);
  await page.goto(`${service.url}/#/live`);
  const event = liveList(page).getByRole('listitem').filter({ hasText: 'Bäckerei Korn' });
  await event.locator('[data-entry]').click();
  await expect.poll(() => event.locator(`a[href="${place}"]`).count()).toBe(1);
  await playCall(service, { from: '030 23125-987' });
  await page.getByRole('button', { name: 'Telefon öffnen' }).click();
  await expect
    .poll(() => cardOf(page, 'Bäckerei Korn').locator(`a[href="${place}"]`).count())
    .toBe(1);
});
