import type { Locator, Page } from 'playwright-core';

/** Where the pictures of the guide are taken: an office of its own, in which nothing is by chance. */
export interface Office {
  open(hash: string, viewport: { width: number; height: number }): Promise<Page>;
  send(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<Response>;
  save(name: string, picture: Page | Locator): Promise<void>;
}

const number = (last: number) => `030 23125-${last}`;
const CALLER = 'Dentallabor Weißzahn';
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** One that is late, one that nobody has, one that is on its way. */
const JOBS = [
  {
    auftragsnummer: 'A-1041',
    status: 'zugeteilt',
    abholung: { name: CALLER, telefon: number(103), strasse: 'Kupfergasse 9', bis: inMinutes(-12) },
    zustellung: { name: 'Zahnarztpraxis Beißfest', strasse: 'Kupfergasse 88', bis: inMinutes(20) },
    kurier: { name: 'Berta Flink', mobil: '0171 39200-02' },
  },
  {
    auftragsnummer: 'A-1043',
    status: 'angenommen',
    abholung: { name: 'Notariat Siegelring', strasse: 'Lindenbogen 40', bis: inMinutes(9) },
    zustellung: { name: 'Steuerbüro Zahlenwerk', strasse: 'Hauptbuchstraße 16' },
  },
  {
    auftragsnummer: 'A-1038',
    status: 'abgeholt',
    abholung: { name: 'Tierklinik Pfotenhof', strasse: 'Pfotenhof 1' },
    zustellung: { name: 'Labor Reagenzreich', strasse: 'Kolbenstraße 22', bis: inMinutes(26) },
    kurier: { name: 'Kemal Vorfahrt', mobil: '0171 39200-11' },
  },
];
const OTHER_DESK = '22, Omar';

export async function takeGuidePictures(office: Office): Promise<void> {
  for (const job of JOBS) await office.send('POST', '/api/webhook/jobs', job);
  const calls = await office.open('#/calls/missed', { width: 1240, height: 760 });
  await missed(office, calls, 'Kranich-Apotheke', 109);
  await missed(office, calls, 'Kranich-Apotheke', 109);
  await missed(office, calls, 'Blumen Wiesengrün', 111);
  const list = calls.getByRole('main');
  await list.getByRole('button', { name: 'Übernehme ich' }).last().click();
  await list.getByText('21, Jana').waitFor();
  await office.save('verpasst', list.getByRole('list').first());

  const claim = { claimedBy: OTHER_DESK, by: OTHER_DESK };
  await office.send('PATCH', '/api/jobs/A-1038', claim);
  const jobs = await office.open('#/jobs', { width: 1440, height: 480 });
  await jobs.getByRole('main').getByText(OTHER_DESK).waitFor();
  await office.save('auftraege', jobs.locator('[class*=jobs-jobs-page]'));

  await jobs.keyboard.press('/');
  await jobs.getByRole('dialog').getByRole('combobox').fill('klinik');
  await jobs.getByText('Tierklinik').first().waitFor();
  await office.save('suche', jobs.getByRole('dialog'));
  await jobs.context().close();

  await reading(office);

  const ring = await office.open('#/live', { width: 1440, height: 900 });
  await office.send('POST', '/api/mock/calls', { from: number(103) });
  const card = ring.getByRole('article', { name: CALLER });
  await card.getByText('A-1041').waitFor();
  await office.save('anruf', card);
  await ring.context().close();
  await calls.context().close();
}

/** A sender that nobody has read before. */
async function reading(office: Office): Promise<void> {
  const shop = { bestellung: 'SHOP-7', laufnr: 'L-2217', zustand: '90', wer: 'Kemal Vorfahrt' };
  const zustellung = { name: 'Labor Reagenzreich', strasse: 'Kolbenstraße 22' };
  await office.send('POST', '/api/webhook/jobs', { ...shop, zustellung });
  const page = await office.open('#/sources/unbekannt?channel=jobs', { width: 1100, height: 700 });
  await page.getByRole('treeitem', { name: /laufnr/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Auftragsnummer' }).click();
  await page.getByText('eigene Regel').first().waitFor({ state: 'attached' });
  await office.save('lesart', page.locator('[class*=reading-columns]'));
  await page.context().close();
}

/** Somebody calls and gives up. */
async function missed(office: Office, page: Page, name: string, last: number): Promise<void> {
  const answer = await office.send('POST', '/api/mock/calls', { from: number(last) });
  const { callId } = (await answer.json()) as { callId: string };
  await page.getByRole('article', { name }).first().waitFor();
  await office.send('POST', `/api/mock/calls/${callId}/hangup`, {});
  await page.getByRole('main').getByText(name).first().waitFor();
}
