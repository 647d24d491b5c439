import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { expectAccessible, liveList, openDesk, openHome } from '../support/home.ts';
import type { Service } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const SENDERS =
  'nummer status kurier frist datum geteilt zustand kunde ping nicht zurueck zwei drei taste zuletzt'.split(
    ' ',
  );
const tokenOf = (sender: string) => `token-of-${sender}`;

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = sharedService([
  '--app.webhook.token=token-of-all',
  `--app.webhook.senders=${SENDERS.map((name) => `${name}=${tokenOf(name)}`).join(',')}`,
]);

async function send({ url }: Service, sender: string, message: unknown, channel = 'jobs') {
  const answer = await fetch(`${url}/api/webhook/${channel}`, {
    method: 'POST',
    body: JSON.stringify(message),
    headers: { 'x-webhook-token': tokenOf(sender) },
  });
  expect(answer.status).toBe(202);
}

/** What is stored, as soon as it is so. */
async function expectList({ url }: Service, list: string, wanted: object): Promise<void> {
  const read = async () => (await (await fetch(url + list)).json()) as unknown;
  await expect.poll(read, { timeout: 120_000 }).toMatchObject(wanted);
}

/** Somebody who sees something wrong in Live, and counts what it takes to put it right. */
class Teacher {
  readonly page: Page;
  clicks = 0;

  static async at(service: Service, sender: string, name = 'Platz 21'): Promise<Teacher> {
    const desk = await openDesk(browser);
    await desk.addInitScript((label) => {
      // What a page begins with has no storage.
      if (location.protocol === 'about:') return;
      const settings = JSON.parse(localStorage.getItem('hookline settings') ?? '{}');
      localStorage.setItem('hookline settings', JSON.stringify({ ...settings, deskName: label }));
    }, name);
    const page = await openHome(desk, service.url, `#/live?sender=${sender}`);
    return new Teacher(page);
  }

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: ReturnType<Page['locator']>): Promise<void> {
    await target.click();
    this.clicks++;
  }

  /** From the newest row to how its sender is read. */
  async open(): Promise<void> {
    await this.click(liveList(this.page).locator('[data-entry]').first());
    await this.click(this.page.getByRole('link', { name: 'Falsch gelesen?' }).first());
    await this.page.getByRole('tree').waitFor();
  }

  async point(value: string | RegExp): Promise<void> {
    await this.click(this.page.getByRole('treeitem', { name: value }).first());
  }

  async say(what: string | RegExp): Promise<void> {
    const choice = this.page.getByRole('dialog', { name: 'Das ist …' });
    await this.click(choice.getByRole('button', { name: what, exact: typeof what === 'string' }));
    await choice.waitFor({ state: 'detached' });
  }

  async means(word: string, meaning: string): Promise<void> {
    const meanings = this.page.getByRole('radiogroup', { name: `Bedeutung von ${word}` });
    await this.click(meanings.getByText(meaning, { exact: true }));
  }

  async save(): Promise<void> {
    const saved = this.page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await this.click(this.page.getByRole('button', { name: 'Speichern', exact: true }));
    expect((await saved).status()).toBe(200);
    const told = this.page.getByText('Auch frühere Nachrichten werden jetzt so gelesen.');
    await told.last().waitFor();
  }

  /** As dispatchers see it, in the line of what is meant. */
  seen(target: string) {
    const part = this.page.getByRole('region', { name: 'Das sieht die Disposition' });
    return part.locator('dl > div').filter({ hasText: target }).locator('dd');
  }
}

describe('[MA3] put right by pointing at a message, in at most six clicks', () => {
  test('the number of a job', async () => {
    const service = await office();
    const message = (code: string) => ({ order_number: 'SHOP', code, status: 'neu' });
    for (const code of ['C-1', 'C-2']) await send(service, 'nummer', message(code));
    await expectList(service, '/api/jobs?reference=SHOP', { items: [{ reference: 'SHOP' }] });
    const desk = await Teacher.at(service, 'nummer');
    await desk.open();
    await desk.point(/code.*C-2/);
    await desk.say('Auftragsnummer');
    await desk.page.getByText('1 aufgeteilt').waitFor();
    await desk.save();
    expect(desk.clicks).toBeLessThanOrEqual(6);
    await expectList(service, '/api/jobs?reference=C-1', { items: [{ reference: 'C-1' }] });
    await expectList(service, '/api/jobs?reference=C-2', { items: [{ reference: 'C-2' }] });
    // The row says the same, without a reload.
    await desk.page.goto(`${service.url}/#/live?sender=nummer`);
    await liveList(desk.page).locator('[data-entry]').filter({ hasText: 'C-2' }).waitFor();
    await liveList(desk.page).locator('[data-entry]').filter({ hasText: 'C-1' }).waitFor();
  });

  test('what a number means as a status', async () => {
    const service = await office();
    await send(service, 'status', { auftragsnummer: 'S-1', status: 90 });
    const desk = await Teacher.at(service, 'status');
    await desk.open();
    await desk.means('90', 'Erledigt');
    await desk.seen('Status').getByText('Erledigt').waitFor();
    await desk.save();
    expect(desk.clicks).toBeLessThanOrEqual(6);
    await expectList(service, '/api/jobs?reference=S-1', { items: [{ statusClass: 'done' }] });
    await desk.page.goto(`${service.url}/#/live?sender=status`);
    await liveList(desk.page).getByRole('listitem').getByText('Erledigt').waitFor();
  });

  test('who brings it', async () => {
    const service = await office();
    const tour = { wer: 'Berta Flink', abteilung: 'Nord' };
    await send(service, 'kurier', { auftragsnummer: 'K-1', status: 'neu', tour });
    const desk = await Teacher.at(service, 'kurier');
    await desk.open();
    await desk.point(/wer.*Berta Flink/);
    await desk.say(/Kurier · Name/);
    await desk.seen('Kurier · Name').getByText('Berta Flink').waitFor();
    await desk.save();
    expect(desk.clicks).toBeLessThanOrEqual(6);
    const courier = { name: 'Berta Flink' };
    await expectList(service, '/api/jobs?reference=K-1', { items: [{ facts: { courier } }] });
  });

  test('until when', async () => {
    const service = await office();
    const at = '2026-10-06T15:00:00+02:00';
    await send(service, 'frist', { auftragsnummer: 'F-1', status: 'neu', spaetestens: at });
    const desk = await Teacher.at(service, 'frist');
    await desk.open();
    await desk.point(/spaetestens/);
    await desk.say('Zustellung bis');
    await desk.save();
    expect(desk.clicks).toBeLessThanOrEqual(6);
    const deliverBy = '2026-10-06T13:00:00.000Z';
    await expectList(service, '/api/jobs?reference=F-1', { items: [{ facts: { deliverBy } }] });
  });

  test('which number of a date is the day', async () => {
    const service = await office();
    await send(service, 'datum', { auftragsnummer: 'M-1', status: 'neu', due: '03/04/2026 15:00' });
    const desk = await Teacher.at(service, 'datum');
    await desk.open();
    await desk.point(/due.*03\/04\/2026/);
    await desk.say('Zustellung bis: 4. März');
    await desk.page.getByText('steht in due (Monat zuerst)').waitFor();
    await desk.save();
    expect(desk.clicks).toBeLessThanOrEqual(6);
    const deliverBy = expect.stringMatching(/^2026-03-04T/);
    await expectList(service, '/api/jobs?reference=M-1', { items: [{ facts: { deliverBy } }] });
  });

  test('a day and a time that stand apart, the time first', async () => {
    const service = await office();
    const times = { uhr: '15:30', am: '2026-10-06' };
    await send(service, 'geteilt', { auftragsnummer: 'T-1', status: 'neu', ...times });
    const desk = await Teacher.at(service, 'geteilt');
    await desk.open();
    await desk.point(/uhr.*15:30/);
    await desk.say('Zustellung bis');
    await desk.page.getByText(/keine ganze Zeit.*„Gehört dazu“/).waitFor();
    await desk.point(/am.*2026-10-06/);
    await desk.say('Gehört dazu: Zustellung bis');
    await desk
      .seen('Zustellung bis')
      .getByText(/06\.10\./)
      .waitFor();
    await desk.save();
    expect(desk.clicks).toBeLessThanOrEqual(7);
    const deliverBy = expect.stringMatching(/^2026-10-06T/);
    await expectList(service, '/api/jobs?reference=T-1', { items: [{ facts: { deliverBy } }] });
  });

  test('what a number means as the state of a courier, and then something else', async () => {
    const service = await office();
    await send(
      service,
      'zustand',
      { name: 'Berta Flink', telefon: '0171 3920107', z: 7 },
      'kuriere',
    );
    const desk = await Teacher.at(service, 'zustand');
    await desk.open();
    await desk.point(/z.*7/);
    await desk.say('Status');
    await desk.means('7', 'Frei');
    await desk.save();
    expect(desk.clicks).toBeLessThanOrEqual(6);
    const courier = (state: string) => ({ items: [{ name: 'Berta Flink', state }] });
    await expectList(service, '/api/couriers', courier('free'));
    await desk.means('7', 'Pause');
    await desk.page.getByText('7 (Frei)').waitFor();
    await desk.save();
    await expectList(service, '/api/couriers', courier('break'));
  });

  test('the name of a customer', async () => {
    const service = await office();
    const message = { telefon: '030 23125-110', wer: 'Labor Nord' };
    await send(service, 'kunde', message, 'kunden');
    const desk = await Teacher.at(service, 'kunde');
    await desk.open();
    await desk.point(/wer.*Labor Nord/);
    await desk.say('Name');
    await desk.save();
    expect(desk.clicks).toBeLessThanOrEqual(6);
    await expectList(service, '/api/addresses?number=030%2023125-110', {
      items: [{ name: 'Labor Nord' }],
    });
    await desk.page.goto(`${service.url}/#/live?sender=kunde`);
    await liveList(desk.page).locator('[data-entry]').filter({ hasText: 'Labor Nord' }).waitFor();
  });

  test('what is no job at all', async () => {
    const service = await office();
    await send(service, 'ping', { art: 'ping', id: 7, status: 'neu' });
    await expectList(service, '/api/jobs?reference=7', { items: [{ reference: '7' }] });
    const desk = await Teacher.at(service, 'ping');
    await desk.open();
    await desk.point(/art.*ping/);
    await desk.say(/Solche Nachrichten ignorieren/);
    await desk.save();
    expect(desk.clicks).toBeLessThanOrEqual(6);
    await expectList(service, '/api/jobs?reference=7', { items: [] });
  });

  test('what is not what it is taken for', async () => {
    const service = await office();
    const dropoff = { name: 'Süß', phone: '030 23125-111', address: 'Ring 5, 10115 Berlin' };
    await send(service, 'nicht', { auftragsnummer: 'N-1', status: 'neu', dropoff });
    const desk = await Teacher.at(service, 'nicht');
    await desk.open();
    await desk.point(/phone.*030 23125-111/);
    await desk.say('Das ist nicht: Zustellung · Telefon');
    await desk.seen('Zustellung · Telefon').getByText('nicht erkannt').waitFor();
    await desk.save();
    expect(desk.clicks).toBeLessThanOrEqual(6);
    const wanted = { dropoff: { name: 'Süß', phone: null } };
    await expectList(service, '/api/jobs?reference=N-1', { items: [{ facts: wanted }] });
  });

  test('and taken back again', async () => {
    const service = await office();
    await send(service, 'zurueck', { order_number: 'Z-1', code: 'X', status: 'neu' });
    const desk = await Teacher.at(service, 'zurueck');
    await desk.open();
    await desk.point(/code.*X/);
    await desk.say('Auftragsnummer');
    await desk.save();
    await expectList(service, '/api/jobs?reference=X', { items: [{ reference: 'X' }] });
    desk.clicks = 0;
    await desk.click(desk.page.getByText('Frühere Fassungen'));
    await desk.click(desk.page.getByRole('button', { name: 'Alles wie eingebaut lesen' }));
    await expectList(service, '/api/jobs?reference=Z-1', { items: [{ reference: 'Z-1' }] });
    expect(desk.clicks).toBeLessThanOrEqual(6);
    const mapping = await fetch(`${service.url}/api/mappings/zurueck/jobs`);
    expect(await mapping.json()).toMatchObject({
      version: 2,
      rules: [],
      versions: [{ version: 2 }, { version: 1, savedBy: { desk: 'Platz 21' } }],
    });
  });
});

test('[MA3] three things about one sender take twelve clicks at most', async () => {
  const service = await office();
  const fahrt = { wer: 'Berta Flink', spaetestens: '2026-10-06T15:00:00+02:00' };
  await send(service, 'drei', { order_number: 'SHOP', code: 'D-1', status: 'neu', fahrt });
  const desk = await Teacher.at(service, 'drei');
  await desk.open();
  await desk.point(/code.*D-1/);
  await desk.say('Auftragsnummer');
  await desk.point(/wer.*Berta/);
  await desk.say(/Kurier · Name/);
  await desk.point(/spaetestens/);
  await desk.say('Zustellung bis');
  await desk.save();
  expect(desk.clicks).toBeLessThanOrEqual(12);
  const facts = { courier: { name: 'Berta Flink' }, deliverBy: '2026-10-06T13:00:00.000Z' };
  await expectList(service, '/api/jobs?reference=D-1', { items: [{ facts }] });
  await expectAccessible(desk.page);
});

test('[MA3] of two desks at once the second is told, keeps its rules and puts them on top', async () => {
  const service = await office();
  await send(service, 'zwei', { order_number: 'SHOP', code: 'B-1', status: 'neu', wer: 'Berta' });
  const [one, other] = [
    await Teacher.at(service, 'zwei'),
    await Teacher.at(service, 'zwei', 'Platz 22'),
  ];
  for (const desk of [one, other]) await desk.open();
  await one.point(/code.*B-1/);
  await one.say('Auftragsnummer');
  await other.point(/wer.*Berta/);
  await other.say(/Kurier · Name/);
  await one.save();
  // The other desk hears of it while it is still pointing.
  await other.page.getByText('Inzwischen hat ein anderer Arbeitsplatz gespeichert.').waitFor();
  await other.page.getByText('steht in wer').waitFor();
  await other.click(other.page.getByRole('button', { name: /Meine Regeln/ }));
  await other.save();
  const mapping = await fetch(`${service.url}/api/mappings/zwei/jobs`);
  expect(await mapping.json()).toMatchObject({
    version: 2,
    rules: [
      { target: 'reference', path: 'code' },
      { target: 'courier.name', path: 'wer' },
    ],
  });
});

test('[MA3] by keyboard alone, at the width of a tablet, and what is not read is named', async () => {
  const service = await office();
  await send(service, 'taste', { hinweis: 'nichts', kram: { laufnr: 'T-1' } });
  const { page } = await Teacher.at(service, 'taste');
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(`${service.url}/#/sources/taste?channel=jobs`);
  await page.getByText('Kein Auftrag erkannt').first().waitFor();
  await expectAccessible(page);
  const tree = page.getByRole('tree');
  await tree.getByRole('treeitem').first().focus();
  await page.keyboard.press('End');
  await expect.poll(() => page.locator(':focus').textContent()).toContain('laufnr');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Das ist …' }).waitFor();
  await page.keyboard.type('auftragsn');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const save = page.getByRole('button', { name: 'Speichern', exact: true });
  await expect.poll(() => save.isEnabled()).toBe(true);
  await save.focus();
  await page.keyboard.press('Enter');
  await expectList(service, '/api/jobs?reference=T-1', { items: [{ reference: 'T-1' }] });
  // Nothing is wider than the page.
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(768);
});

test('[MA1] what came without a name is given to a sender that has one now', async () => {
  const service = await office();
  await fetch(`${service.url}/api/webhook/jobs`, {
    method: 'POST',
    body: '{"order_number":"SHOP","code":"U-1","status":"neu"}',
    headers: { 'x-webhook-token': 'token-of-all' },
  });
  const rules = [{ target: 'reference', path: 'code' }];
  await fetch(`${service.url}/api/mappings/zuletzt/jobs`, {
    method: 'PUT',
    body: JSON.stringify({ rules }),
  });
  const desk = await openDesk(browser);
  const page = await openHome(desk, service.url, '#/sources/unbekannt?channel=jobs');
  await page.getByRole('heading', { name: /Absender ohne Namen/ }).waitFor();
  await page.getByText('Nachrichten einem Absender geben').click();
  await page.getByRole('combobox', { name: 'Absender' }).selectOption('zuletzt');
  await page.getByRole('button', { name: 'Zuordnen' }).click();
  await page.getByText('Nachrichten zugeordnet: 1').waitFor();
  await expectList(service, '/api/jobs?reference=U-1', { items: [{ reference: 'U-1' }] });
});
