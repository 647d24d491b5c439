import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { startService } from '../support/service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** A line between the page and the service; while it is cut, nobody is reached. */
async function lineTo(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.pipe(far).pipe(near);
    for (const each of [near, far]) {
      sockets.add(each);
      each.on('error', () => {});
      each.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    if (isCut) near.destroy();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const cut = () => {
    isCut = true;
    for (const each of sockets) each.destroy();
  };
  onTestFinished(() => {
    cut();
    proxy.close();
  });
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const mend = () => {
    isCut = false;
  };
  return { url, cut, mend };
}

test('[HP1] a line that was dead for more than 50 events: the dispatcher is told, the archive fills in', async () => {
  const service = await startService();
  const send = async (from: number, through: number) => {
    for (let n = from; n <= through; n++)
      await service.post('/api/webhook', JSON.stringify({ title: `Fahrt ${n}` }));
  };
  const line = await lineTo(service.port);
  const page = await openHome(await openDesk(browser), line.url);
  const list = page.getByRole('list', { name: 'Ereignisse' });
  await send(1, 5);
  await list.getByText('Fahrt 5').waitFor();
  line.cut();
  await send(6, 80);
  line.mend();
  await list.getByText('Fahrt 80').waitFor();
  const note = page.getByText('Während der Unterbrechung kamen 25 Ereignisse');
  await note.waitFor();
  await expectAccessible(page);
  const titles = () => list.locator('[data-entry] bdi').allTextContents();
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return titles();
    })
    .toEqual(Array.from({ length: 80 }, (_, i) => `Fahrt ${80 - i}`));
  await page.getByRole('button', { name: 'Hinweis schließen' }).click();
  await note.waitFor({ state: 'hidden' });
});

test('[HP1] without an archive the live list works and says what is missing', async () => {
  const service = await startService([], { APP_ARCHIVE_URL: 'off' });
  const page = await openHome(await openDesk(browser), service.url);
  await page.getByText('Das Archiv antwortet nicht; Älteres fehlt hier gerade.').waitFor();
  await service.post('/api/webhook', '{"title":"Fahrt 1"}');
  await page.getByRole('list', { name: 'Ereignisse' }).getByText('Fahrt 1').waitFor();
  await expectAccessible(page);
});
