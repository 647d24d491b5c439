import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { settled } from '../support/archive.ts';
import { launchBrowser, sharedBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import type { Service } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

async function report(service: Service, job: unknown): Promise<void> {
  const answer = await service.post('/api/webhook/jobs', JSON.stringify(job));
  expect(answer.status).toBe(202);
}

interface OwnTimePage {
  readonly page: Page;
  /** Lets time pass, for the page and for the server that it asks. */
  readonly pass: (minutes: number) => Promise<void>;
}

/** A page whose hours pass in a moment; from `standsAt` on its clock stands still in between. */
async function openWithOwnTime(
  desk: BrowserContext,
  url: string,
  standsAt?: number,
): Promise<OwnTimePage> {
  const page = await desk.newPage();
  if (standsAt === undefined) await page.clock.install();
  else await page.clock.setFixedTime(standsAt);
  // Inside of the page: an answer that was dated before time passed, and is read afterwards, would
  // tell of a clock that is wrong.
  await page.addInitScript(() => {
    const ask = window.fetch;
    window.fetch = async (...question) => {
      const answer = await ask(...question);
      const headers = new Headers(answer.headers);
      headers.set('date', new Date().toUTCString());
      return Object.defineProperty(answer, 'headers', { value: headers });
    };
  });
  await page.goto(url);
  let passed = 0;
  return {
    page,
    pass: async (minutes) => {
      passed += minutes * MINUTE;
      if (standsAt === undefined) await page.clock.fastForward(minutes * MINUTE);
      else await page.clock.setFixedTime(standsAt + passed);
    },
  };
}

const rows = (page: Page) => page.getByRole('list', { name: 'Aufträge' }).getByRole('link');
const order = async (page: Page) =>
  (await rows(page).allTextContents()).map((text) => /[A-Z]+-\d/.exec(text)?.[0]);

test('[DI1] open jobs come by their deadline, count down by the clock of the server, and are marked when late', async () => {
  const service = await office();
  // In the middle of a second: answers name whole ones.
  const start = Math.floor(Date.now() / 1000) * 1000 + 500;
  const due = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();
  await report(service, { jobId: 'SOON-1', status: 'neu', pickupBy: due(25.5) });
  await report(service, {
    jobId: 'LATE-1',
    status: 'neu',
    pickupBy: due(-8.5),
    deliverBy: due(90),
  });
  await report(service, {
    jobId: 'WAY-1',
    status: 'unterwegs',
    pickupBy: due(-60),
    deliverBy: due(55.5),
  });
  await report(service, { jobId: 'FAR-1', status: 'neu', pickupBy: due(60 * 24 * 3) });
  await report(service, { jobId: 'DONE-1', status: 'zugestellt', deliverBy: due(-60) });
  await report(service, { jobId: 'NONE-1', status: 'neu' });
  await settled(service);

  const { page, pass } = await openWithOwnTime(
    await openDesk(browser),
    `${service.url}/#/jobs`,
    start,
  );
  const row = (name: string) => rows(page).filter({ hasText: name });
  await row('LATE-1').getByText('seit 8 Min. überfällig').waitFor();
  expect(await order(page)).toEqual(['LATE-1', 'SOON-1', 'WAY-1', 'FAR-1', 'NONE-1']);
  await row('SOON-1').getByText('in 26 Min.').waitFor();
  await row('WAY-1').getByText('in 56 Min.').waitFor();
  await row('FAR-1')
    .getByText(/^Fällig \d\d\.\d\d\., \d\d:\d\d$/)
    .waitFor();
  expect(
    await row('NONE-1')
      .getByText(/fällig|in \d/i)
      .count(),
  ).toBe(0);
  // By more than a colour: a word, and another sign than the others have.
  const sign = (name: string) =>
    row(name).locator('time[data-state] path').first().getAttribute('d');
  expect(await sign('LATE-1')).not.toBe(await sign('SOON-1'));

  // A second that changes no word changes nothing on the page.
  await page.evaluate(() => {
    const list = document.querySelector('ul[aria-label="Aufträge"]');
    if (!list) throw new Error('there is no list');
    const changes: string[] = [];
    Object.assign(window, { changes });
    new MutationObserver((records) => {
      for (const { target } of records) changes.push(target.textContent ?? '');
    }).observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await pass(1);
  await row('SOON-1').getByText('in 25 Min.').waitFor();
  await row('LATE-1').getByText('seit 9 Min. überfällig').waitFor();
  await row('WAY-1').getByText('in 55 Min.').waitFor();
  const changes = await page.evaluate(() => (window as unknown as { changes: string[] }).changes);
  expect(changes).toHaveLength(3);

  await pass(26);
  await row('SOON-1').getByText('seit 1 Min. überfällig').waitFor();
  expect(await order(page)).toEqual(['LATE-1', 'SOON-1', 'WAY-1', 'FAR-1', 'NONE-1']);

  // The job itself has both deadlines.
  await row('LATE-1').click();
  const job = page.getByRole('region', { name: 'Auftrag' });
  await job.getByText('seit 35 Min. überfällig').waitFor();
  expect(await job.getByText(/^bis /).count()).toBe(2);

  // A computer whose clock is three hours ahead shows what there is.
  const wrong = await (await openDesk(browser, { colorScheme: 'dark' })).newPage();
  await wrong.clock.install({ time: Date.now() + 180 * MINUTE });
  await wrong.goto(`${service.url}/#/jobs`);
  const minutes = async (name: string) => {
    const said = rows(wrong)
      .filter({ hasText: name })
      .getByText(/ \d+ Min\./);
    return Number(/ (\d+) Min\./.exec((await said.textContent()) ?? '')?.[1]);
  };
  // By its own clock all would be late for more than two hours. How long the story took is up to
  // the machine.
  await expect.poll(() => minutes('LATE-1')).toBeLessThan(60);
  expect(await minutes('LATE-1')).toBeGreaterThanOrEqual(8);
  expect(await minutes('WAY-1')).toBeLessThanOrEqual(56);
  await rows(wrong)
    .filter({ hasText: 'WAY-1' })
    .getByText(/ in \d/)
    .waitFor();

  await wrong.goto(`${service.url}/#/wallboard`);
  const figure = (label: string) =>
    wrong
      .getByRole('heading', { name: label })
      .locator('xpath=following-sibling::p[1]')
      .textContent();
  await expect.poll(() => figure('Überfällig')).toBe('1');
  await expect.poll(() => figure('In 30 Min. fällig')).toBe('1');
});

test('[DI1] [HP10] [HP12] late ones alone, another order, and nothing moves under the pointer', async () => {
  const service = await office();
  await report(service, { jobId: 'LATE-1', status: 'neu', pickupBy: inMinutes(-30) });
  await report(service, { jobId: 'SOON-1', status: 'neu', pickupBy: inMinutes(20) });
  await report(service, { jobId: 'NONE-1', status: 'neu' });
  await settled(service);
  const page = await openHome(await openDesk(browser), service.url, '#/jobs');
  await expect.poll(() => order(page)).toEqual(['LATE-1', 'SOON-1', 'NONE-1']);

  const sort = page.getByRole('combobox', { name: 'Reihenfolge' });
  expect(await sort.inputValue()).toBe('due');
  await sort.selectOption('Zuletzt geändert');
  await expect.poll(() => order(page)).toEqual(['NONE-1', 'SOON-1', 'LATE-1']);
  expect(new URL(page.url()).hash).toBe('#/jobs?sort=changed');
  await sort.selectOption('Nach Frist');
  await expect.poll(() => order(page)).toEqual(['LATE-1', 'SOON-1', 'NONE-1']);

  // Under the pointer the row stays, though one that is due before it comes in.
  const soon = rows(page).filter({ hasText: 'SOON-1' });
  await soon.hover();
  const before = await soon.boundingBox();
  await report(service, { jobId: 'NEXT-1', status: 'neu', pickupBy: inMinutes(10) });
  await page.getByRole('button', { name: '1 neue' }).waitFor();
  expect(await soon.boundingBox()).toEqual(before);
  await page.mouse.move(0, 0);
  await expect.poll(() => order(page)).toEqual(['LATE-1', 'NEXT-1', 'SOON-1', 'NONE-1']);

  await page.getByRole('radiogroup').getByText('Erledigt').click();
  await page.getByRole('checkbox', { name: 'Überfällig' }).check();
  await expect.poll(() => order(page)).toEqual(['LATE-1']);
  expect(new URL(page.url()).hash).toBe('#/jobs?late=1&sort=due');
  await page.reload();
  await expect.poll(() => order(page)).toEqual(['LATE-1']);
  await report(service, { jobId: 'LATE-1', status: 'zugestellt' });
  await page.getByText('Nichts überfällig').waitFor();
  await expectAccessible(page);

  // Of jobs without a deadline the one that was changed last comes first.
  const { url } = await office();
  for (const jobId of ['B-1', 'A-1', 'C-1']) {
    await report(service, { jobId, status: 'neu' });
    // Within one millisecond none is later than the other.
    const reported = Date.now();
    await expect.poll(Date.now).toBeGreaterThan(reported);
  }
  await settled(service);
  await page.goto(`${url}/#/jobs?`);
  await page.reload();
  await expect.poll(() => order(page)).toEqual(['C-1', 'A-1', 'B-1']);
  expect(await sort.inputValue()).toBe('due');
  await report(service, { jobId: 'B-1', status: 'angenommen' });
  await expect.poll(() => order(page)).toEqual(['B-1', 'C-1', 'A-1']);
  await report(service, { jobId: 'Z-1', status: 'neu', pickupBy: inMinutes(20) });
  await expect.poll(() => order(page)).toEqual(['Z-1', 'B-1', 'C-1', 'A-1']);
});

test('[DI1] [HP8] a job that becomes late is told of once, in one tab, and leads to the job', async () => {
  const service = await office();
  await report(service, { jobId: 'OLD-1', status: 'neu', pickupBy: inMinutes(-5) });
  await report(service, { jobId: 'NEXT-1', status: 'neu', pickupBy: inMinutes(5), to: 'Labor' });
  await report(service, { jobId: 'GONE-1', status: 'neu', pickupBy: inMinutes(6) });
  await report(service, { jobId: 'LAST-1', status: 'neu', pickupBy: inMinutes(200) });
  await settled(service);
  const notifying = await launchBrowser(['--autoplay-policy=no-user-gesture-required']);
  onTestFinished(() => notifying.close());
  const desk = await openDesk(notifying);
  await desk.grantPermissions(['notifications'], { origin: service.url });
  await desk.addInitScript(() => {
    const told: { text: string; click: () => void }[] = [];
    const tones = { count: 0 };
    Object.assign(window, { told, tones });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when?: number) {
      tones.count++;
      start.call(this, when);
    };
    window.Notification = new Proxy(Notification, {
      construct(target, [title, options]: [string, NotificationOptions]) {
        const made = new target(title, options);
        const click = () => made.onclick?.(new Event('click'));
        told.push({ text: `${title}: ${options.body}`, click });
        return made;
      },
    });
  });
  const tabs = [
    await openWithOwnTime(desk, `${service.url}/#/live`),
    await openWithOwnTime(desk, `${service.url}/#/calls`),
  ];
  const [first] = tabs;
  if (!first) throw new Error('there is no tab');
  const { page } = first;
  const pass = async (minutes: number) => {
    for (const tab of tabs) await tab.pass(minutes);
  };
  const heard = async () => {
    const each = tabs.map((tab) =>
      tab.page.evaluate(() => {
        const { told, tones } = window as unknown as {
          told: { text: string }[];
          tones: { count: number };
        };
        return { texts: told.map(({ text }) => text), tones: tones.count };
      }),
    );
    const all = await Promise.all(each);
    return {
      texts: all.flatMap(({ texts }) => texts),
      tones: all.reduce((sum, { tones }) => sum + tones, 0),
    };
  };
  // Whichever of them leads.
  const isRead = desk.waitForEvent('response', (answer) =>
    /\/api\/jobs\?open=true&late=false&sort=due/.test(answer.url()),
  );
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByRole('checkbox', { name: 'Benachrichtigungen' }).check();
  await page.getByRole('checkbox', { name: 'Ton' }).check();
  await page.getByRole('checkbox', { name: 'Aufträge' }).uncheck();
  expect(await page.getByRole('checkbox', { name: 'Auftrag wird überfällig' }).isChecked()).toBe(
    true,
  );
  await page.keyboard.press('Escape');
  await isRead;

  // One that another system has ended meanwhile is nobody's business any more.
  await report(service, { jobId: 'GONE-1', status: 'zugestellt' });
  await settled(service);
  await pass(8);
  await expect.poll(heard).toEqual({ texts: ['Überfällig: NEXT-1: Labor'], tones: 1 });
  await pass(8);
  const click = () => (window as unknown as { told: { click: () => void }[] }).told.at(-1)?.click();
  for (const tab of tabs) await tab.page.evaluate(click);
  const [led] = tabs.filter((tab) => new URL(tab.page.url()).hash === '#/jobs/NEXT-1');
  if (!led) throw new Error('no tab was led to the job');
  await led.page.getByRole('region', { name: 'Auftrag' }).getByText('NEXT-1').first().waitFor();
  await page.goto(`${service.url}/#/jobs`);

  // Several at once are one.
  for (const n of [2, 3]) {
    await report(service, { jobId: `NEXT-${n}`, status: 'neu', pickupBy: inMinutes(60 + n) });
  }
  await rows(page).filter({ hasText: 'NEXT-3' }).waitFor();
  await settled(service);
  await pass(60);
  const twice = ['Überfällig: NEXT-1: Labor', '2 Aufträge überfällig: NEXT-2, NEXT-3'];
  await expect.poll(heard).toEqual({ texts: twice, tones: 2 });

  // Who wants to hear no more of it is left alone.
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByRole('checkbox', { name: 'Auftrag wird überfällig' }).uncheck();
  await page.keyboard.press('Escape');
  await pass(140);
  await rows(page)
    .filter({ hasText: /LAST-1.*überfällig/ })
    .waitFor();
  expect(await heard()).toEqual({ texts: twice, tones: 2 });
});
