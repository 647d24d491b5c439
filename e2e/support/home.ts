import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { WhenOver } from './service.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: { resultTypes: ['violations']; preload: { assets: ['media'] } }): Promise<{
    violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
  }>;
}

/** What Chromium itself says when a server is away; the page has its own words for that. */
const EXPECTED =
  /ERR_|Failed to load resource|WebSocket connection to|style .*problem\+json|dynamically imported module/;

/** A desk: a browser profile of its own. It fails the test if a page of it had an error. */
export async function openDesk(
  browser: Browser,
  options: BrowserContextOptions = {},
  whenOver: WhenOver = onTestFinished,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    // What fades is drawn sixty times a second, by a processor that the tests need.
    reducedMotion: 'reduce',
    // Injected test scripts are not the page's; what the page does is reported all the same.
    ...options,
  });
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(String(error.error())));
  context.on('console', (message) => {
    // A content security policy that is violated is told here too.
    if (message.type() === 'error' && !EXPECTED.test(message.text())) errors.push(message.text());
  });
  whenOver(async () => {
    await context.close();
    expect(errors, errors.join('\n')).toEqual([]);
  });
  return context;
}

/** The home page in a desk, once it is live. Nothing is ever loaded from another host. */
export async function openHome(
  desk: BrowserContext,
  url: string,
  hash = '',
  whenOver: WhenOver = onTestFinished,
): Promise<Page> {
  const page = await desk.newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
      elsewhere.push(request.url());
  });
  whenOver(() => expect(elsewhere, elsewhere.join('\n')).toEqual([]));
  await page.goto(`${url}/${hash}`);
  return page;
}

/** No rule of axe is violated, in the state that the page is in. */
export async function expectAccessible(page: Page): Promise<void> {
  // A part that is still being fetched has no heading yet.
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({
    state: 'attached',
  });
  // In the middle of a change of colours there is no contrast to judge.
  await page.evaluate(() => {
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(finite.map(({ finished }) => finished));
  });
  const violations = await page.evaluate(async (source) => {
    const held = window as { axe?: Axe };
    // Evaluated by the test, not loaded by the page: its policy would rightly refuse it. Once in the
    // life of a page, since to compile it takes longer than to run it.
    if (!held.axe) new Function(source)();
    const { axe } = held;
    if (!axe) throw new Error('axe is not where it was expected');
    // All rules are run; what they have no complaint about is not described.
    // Not of styles: it would make elements of sheets that could not be fetched, which the page's
    // policy forbids, for a rule that is off anyway.
    const preload: { assets: ['media'] } = { assets: ['media'] };
    const result = await axe.run({ resultTypes: ['violations'], preload });
    return result.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
    );
  }, axe);
  expect(violations).toEqual([]);
}

export function liveList(page: Page): Locator {
  return page.getByRole('list', { name: 'Ereignisse' });
}

/** Whether it is marked as new does not matter, unless the title says so. */
export function liveRow(page: Page, title: string): Locator {
  return liveList(page)
    .locator('[data-entry]')
    .filter({ hasText: new RegExp(`^(neu: )?${title}$`) });
}
