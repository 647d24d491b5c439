import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { settled } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { callerIs, cardOf, clickOn, playCall } from '../support/calls.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import type { Service } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

const NUMBER = '030 23125-400';
const MOBILE = '0171 39200-40';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

const report = async (service: Service, channel: string, payload: unknown) => {
  const answer = await service.post(`/api/webhook/${channel}`, JSON.stringify(payload));
  expect(answer.status).toBe(202);
};
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const job = (jobId: string, telefon: string, minutes: number, more = {}) => ({
  jobId,
  status: 'vergeben',
  abholung: { name: 'Labor', telefon, bis: inMinutes(minutes) },
  ...more,
});
const at = (adresse: string) => ({ zustellung: { name: 'Empfang', adresse } });
const desk = async (service: Service, hash: string, width = 1280) =>
  openHome(await openDesk(browser, { viewport: { width, height: 900 } }), service.url, hash);

test('[HP20] [HP10] who calls is shown with the open jobs, and the call with its note is put to one', async () => {
  const service = await office();
  await report(service, 'kunden', {
    kundennummer: 'K-400',
    name: 'Labor Süd',
    telefon: NUMBER,
    mobil: MOBILE,
    strasse: 'Kupfergasse 9',
    plz: '10117',
    ort: 'Berlin',
  });
  await report(service, 'jobs', job('J-LATER', NUMBER, 600, { fahrer: { name: 'Bodo Rast' } }));
  await report(service, 'jobs', job('J-SOON', MOBILE, 300));
  await report(service, 'jobs', { ...job('J-DONE', NUMBER, 300), status: 'zugestellt' });
  const door = { ...job('J-DOOR', '030 23125-499', 200), ...at('Kupfergasse 9, 10117 Berlin') };
  await report(service, 'jobs', door);
  const next = { ...job('J-NEXT', '030 23125-498', 200), ...at('Kupfergasse 90, 10117 Berlin') };
  await report(service, 'jobs', next);
  await settled(service);
  await callerIs(service, NUMBER, ({ openJobs }) => openJobs.length === 2);

  const jana = await desk(service, '#/calls');
  const ole = await desk(service, '#/jobs/J-LATER');
  const timeline = ole.getByRole('region', { name: 'Auftrag' }).getByRole('list').last();
  await timeline.getByText('Zum ersten Mal gemeldet').waitFor();
  await playCall(service, { from: NUMBER });
  const card = cardOf(jana, 'Labor Süd');
  const open = card.locator('section').filter({ hasText: 'Offene Aufträge' });
  const names = () =>
    open
      .getByRole('listitem')
      .evaluateAll((all) =>
        all.map(
          ({ textContent }) => /J-(?:SOON|LATER|DOOR|NEXT|DONE)/.exec(textContent ?? '')?.[0],
        ),
      );
  await expect.poll(names).toEqual(['J-SOON', 'J-LATER', 'J-DOOR']);
  const row = (name: string) => open.getByRole('listitem').filter({ hasText: name });
  await row('J-DOOR').getByText('gleiche Adresse').waitFor();
  expect(await open.getByText('gleiche Adresse').count()).toBe(1);
  await row('J-LATER').getByText('Bodo Rast').waitFor();
  await row('J-SOON')
    .getByText(/^in [45] Std\./)
    .waitFor();
  await expectAccessible(jana);

  // What comes meanwhile moves no row away from under the pointer.
  const put = row('J-LATER').getByRole('button', { name: /^Anruf zuordnen/ });
  await put.hover();
  const before = await put.boundingBox();
  const heard = jana.waitForResponse(
    async (answer) =>
      answer.url().includes('/api/callers/') && (await answer.text()).includes('J-NEW'),
  );
  await report(service, 'jobs', job('J-NEW', NUMBER, 100));
  await heard;
  expect(await put.boundingBox()).toEqual(before);
  await clickOn(put);
  await row('J-LATER')
    .getByRole('button', { name: /^Anruf zugeordnet/ })
    .waitFor();
  await card.getByLabel('Notiz').fill('kommt eine Stunde später');
  await card.getByLabel('Notiz').press('Tab');

  // Everybody sees it at the job, and one click leads there.
  const call = timeline.getByRole('listitem').filter({ hasText: 'Labor Süd' });
  await call.getByText('kommt eine Stunde später').waitFor();
  await expectAccessible(ole);
  await row('J-LATER').getByRole('link', { name: 'J-LATER' }).press('Enter');
  await jana.getByRole('heading', { level: 2, name: 'J-LATER' }).waitFor();
  const subject = JSON.stringify({ number: NUMBER });
  const exported = await (await service.post('/api/privacy/export', subject)).json();
  expect(exported.calls).toMatchObject([{ job: 'J-LATER', note: 'kommt eine Stunde später' }]);

  // By key it is taken back.
  await row('J-LATER')
    .getByRole('button', { name: /^Anruf zugeordnet/ })
    .press('Enter');
  await call.waitFor({ state: 'detached' });
  // And put to a job again by key alone, out of the note.
  await jana.keyboard.press('?');
  await jana.getByRole('row', { name: 'Alt+J Anruf einem offenen Auftrag zuordnen' }).waitFor();
  await jana.keyboard.press('Escape');
  await card.getByLabel('Notiz').focus();
  await jana.keyboard.press('Alt+J');
  const first = open.getByRole('button').first();
  await expect.poll(() => first.evaluate((node) => node === document.activeElement)).toBe(true);
  await jana.keyboard.press('Enter');
  await first.and(jana.getByRole('button', { name: /^Anruf zugeordnet/ })).waitFor();
  await row('J-LATER')
    .getByRole('button', { name: /^Anruf zuordnen/ })
    .press('Enter');
  await call.waitFor();
  await service.post('/api/privacy/erase', subject);
  await call.waitFor({ state: 'detached' });
});

test.each([390, 1280])(
  '[AR5] [HP10] at %d px both contacts with a number are offered on ringing, and the choice is kept for the call',
  async (width) => {
    const service = await office();
    const contact = (kundennummer: string, name: string, strasse: string) =>
      report(service, 'kunden', { kundennummer, name, telefon: NUMBER, strasse, ort: 'Berlin' });
    await contact('K-1', 'Praxis Dr. Alt', 'Altweg 1');
    await contact('K-2', 'Kanzlei Neu', 'Neue Gasse 2');
    await callerIs(service, NUMBER, ({ address }) => address?.name === 'Kanzlei Neu');
    const jana = await desk(service, '#/calls', width);
    const ole = await desk(service, '#/calls');
    /** Once the page has the call: at its beginning there is no button to unfold it by. */
    const unfold = async (page: Page) => {
      const answer = page.getByRole('button', { name: 'Annehmen' });
      await answer.filter({ visible: true }).first().waitFor();
      const phone = page.getByRole('button', { name: 'Telefon öffnen' });
      if (await phone.isVisible()) await phone.click();
    };
    await playCall(service, { from: NUMBER });
    await unfold(jana);
    const shown = cardOf(jana, 'Kanzlei Neu');
    await shown.getByText('2 Kontakte mit dieser Nummer').waitFor();
    await shown.getByText('Altweg 1').waitFor();
    await expectAccessible(jana);
    const choose = shown.getByRole('button', { name: 'Ist am Telefon: Praxis Dr. Alt' });
    await expect.poll(() => choose.isEnabled()).toBe(true);
    await clickOn(choose);
    const chosen = cardOf(jana, 'Praxis Dr. Alt');
    await chosen.waitFor();
    await cardOf(ole, 'Praxis Dr. Alt').waitFor();
    await ole.getByRole('main').getByText('Praxis Dr. Alt').waitFor();
    await jana.reload();
    await unfold(jana);
    await chosen.getByRole('button', { name: 'Ist am Telefon: Praxis Dr. Alt' }).press('Enter');
    await cardOf(jana, 'Kanzlei Neu').waitFor();
    await ole.getByRole('main').getByText('Kanzlei Neu').waitFor();
  },
);
