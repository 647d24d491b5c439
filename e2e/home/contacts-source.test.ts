import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { startService } from '../support/service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Stands between page and telephony app, holds answers back and spoils one of them. */
async function slowTelephony(page: Page) {
  let through = Number.POSITIVE_INFINITY;
  let spoilt: number | undefined;
  const held: (() => void)[] = [];
  await page.routeWebSocket('**/ws', (desk: WebSocketRoute) => {
    const indexes = new Map<unknown, number>();
    const app = desk.connectToServer();
    desk.onMessage((text) => {
      const { id, command, params } = JSON.parse(String(text));
      if (command === 'address') indexes.set(id, params.index);
      app.send(text);
    });
    app.onMessage((text) => {
      const frame = JSON.parse(String(text));
      if (frame.command !== 'address') return desk.send(text);
      const error = { code: 'unavailable', message: 'busy' };
      const isSpoilt = indexes.get(frame.id) === spoilt;
      const answer = isSpoilt
        ? JSON.stringify({ id: frame.id, command: 'address', ok: false, error })
        : text;
      if (frame.ok && !isSpoilt && --through < 0) held.push(() => desk.send(answer));
      else desk.send(answer);
    });
  });
  return {
    letThrough: (count: number) => {
      through = count;
    },
    spoil: (index: number | undefined) => {
      spoilt = index;
    },
    release: () => {
      through = Number.POSITIVE_INFINITY;
      for (const send of held.splice(0)) send();
    },
  };
}

test('[HP3] the dispatcher sees where the phone book came from, and how far it is when it has to be looked up one by one', async () => {
  const service = await startService(['--profile', 'mock']);
  const desk = await openDesk(browser);
  const page = await desk.newPage();
  const telephony = await slowTelephony(page);
  await page.goto(`${service.url}/#/contacts`);
  const source = page.getByRole('region', { name: 'Herkunft des Telefonbuchs' });
  await source.getByText('Telefonbuch: 110 Einträge aus dem Cache').waitFor();

  await fetch(`${service.url}/api/mock/address-cache`, { method: 'DELETE' });
  await source.getByText('Telefonbuch: 110 Einträge vom Befehl').waitFor();

  await fetch(`${service.url}/api/mock/switches`, { method: 'PUT', body: '{"addresses":false}' });
  telephony.letThrough(37);
  telephony.spoil(3);
  await source.getByRole('button', { name: 'Neu lesen' }).click();
  await source.getByText('37/110').waitFor();
  await source.getByText('Telefonbuch wird in Einzelabfragen gelesen').waitFor();
  const bar = source.getByRole('progressbar');
  expect(await bar.getAttribute('value')).toBe('37');
  expect(await source.getByRole('button', { name: 'Neu lesen' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  // The old book is there until the new one is.
  await page.getByText('110 Kontakte').waitFor();

  telephony.release();
  await source.getByText('Telefonbuch: 109 Einträge aus Einzelabfragen').waitFor();
  await source.getByText('1 Eintrag war nicht zu lesen').waitFor();
  telephony.spoil(undefined);
  await source.getByText('Telefonbuch: 110 Einträge aus Einzelabfragen').waitFor();
  await expect.poll(() => source.getByText('nicht zu lesen').count()).toBe(0);
});

test('[HP3] the telephony app goes away: the dispatcher keeps the phone book and is told so', async () => {
  const service = await startService(['--profile', 'mock']);
  const page = await openHome(await openDesk(browser), service.url, '#/contacts');
  const source = page.getByRole('region', { name: 'Herkunft des Telefonbuchs' });
  await source.getByText('110 Einträge aus dem Cache').waitFor();
  // A part of the page that is still on its way would be missed, and said to be.
  await page.getByLabel('Nummer wählen').waitFor();
  service.program.child.kill('SIGTERM');
  await source.getByText('Telefonanlage getrennt. Telefonbuch: 110 Einträge').waitFor();
  await page.getByRole('searchbox', { name: 'Filtern' }).fill('krumen');
  await page.getByText('2 von 110 Kontakten').waitFor();
});
