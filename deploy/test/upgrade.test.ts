import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../../e2e/support/browser.ts';
import { openDesk } from '../../e2e/support/home.ts';
import { SERVICE, type Service, startService, temporaryFolder } from '../../e2e/support/service.ts';
import { follow } from '../../packages/server/test/support/operator-steps.ts';
import { freePort } from '../../scripts/free-port.ts';
import { installed } from './earlier-version.ts';

const PASSWORD = 'a password of some length';

async function stop({ program }: Service): Promise<void> {
  program.child.kill('SIGTERM');
  expect((await program.outcome).code).toBe(0);
}

async function logIn(page: Page): Promise<void> {
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** What the server answers to this desk. */
async function told(page: Page, path: string) {
  const answer = await page.request.get(path);
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
  return answer.json();
}

/** The first version lived through an upgrade and a way back, with a page that stays open. */
test('[AR11] from the first version to this one and back, under an open page', async () => {
  const data = temporaryFolder();
  const port = await freePort();
  const env = {
    APP_SERVER_PORT: String(port),
    APP_ARCHIVE_URL: `sqlite:${data}/hookline.db`,
    APP_ARCHIVE_SPOOL_DIR: `${data}/spool`,
    APP_ACCESS_ENDED_SESSIONS: `${data}/ended-sessions`,
    APP_ACCESS_PASSWORD: PASSWORD,
  };
  const first = installed('first', 'build-home.sh');
  const start = (how: readonly string[]) => startService([], env, how);
  const at = `http://127.0.0.1:${port}`;
  const title = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

  let service = await start(first);
  const desk = await openDesk(await sharedBrowser(), { baseURL: at, colorScheme: 'light' });
  const page = await desk.newPage();
  await page.goto('/');
  await logIn(page);
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByText('Dunkel').click();
  await page.getByText('English').click();
  await page.keyboard.press('Escape');
  await service.post('/api/webhook', '{"title":"to the first one"}');
  await title(page, 'to the first one').waitFor();
  await service.post('/api/webhook/jobs', '{"auftragsnummer":"D-1","status":"Fehler"}');
  await service.post('/api/webhook/kunden', '{"name":"Café Ñandú","telefon":"030 23125100"}');
  await expect
    .poll(async () => (await told(page, '/api/jobs')).items)
    .toMatchObject([{ reference: 'D-1' }]);
  await expect.poll(async () => (await told(page, '/api/addresses')).items).toHaveLength(1);
  await stop(service);

  // The page of the first one goes on, and stays logged in.
  service = await start(SERVICE);
  await service.post('/api/webhook', '{"title":"to the new one"}');
  await title(page, 'to the new one').waitFor();
  await page.getByRole('link', { name: 'Jobs' }).click();
  await title(page, 'D-1').waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Couriers' }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await expect
    .poll(() => told(page, '/readyz'))
    .toMatchObject({ status: 'ready', rereading: null });
  expect((await told(page, '/api/jobs')).items).toMatchObject([{ statusClass: 'problem' }]);
  expect((await told(page, '/api/addresses')).items).toMatchObject([{ name: 'Café Ñandú' }]);
  await stop(service);

  // Back: nothing is touched, everything is relayed, and what comes in waits.
  service = await start(first);
  await expect
    .poll(async () => JSON.stringify(await told(page, '/readyz')))
    .toContain('a newer version of Hookline has changed the database');
  await service.post('/api/webhook', '{"title":"while it is away"}');
  await page.getByRole('link', { name: 'Live' }).first().click();
  await title(page, 'while it is away').waitFor();
  await stop(service);
  const [COPY = ''] = readdirSync(data).filter((name) => name.includes('.before-'));
  follow('sqlite way back', data, { COPY }, 'upgrading.md');
  service = await start(first);
  await expect.poll(async () => (await told(page, '/readyz')).status).toBe('ready');
  const events = async () =>
    (await told(page, '/api/archive/events')).items.map(
      ({ payload }: { payload: { title?: string } }) => payload.title,
    );
  await expect.poll(events).toEqual(['while it is away', undefined, undefined, 'to the first one']);
  // What the newer page has kept does the older one no harm.
  await page.goto('/');
  await page.reload();
  await title(page, 'while it is away').waitFor();
  await page.getByRole('link', { name: 'Phone book' }).waitFor();
  await stop(service);

  // And forward again, over the copy that the first attempt has left.
  service = await start(SERVICE);
  await expect.poll(events).toContain('while it is away');
  await expect.poll(async () => (await told(page, '/readyz')).status).toBe('ready');
  await stop(service);
});
