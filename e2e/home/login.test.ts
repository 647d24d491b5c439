import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { HASH, PASSWORD } from '../../packages/server/test/access/closed-server.ts';
import { sharedBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { servePages } from '../support/page-server.ts';
import { startService, temporaryFolder } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const CLOSED = [`--app.access.password=${HASH}`, '--app.server.allowed-hosts=office-pc'];
const closed = sharedService([...CLOSED, '--app.stream.heartbeat=1s', '--profile=mock']);

const field = (page: Page) => page.getByLabel(/^(Passwort|Password)$/);
const isLive = (page: Page) => page.getByRole('button', { name: /Verbunden: / }).waitFor();

/** What the page fetches at leisure. */
const PARTS = [
  'calls-page',
  'contacts-page',
  'jobs-page',
  'archive-page',
  'wallboard-page',
  'settings-dialog',
  'shortcuts-dialog',
  'finder',
];

/** The page has fetched its other views too; without a login it would not get them any more. */
const hasAllParts = (page: Page) =>
  page.waitForFunction((parts) => {
    const there = performance.getEntriesByType('resource').map(({ name }) => name);
    const links = document.querySelectorAll<HTMLLinkElement>(
      'link[rel=modulepreload], link[rel=stylesheet]',
    );
    return (
      [...links].every(({ href }) => there.includes(href)) &&
      parts.every((part) => there.some((name) => name.includes(`/${part}-`)))
    );
  }, PARTS);

async function logIn(page: Page, password = PASSWORD): Promise<void> {
  await field(page).fill(password);
  await page.keyboard.press('Enter');
}

test('[SE1] a dispatcher logs in, is where they wanted to be, comes back by a link of others, and logs out of every tab', async () => {
  const service = await closed();
  await service.post('/api/webhook/jobs', '{"delivery_id":"J-1","status":"picked_up"}');
  const desk = await openDesk(browser);
  const page = await openHome(desk, service.url, '#/jobs/J-1');
  await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await logIn(page, 'falsch');
  await page.getByRole('alert').getByText('Das Passwort stimmt nicht').waitFor();
  await expectAccessible(page);
  await logIn(page);
  await page.waitForURL(`${service.url}/#/jobs/J-1`);
  await isLive(page);
  // The WebSocket of the telephone is opened with the same session.
  await page.getByRole('button', { name: /Telefon: Verbunden, Platz/ }).waitFor();
  await page.getByRole('button', { name: /Alles wird gespeichert/ }).waitFor();
  const job = page.evaluate(async () => (await fetch('/api/jobs/J-1')).json());
  expect(await job).toMatchObject({ reference: 'J-1', status: 'picked_up' });
  // No script of any page can read the cookie.
  expect(await page.evaluate(() => document.cookie)).toBe('');

  // From a page of others, straight to where its link leads.
  const other = await desk.newPage();
  const link = `<!doctype html><a href="${service.url}/#/calls">calls</a>`;
  const port = await servePages(() => ({ type: 'text/html', body: link }));
  await other.goto(`http://mail.example:${port}/`);
  await other.getByText('calls').click();
  await other.waitForURL(`${service.url}/#/calls`);
  await isLive(other);

  for (const tab of [page, other]) await hasAllParts(tab);
  const [cookie] = await desk.cookies();
  expect(cookie).toMatchObject({ name: 'hookline', httpOnly: true, sameSite: 'Strict' });
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Abmelden' }).click();
  await page.waitForURL(`${service.url}/login`);
  await other.waitForURL(`${service.url}/login?next=${encodeURIComponent('/#/calls')}`);
  expect(await desk.cookies()).toEqual([]);
  // It is worth nothing any more.
  const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
  expect((await fetch(`${service.url}/metrics`, { headers })).status).toBe(401);
  await logIn(other);
  await other.waitForURL(`${service.url}/#/calls`);
  await isLive(other);
});

test('[SE1] another password ends all logins: the page comes back to where it was after the new one', async () => {
  const sessions = `--app.access.ended-sessions=${temporaryFolder()}/ended`;
  const service = await startService([...CLOSED, sessions]);
  const page = await openHome(await openDesk(browser), service.url);
  await logIn(page);
  await isLive(page);
  await page.getByRole('link', { name: 'Archiv' }).click();
  await hasAllParts(page);
  service.program.child.kill('SIGTERM');
  await service.program.outcome;
  await startService([
    `--app.server.port=${service.port}`,
    '--app.access.password=ein neues',
    sessions,
  ]);
  await page.waitForURL(`${service.url}/login?next=${encodeURIComponent('/#/archive')}`);
  await logIn(page, 'ein neues');
  await page.waitForURL(`${service.url}/#/archive`);
  await isLive(page);
});

test('[SE1] too many attempts: the page says how long to wait and counts down', async () => {
  const service = await closed();
  const desk = await openDesk(browser, { locale: 'en-GB' });
  const page = await desk.newPage();
  await page.goto(service.url);
  // Each pause is longer than the one before, so at some point this is faster.
  const tooMany = page.getByRole('alert').getByText(/Too many attempts. Try again in .+ seconds?/);
  while ((await tooMany.count()) === 0) {
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await logIn(page, 'wrong');
    await answered;
    await page.getByRole('alert').waitFor();
  }
  const button = page.getByRole('button', { name: /Log in/ });
  expect(await button.isDisabled()).toBe(true);
  expect(await button.textContent()).toMatch(/Log in \(\d+\)/);
  await expectAccessible(page);
  await expect.poll(() => button.isDisabled()).toBe(false);
  await logIn(page);
  await page.getByRole('button', { name: /Connected: / }).waitFor();
});

test('[SE1] the login works without script', async () => {
  const service = await closed();
  const desk = await openDesk(browser, { javaScriptEnabled: false });
  const page = await desk.newPage();
  await page.goto(`${service.url}/docs`);
  await logIn(page, 'falsch');
  await page.getByText('Das Passwort stimmt nicht').waitFor();
  await logIn(page);
  await page.waitForURL(`${service.url}/docs`);
  await page.getByRole('heading', { name: 'Errors' }).waitFor();
});

test('[SE1] the login works on a plain http address of the office, which is no secure context', async () => {
  const service = await closed();
  const url = `http://office-pc:${service.port}`;
  const page = await openHome(await openDesk(browser), url);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await logIn(page);
  await isLive(page);
});

test('[SE1] over https the cookie is a __Host- one; a plain address says where to log in', async () => {
  const folder = temporaryFolder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=office-pc'];
  execFileSync('openssl', [...options, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const secure = await startService([
    ...CLOSED,
    `--app.server.tls.cert=${cert}`,
    `--app.server.tls.key=${key}`,
    '--profile=mock',
  ]);
  const desk = await openDesk(browser, { ignoreHTTPSErrors: true });
  const page = await openHome(desk, `https://office-pc:${secure.port}`);
  await logIn(page);
  await isLive(page);
  await page.getByRole('button', { name: /Telefon: Verbunden, Platz/ }).waitFor();
  expect(await desk.cookies()).toMatchObject([
    { name: '__Host-hookline', secure: true, httpOnly: true, sameSite: 'Strict', path: '/' },
  ]);

  const plain = await startService([
    ...CLOSED,
    '--app.server.public-url=https://hooks.example.com',
  ]);
  const elsewhere = await (await openDesk(browser)).newPage();
  await elsewhere.goto(`http://office-pc:${plain.port}/`);
  await elsewhere.getByText('nur über eine verschlüsselte Verbindung').waitFor();
  await elsewhere.getByRole('link', { name: 'https://hooks.example.com' }).waitFor();
});

test('[SE1] on a server that nobody closed the page says what to set', async () => {
  const service = await startService(['--app.server.host=0.0.0.0', '--profile', 'mock']);
  await service.post('/api/webhook', '{"text":"Guten Tag"}');
  const page = await openHome(await openDesk(browser), `http://127.0.0.1:${service.port}`);
  await page.getByText('Das Archiv ist gesperrt.').waitFor();
  await page.getByText('app.access.password (hookline hash-password)').waitFor();
  await page.getByText('werden nicht gespeichert, bis ein Passwort gesetzt ist').waitFor();
  await page.getByRole('button', { name: /Meldungen der Seiten nicht/ }).waitFor();
  await isLive(page);
  const statuses = page.evaluate(() =>
    Promise.all(
      ['/api/webhook/history', '/api/addresses'].map(async (path) => (await fetch(path)).status),
    ),
  );
  expect(await statuses).toEqual([200, 403]);
  await expectAccessible(page);
  // It clears at every desk, so it is for nobody here, and says so.
  await page.getByRole('button', { name: 'Verlauf leeren …' }).click();
  await page.getByRole('button', { name: 'Für alle leeren' }).click();
  await page.getByRole('alert').getByText('dort steht nicht, wer lesen und ändern darf').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByText('Gilt für diesen Browser').waitFor();
  expect(await page.getByRole('button', { name: 'Abmelden' }).count()).toBe(0);
});
