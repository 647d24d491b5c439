import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { playCall } from '../support/calls.ts';
import { openDesk, openHome } from '../support/home.ts';
import { sharedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = sharedService(['--profile', 'mock']);

/** Words that do not fit into what holds them, and are cut there. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isSeen = (element: Element) =>
      element.checkVisibility() &&
      getComputedStyle(element).clipPath === 'none' &&
      // What has no room in a list of the wallboard stands beside it, and is not shown at all.
      element.getBoundingClientRect().left <
        (element.closest('ul')?.getBoundingClientRect().right ?? innerWidth);
    const isCut = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      if (element.tagName === 'UL') return false;
      const isWide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      const isHigh = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1;
      return isWide || isHigh;
    };
    const isOutside = (element: Element) => {
      const { left, right, bottom } = element.getBoundingClientRect();
      const list =
        element.closest('ul')?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, Infinity);
      return left < -1 || right > list.right + 1 || bottom > list.bottom + 1;
    };
    return [...document.querySelectorAll('main *, nav *')]
      .filter((element) => isSeen(element) && (isCut(element) || isOutside(element)))
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 60)}`);
  });
}

test('[HP9] the wallboard cuts no words, on a telephone, a tablet and screens up to 4K', async () => {
  const service = await office();
  for (const [n, name] of ['A-1001', 'del_demo_1002_x9a_4711', 'Aufzug'].entries()) {
    const job = { reference: name, status: 'neu', pickupBy: `2020-01-01T1${n}:00:00Z` };
    await service.post('/api/webhook/jobs', JSON.stringify(job));
  }
  const courier = { name: 'Maximilian Hohenstein-Wagner', status: 'frei' };
  await service.post('/api/webhook/kuriere', JSON.stringify(courier));
  const LONG = 'Oberlandesgerichtsaußenstellenverwaltung';
  await service.post(
    '/api/webhook/kunden',
    JSON.stringify({ name: LONG, telefon: '030 23125-888' }),
  );
  const calls = [];
  for (const from of ['030 23125-102', '030 23125-888', '030 23125-999'])
    calls.push(await playCall(service, { from }));
  for (const locale of ['de-DE', 'en-US']) {
    const page = await openHome(await openDesk(browser, { locale }), service.url, '#/wallboard');
    await page.getByText(LONG).waitFor();
    await page.getByText('Filiale Nord').waitFor();
    await page.getByText('Aufzug').waitFor();
    await page.getByText('Hohenstein-Wagner').waitFor();
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1440, 900],
      [2560, 1440],
      [3840, 2160],
      // A screen of 1440 at 200 %.
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await cutTexts(page), `${locale} ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
  for (const { callId } of calls) await service.post(`/api/mock/calls/${callId}/hangup`, '');
});

/** Words of a choice that nearly touch the next, and counts that lie on a word. */
function crowded(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const choices of document.querySelectorAll('.segments')) {
      const words = [...choices.children].flatMap((choice) => {
        const text = document.createTreeWalker(choice, NodeFilter.SHOW_TEXT).nextNode();
        if (!text || choice.matches('.spoken')) return [];
        const range = document.createRange();
        range.selectNode(text);
        return [range.getBoundingClientRect()];
      });
      for (const [n, { top, right }] of words.entries()) {
        const next = words[n + 1];
        if (next?.top === top && next.left - right < 10) found.push(`${choices.textContent} ${n}`);
      }
      for (const count of choices.querySelectorAll('[data-kind]')) {
        const { left, right, bottom } = count.getBoundingClientRect();
        // Of the height of a line, letters leave a part at the top.
        const isOn = (word: DOMRect) =>
          word.left < right && word.right > left && word.top + 2 < bottom;
        if (words.some(isOn)) found.push(`${count.textContent} on a word`);
      }
    }
    return found;
  });
}

test('[HP16] words to choose from stand apart on a telephone, and no count lies on one', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    for (const hash of ['#/contacts', '#/archive', '#/jobs']) {
      await page.goto(`${service.url}/${hash}`);
      await page.locator('.segments').first().waitFor();
      expect(await crowded(page), `${hash} ${width}`).toEqual([]);
    }
    for (const path of ['', '/kunden', '/kuriere', '/jobs'])
      await service.post(`/api/webhook${path}`, `{"name":"Eva Lund","width":${width}}`);
    await page.goto(`${service.url}/#/live?q=gibt+es+nicht`);
    await expect.poll(() => page.locator('.segments [data-kind]').count()).toBe(4);
    expect(await crowded(page), `Live ${width}`).toEqual([]);
  }
});

test('[HP16] who chooses between all calls and the missed ones moves neither', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url, '#/calls');
  const choices = page.getByRole('navigation', { name: 'Welche Anrufe' }).getByRole('link');
  const count = page.getByText(/^\d+ offen$/);
  const places = () =>
    choices.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  await playCall(service, { from: '030 23125-777', scenario: 'missed' });
  await count.waitFor();
  const before = await places();
  await choices.last().click();
  await expect.poll(() => choices.last().getAttribute('aria-current')).toBe('page');
  expect(await places()).toEqual(before);
  await count.evaluate((badge) => badge.style.setProperty('display', 'none'));
  expect(await places(), 'before anybody was missed').toEqual(before);
});

test('[HP16] on a telephone a row of Live has its status whole', async () => {
  const service = await office();
  for (const status of ['abgemeldet', 'Fehler', 'unterwegs']) {
    await fetch(`${service.url}/api/webhook/kuriere`, {
      method: 'POST',
      headers: { 'x-shopify-topic': 'driver/changed' },
      body: JSON.stringify({ name: 'Maximilian Hohenstein-Wagner', status, mobil: '0171 3920993' }),
    });
  }
  const desk = await openDesk(browser, { viewport: { width: 390, height: 844 } });
  const page = await openHome(desk, service.url, '#/live');
  const chips = page.getByRole('main').locator('[data-tone] bdi');
  await page.getByRole('main').getByText('Nicht im Dienst').waitFor();
  const cut = await chips.evaluateAll((all) =>
    all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
  );
  expect(cut).toEqual([]);
  const list = await page.getByRole('list', { name: 'Ereignisse' }).boundingBox();
  for (const phone of await page.getByRole('main').getByRole('link', { name: /0171/ }).all()) {
    const { x = 0, width = 0 } = (await phone.boundingBox()) ?? {};
    expect(x + width).toBeLessThan((list?.x ?? 0) + (list?.width ?? 0));
  }
});
