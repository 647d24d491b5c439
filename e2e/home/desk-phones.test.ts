import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PlayedSnom } from '../../packages/server/test/telephony/desk-phones.ts';
import { sharedBrowser } from '../support/browser.ts';
import { cardOf } from '../support/calls.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { startService, temporaryFolder } from '../support/service.ts';

const BAKERY = { from: '493023125101', to: '494066969100', direction: 'in' };
const COURIER = { from: '491713920012', to: '494066969100', direction: 'in' };

test('[TS14] [TS13] the telephone at the desk answers for the page, and who talks to whom is seen everywhere', async () => {
  const snom = await PlayedSnom.start();
  const book = join(temporaryFolder(), 'book.csv');
  writeFileSync(
    book,
    'number,name,kind\n030 23125101,Bäckerei Krumenglück,\n040 66969100,Zentrale,\n22,Ole Sommer,internal\n23,Cem Aksoy,internal\n',
  );
  const service = await startService([], {
    APP_TELEPHONY_SYSTEM: 'cti',
    APP_TELEPHONY_PUSH_TOKEN: 'push-token-0123',
    APP_TELEPHONY_DESKS: '21=anna,22=ole,23=cem',
    APP_TELEPHONY_PHONES: `21=snom:${snom.url}`,
    APP_TELEPHONY_PHONE_BOOK: book,
  });
  const push = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const path = `${service.url}/api/telephony/push?token=push-token-0123`;
    expect((await fetch(path, { method: 'POST', body })).status).toBe(204);
  };
  const chosen = { desk: '21', deskName: 'Anna', isDeskAnswered: true, isOfferAnswered: true };
  const stored = { name: 'hookline settings', value: JSON.stringify(chosen) };
  const origins = [{ origin: service.url, localStorage: [stored] }];
  const desk = await openDesk(await sharedBrowser(), { storageState: { cookies: [], origins } });
  const page = await openHome(desk, service.url);
  const panel = page.getByRole('complementary', { name: 'Telefon' });

  await push({ event: 'newCall', callId: 'a', ...COURIER });
  await push({ event: 'answer', callId: 'a', userId: 'ole', ...COURIER });
  const other = panel.getByRole('listitem').filter({ hasText: 'Platz 22' });
  await other.getByText(/Platz 22 spricht mit .*392.*, 0:\d\d$/).waitFor();

  await push({ event: 'newCall', callId: 'b', ...BAKERY });
  const card = cardOf(page, 'Bäckerei Krumenglück');
  await card.getByText('Anruf für: Zentrale').waitFor();
  snom.answers = (response) => response.writeHead(403).end();
  await card.getByRole('button', { name: 'Annehmen' }).click();
  await page.getByText('Das eigene Telefon hat es nicht getan.').waitFor();
  await page.getByText('(Your telephone answers 403 Forbidden').waitFor();
  snom.answers = undefined;
  await card.getByRole('button', { name: 'Annehmen' }).click();
  await expect.poll(() => snom.done).toEqual(['ENTER']);
  await push({ event: 'answer', callId: 'b', userId: 'anna', ...BAKERY });
  await card.getByText('Im Gespräch').waitFor();

  await card.getByRole('button', { name: 'Verbinden' }).click();
  const offers = card.getByRole('option');
  await offers.filter({ hasText: 'Ole Sommer' }).getByText('im Gespräch').waitFor();
  expect(await offers.filter({ hasText: 'Cem Aksoy' }).innerText()).not.toContain('im Gespräch');
  await expectAccessible(page);
  await offers.filter({ hasText: 'Cem Aksoy' }).click();
  await expect.poll(() => snom.done.slice(1)).toEqual(['TRANSFER', '2', '3', 'ENTER']);

  await page.evaluate(() => location.assign('#/wallboard'));
  await page.getByText(/^22 .* 0:\d\d$/).waitFor();
  await page.getByText(/^21 Bäckerei Krumenglück 0:\d\d$/).waitFor();
});
