import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { settled, until } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { callerIs, cardOf, playCall } from '../support/calls.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { type Service, startService } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

const report = async (service: Service, channel: string, payload: unknown) => {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  expect((await service.post(`/api/webhook/${channel}`, body)).status).toBe(202);
};
const events = (page: Page) => page.getByRole('list', { name: 'Ereignisse' }).getByRole('listitem');
const jobs = (page: Page) => page.getByRole('list', { name: 'Aufträge' }).getByRole('link');
const job = (page: Page) => page.getByRole('region', { name: 'Auftrag' });

const PLACE = 'Kehrwieder 117b, 20459 Hamburg';

test('[RE5] a message with nothing but a status leaves the job all that is known of it', async () => {
  const service = await office();
  const live = await openHome(await openDesk(browser), service.url, '#/live');
  const page = await openHome(await openDesk(browser), service.url, '#/jobs');
  await page.getByText('Noch keine Aufträge').waitFor();
  await report(service, 'jobs', {
    auftragsnr: 'A-7',
    status: 'zugeteilt',
    abholung: { firma: 'Labor Süß', telefon: '030 23125-101', notiz: 'Rampe im Hof' },
    zustellung: { strasse: 'Kehrwieder', hausnummer: '117b', plz: 20459, ort: 'Hamburg' },
    fahrer: { vorname: 'Ida', nachname: 'Noack', handy: '0171 39200-01' },
  });
  const told = events(live).filter({ hasText: `Labor Süß → ${PLACE}` });
  await told.getByText('Zugeteilt').waitFor();
  await told.getByRole('link', { name: '0171 3920001 anrufen' }).waitFor();

  await report(service, 'jobs', { auftragsnr: 'A-7', status: 'unterwegs' });
  // The row says what the message said; the job is what all of them said.
  await events(live).filter({ hasText: 'Unterwegs' }).waitFor();
  expect(await events(live).filter({ hasText: PLACE }).count()).toBe(1);
  const row = jobs(page).filter({ hasText: 'Unterwegs' });
  await row.filter({ hasText: `Labor Süß → ${PLACE}` }).waitFor();
  await row.filter({ hasText: 'Kurier: Ida Noack' }).click();
  for (const text of ['Labor Süß', 'Rampe im Hof', PLACE]) {
    await job(page).getByText(text, { exact: true }).waitFor();
  }
  const call = job(page).getByRole('link', { name: 'Ida Noack, 0171 3920001 anrufen' });
  expect(await call.getAttribute('href')).toBe('tel:01713920001');
  const newest = page.getByRole('list', { name: 'Verlauf' }).getByRole('listitem').first();
  await newest.getByText('Status: Zugeteilt → Unterwegs').waitFor();
  expect(await newest.getByText('→').count()).toBe(1);
});

test('[RE11] [RE12] what comes late changes nothing and says so, and every stop is shown', async () => {
  const service = await office();
  const stops = [
    { type: 'pickup', name: 'Labor Süß' },
    { type: 'dropoff', name: 'Praxis Roth' },
    { type: 'dropoff', name: 'Apotheke am Markt' },
  ];
  const at = (minutes: number) => new Date(Date.now() - 60_000 * minutes).toISOString();
  await report(service, 'jobs', { jobId: 'A-7', status: 'neu', updated_at: at(60), stops });
  await report(service, 'jobs', { jobId: 'A-7', status: 'zugestellt', updated_at: at(10) });
  await report(service, 'jobs', { jobId: 'A-7', status: 'abgeholt', updated_at: at(30) });
  await settled(service);
  const page = await openHome(await openDesk(browser), service.url, '#/jobs/A-7');
  await job(page).locator('header').getByText('Zugestellt').waitFor();
  const versions = page.getByRole('list', { name: 'Verlauf' }).getByRole('listitem');
  await versions.nth(0).getByText('Abgeholt').waitFor();
  await versions.nth(0).getByText('Verspätet eingetroffen').waitFor();
  await versions.nth(1).getByText('Status: Neu → Zugestellt').waitFor();
  const shown = page.getByRole('list', { name: 'Stopps' }).getByRole('listitem');
  expect(await shown.allTextContents()).toEqual([
    'AbholungLabor Süß',
    'ZustellungPraxis Roth',
    'ZustellungApotheke am Markt',
  ]);
  await expectAccessible(page);
});

test('[RE4] Fehler and failed look alike and stay open, what is over is not, and nobody guesses', async () => {
  const service = await office();
  const statuses = ['Fehler', 'failed', 'in Prüfung', 'abgerechnet', 'no_show'];
  for (const status of statuses) await report(service, 'jobs', { auftragsnr: status, status });
  await settled(service);
  const page = await openHome(await openDesk(browser), service.url, '#/jobs');
  await page.getByText('3 Aufträge').waitFor();
  const look = (reference: string) =>
    jobs(page)
      .filter({ hasText: reference })
      .locator('[data-tone]')
      .evaluate((chip) => {
        const { backgroundColor, color } = getComputedStyle(chip);
        return [chip.textContent, backgroundColor, color];
      });
  expect(await look('Fehler')).toEqual(await look('failed'));
  const [word, ground] = await look('in Prüfung');
  expect(word).toBe('in Prüfung');
  expect(ground).not.toBe((await look('failed'))[1]);
  await page.getByRole('radiogroup').getByText('Erledigt').click();
  await page.getByText('2 Aufträge').waitFor();
  await jobs(page).filter({ hasText: 'abgerechnet' }).waitFor();
  await jobs(page).filter({ hasText: 'no_show' }).waitFor();
});

test("[RE4] an office's own word has its class in the list of jobs and in live rows", async () => {
  const service = await startService(['--app.jobs.status-words=in Prüfung=problem']);
  await report(service, 'jobs', { auftragsnr: 'A-1', status: 'in Prüfung' });
  await settled(service);
  const page = await openHome(await openDesk(browser), service.url, '#/jobs');
  await jobs(page).locator('[data-tone=bad]').getByText('in Prüfung').waitFor();
  await page.goto(`${service.url}/#/live`);
  await events(page).locator('[data-tone=bad]').getByText('in Prüfung').waitFor();
});

test('[RE6] an address is the same on ring card, contact page, in the finder, live and as a vCard', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url, '#/live');
  await report(service, 'kunden', {
    name: 'Speicher Kaffee',
    telefon: '040 66969-77',
    streetName: 'Kehrwieder',
    houseNo: '117b',
    zip: '20459',
    city: 'Hamburg',
    notes: 'Rampe im Hof',
  });
  await events(page).filter({ hasText: 'Speicher Kaffee' }).getByText(PLACE).waitFor();
  await callerIs(service, '040 66969-77', ({ match }) => match === 'exact');
  await playCall(service, { from: '040 66969-77' });
  const card = cardOf(page, 'Speicher Kaffee');
  await card.getByText(PLACE).waitFor();
  await card.getByText('Rampe im Hof').waitFor();
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').fill('speicher');
  await page.getByRole('option', { name: new RegExp(`Speicher Kaffee.*${PLACE}`) }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Speicher Kaffee', level: 1 }).waitFor();
  await page.getByRole('main').getByText(PLACE).waitFor();
  await page.getByRole('main').getByText('Rampe im Hof').waitFor();
  const vcard = await fetch(`${service.url}/api/addresses?number=0406696977&format=vcard`);
  expect(await vcard.text()).toContain(';Kehrwieder 117b;Hamburg;;20459;');
});

test('[RE2] a number beyond those of JavaScript is found as it was sent', async () => {
  const service = await office();
  const NUMBER = '340434161094021501';
  await report(service, 'jobs', `{"sendungsnummer":${NUMBER},"status":"zugestellt"}`);
  await until(
    () => fetch(`${service.url}/api/jobs/${NUMBER}`),
    ({ ok }) => ok,
  );
  const page = await openHome(await openDesk(browser), service.url, '#/live');
  await events(page).filter({ hasText: NUMBER }).waitFor();
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').fill(NUMBER);
  await page.getByRole('option', { name: `Auftrag ${NUMBER} öffnen` }).click();
  await job(page).getByRole('heading', { name: NUMBER }).waitFor();
  await page.goto(`${service.url}/#/archive`);
  await page.getByRole('searchbox', { name: 'Suchwörter' }).fill(NUMBER);
  const results = page.getByRole('region', { name: 'Treffer' });
  await results.getByText('1 Treffer').waitFor();
  await results.getByText(NUMBER).first().waitFor();
});

test('[RE4] while stored data is read anew, a calm line says so, and goes when it is done', async () => {
  const service = await office();
  const desk = await openDesk(browser);
  let rereading: number | null = 40;
  // In an archive of this size it is over before a page is open.
  await desk.route('**/readyz', (route) =>
    route.fulfill({ json: { status: 'ready', reasons: [], concerns: [], rereading } }),
  );
  const page = await openHome(desk, service.url, '#/jobs');
  const line = page.getByText('Ältere Daten werden nach neuen Regeln gelesen.');
  await line.waitFor();
  expect(await page.getByRole('progressbar').getAttribute('value')).toBe('40');
  await expectAccessible(page);
  rereading = null;
  await line.waitFor({ state: 'detached' });
});
