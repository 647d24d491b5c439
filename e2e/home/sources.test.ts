import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { settled } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { type Service, startService, temporaryFolder } from '../support/service.ts';
import { changeArchive, sharedService } from '../support/shared-service.ts';

const TOKEN = 'q8Zr2mXw7Lk4Vt9NcB3s';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = sharedService([`--app.webhook.senders=erp=${TOKEN},shop=${TOKEN}x`]);

const plainOffice = sharedService([]);

test('[DI7] [DI5] from nothing to the first event: a guide, a test, a sender, a refusal', async () => {
  const { url } = await office();
  const page = await openHome(await openDesk(browser), url);
  await page.getByRole('link', { name: 'So kommt das erste Ereignis an' }).click();
  const guide = page.getByRole('heading', { name: 'So kommt das erste Ereignis an' });
  await guide.waitFor();
  await page.getByText('Noch kein Ereignis ist angekommen.').waitFor();
  await page.getByText('Keine Telefonanlage verbunden.').waitFor();
  const command = page.getByText(`${url}/api/webhook/jobs`);
  expect(await command.textContent()).toMatch(
    /^curl -H 'X-Webhook-Token: TOKEN' -d '\{"auftragsnummer":.*\}' http:\S+\/api\/webhook\/jobs$/,
  );
  expect(await page.content()).not.toContain(TOKEN);
  await expectAccessible(page);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Befehl kopieren: Aufträge' }).click();
  await page.getByText('Befehl kopiert').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await command.textContent());

  // A test event is seen on the live page, and counts as nobody's.
  await page.getByRole('button', { name: 'Testereignis senden' }).click();
  await page.getByText('Testereignis gesendet').waitFor();
  await page.getByRole('link', { name: 'Live', exact: false }).first().click();
  await page.getByText('Testereignis / test event').first().waitFor();
  await page.goBack();
  await guide.waitFor();

  const send = (body: string, token: string, type = 'application/json') =>
    fetch(`${url}/api/webhook/jobs`, {
      method: 'POST',
      body,
      headers: { 'x-webhook-token': token, 'content-type': type },
    });
  expect((await send('a=1', `${TOKEN}x`, 'application/x-www-form-urlencoded')).status).toBe(400);
  expect((await send('{"auftragsnummer":"A-1","status":"neu"}', TOKEN)).status).toBe(202);
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await card('erp').getByText('Aufträge').waitFor();
  await card('shop').getByText('Schickt Formulardaten: um JSON bitten.').waitFor();

  // Live and what the archive has say who sent it, and can be narrowed down to one.
  expect((await send('{"auftragsnummer":"A-2","status":"neu"}', `${TOKEN}x`)).status).toBe(202);
  await page.goto(`${url}/#/live`);
  const events = page.getByRole('list', { name: 'Ereignisse' }).getByRole('listitem');
  await events.filter({ hasText: 'A-1' }).getByText('erp', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Absender' }).selectOption('shop');
  await events.filter({ hasText: 'A-1' }).waitFor({ state: 'detached' });
  await events.filter({ hasText: 'A-2' }).getByText('shop', { exact: true }).waitFor();
  await page.reload();
  await events.filter({ hasText: 'A-2' }).waitFor();
  expect(await events.filter({ hasText: 'A-1' }).count()).toBe(0);
  await expectAccessible(page);
  await page.goto(`${url}/#/sources`);

  // The guide has stepped aside, and is still there for whoever wants it.
  await guide.waitFor({ state: 'detached' });
  await page.getByText('So wird gesendet').click();
  await command.waitFor();
});

test('[DI7] [DI5] an office without a telephone is not told that all is settled, nor one without senders that they have no names', async () => {
  const { url, post } = await plainOffice();
  const page = await openHome(await openDesk(browser), url, '#/calls');
  await page.getByRole('heading', { name: 'Keine Telefonanlage verbunden' }).waitFor();
  expect(await page.getByText('Alles erledigt').count()).toBe(0);
  expect((await post('/api/webhook/jobs', '{"auftragsnummer":"A-1"}')).status).toBe(202);
  await page.goto(`${url}/#/sources`);
  const card = page.getByRole('heading', { level: 3, name: 'Aufträge', exact: true });
  await card.first().waitFor();
  await page.getByRole('heading', { name: 'Wer sendet' }).waitFor();
  expect(await page.getByText('Token').count()).toBe(0);
});

test('[HP17] what is wrong is seen from every page, and nothing is called done while a sender of jobs is silent', async () => {
  const env = { APP_ARCHIVE_URL: `sqlite:${temporaryFolder()}/hookline.db` };
  const watched = ['--app.webhook.silence=jobs=1m'];
  const send = async (service: Service, job: object) =>
    (await service.post('/api/webhook/jobs', JSON.stringify(job))).status;
  const first = await startService(watched, env);
  const early = await openHome(await openDesk(browser), first.url, '#/jobs');
  await early.getByRole('heading', { name: 'Noch keine Aufträge' }).waitFor();
  expect(await send(first, { jobId: 'A-1', status: 'zugestellt' })).toBe(202);
  await early.getByRole('heading', { name: 'Alles erledigt' }).waitFor();
  await early.close();
  await settled(first);
  first.program.child.kill('SIGTERM');
  await first.program.outcome;
  // As after an hour in which nothing came.
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  changeArchive(
    first,
    `update sources set state = json_set(state, '$.lastAt', '${ago(2)}');
     insert into silences (name, since) values ('jobs', '${ago(1)}');`,
  );

  const service = await startService(watched, env);
  const page = await openHome(await openDesk(browser), service.url, '#/contacts');
  const links = page.getByRole('navigation', { name: 'Bereiche' });
  await links.getByRole('link', { name: 'Quellen von 1 Absender kommt nichts' }).waitFor();
  await expect.poll(() => page.title()).toBe('⚠ 1 Quelle gestört – Telefonbuch – Hookline');
  await expectAccessible(page);
  await links.getByRole('link', { name: 'Aufträge' }).click();
  await page.getByRole('heading', { name: 'Kein offener Auftrag bekannt' }).waitFor();
  expect(await page.getByText('Alles erledigt').count()).toBe(0);
  await page.getByRole('link', { name: 'Zu den Quellen' }).click();
  await page.getByText(/^Von „Aufträge“ kommt seit .* nichts\.$/).waitFor();
  const wallboard = await openHome(page.context(), service.url, '#/wallboard');
  const silent = wallboard
    .getByRole('main')
    .locator('section')
    .filter({ hasText: 'Sendet nichts' });
  await silent.getByText(/\d\d:\d\d$/).waitFor();
  await silent.getByText('Aufträge', { exact: true }).waitFor();
  await expectAccessible(wallboard);

  // It is heard again, of a job that is late; and what it sends next is refused.
  const late = { jobId: 'A-2', status: 'unterwegs', deliverBy: '2020-01-01T10:00:00Z' };
  expect(await send(service, late)).toBe(202);
  await silent.waitFor({ state: 'detached' });
  await wallboard.close();
  await links.getByRole('link', { name: 'Aufträge 1 überfällig' }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^⚠ 1 überfällig – \(1\) /);
  const refused = await fetch(`${service.url}/api/webhook/jobs`, { method: 'POST', body: '<a/>' });
  expect(refused.status).toBe(400);
  await links.getByRole('link', { name: 'Quellen 1 Absender abgewiesen' }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^⚠ 1 überfällig, 1 Quelle gestört – \(\d\) /);

  // Put right, nothing is wrong any more, and all is done.
  expect(await send(service, { ...late, status: 'zugestellt' })).toBe(202);
  await expect.poll(() => page.title()).not.toContain('⚠');
  await links.getByRole('link', { name: 'Aufträge', exact: true }).click();
  await page.getByRole('heading', { name: 'Alles erledigt' }).waitFor();
});
