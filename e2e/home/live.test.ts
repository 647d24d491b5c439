import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { liveList as list, openDesk, openHome, liveRow as row } from '../support/home.ts';
import { type Service, startService, temporaryFolder } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = sharedService(['--profile', 'mock', '--app.server.allowed-hosts=office-pc']);

/** Those that go on from story to story. */
let page: Page;
let colleague: Page;
const goTo = (hash: string, on = page) => on.evaluate((to) => location.assign(to), hash);

const titles = (page: Page) => list(page).locator('[data-entry] bdi').allTextContents();
const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, i) => `Fahrt ${from - i}`);

async function post(service: Service, path: string, body: unknown): Promise<void> {
  const answer = await service.post(path, typeof body === 'string' ? body : JSON.stringify(body));
  expect(answer.status).toBe(202);
}

/** `Fahrt 1`, `Fahrt 2` and so on. */
async function postRides(service: Service, from: number, through = from): Promise<void> {
  for (let n = from; n <= through; n++)
    await post(service, '/api/webhook', { title: `Fahrt ${n}` });
}

/** Scrolls until there are no more, or as many as the list takes. */
async function scrollToEnd(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return page.getByText(/^Mehr gibt es nicht|^Noch Älteres steht im Archiv/).isVisible();
    })
    .toBe(true);
}

const JOB =
  '{"auftragsnummer":"A-1001","status":"zugeteilt","gewicht":1.50,"kundennummer":12345678901234567890,' +
  '"abholung":{"name":"Bäckerei Krumengl\\u00fcck","telefon":"030 23125-101"},' +
  '"zustellung":{"name":"Kranich-Apotheke"},"angelegt":"2026-03-02T07:41:09Z"}';

/** The title says nothing of it: until the first events are there, nothing is unseen. */
async function allSeen(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith('seen')));
  await expect.poll(isKept).toBe(true);
  await expect.poll(() => page.title()).toBe('Live – Hookline');
}

test('[HP1] what the filter hides stays unseen until it is shown', async () => {
  const service = await office();
  const permissions = ['clipboard-read', 'clipboard-write'];
  const desk = await openDesk(browser, { permissions }, afterAll);
  page = await openHome(desk, service.url, '#/live/jobs', afterAll);
  await page.getByText('Nichts gefunden').waitFor();
  await post(service, '/api/webhook/kunden', { name: 'Optik Scharfblick' });
  await post(service, '/api/webhook/jobs', { auftragsnummer: 'A-1' });
  // Looked at, it loses its mark and counts as seen; below it there is one that nobody has seen.
  await row(page, 'neu: A-1').waitFor();
  await expect.poll(() => list(page).getByText('neu: ').count()).toBe(0);
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  await page.getByRole('button', { name: 'Alle', exact: true }).click();
  await expect.poll(() => page.title()).toBe('Live – Hookline');
  expect(await titles(page)).toEqual(['A-1', 'Optik Scharfblick']);
});

test('[HP1] the dispatcher sees what is new, filters to jobs, unfolds one and copies its JSON', async () => {
  const service = await office();
  // Nobody looks at the live page: what comes is unseen.
  await goTo('#/contacts');
  await expect.poll(() => page.title()).toBe('Telefonbuch – Hookline');
  await post(service, '/api/webhook/jobs', JOB);
  await post(service, '/api/webhook/kunden', {
    name: 'Optik Scharfblick',
    telefon: '030 23125115',
  });
  await post(service, '/api/webhook', '"Aufzug außer Betrieb"');
  await expect.poll(() => page.title()).toBe('(3) Telefonbuch – Hookline');
  const navigation = page.getByRole('navigation');
  await navigation.getByText('3 ungesehen').waitFor();

  // A mark goes once it was looked at for a second, which may pass before anybody asks for it.
  await page.evaluate(() => {
    const held = window as { marked?: string[] };
    const marked: string[] = [];
    held.marked = marked;
    const note = () => {
      const rows = [...document.querySelectorAll('[data-entry]')].map((each) => each.textContent);
      marked.push(...rows.filter((text) => text?.startsWith('neu: ')));
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
  });
  await goTo('#/live/kunden');
  await expect
    .poll(() => page.evaluate(() => (window as { marked?: string[] }).marked))
    .toContain('neu: Optik Scharfblick');
  await page.getByRole('button', { name: 'Aufträge 1 ungesehen' }).waitFor();
  await navigation.getByRole('link', { name: 'Live' }).click();
  // Looked at for a while: the count goes, and so do the marks.
  await expect.poll(() => page.title()).toBe('Live – Hookline');
  await expect.poll(() => list(page).getByText('neu: ').count()).toBe(0);
  expect(await navigation.getByText('ungesehen').count()).toBe(0);
  await list(page).getByRole('link', { name: '030 23125115 anrufen' }).waitFor();

  await page.getByRole('button', { name: 'Aufträge' }).click();
  await expect.poll(() => titles(page)).toEqual(['A-1001', 'A-1']);
  await list(page).getByText('Zugeteilt').waitFor();
  await list(page).getByText('Bäckerei Krumenglück → Kranich-Apotheke').waitFor();
  await row(page, 'A-1001').click();
  for (const text of ['1,50', '12345678901234567890', '02.03.2026, 08:41:09'])
    await list(page).getByText(text, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Rohes JSON' }).click();
  expect(await list(page).locator('pre').textContent()).toBe(JOB);
  await page.getByRole('button', { name: 'JSON kopieren' }).click();
  await page.getByText('JSON kopiert').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(JOB);

  // A reload keeps the filter, and what was seen stays seen.
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['A-1001', 'A-1']);
  expect(await page.title()).toBe('Live – Hookline');
});

test('[HP1] search goes through the live ones at once and through the archive', async () => {
  const service = await office();
  await post(service, '/api/webhook/kunden', { name: 'Möbel Müller', ort: 'Gießen' });
  await post(service, '/api/webhook/kunden', { name: 'Imbiss Yılmaz', telefon: '030/78001-7' });
  await postRides(service, 1, 60);
  const desk = await openDesk(browser, {}, afterAll);
  await desk.addInitScript(() => {
    // The browser tells of another address a moment later, which a busy one makes a long one.
    const hold = (event: Event) => {
      if ('isHeld' in window) event.stopImmediatePropagation();
    };
    addEventListener('hashchange', hold);
  });
  // No secure context, as in an office without certificates.
  const url = service.url.replace('127.0.0.1', 'office-pc');
  const page = await openHome(desk, url, '', afterAll);
  colleague = page;
  await row(page, 'Fahrt 60').waitFor();
  await allSeen(page);
  const field = page.getByRole('searchbox', { name: 'In der Liste suchen' });
  await field.fill('MUELLER giessen');
  await expect.poll(() => titles(page)).toEqual(['Möbel Müller']);
  // As the finder finds them, one of them live and the other one in the archive only.
  await post(service, '/api/webhook/kunden', { name: 'Yılmaz', telefon: '+49 30 78001' });
  for (const typed of ['030/78001', '0049 30 78001', 'yilmaz']) {
    await field.fill(typed);
    await expect.poll(() => titles(page), { message: typed }).toEqual(['Yılmaz', 'Imbiss Yılmaz']);
  }
  await field.fill('fahrt 42');
  await expect.poll(() => titles(page)).toEqual(['Fahrt 42']);
  await field.fill('gibt es nicht');
  await page.getByRole('heading', { name: 'Nichts gefunden' }).waitFor();
  // New ones that do not fit stay away, and nothing takes the focus from the field.
  await postRides(service, 61);
  await page.getByRole('button', { name: 'Allgemein' }).getByText('1 ungesehen').waitFor();
  expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Alles zeigen' }).click();
  await row(page, 'Fahrt 61').waitFor();

  // Who goes elsewhere before the typing pauses is not brought back by it.
  await page.evaluate(() => Object.assign(window, { isHeld: true }));
  const asked = page.waitForRequest(/\/api\/archive\/events\?q=fahrt/);
  await field.fill('fahrt 1');
  await page.evaluate(() => location.assign('#/calls'));
  await asked;
  expect(new URL(page.url()).hash).toBe('#/calls');
  await page.evaluate(() => {
    delete (window as { isHeld?: true }).isHeld;
    dispatchEvent(new HashChangeEvent('hashchange'));
  });
  await page.getByRole('heading', { level: 1, name: 'Anrufe' }).waitFor();
});

test('[HP1] what is being read stays where it is; a click brings the reader up to the new ones', async () => {
  const service = await office();
  await goTo('#/live');
  await row(page, 'Fahrt 60').waitFor();
  await allSeen(page);
  await row(page, 'Fahrt 30').evaluate((each) => each.scrollIntoView({ block: 'center' }));
  const place = async () => (await row(page, 'Fahrt 30').boundingBox())?.y;
  const before = await place();
  await postRides(service, 62, 64);
  await page.getByRole('button', { name: '3 neue' }).waitFor();
  expect(await place()).toBe(before);
  // They are not on the screen, so they count.
  expect(await page.title()).toBe('(3) Live – Hookline');
  await page.getByRole('button', { name: '3 neue' }).click();
  await row(page, 'Fahrt 64').waitFor();
  expect((await titles(page)).slice(0, 4)).toEqual(down(64, 61));
  await expect.poll(() => page.title()).toBe('Live – Hookline');

  // At the top too, what somebody has unfolded stays under their eyes, and the list as it is.
  await row(page, 'Fahrt 60').click();
  const unfolded = async () => Math.round((await row(page, 'Fahrt 60').boundingBox())?.y ?? 0);
  const here = await unfolded();
  await page.mouse.move(0, 0);
  await postRides(service, 65);
  await page.getByRole('button', { name: '1 neue' }).waitFor();
  expect(Math.abs((await unfolded()) - here)).toBeLessThanOrEqual(1);
  await page.getByRole('button', { name: '1 neue' }).click();
  await row(page, 'Fahrt 65').waitFor();
});

test('[HP1] clearing is asked for, clears for the colleague too, and the archive keeps it', async () => {
  const service = await office();
  await goTo('#/live', colleague);
  for (const each of [page, colleague]) await row(each, 'Fahrt 65').waitFor();
  const before = await titles(page);
  await page.getByRole('button', { name: 'Leeren' }).click();
  await page.getByText('an allen Arbeitsplätzen').waitFor();
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await titles(page)).toEqual(before);

  await page.getByRole('button', { name: 'Leeren' }).click();
  await page.getByRole('button', { name: 'Für alle leeren' }).click();
  for (const each of [page, colleague]) {
    await each.getByRole('heading', { name: 'Der Verlauf ist leer' }).waitFor();
    expect(await list(each).count()).toBe(0);
  }
  await postRides(service, 66);
  await row(colleague, 'neu: Fahrt 66').waitFor();
  expect(await titles(colleague)).toEqual(['Fahrt 66']);
  // A reload does not bring them back either; the button does.
  await colleague.reload();
  await row(colleague, 'Fahrt 66').waitFor();
  await colleague.getByRole('button', { name: 'Frühere aus dem Archiv' }).click();
  await row(colleague, 'Fahrt 65').waitFor();
  await scrollToEnd(colleague);
  expect(await titles(colleague)).toEqual([
    ...[...down(66, 61), 'Yılmaz', ...down(60, 1), 'Imbiss Yılmaz', 'Möbel Müller'],
    ...['Aufzug außer Betrieb', 'Optik Scharfblick', 'A-1001', 'A-1', 'Optik Scharfblick'],
  ]);
});

test('[HP1] the keyboard alone goes through the list, unfolds and copies', async () => {
  const page = colleague;
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await postRides(await office(), 67, 68);
  await row(page, 'Fahrt 68').waitFor();
  // There is no clipboard to write to.
  expect(await page.evaluate(() => isSecureContext || 'clipboard' in navigator)).toBe(false);
  const isAt = (title: string) =>
    expect
      .poll(() => row(page, title).evaluate((each) => each === document.activeElement))
      .toBe(true);
  await page.keyboard.press('j');
  await isAt('Fahrt 68');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await isAt('Fahrt 66');
  await page.keyboard.press('k');
  await isAt('Fahrt 67');
  await page.keyboard.press('Enter');
  await list(page).getByRole('button', { name: 'Rohes JSON' }).waitFor();
  await page.keyboard.press('c');
  await page.getByText('JSON kopiert').waitFor();
  await isAt('Fahrt 67');
  await page.getByRole('searchbox', { name: 'In der Liste suchen' }).focus();
  await page.keyboard.press('Control+v');
  const field = page.getByRole('searchbox', { name: 'In der Liste suchen' });
  expect(await field.inputValue()).toBe('{"title":"Fahrt 67"}');
  // In the field the same keys are letters.
  await field.fill('');
  await page.keyboard.type('jkc?');
  expect(await field.inputValue()).toBe('jkc?');
  await field.fill('');
  await field.blur();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Live: JSON des Ereignisses kopieren').waitFor();
});

test('[HP1] what came before a restart, and more than 50 while the page is open: none is missing, none is there twice', async () => {
  const folder = temporaryFolder();
  const env = { APP_ARCHIVE_URL: `sqlite:${folder}/office.db`, APP_STREAM_HEARTBEAT: '1s' };
  const first = await startService([], env);
  await postRides(first, 1, 130);
  // An archive that is seconds behind is asked before it has them.
  await settled(first);
  const page = await openHome(await openDesk(browser), first.url);
  await row(page, 'Fahrt 130').waitFor();
  first.program.child.kill('SIGTERM');
  await first.program.outcome;
  const second = await startService([], { ...env, APP_SERVER_PORT: String(first.port) });
  await postRides(second, 131, 132);
  await row(page, 'Fahrt 132').waitFor();
  await page.getByText('Vor dem Neustart des Servers').waitFor();
  await scrollToEnd(page);
  expect(await titles(page)).toEqual(down(132, 1));
  await page.evaluate(() => window.scrollTo(0, 0));
  await Promise.all([postRides(second, 133, 220), row(page, 'Fahrt 220').waitFor()]);
  await settled(second);
  await scrollToEnd(page);
  expect(await titles(page)).toEqual(down(220, 1));
  // More than the page keeps by itself: the rest is read again.
  await page.evaluate(() => window.scrollTo(0, 0));
  await postRides(second, 221, 500);
  await settled(second);
  await row(page, 'Fahrt 500').waitFor();
  await scrollToEnd(page);
  // Eight pages of the archive, and whatever has come since the first of them was read.
  const all = await titles(page);
  expect(all.length).toBeGreaterThanOrEqual(400);
  expect(all).toEqual(down(500, 501 - all.length));
  // What came out of the archive can be unfolded to what was sent, too.
  const last = all.at(-1) ?? '';
  await row(page, last).click();
  await list(page).getByRole('button', { name: 'Rohes JSON' }).click();
  await expect.poll(() => list(page).locator('pre').textContent()).toBe(`{"title":"${last}"}`);
});

test('[HP10] [HP16] who reads far down keeps rows and place through a restart and a burst, however late the archive is', async () => {
  const env = { APP_ARCHIVE_URL: `sqlite:${temporaryFolder()}/office.db` };
  const first = await startService([], env);
  await postRides(first, 1, 130);
  await settled(first);
  const page = await openHome(await openDesk(browser), first.url);
  await row(page, 'Fahrt 130').waitFor();
  await scrollToEnd(page);
  // What came while there was no line may stand above them, or wait to be shown.
  const old = async () => (await titles(page)).filter((title) => title !== 'Fahrt 131');
  const ends = page.getByText('Mehr gibt es nicht');
  const place = () => row(page, 'Fahrt 5').evaluate((each) => each.getBoundingClientRect().top);
  await row(page, 'Fahrt 5').scrollIntoViewIfNeeded();
  const before = await place();
  const archive = '**/api/archive/events?**';
  await page.route(archive, () => {});
  first.program.child.kill('SIGTERM');
  await first.program.outcome;
  const second = await startService([], { ...env, APP_SERVER_PORT: String(first.port) });
  await postRides(second, 131);
  await expect.poll(() => page.title()).toBe('(1) Live – Hookline');
  expect(await old()).toEqual(down(130, 1));
  expect(await place()).toBeCloseTo(before, 0);
  await page.unroute(archive);
  await ends.waitFor();
  expect(await old()).toEqual(down(130, 1));
  await page.route(archive, () => {});
  // More than the page keeps without the archive.
  await postRides(second, 132, 300);
  await page.getByRole('button', { name: /^1(69|70) neue/ }).waitFor();
  expect(await old()).toEqual(down(130, 1));
  expect(await place()).toBeCloseTo(before, 0);
});
