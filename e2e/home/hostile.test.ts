import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

const MIB = 1_048_576;
const HTML = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b>fett</b>';
const nested = (open: string, close: string, depth: number) =>
  `${open.repeat(depth)}"tief unten"${close.repeat(depth)}`;

/** Each as somebody might send it, with what the row of it is called. */
const PAYLOADS: readonly (readonly [title: string | RegExp, json: string])[] = [
  [
    HTML.replace(/\s+/g, ' '),
    JSON.stringify({ name: HTML, status: HTML, [HTML]: HTML, telefon: HTML }),
  ],
  [
    'Rechnung‹U+202E›gnp.exe',
    JSON.stringify({ name: 'Rechnung\u202Egnp.exe', note: 'a\u2066b\u200Bc' }),
  ],
  [
    'Verweis',
    '{"name":"Verweis","url":"javascript:window.hacked=1","telefon":"javascript:window.hacked=1"}',
  ],
  [
    'Adressen',
    JSON.stringify({
      name: 'Adressen',
      seite: 'Lieferschein: https://shop.example/l?id=7.',
      mail: 'info@shop.example',
      getarnt: 'https://bank.example@evil.example/',
      gedreht: 'https://shop.example/\u202Efdp.exe',
      skript: 'JaVaScRiPt://shop.example/%0Awindow.hacked=1 data:text/html,x',
    }),
  ],
  [
    'Erbe',
    '{"name":"Erbe","__proto__":{"hacked":true},"constructor":{"prototype":1},"toString":null}',
  ],
  [/^x{100,}…$/, `"${'x'.repeat(MIB - 2)}"`],
  ['Riese', `{"name":"Riese","text":"${'ä'.repeat(400_000)}"}`],
  ['a', nested('{"a":', '}', 200)],
  ['[ 1 ]', nested('[', ']', 200)],
  ['0, 1, 2 +99997', JSON.stringify(Array.from({ length: 100_000 }, (_, i) => i))],
  [
    /^K0: 0/,
    JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, i]))),
  ],
  [/^Z/, JSON.stringify({ name: `Z${'\u0310\u0489'.repeat(90)}` })],
  ['[ ], [ ], [ ] +49997', JSON.stringify(Array.from({ length: 50_000 }, () => []))],
];

/** Everything on the page that could do more than stand there. */
const dangers = (page: Page) =>
  page.evaluate(() => ({
    hacked: 'hacked' in window || 'hacked' in {},
    links: [...document.querySelectorAll('a')]
      .map((each) => each.getAttribute('href') ?? '')
      .filter((href) => !/^(#|tel:[\d+*#]*$)/.test(href))
      .sort(),
    // A page that is opened must neither reach back nor learn where it was opened from.
    open: document.querySelectorAll('a[target]:not([rel="noopener noreferrer"])').length,
    foreign: document.querySelectorAll('main :is(img, script, iframe, b, style, link, object)')
      .length,
  }));

test('[HP1] [SE5] hostile payloads are shown as text, and the page stays quick', async () => {
  const service = await office();
  for (const [, json] of PAYLOADS)
    expect((await service.post('/api/webhook', json)).status).toBe(202);
  const page = await openHome(await openDesk(browser), service.url);
  const list = page.getByRole('list', { name: 'Ereignisse' });
  const rows = list.locator('[data-entry]');
  await expect.poll(() => rows.count()).toBe(PAYLOADS.length);
  const titles = await rows.locator('bdi').allTextContents();
  for (const [i, [title]] of PAYLOADS.toReversed().entries()) {
    if (typeof title === 'string') expect(titles[i]).toBe(title);
    else expect(titles[i]).toMatch(title);
  }
  // Unfolded, with all that can be unfolded in them, twice.
  for (let i = 0; i < PAYLOADS.length; i++) await rows.nth(i).click();
  for (const round of [1, 2]) {
    const folded = list.locator('[aria-expanded=false]');
    for (let left = await folded.count(); left > 0; left--) await folded.first().click();
    const more = list.getByRole('button', { name: /^… noch/ });
    for (let i = (await more.count()) - 1; i >= 0; i--) await more.nth(i).click();
    // However much was sent, only a part of it is in the page.
    const size = await page.evaluate(() => ({
      elements: document.querySelectorAll('*').length,
      text: document.body.textContent?.length ?? 0,
    }));
    expect(size.elements, `round ${round}`).toBeLessThan(12_000);
    expect(size.text, `round ${round}`).toBeLessThan(1_500_000);
  }
  expect(await dangers(page)).toEqual({
    hacked: false,
    links: ['https://shop.example/l?id=7', 'mailto:info@shop.example'],
    open: 0,
    foreign: 0,
  });
  // The page still answers: what comes now is there, and typing finds it.
  await service.post('/api/webhook', '{"title":"Danach"}');
  await page.getByRole('searchbox', { name: 'In der Liste suchen' }).fill('danach');
  await expect.poll(() => rows.locator('bdi').allTextContents()).toEqual(['Danach']);
});

test('[HP1] [SE5] a right-to-left trick does not reach the text beside it, and axe has no complaint', async () => {
  const service = await office();
  for (const [, json] of PAYLOADS.slice(0, 5)) await service.post('/api/webhook/jobs', json);
  const page = await openHome(await openDesk(browser), service.url);
  const list = page.getByRole('list', { name: 'Ereignisse' });
  await list.locator('[data-entry]').nth(4).waitFor();
  for (let i = 0; i < 5; i++) await list.locator('[data-entry]').nth(i).click();
  for (const text of ['a‹U+2066›b‹U+200B›c', '__proto__'])
    await list.getByText(text).first().waitFor();
  await expectAccessible(page);
  const hidden = /[\u202A-\u202E\u2066-\u2069\u200B]/;
  expect(await page.evaluate(() => document.body.innerText)).not.toMatch(hidden);
});
