import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { callerIs, clickOn, playCall } from '../support/calls.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { sharedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = sharedService(['--profile', 'mock', '--app.time-zone=Europe/Berlin']);

const offer = (page: Page) => page.getByRole('region', { name: 'Angebot' });
/** There once the page knows that there is a telephone. */
const telephone = (page: Page) => page.getByText('Platz 21', { exact: true });
const icon = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');

/** The page that goes on from story to story. */
let page: Page;

async function choose(what: string): Promise<void> {
  await page.getByRole('button', { name: /^(?:Einstellungen|Settings)$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(what, { exact: true }).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

test('[HP14] a ring shows in title and icon of every tab, for as long as it lasts', async () => {
  const service = await office();
  const desk = await openDesk(browser, {}, afterAll);
  page = await openHome(desk, service.url, '', afterAll);
  const tabs = [
    page,
    await openHome(desk, service.url, '#/jobs'),
    await openHome(desk, service.url, '#/wallboard'),
  ];
  const everywhere = async (title: RegExp) => {
    for (const tab of tabs) await expect.poll(() => tab.title()).toMatch(title);
  };
  await everywhere(/^(?:\(\d+\) )?(?:Live|Aufträge|Wandtafel) – Hookline$/);

  const first = await playCall(service, { from: '030 23125-101' });
  await everywhere(/^☎ Klingelt: Bäckerei Krumenglück – .*(?:Live|Aufträge|Wandtafel) – Hookline$/);
  for (const tab of tabs) {
    const ringing = await icon(tab);
    expect(ringing).not.toBe('/assets/icon.svg');
    const answer = await tab.request.get(new URL(ringing ?? '', service.url).href);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/svg+xml']);
  }
  const second = await playCall(service, { from: '030 23125-103' });
  await everywhere(/^☎ 2 Anrufe klingeln – /);
  await service.post(`/api/mock/calls/${first.callId}/hangup`, '');
  await everywhere(/^☎ Klingelt: Dentallabor Weißzahn – /);
  await service.post(`/api/mock/calls/${second.callId}/hangup`, '');
  await everywhere(/^(?:\(\d+\) )?(?:Live|Aufträge|Wandtafel) – Hookline$/);
  for (const tab of tabs) expect(await icon(tab)).toBe('/assets/icon.svg');
  for (const tab of tabs.slice(1)) await tab.close();
});

test('[HP14] sound and notifications are offered once, and never after an answer', async () => {
  await offer(page).waitFor();
  await expectAccessible(page);
  await clickOn(offer(page).getByRole('button', { name: 'Nicht nötig' }));
  await offer(page).waitFor({ state: 'detached' });
  await page.reload();
  await telephone(page).waitFor();
  await page.getByRole('link', { name: 'Aufträge' }).click();
  await page.getByRole('heading', { level: 1, name: 'Aufträge' }).waitFor();
  expect(await offer(page).count()).toBe(0);
});

test('[HP14] the offer comes only where it rings, moves nothing that is about to be clicked, and is taken once', async () => {
  const service = await office();
  const desk = await openDesk(browser);
  await desk.route('**/api/telephony', (route) => route.fulfill({ json: { url: null } }));
  const other = await openHome(desk, service.url, '#/jobs');
  await other.getByRole('button', { name: /Telefon: / }).waitFor();
  await other.getByRole('link', { name: 'Live' }).click();
  const clear = other.getByRole('button', { name: 'Leeren' });
  await clear.waitFor();
  expect(await offer(other).count()).toBe(0);

  await desk.unroute('**/api/telephony');
  const asked = Promise.withResolvers<void>();
  const known = Promise.withResolvers<void>();
  await desk.route('**/api/telephony', async (route) => {
    asked.resolve();
    await known.promise;
    await route.continue();
  });
  const isLoaded = other.waitForResponse(/\/alert-offer-[^/]*\.js$/);
  await other.reload();
  await clear.waitFor();
  await asked.promise;
  await isLoaded;
  await other.getByRole('heading', { level: 1, name: 'Live' }).hover();
  const before = await clear.boundingBox();
  known.resolve();
  await telephone(other).waitFor();
  await offer(other).waitFor();
  expect((await clear.boundingBox())?.y).toBe(before?.y);
  await clickOn(offer(other).getByRole('button', { name: 'Einschalten' }));
  await offer(other).waitFor({ state: 'detached' });
  await other.getByRole('button', { name: 'Einstellungen' }).click();
  const sound = other.getByRole('checkbox', { name: 'Ton' });
  expect(await sound.isChecked()).toBe(true);
  await sound.uncheck();
  await other.keyboard.press('Escape');
  await other.getByRole('link', { name: 'Live' }).click();
  await clear.waitFor();
  expect(await offer(other).count()).toBe(0);
});

test('[HP15] a telephone has words below its icons, and a wide screen is used', async () => {
  const service = await office();
  await service.post('/api/webhook/jobs', '{"delivery_id":"B-1","status":"open"}');
  const words = {
    Deutsch: [
      'Live',
      'Anrufe',
      'Telefonbuch',
      'Aufträge',
      'Kuriere',
      'Archiv',
      'Wandtafel',
      'Quellen',
    ],
    English: ['Live', 'Calls', 'Phone book', 'Jobs', 'Couriers', 'Archive', 'Wallboard', 'Sources'],
  };
  for (const language of ['English', 'Deutsch'] as const) {
    await choose(language);
    // Elsewhere than on the live page, so that there is a count of what is unseen there.
    const navigation = page.getByRole('navigation').filter({ hasText: 'Live' });
    await navigation.getByText(/ungesehen|unseen/).waitFor();
    for (const width of [320, 390, 768, 1000, 1280, 1840]) {
      await page.setViewportSize({ width, height: 844 });
      const shown = await navigation.getByRole('link').evaluateAll((links) =>
        links.map((link) => {
          const [word] = link.querySelectorAll(':scope > span:not([data-kind])');
          const { width, height, left, right } = word?.getBoundingClientRect() ?? new DOMRect();
          const isSeen = width > 10 && height > 8 && left >= 0 && right <= innerWidth;
          const count = link.querySelector('[data-kind]')?.getBoundingClientRect();
          const own = link.getBoundingClientRect();
          if (count && (count.left < own.left || count.right > own.right)) return 'a count outside';
          const icon = link.querySelector('svg')?.getBoundingClientRect();
          if (count && icon?.width && count.left < icon.left + icon.width / 2)
            return 'no icon seen';
          return isSeen ? word?.textContent : `${word?.textContent} is not seen`;
        }),
      );
      expect(shown, `${language} ${width}`).toEqual(words[language]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      if (width < 1280) continue;
      // Beside the pages there is room for what can be searched for.
      const hint = page.getByText(/^Name, (?:Nummer oder Straße|number or street)$/);
      expect(await hint.evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0);
    }
  }
  await page.setViewportSize({ width: 2560, height: 1300 });
  for (const hash of ['', '#/calls', '#/contacts', '#/jobs', '#/archive']) {
    await page.goto(`${service.url}/${hash}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const main = await page.getByRole('main').boundingBox();
    const panel = await page.getByRole('complementary', { name: 'Telefon' }).boundingBox();
    expect((main?.width ?? 0) + (panel?.width ?? 0)).toBeGreaterThan(2400);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(2560);
  }
});

test('[HP15] no view goes beyond its sides on a telephone or at 200 %, and no call covers another', async () => {
  const service = await office();
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const job = {
    auftragsnummer: 'BREIT-1',
    status: 'neu',
    abholung: { name: 'Bäckerei Krumenglück', telefon: '030 23125-101' },
    zustellung: { name: long },
  };
  await service.post('/api/webhook/jobs', JSON.stringify(job));
  await service.post('/api/webhook', JSON.stringify({ text: 'x'.repeat(300), url: long }));
  await callerIs(service, '030 23125-101', ({ jobs }) => jobs.length > 0);
  await page.emulateMedia({ colorScheme: 'dark' });
  const views = [
    ['#/live', /Live – Hookline$/],
    ['#/calls', /Anrufe – Hookline$/],
    ['#/calls/missed?open=1', /Anrufe – Hookline$/],
    ['#/contacts', /Telefonbuch – Hookline$/],
    ['#/contacts/030%2023125-101', /Krumenglück – /],
    ['#/jobs', /Aufträge – Hookline$/],
    ['#/jobs/BREIT-1', /BREIT-1 – /],
    ['#/archive', /Archiv – Hookline$/],
    ['#/wallboard', /Wandtafel – Hookline$/],
  ] as const;
  const expectNarrow = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    for (const [hash, title] of views) {
      await page.goto(`${service.url}/${hash}`);
      await expect.poll(() => page.title()).toMatch(title);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${hash} at ${width}`).toBe(width);
    }
  };
  const callers = ['030 23125-101', '030 23125-105', '030 23125-108', '030 23125-111'];
  await expectNarrow(390, 844);
  const calls = [];
  for (const from of callers) calls.push(await playCall(service, { from }));
  await page.goto(`${service.url}/#/live`);
  const openTelephone = () => page.getByRole('button', { name: 'Telefon öffnen' }).click();
  await openTelephone();
  // One of the bar, and one of each card.
  await expect.poll(() => page.getByRole('button', { name: 'Annehmen' }).count()).toBe(5);
  await expectNarrow(390, 844);
  // What is known of the caller ends where its card does. The wallboard has no telephone.
  await page.goto(`${service.url}/#/live`);
  await page.reload();
  await openTelephone();
  const card = page.getByRole('article', { name: 'Bäckerei Krumenglück', exact: true });
  await card.getByText('Aufträge und Anrufe').press('Enter');
  await card.getByText(`→ ${long}`).waitFor();
  const sideOf = (target: Locator) => target.evaluate((each) => each.getBoundingClientRect().right);
  expect(await sideOf(card.getByText(`→ ${long}`))).toBeLessThan(await sideOf(card));
  await card.getByText('Aufträge und Anrufe').press('Enter');

  // A screen of 1440 at 200 %.
  await expectNarrow(720, 450);
  await page.goto(`${service.url}/#/live`);
  await page.reload();
  await openTelephone();
  const isOnTop = (target: Locator) =>
    target.evaluate((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return there !== null && each.contains(there);
    });
  await expect.poll(() => isOnTop(card.getByRole('button', { name: 'Annehmen' }))).toBe(true);
  for (const { callId } of calls) await service.post(`/api/mock/calls/${callId}/hangup`, '');
});

test('[HP15] on paper there is no furniture, and it is black on white, from the dark as well', async () => {
  const service = await office();
  const job = {
    auftragsnummer: 'P-1',
    status: 'zugeteilt',
    abholung: { name: 'Labor Süß', telefon: '030 23125-101' },
  };
  await service.post('/api/webhook/jobs', JSON.stringify(job));
  await service.post(
    '/api/calls',
    JSON.stringify({
      callId: 'p1',
      startedAt: new Date().toISOString(),
      direction: 'in',
      state: 'ended',
      from: { number: '+493023125101' },
    }),
  );
  await callerIs(service, '030 23125-101', ({ jobs, calls }) => jobs.length + calls.length > 1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await choose('Dunkel');
  const furniture = page.locator(
    'button:not([data-row], [data-entry]), input, select, textarea, nav, header:not(main *), aside, search, kbd',
  );
  const onPaper = async (hash: string, text: string) => {
    const printed = page.getByRole('main').getByText(text).filter({ visible: true }).first();
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${service.url}/${hash}`);
    await printed.waitFor();
    await page.emulateMedia({ media: 'print' });
    const seen = await furniture.evaluateAll((all) =>
      all.filter((each) => each.checkVisibility()).map((each) => each.outerHTML.slice(0, 120)),
    );
    expect(seen, hash).toEqual([]);
    const grounds = await page.evaluate(() => {
      const all = [...document.querySelectorAll('body, main, main *')]
        .filter((each) => each.checkVisibility())
        .map((each) => getComputedStyle(each).backgroundColor);
      return [...new Set(all)].filter((ground) => ground !== 'rgba(0, 0, 0, 0)');
    });
    expect(grounds, hash).toEqual(['rgb(255, 255, 255)']);
    const ink = await printed.evaluate((element) => getComputedStyle(element).color);
    expect(ink, hash).toBe('rgb(0, 0, 0)');
  };
  await onPaper('', 'P-1');
  await onPaper('#/calls', 'Bäckerei Krumenglück');
  await onPaper('#/jobs/P-1', 'Labor Süß');
  // The job that was opened, not the list beside it.
  expect(await page.getByRole('main').locator('[data-row]:visible').count()).toBe(0);
  await onPaper(`#/contacts/${encodeURIComponent('030 23125-101')}`, 'Bäckerei Krumenglück');
});

test('[HP15] in the table of jobs deadline, status and who cares are whole, in that of couriers their names and states; filters are one line', async () => {
  const service = await office();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000).toISOString();
  const job = {
    auftragsnummer: 'GANZ-1',
    status: 'angenommen',
    abholung: { name: 'Labor Reagenzreich', strasse: 'Kolbenstraße 22', bis: hoursAgo(22.25) },
    kurier: { name: 'Kemal Vorfahrt' },
  };
  await service.post('/api/webhook/jobs', JSON.stringify(job));
  await fetch(`${service.url}/api/jobs/GANZ-1`, {
    method: 'PATCH',
    body: JSON.stringify({ claimedBy: '22, Omar', by: '22, Omar' }),
  });
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${service.url}/#/jobs`);
  const row = page.getByRole('main').locator('[data-job="GANZ-1"]');
  await row.getByText('Omar').waitFor();
  await row.getByText('Angenommen').waitFor();
  for (const width of [768, 900, 1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 844 });
    const cut = await row.evaluate((element) =>
      [...element.querySelectorAll('time, bdi:not([data-way] bdi, [data-courier] bdi)')]
        .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
        .map((each) => each.tagName),
    );
    expect(cut, String(width)).toEqual([]);
  }
  await page.setViewportSize({ width: 900, height: 844 });
  await page.goto(`${service.url}/#/calls/missed`);
  const boxes = page.getByRole('main').getByRole('search').getByRole('checkbox');
  await page.getByRole('checkbox', { name: 'Nur offene' }).waitFor();
  const places = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().y));
  expect(new Set(places).size).toBe(1);
  const kemal = { kurierId: 'K-V', name: 'Kemal Vorfahrt', status: 'frei' };
  await service.post('/api/webhook/kuriere', JSON.stringify(kemal));
  await page.setViewportSize({ width: 1440, height: 844 });
  await page.goto(`${service.url}/#/couriers`);
  const couriers = page.getByRole('list', { name: 'Kuriere', exact: true });
  const standing = couriers.getByRole('listitem').filter({ hasText: 'Kemal Vorfahrt' });
  await standing.getByText('frei gemeldet').waitFor();
  const cut = await standing.evaluate((element) =>
    [...element.querySelectorAll('a bdi, .muted, p > span:not(:has(a))')]
      .filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 0)
      .map((each) => each.textContent),
  );
  expect(cut).toEqual([]);
  const choices = page.getByRole('group', { name: 'Welche Kuriere' }).getByRole('button');
  await choices.first().waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const tops = await choices.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().top),
  );
  expect(new Set(tops).size).toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('[HP15] paper is used to its sides, shows no frame of a focus, and all contacts, not those in sight', async () => {
  const service = await office();
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${service.url}/#/contacts`);
  const rows = page.getByRole('list', { name: 'Telefonbuch' }).getByRole('listitem');
  await rows.first().waitFor();
  const isWhole = () =>
    rows.evaluateAll((all) => all.length === Number(all[0]?.getAttribute('aria-setsize')));
  await expect.poll(isWhole).toBe(false);
  await page.evaluate(() =>
    window.addEventListener('beforeprint', () => {
      const all = document.querySelectorAll('main li');
      const isWhole = all.length === Number(all[0]?.getAttribute('aria-setsize'));
      document.body.dataset['printed'] = String(isWhole);
    }),
  );
  await page.pdf();
  expect(await page.locator('body').getAttribute('data-printed')).toBe('true');
  await expect.poll(isWhole).toBe(false);

  await page.goto(`${service.url}/#/live`);
  const title = page.getByRole('main').locator('[data-entry]').first();
  await title.waitFor();
  await page.keyboard.press('j');
  await page.emulateMedia({ media: 'print' });
  expect((await page.getByRole('main').boundingBox())?.width).toBe(1280);
  const frames = await page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .flatMap((each) => [getComputedStyle(each), getComputedStyle(each, '::after')])
      .filter(({ outlineStyle }) => outlineStyle !== 'none'),
  );
  expect(frames).toEqual([]);
});

test('[HP16] a message with a button stays while pointer or focus is on it, and as long as ever after that', async () => {
  const service = await office();
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${service.url}/#/contacts`);
  // An empty list offers a new contact too.
  await page
    .getByRole('list', { name: 'Telefonbuch' })
    .getByRole('link', { name: 'Bäckerei Krumenglück', exact: true })
    .waitFor();
  await page.getByRole('button', { name: 'Neuer Kontakt' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Frau Halb');
  await page.clock.install();
  // It comes up where the pointer rests.
  await page.mouse.move(40, 770);
  await page.keyboard.press('Escape');
  const goOn = page.getByRole('button', { name: 'Weiter bearbeiten' });
  await goOn.waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.clock.runFor(30_000);
  expect(await goOn.isVisible()).toBe(true);
  await page.mouse.move(600, 300);
  await page.clock.runFor(11_000);
  await goOn.focus();
  await page.clock.runFor(30_000);
  expect(await goOn.isVisible()).toBe(true);
  await goOn.blur();
  await page.clock.runFor(11_000);
  expect(await goOn.isVisible()).toBe(true);
  await page.clock.runFor(1000);
  expect(await goOn.isVisible()).toBe(false);
});
