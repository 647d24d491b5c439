import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { settled } from '../support/archive.ts';
import { launchBrowser, sharedBrowser } from '../support/browser.ts';
import { plugIn } from '../support/cable.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { type Service, startService, temporaryFolder } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--app.stream.heartbeat=1s']);

const lights = (page: Page) => page.getByRole('button', { name: /^Verbindungen/ });
const isGood = (page: Page) =>
  lights(page).and(page.getByRole('button', { name: /Verbunden: .*Alles wird gespeichert/ }));

/** The line under the bar; the panel behind the lights has the same words and is hidden. */
const line = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

async function stop({ program }: Service): Promise<void> {
  program.child.kill('SIGTERM');
  await program.outcome;
}

test('[HP7] the backend restarts: the page says so in plain words and is right again by itself', async () => {
  const folder = temporaryFolder();
  const archive = { APP_ARCHIVE_URL: `sqlite:${folder}/hookline.db` };
  const service = await startService(['--profile', 'mock'], archive);
  await service.post('/api/webhook/jobs', '{"delivery_id":"J-1","status":"before the restart"}');
  const page = await openHome(await openDesk(browser), service.url);
  await isGood(page).waitFor();
  await page.getByText('before the restart').first().waitFor();
  // A part that is still on its way would have the page loaded again, which says nothing then.
  await page.getByLabel('Nummer wählen').waitFor();

  await stop(service);
  await line(page, 'Keine Verbindung zum Server').waitFor();
  await line(page, 'versucht es von selbst wieder').waitFor();
  await lights(page).click();
  await page
    .getByLabel('Verbindungen', { exact: true })
    .getByText('Keine Verbindung zur Telefonanlage')
    .waitFor();
  await expectAccessible(page);

  // It is said for a moment, and may be over before the next step on a busy machine.
  const told = page.getByText('Der Server wurde neu gestartet').waitFor();
  const again = await startService(
    ['--profile', 'mock', `--app.server.port=${service.port}`],
    archive,
  );
  await again.post('/api/webhook/jobs', '{"delivery_id":"J-2","status":"after the restart"}');
  await told;
  await page.getByText('after the restart').first().waitFor();
  await page.getByText('before the restart').first().waitFor();
  await isGood(page).waitFor();
  await expect.poll(() => line(page, 'Keine Verbindung zum Server').count()).toBe(0);
});

test('[HP7] [AR12] what an earlier run left in the journal is shown when it is stored, not only on a page that is opened later', async () => {
  const folder = temporaryFolder();
  const archive = { APP_ARCHIVE_URL: `sqlite:${folder}/hookline.db` };
  const service = await startService([], archive);
  await service.post('/api/webhook', '{"title":"long stored"}');
  await settled(service);
  await stop(service);
  const other = new DatabaseSync(`${folder}/hookline.db`);
  onTestFinished(() => {
    if (other.isOpen) other.close();
  });
  other.exec('begin immediate');
  const locked = await startService([], archive);
  await locked.post('/api/webhook', '{"title":"left behind"}');
  await stop(locked);

  const again = await startService([], archive);
  const page = await openHome(await openDesk(browser), again.url);
  await page.getByText('long stored').waitFor();
  expect(await page.getByText('left behind').count()).toBe(0);
  other.close();
  await page.getByText('left behind').waitFor();
});

test('[HP7] the network is cut and comes back', async () => {
  const service = await office();
  const desk = await openDesk(browser);
  const cable = await plugIn(service.port);
  const page = await openHome(desk, cable.url);
  await page.getByRole('button', { name: /Verbunden: / }).waitFor();
  cable.cut();
  await line(page, 'Keine Verbindung zum Server').waitFor();
  // The browser knows of it too when it is its own cable.
  await desk.setOffline(true);
  await line(page, 'Dieser Rechner hat kein Netz').waitFor();
  await service.post('/api/webhook', '{"title":"came meanwhile"}');
  cable.mend();
  await desk.setOffline(false);
  await page.getByText('came meanwhile').first().waitFor();
  await expect.poll(() => line(page, 'Dieser Rechner hat kein Netz').count()).toBe(0);
});

test('[HP7] the laptop sleeps while more comes in than the history holds', async () => {
  const laptop = await launchBrowser();
  onTestFinished(() => laptop.close());
  const service = await office();
  const page = await openHome(await openDesk(laptop), service.url);
  await page.getByRole('button', { name: /Verbunden: / }).waitFor();
  const { sleep, wake } = await sleeper(laptop);
  sleep();
  for (let n = 1; n <= 120; n++) await service.post('/api/webhook', `{"title":"Nr ${n} of 120"}`);
  wake();
  await page.getByText('Nr 120 of 120').first().waitFor();
  await page.getByRole('button', { name: /Verbunden: / }).waitFor();
});

test('[HP7] the archive is in trouble: the light says it, with the words of the server', async () => {
  const service = await startService([], {
    APP_ARCHIVE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
  });
  const page = await openHome(await openDesk(browser), service.url);
  await page.getByRole('button', { name: /Das Archiv meldet ein Problem/ }).click();
  await page.getByText('Meldung des Servers').waitFor();
  await page.getByText('Neue Ereignisse kommen trotzdem an').waitFor();
  await expectAccessible(page);
});

test('[HP7] without telephony nothing is red, and numbers open the telephone program', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url);
  await page.getByRole('button', { name: /Keine Telefonanlage eingerichtet/ }).click();
  await page.getByText('Einrichten: app.telephony.system').waitFor();
});

/** Puts a browser to sleep where it stands, as a laptop whose lid is closed does. */
async function sleeper(browser: Browser): Promise<{ sleep(): void; wake(): void }> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const processes = processInfo.filter(({ type }) => type !== 'browser');
  const signal = (name: NodeJS.Signals) => {
    for (const { id } of processes) {
      try {
        process.kill(id, name);
      } catch {
        // It has ended by itself.
      }
    }
  };
  const wake = () => signal('SIGCONT');
  // Asleep, it could not be closed either.
  onTestFinished(wake);
  return { sleep: () => signal('SIGSTOP'), wake };
}
